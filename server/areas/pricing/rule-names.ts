import type { Parsed, Result } from '#contract/index.ts'
import { categoryLevels, foldName } from '#contract/pricing/rules.ts'
import { readOwnFeeds, soldTables, feedsOf, integrationsBySupplier } from '#server/areas/listings/public.ts'
import { requireVendor, suppliersClosedTo } from '#server/areas/vendor-record/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'

type Names = Result<'listRuleNames'>
interface NameCount {
  name: string
  products: number
}

/** Brands or categories of what a vendor is sold, those that begin with what is asked first, then the largest. */
export async function listRuleNames({ db }: Ctx, { params, query }: Parsed<'listRuleNames'>): Promise<Names> {
  await requireVendor(db, params.vendor_id)
  const suppliers = await suppliersOf(db, params.vendor_id, query.dropshipper_id)
  const ownFeeds = await readOwnFeeds(db, params.vendor_id)
  const column = sql.ref(query.of === 'brand' ? 'p.manufacturer' : 'p.categories')
  const { rows } = await sql<NameCount>`
    with ${soldTables(feedsOf(suppliers), ownFeeds)}
    select ${column} as name, count(*) as products
    from sold p
    where p.active and ${column} <> ''
    group by 1
    order by 2 desc, 1
    limit ${mostRead}`.execute(db)
  return { names: likest(sumByName(rows, query.of === 'brand' ? (name) => [name.trim()] : paths), query.q) }
}
/** As a rule counts its products: of suppliers with an active integration; of all where there is none yet. */
async function suppliersOf(db: Db, vendorId: number, supplierId: number | undefined): Promise<number[]> {
  const integrations = await integrationsBySupplier(db, vendorId)
  if (integrations.size > 0 && supplierId === undefined) return [...integrations.keys()]
  const closedSuppliers = await suppliersClosedTo(db, vendorId)
  const subscriptions = await db
    .selectFrom('subscription')
    .select('dropshipper_id')
    .where('vendor_id', '=', vendorId)
    .limit(2000)
    .execute()
  return subscriptions
    .map((row) => row.dropshipper_id)
    .filter((id) => !closedSuppliers.includes(id) && id === (supplierId ?? id))
}

/** Of a catalogue with more of them the rarest are left out. */
const mostRead = 50_000
const mostNames = 20
/** As long as a rule takes them. */
const longest = 200

/** Under one name what a rule takes for the same, as it is written most often. */
function sumByName(rows: readonly NameCount[], namesOf: (name: string) => readonly string[]): NameCount[] {
  const sums = new Map<string, NameCount>()
  for (const { name, products } of rows)
    for (const [key, path] of new Map(namesOf(name).map((text) => [foldName(text), text]))) {
      const sum = sums.get(key)
      if (sum) sum.products += products
      else if (path !== '') sums.set(key, { name: path, products })
    }
  return [...sums.values()]
}

/** Each level's path of each of a product's categories: of `Garden > Tools | Sale` three. */
const paths = (categories: string): string[] =>
  categories.split('|').flatMap((path) => {
    const levels = path
      .split('>')
      .map((level) => level.trim())
      .filter((level) => level !== '' && level.length <= longest)
      .slice(0, categoryLevels.length)
    return levels.map((_, i) => levels.slice(0, i + 1).join(' > '))
  })

function likest(names: readonly NameCount[], query: string): NameCount[] {
  const q = foldName(query)
    .split('>')
    .map((level) => level.trim())
    .join(' > ')
  const begins = ({ name }: NameCount) => foldName(name).startsWith(q)
  return names
    .filter(({ name }) => foldName(name).includes(q) && name.length <= longest * categoryLevels.length)
    .toSorted(
      (a, b) =>
        Number(begins(b)) - Number(begins(a)) || b.products - a.products || (a.name < b.name ? -1 : 1),
    )
    .slice(0, mostNames)
}
