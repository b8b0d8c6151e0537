// Every check without a test: types, lint, import boundaries, habits, format, row types against the
// migrations, dead code, cited files, values in docs, left-out words, dependencies.
// One that fails doesn't hide what the others find.
import { run } from './run.ts'

const failed: string[] = []
const check = (command: string, ...args: string[]) =>
  run(command, args).catch((e: Error) => failed.push(e.message))

await check('tsc', '-b')
await check('oxlint')
await check('node', 'tools/boundaries.ts')
await check('node', 'tools/habits.ts')
await check('oxfmt', '--check')
await check('node', 'tools/tables.ts', '--check')
await check('knip')
await check('node', 'tools/cited-files.ts')
await check('node', 'tools/doc-values.ts', '--check')
await check('node', 'tools/words.ts')
await check('node', 'tools/dependencies.ts')
if (failed.length > 0) {
  console.error(failed.join('\n'))
  process.exitCode = 1
}
