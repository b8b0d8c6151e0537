import { defineConfig } from 'vitest/config'

// the limits are for what hangs: no test comes near them, on a busy machine neither
// what tests import is loaded once for all files: a file that changes what others see takes it back
export const slow = { pool: 'forks', testTimeout: 90_000, hookTimeout: 120_000, isolate: false } as const

export default defineConfig({
  test: {
    maxWorkers: 2,
    reporters: ['default'],
    projects: [
      {
        test: {
          ...slow,
          name: 'rules',
          include: ['{contract,engine,web}/**/*.test.ts'],
        },
      },
      {
        test: {
          ...slow,
          name: 'server',
          include: ['{server,tools,bench}/**/*.test.ts'],
          globalSetup: 'server/test/global-setup.ts',
        },
      },
    ],
  },
})
