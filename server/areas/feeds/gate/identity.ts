import { candidates, explain } from '#engine/gate/renamed-skus.ts'
import type { Observation } from '#engine/gate/observation.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import type { Scope } from '../run/compare.ts'
import { stageTable } from '../run/stage.ts'

/** A smaller share of the catalogue missing, or of the file new, needs no explanation. */
const leastShare = 0.01
/** Up to this share, products have the titles of others by chance, as variants do. */
const leastByTitle = 0.03
const sampleSize = 2000
const strangersSize = 200
const leastBeside = 0.8
const leastKin = 0.2
/** A reason counts if it explains at least this share of the new SKUs. */
const leastExplained = 0.7

interface Identity {
  lostProducts: number
  newProducts: number
  products: number
}

/** Why many SKUs are missing and as many are new, if a reason can be found. */
export async function observeIdentity(
  db: Db,
  scope: Scope,
  { lostProducts, newProducts, products }: Identity,
): Promise<Observation[]> {
  const least = Math.max(3, products * leastShare)
  if (newProducts < least) return []
  const unknown = await sampleUnknown(db, scope)
  // a file of only some products loses none, but its new SKUs may still be the old ones
  const reason =
    !scope.whole || lostProducts >= least
      ? await reasonOf(db, scope, unknown, { lostProducts, newProducts, products })
      : undefined
  if (!reason) return strangers(db, scope, unknown, lostProducts < least)
  const count = scope.whole ? Math.min(lostProducts, newProducts) : newProducts
  return [{ name: 'renamed', window: 'last', count, of: products, words: { how: reason } }]
}

async function reasonOf(
  db: Db,
  scope: Scope,
  unknown: readonly string[],
  { lostProducts, newProducts, products }: Identity,
): Promise<string | undefined> {
  const missing = scope.whole ? await sampleMissing(db, scope) : []
  const many = scope.whole && Math.min(lostProducts, newProducts) >= products * leastByTitle
  return (await explainSkus(db, scope, unknown, missing)) ?? (many ? byTitle(db, scope) : undefined)
}

const change = (scope: Scope) => sql.raw(stageTable(scope, 'change'))
const stage = (scope: Scope) => sql.raw(stageTable(scope))

/** Live products that the file doesn't name: those that it retires, if it lists all products. */
const unnamedProducts = (scope: Scope) =>
  scope.whole
    ? sql`
    from ${change(scope)} c
    join product p on p.product_id = c.product_id
    where c.kind = 'deleted'`
    : sql`
    from product p
    where p.feed_id = ${scope.feedId}
      and p.gone_tm is null
      and not exists (select from ${stage(scope)} s where s.sku = p.sku)`

async function sampleUnknown(db: Db, scope: Scope): Promise<string[]> {
  const { rows } = await sql<{ sku: string }>`
    select s.sku
    from ${change(scope)} c
    join ${stage(scope)} s using (line)
    where c.kind = 'created'
    order by hashtext(s.sku)
    limit ${sampleSize}`.execute(db)
  return rows.map((r) => r.sku)
}

async function sampleMissing(db: Db, scope: Scope): Promise<string[]> {
  const { rows } = await sql<{ sku: string }>`
    select p.sku
    from ${change(scope)} c
    join product p on p.product_id = c.product_id
    where c.kind = 'deleted'
    order by hashtext(p.sku)
    limit ${sampleSize}`.execute(db)
  return rows.map((r) => r.sku)
}

async function explainSkus(
  db: Db,
  scope: Scope,
  unknown: readonly string[],
  missing: readonly string[],
): Promise<string | undefined> {
  const olds = await sql<{ sku: string }>`
    select p.sku
    ${unnamedProducts(scope)}
      and p.sku = any(${candidates(unknown)})`.execute(db)
  const news = await sql<{ sku: string }>`
    select s.sku
    from ${change(scope)} c
    join ${stage(scope)} s using (line)
    where c.kind = 'created' and s.sku = any(${candidates(missing)})`.execute(db)
  const set = (rows: { sku: string }[]) => new Set(rows.map((r) => r.sku))
  const best = [explain(unknown, set(olds.rows), 'new'), explain(missing, set(news.rows), 'old')]
    .filter((e) => e !== undefined)
    .toSorted((a, b) => b.share - a.share)[0]
  if (best && best.share >= leastExplained) return best.reason
  return byCode(db, scope, unknown)
}

