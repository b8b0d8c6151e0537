import { defineConfig } from 'vitest/config'

export const slow = { pool: 'forks', testTimeout: 30_000, hookTimeout: 60_000 } as const

export default defineConfig({
  test: {
    maxWorkers: 2,
    reporters: ['default'],
    projects: [
      {
        // they change nothing that another file sees: what they import is loaded once
        test: {
          ...slow,
          name: 'rules',
          isolate: false,
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
