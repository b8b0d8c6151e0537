// Vitest as `tools/mutants.ts` needs it: the tests of one part, and a database only where they use one.
import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { slow } from '../vitest.config.ts'

const tests = process.env.MUTANTS_TESTS ?? 'engine'
const single = tests.endsWith('.ts')
const pure = single
  ? !/\bharness\(|\binject\('/.test(readFileSync(tests, 'utf8'))
  : /^(engine|contract|web)\b/.test(tests)
export default defineConfig({
  test: {
    ...slow,
    maxWorkers: 2,
    include: [single ? tests : `${tests}/**/*.test.ts`],
    globalSetup: pure ? [] : ['server/test/global-setup.ts'],
  },
})