/** Whether the file's SKUs are another code of the same products in the catalogue. */
async function byCode(db: Db, scope: Scope, unknown: readonly string[]): Promise<string | undefined> {
  const { rows } = await sql<Record<'upc' | 'ean' | 'supplier_product_id', number>>`
    select count(*) filter (where p.upc = any(${unknown})) as upc,
      count(*) filter (where p.ean = any(${unknown})) as ean,
      count(*) filter (where p.supplier_product_id = any(${unknown})) as supplier_product_id
    ${unnamedProducts(scope)}`.execute(db)
  const names = { upc: 'UPCs', ean: 'EANs', supplier_product_id: 'supplier product IDs' } as const
  const code = (['upc', 'ean', 'supplier_product_id'] as const).find(
    (c) => singleRow(rows)[c] >= unknown.length * leastExplained,
  )
  return code && `they match the old products’ ${names[code]}: columns swapped?`
}

/** Whether the new products have the missing ones' titles. */
async function byTitle(db: Db, scope: Scope): Promise<string | undefined> {
  if (!scope.fields.includes('title')) return undefined
  const { rows } = await sql<{ looked: number; found: number }>`
    with new as (
      select s.title
      from ${change(scope)} c
      join ${stage(scope)} s using (line)
      where c.kind = 'created' and s.title is not null
      order by hashtext(s.sku)
      limit ${sampleSize}
    )
    select count(*) as looked,
      count(*) filter (
        where title in (
          select p.title
          from ${change(scope)} c
          join product p on p.product_id = c.product_id
          where c.kind = 'deleted'
        )
      ) as found
    from new`.execute(db)
  const titles = singleRow(rows)
  return titles.looked >= 3 && titles.found >= titles.looked * leastExplained
    ? 'the same titles have different SKUs, as if renumbered'
    : undefined
}

/**
 * Whether the unknown SKUs are another feed's. If the feed keeps its products, both may sell the same brands:
 * then nearly all of the SKUs must have the other feed's titles and costs, too.
 */
async function strangers(
  db: Db,
  scope: Scope,
  unknown: readonly string[],
  keepsProducts: boolean,
): Promise<Observation[]> {
  const sample = unknown.slice(0, strangersSize)
  const alike = ['title', 'wholesale_price'] as const
  if (keepsProducts && !alike.every((field) => scope.fields.includes(field))) return []
  const { rows } = await sql<{ feed_id: number; supplier: string; n: number }>`
    select f.feed_id, d.supplier_name as supplier, count(*) as n
    from public.product p
    join feed f using (feed_id)
    join dropshipper d on d.dropshipper_id = f.dropshipper_id
    ${
      keepsProducts
        ? sql`join ${stage(scope)} s on s.sku = p.sku
      and s.title = p.title
      and s.wholesale_price = p.wholesale_price`
        : sql``
    }
    where p.sku = any(${sample})
      and p.feed_id <> ${scope.feedId}
      and f.dropshipper_id <> ${scope.dropshipperId}
      and p.gone_tm is null
    group by f.feed_id, d.supplier_name
    order by n desc
    limit 1`.execute(db)
  const [likeliest] = rows
  if (!likeliest || (keepsProducts && likeliest.n < sample.length * leastBeside)) return []
  if (keepsProducts && (await isKin(db, scope, likeliest.feed_id))) return []
  return [
    {
      name: 'foreign',
      window: 'last',
      count: likeliest.n,
      of: sample.length,
      words: { supplier: likeliest.supplier },
    },
  ]
}

/** Whether two feeds have always shared products, as a supplier's second account or its feed for another country. */
async function isKin(db: Db, scope: Scope, otherFeedId: number): Promise<boolean> {
  const { rows } = await sql<{ looked: number; shared: number }>`
    select count(*) as looked, count(o.product_id) as shared
    from (
      select sku
      from product
      where feed_id = ${scope.feedId} and gone_tm is null
      order by product_id
      limit ${sampleSize}
    ) own
    left join public.product o on o.feed_id = ${otherFeedId} and o.sku = own.sku`.execute(db)
  const sample = singleRow(rows)
  return sample.shared >= sample.looked * leastKin
}
