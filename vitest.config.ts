import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contract,engine,server,web,tools,bench}/**/*.test.ts'],
    globalSetup: 'server/test/global-setup.ts',
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    reporters: ['default'],
  },
})
