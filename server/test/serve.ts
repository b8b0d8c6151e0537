// The server that the browser tests look at, with the data and at the port that E2E_DATA and E2E_PORT name. Its
// database gives up durability: nothing of it is kept.
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../platform/database/embedded-postgres.ts'

const { E2E_DATA: dataDir = '', E2E_PORT: port = '' } = process.env
const { url } = await startEmbeddedPostgres(join(dataDir, 'postgres'), { fast: true })
Object.assign(process.env, {
  DATABASE_URL: url,
  DATA_DIR: dataDir,
  PORT: port,
  NODE_ENV: 'development',
  DEMO: '1',
  LOG_LEVEL: 'warn',
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  // a test may say from which network it calls
  TRUST_PROXY: '1',
})
await import('../main.ts')
