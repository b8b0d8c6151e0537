import type { Parsed, Result } from '#contract/index.ts'
import { categoryLevels, folded } from '#contract/pricing/rules.ts'
import { readOwnFeeds, soldTables, feedsOf, integrationsBySupplier } from '#server/areas/listings/public.ts'
import { requireVendor, suppliersClosedTo } from '#server/areas/vendor-record/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'

type Names = Result<'listRuleNames'>
interface Counted {
  name: string
  products: number
}

/** Brands or categories of what a vendor is sold, those that begin with what is asked first, then the largest. */
export async function listRuleNames({ db }: Ctx, { params, query }: Parsed<'listRuleNames'>): Promise<Names> {
  await requireVendor(db, params.vendor_id)
  const suppliers = await suppliersOf(db, params.vendor_id, query.dropshipper_id)
  const own = await readOwnFeeds(db, params.vendor_id)
  const column = sql.ref(query.of === 'brand' ? 'p.manufacturer' : 'p.categories')
  const { rows } = await sql<Counted>`
    with ${soldTables(feedsOf(suppliers), own)}
    select ${column} as name, count(*) as products
    from sold p
    where p.active and ${column} <> ''
    group by 1
    order by 2 desc, 1
    limit ${mostRead}`.execute(db)
  return { names: likest(summed(rows, query.of === 'brand' ? (name) => [name.trim()] : paths), query.q) }
}
/** As a rule counts its products: of suppliers with an active integration; of all where there is none yet. */
async function suppliersOf(db: Db, vendorId: number, only: number | undefined): Promise<number[]> {
  const through = await integrationsBySupplier(db, vendorId)
  if (through.size > 0 && only === undefined) return [...through.keys()]
  const closed = await suppliersClosedTo(db, vendorId)
  const subscribed = await db
    .selectFrom('subscription')
    .select('dropshipper_id')
    .where('vendor_id', '=', vendorId)
    .limit(2000)
    .execute()
  return subscribed
    .map((row) => row.dropshipper_id)
    .filter((id) => !closed.includes(id) && id === (only ?? id))
}

/** Of a catalogue with more of them the rarest are left out. */
const mostRead = 50_000
const mostNames = 20
/** As long as a rule takes them. */
const longest = 200

/** Under one name what a rule takes for the same, as it is written most often. */
function summed(rows: readonly Counted[], namesOf: (name: string) => readonly string[]): Counted[] {
  const all = new Map<string, Counted>()
  for (const { name, products } of rows)
    for (const one of new Map(namesOf(name).map((path) => [folded(path), path])).values()) {
      const known = all.get(folded(one))
      if (known) known.products += products
      else if (one !== '') all.set(folded(one), { name: one, products })
    }
  return [...all.values()]
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

function likest(names: readonly Counted[], asked: string): Counted[] {
  const q = folded(asked)
    .split('>')
    .map((level) => level.trim())
    .join(' > ')
  const begins = ({ name }: Counted) => folded(name).startsWith(q)
  return names
    .filter(({ name }) => folded(name).includes(q) && name.length <= longest * categoryLevels.length)
    .toSorted(
      (a, b) =>
        Number(begins(b)) - Number(begins(a)) || b.products - a.products || (a.name < b.name ? -1 : 1),
    )
    .slice(0, mostNames)
}
