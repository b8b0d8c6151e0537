// The server that the browser tests look at. Its database gives up durability: nothing of it is kept.
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../platform/database/embedded-postgres.ts'

const { url } = await startEmbeddedPostgres(join(process.env.DATA_DIR!, 'postgres'), { fast: true })
process.env.DATABASE_URL = url
await import('../main.ts')
