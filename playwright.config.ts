import { defineConfig } from '@playwright/test'
import { chromiumPath } from './e2e/chromium.ts'
import { freePort } from './server/test/servers/free-port.ts'
import { temporaryFolder } from './server/test/temporary.ts'

// the workers read this file again: one folder and one port for all of them
process.env.E2E_DATA ??= temporaryFolder('e2e').path
process.env.E2E_PORT ??= String(await freePort())
const address = `http://127.0.0.1:${process.env.E2E_PORT}`

export default defineConfig({
  testDir: 'e2e',
  workers: 2,
  fullyParallel: true,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    baseURL: address,
    viewport: { width: 1440, height: 900 },
    launchOptions: {
      executablePath: await chromiumPath(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: {
    command: 'node server/test/serve.ts',
    url: `${address}/readyz`,
    timeout: 300_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    // `npm test` has started one
    reuseExistingServer: process.env.E2E_SERVED === '1',
  },
})
