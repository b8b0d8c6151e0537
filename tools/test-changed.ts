// `npm run test:changed`: within a minute, what the tests nearest to a change say. It compares with the
// main branch, or with a commit: `npm run test:changed -- HEAD~1`. What it leaves out stands at its end.
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { run } from './run.ts'

/** So many test files of the server take half a minute. */
const mostFiles = 12

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()
const lines = (text: string) => text.split('\n').filter((line) => line !== '')

const mainBranch = ['origin/main', 'main'].find((name) => {
  try {
    return git('rev-parse', '--verify', '--quiet', name) !== ''
  } catch {
    return false
  }
})
const base = process.argv[2] ?? git('merge-base', 'HEAD', mainBranch ?? 'HEAD')
const changed = [
  ...lines(git('diff', '--name-only', '--diff-filter=d', base)),
  ...lines(git('ls-files', '--others', '--exclude-standard')),
].filter((path) => existsSync(path))
if (changed.length === 0) {
  console.log('Nothing has changed.')
  process.exit()
}

const code = changed.filter((path) => /\.tsx?$/.test(path))
const serverTests = globSync('{server,tools,bench}/**/*.test.ts').toSorted()
const isBeside = (test: string) => code.some((path) => dirname(path) === dirname(test))
const imports = (test: string) => {
  const text = readFileSync(test, 'utf8')
  return code.some((path) => text.includes(`#${path}'`) || isNamed(text, test, path))
}
const isNamed = (text: string, test: string, path: string) =>
  [...text.matchAll(/from '(\.[^']+)'/g)].some(([, to]) => join(dirname(test), to!) === path)
/** What every operation and every table of a vendor must keep, wherever it was added. */
const guards = [
  'server/vendor-writes.test.ts',
  'server/areas/vendor-record/vendor-lock.test.ts',
  'server/areas/vendors/deletion/erasure.test.ts',
]
const guarded = changed.some((path) => /^contract\/|^server\/db\/migrations\//.test(path))
const near = [
  ...(guarded ? guards : []),
  ...serverTests.filter((test) => code.includes(test)),
  ...serverTests.filter(isBeside),
  ...serverTests.filter(imports),
]
const chosen = [...new Set(near)].slice(0, mostFiles)

const failed: string[] = []
const check = (command: string, ...args: string[]) =>
  run(command, args, {}, { isHeldBack: true }).catch((error: Error) => failed.push(error.message))
const checks = async () => {
  await check('tsc', '-b')
  if (code.length > 0) await check('oxlint', ...code)
  if (code.length > 0) await check('oxfmt', '--check', ...code)
  await check('node', 'tools/boundaries.ts')
}
const tests = async () => {
  await check('vitest', 'run', '--project', 'rules')
  if (chosen.length > 0) await check('vitest', 'run', '--project', 'server', ...chosen)
}
await Promise.all([checks(), tests()])

const notRun = new Set(near).size - chosen.length
console.log(`
Ran: types, lint and format of ${code.length} changed files, import boundaries, all rules, and ${chosen.length} of the
${serverTests.length} test files of the server${chosen.map((test) => `\n  ${test}`).join('')}
Left out: the other checks (\`npm run check\`), ${serverTests.length - chosen.length} test files of the server${
  notRun > 0 ? `, ${notRun} of them near the change` : ''
}, and the browser tests${browserTests()}`)
if (failed.length > 0) {
  console.error(`\n${failed.join('\n')}`)
  process.exitCode = 1
}

function browserTests(): string {
  const areas = changed.flatMap((path) => /^(?:web|server)\/areas\/([\w-]+)\//.exec(path)?.[1] ?? [])
  const specs = globSync('e2e/*.spec.ts').filter(
    (spec) => changed.includes(spec) || areas.includes(basename(spec, '.spec.ts')),
  )
  return specs.length > 0 ? `; nearest: npm run test:browser -- ${specs.join(' ')}` : ''
}
