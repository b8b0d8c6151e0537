// `npm run mutants -- engine/gate/judge.ts`: small faults put into the code that no test notices, by StrykerJS.
import { existsSync, globSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { run } from './run.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { tests: { type: 'string' }, limit: { type: 'string', default: '10' } },
})
/** The files that hold rules. */
const everything = [
  'engine/*.ts',
  'contract/{formats,inputs}.ts',
  'engine/gate/*.ts',
  'contract/feeds/{settings,standing,formats}.ts',
  'contract/jobs/types.ts',
  'contract/suppliers/{config,failures}.ts',
  'contract/variants/parents.ts',
  'contract/vendors/status.ts',
  'server/platform/{addresses,config,declared,errors,file-keys,files,once}.ts',
  'server/platform/{parsing,prepared,secrets,spelling,sql,streams,versions}.ts',
  'server/areas/feeds/{rules,standing}.ts',
  'server/areas/jobs/{health,schedule-request}.ts',
  'server/areas/session/passwords.ts',
  'server/areas/suppliers/{config-numbers,rich-text}.ts',
  'server/areas/variants/suggest.ts',
  'server/areas/vendors/{nearest,term}.ts',
  'web/ui/{time,rebased}.ts',
  'web/ui/values.tsx',
]
/** The test or the folder whose tests are shown a file's mutants: the test beside it, where there is one. */
const testsOf = (file: string): string => {
  if (values.tests) return values.tests
  const beside = file.replace(/\.tsx?(:.*)?$/, '.test.ts')
  if (existsSync(beside)) return beside
  const [folder] = file.split('/', 1)
  if (folder === 'engine' || folder === 'contract' || folder === 'web') return folder
  return file.startsWith('server/areas/') ? file.split('/').slice(0, 3).join('/') : 'server'
}
/** The files of a pattern, which StrykerJS would cut at a comma; lines after a colon stay with their file. */
function filesOf(pattern: string): string[] {
  const [, path, lines] = /^(.*?)(:[\d:-]+)?$/.exec(pattern)!
  const files = globSync(path!).filter((file) => !/\.test\.tsx?$/.test(file))
  if (files.length === 0) throw new Error(`There is no file ${path}`)
  return files.map((file) => file + (lines ?? ''))
}

const groups = Map.groupBy((positionals.length ? positionals : everything).flatMap(filesOf), testsOf)
for (const [tests, files] of groups)
  await run(
    'stryker',
    ['run', '--mutate', files.join(','), '--timeoutMS', String(Number(values.limit) * 1000)],
    { MUTANTS_TESTS: tests },
  )
