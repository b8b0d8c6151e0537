// Vitest as `tools/mutants.ts` needs it: the tests of one part, and a database only where they use one.
import { defineConfig } from 'vitest/config'
import base from '../vitest.config.ts'

const tests = process.env.MUTANTS_TESTS ?? 'engine'
export default defineConfig({
  test: {
    ...base.test,
    include: [tests.endsWith('.ts') ? tests : `${tests}/**/*.test.ts`],
    globalSetup: /^(engine|contract|web)\b/.test(tests) ? [] : ['server/test/global-setup.ts'],
  },
})
