// Every check without a test: types, lint, import boundaries, format, row types against the migrations,
// dead code, cited files.
import { run } from './run.ts'

await run('tsc', ['-b'])
await run('oxlint', [])
await run('node', ['tools/boundaries.ts'])
await run('oxfmt', ['--check'])
await run('node', ['tools/tables.ts', '--check'])
await run('knip', [])
await run('node', ['tools/cited-files.ts'])
