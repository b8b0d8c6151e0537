// `npm run mutants -- engine/decide.ts`: small faults put into the code that no test notices, by StrykerJS.
import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { run } from './run.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { tests: { type: 'string' }, limit: { type: 'string', default: '10' } },
})
const everything = globSync(
  [
    'engine/*.ts',
    'contract/{messages,formats}.ts',
    'contract/feeds/{settings,schedule,standing}.ts',
    'contract/variants/parents.ts',
    'contract/vendors/status.ts',
    'server/platform/{secrets,addresses,config,files}.ts',
    'server/areas/*/rules.ts',
    'server/areas/variants/suggest.ts',
    'server/areas/products/spelling.ts',
  ],
  { cwd: join(import.meta.dirname, '..'), exclude: ['**/*.test.ts'] },
)
/** The test or the folder whose tests are shown a file's mutants: the test beside it, where there is one. */
const testsOf = (file: string): string => {
  if (values.tests) return values.tests
  const beside = file.replace(/\.ts(:.*)?$/, '.test.ts')
  if (existsSync(beside)) return beside
  const [folder] = file.split('/', 1)
  if (folder === 'engine' || folder === 'contract' || folder === 'web') return folder
  return file.startsWith('server/areas/') && !file.includes('*')
    ? file.split('/').slice(0, 3).join('/')
    : 'server'
}

const groups = Map.groupBy(positionals.length ? positionals : everything, testsOf)
for (const [tests, files] of groups)
  await run(
    'stryker',
    [
      'run',
      '--mutate',
      [...files, '!**/*.test.ts'].join(','),
      '--timeoutMS',
      String(Number(values.limit) * 1000),
    ],
    {
      MUTANTS_TESTS: tests,
    },
  )
