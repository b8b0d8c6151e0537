// `npm run mutants -- engine/gate/judge.ts`: small faults in the code that no test notices, by StrykerJS.
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
  'engine/formats/*.ts',
  'contract/{formats,inputs,sentence}.ts',
  'contract/activity/{told-changes,words}.ts',
  'engine/gate/*.ts',
  'contract/billing/{bill,days,promos,proration}.ts',
  'contract/feeds/{settings,source-words,standing,formats}.ts',
  'contract/incidents/standing.ts',
  'contract/jobs/types.ts',
  'contract/lists/exported.ts',
  'contract/suppliers/{config,failures}.ts',
  'contract/variants/parents.ts',
  'contract/platforms/{field-rules,form,handles}.ts',
  'contract/integrations/{acts,listing,market-configs,setting-words,standing}.ts',
  'contract/payments/{dunning,manual-charge}.ts',
  'contract/pricing/{amounts,price,price-rules,rules,shown,why}.ts',
  'contract/stores/{difference,freshness,settings,shops,update-gate}.ts',
  'contract/subscriptions/{plan,vendor-supplier-config}.ts',
  'contract/vendors/{basics,health,platform-auths,status}.ts',
  'server/platform/{addresses,config,secrets}.ts',
  'server/platform/http/{declared,errors,http,once,parsing,streams}.ts',
  'server/platform/database/{prepared,spelling,sql,versions}.ts',
  'server/platform/files/{csv,file-keys,files}.ts',
  'server/areas/feeds/runs/rules.ts',
  'server/areas/feeds/monitoring/standing.ts',
  'server/areas/jobs/{health,schedule-request}.ts',
  'server/areas/lists/{file-of,record-export,write-csv,write-xlsx}.ts',
  'server/areas/session/passwords/passwords.ts',
  'server/areas/supplier-record/config-numbers.ts',
  'server/areas/suppliers/rich-text.ts',
  'server/areas/variants/suggest.ts',
  'server/areas/vendors/search/{nearest,term}.ts',
  'web/ui/{matched,time}.ts',
  'web/ui/values.tsx',
  'web/ui/form/rebase.ts',
  'web/ui/table/{column,view-address}.ts',
  'web/ui/table/filter/{days,filter}.ts',
  'web/areas/feeds/run/{answer,impact-words,measures,report-counts,tried}.ts',
  'web/areas/feeds/settings/{adoptable,further-form,guide,kept-files}.ts',
  'web/areas/feeds/gate/{back-tested,gate-words}.ts',
  'web/areas/feeds/mapping/transforms.ts',
  'web/areas/jobs/{job-words,spans}.ts',
  'web/areas/jobs/dashboards/answer.ts',
  'web/areas/platforms/field-form.ts',
  'web/areas/subscriptions/acts.ts',
  'web/areas/suppliers/page/{basic-form,datums}.ts',
  'web/areas/suppliers/monitoring/{causes,scale}.ts',
  'web/areas/vendors/basics/basics-form.ts',
  'web/areas/vendors/contacts/contacts-form.ts',
  'web/areas/vendors/search/trend.ts',
]
/** Files whose rules are tested beside another. */
const testedWith: Record<string, string> = {
  'contract/billing/bill.ts': 'contract/billing',
  'contract/pricing/amounts.ts': 'contract/pricing/price.test.ts',
  'contract/pricing/price-rules.ts': 'server/areas/pricing',
  'contract/pricing/rules.ts': 'contract/pricing/price.test.ts',
  'contract/stores/settings.ts': 'server/areas/stores',
  'contract/stores/shops.ts': 'server/areas/stores',
  'engine/formats/decoders.ts': 'engine/formats/decode.test.ts',
  'engine/formats/json-items.ts': 'engine/formats/json.test.ts',
  'engine/formats/xlsx-part.ts': 'engine/formats/xlsx.test.ts',
  'web/areas/jobs/spans.ts': 'web/areas/jobs/job-words.test.ts',
  'web/ui/time.ts': 'web/ui/values.test.ts',
}
/** The test or the folder whose tests are shown a file's mutants: the test beside it, where there is one. */
const testsOf = (file: string): string => {
  if (values.tests) return values.tests
  const path = file.replace(/:.*/, '')
  const testFile = testedWith[path] ?? path.replace(/\.tsx?$/, '.test.ts')
  if (existsSync(testFile)) return testFile
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
