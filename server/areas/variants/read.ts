import type { Parsed } from '#contract/index.ts'
import { jobStatus } from '#contract/jobs/types.ts'
import { variantPageSize, type VariantProduct } from '#contract/variants/mapping.ts'
import { ownFeedId, requireSupplier } from '#server/areas/supplier-record/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'
import { contains, sortOrder, singleRow } from '#server/platform/database/sql.ts'
import { inFeed, keeps } from './filters.ts'
import { guessParent, type Candidate, type Guess } from './suggest.ts'

export type Row = Omit<VariantProduct, 'suggestion' | 'option_names' | 'option_values'> & {
  family: string | null
  option_names: string[] | null
  option_values: string[] | null
}

export const productColumns = sql`
  p.product_id, p.sku, p.title, p.manufacturer, p.wholesale_price, p.quantity, p.parent_sku, p.options,
  p.gone_tm is not null as gone, v.family,
  case v.mapping_status when 'queued' then 'Queued' when 'mapped' then 'Mapped' else 'Unmapped' end
    as mapping_status,
  v.product_variant_parent_id, r.parent_sku as mapped_parent_sku, r.option_names, v.option_values`

/** The sort orders of products, then by id. */
const keys = {
  sku: sql`p.sku`,
  title: sql`lower(p.title)`,
  price: sql`p.wholesale_price`,
  status: sql`coalesce(v.mapping_status::text, 'unmapped')`,
  parent: sql`lower(r.parent_sku)`,
} as const

/** The default order of each filter. */
const orders = {
  queue: sql`v.family, p.sku`,
  mapped: sql`r.parent_sku, p.sku`,
  unmapped: sql`p.product_id`,
  all: sql`p.product_id`,
} as const

/** A page of a supplier's products by mapping status. */
export async function listMappableProducts({ db }: Ctx, { body }: Parsed<'listMappableProducts'>) {
  const { dropshipper_id } = body
  const [page, total, counts] = await Promise.all([
    sql<Row>`
      ${mappableFound(body)}
      limit ${variantPageSize}
      offset ${(body.page - 1) * variantPageSize}`.execute(db),
    sql<{ n: number }>`select count(*) as n ${mappable(body)}`.execute(db),
    mappingCounts(db, dropshipper_id),
  ])
  const { unsorted: unsortedCount, mapping_job_id, ...byFilter } = counts
  if (byFilter.all === 0) await requireSupplier(db, dropshipper_id)
  const products = await withSuggestions(db, dropshipper_id, page.rows)
  return {
    total: singleRow(total.rows).n,
    counts: byFilter,
    unsorted: unsortedCount,
    mapping_job_id,
    products,
  }
}

type MappableFilters = Omit<Parsed<'listMappableProducts'>['body'], 'page'>
const mappable = ({ dropshipper_id, filter, search }: MappableFilters) => sql`
    ${productsBy(filter, dropshipper_id)}
      and ${search ? sql`(p.sku ilike ${contains(search)} or p.title ilike ${contains(search)})` : sql`true`}`

/** All products of a filter and a search, in order. */
export const mappableFound = (filters: MappableFilters) => sql<Row>`
  select ${productColumns}
  ${mappable(filters)}
  order by ${filters.sort ? sql`${sortOrder(filters.sort, keys).blanksLast}, p.product_id` : orders[filters.filter]}`

/**
 * The products of a filter. Queued and mapped ones are joined from the mapping's side, so that a short
 * queue doesn't scan a large catalog.
 */
const productsBy = (filter: keyof typeof keeps, dropshipperId: number) =>
  filter === 'queue' || filter === 'mapped'
    ? sql`
    from product_variant v
    join product p using (product_id)
    left join product_variant_parent r using (product_variant_parent_id)
    where v.dropshipper_id = ${dropshipperId}
      and ${inFeed(dropshipperId)}
      and ${keeps[filter]}`
    : sql`
    from product p
    left join product_variant v using (product_id)
    left join product_variant_parent r using (product_variant_parent_id)
    where ${inFeed(dropshipperId)}
      and ${keeps[filter]}`

interface MappingCounts {
  queue: number
  mapped: number
  all: number
  unsorted: number
  mapping_job_id: number | null
}

/**
 * How many products each filter lists, how many haven't been sorted yet, and the job that will sort them.
 */
async function mappingCounts(db: Db, dropshipperId: number) {
  const { rows } = await sql<MappingCounts>`
    select (select count(*) ${productsBy('queue', dropshipperId)}) as queue,
      (select count(*) ${productsBy('mapped', dropshipperId)}) as mapped,
      (select count(*) from product p where ${inFeed(dropshipperId)}) as all,
      (
        select count(*)
        from product p
        where ${inFeed(dropshipperId)}
          and p.product_id > (select variants_upto from feed where feed_id = ${ownFeedId(dropshipperId)})
      ) as unsorted,
      (
        select max(job_id)
        from job
        where job_type = 'VARIANT_MAPPING_JOB'
          and param_value = ${String(dropshipperId)}
          and job_status in (${sql.lit(jobStatus.executing)}, ${sql.lit(jobStatus.scheduled)})
      ) as mapping_job_id`.execute(db)
  const counts = singleRow(rows)
  return { ...counts, unmapped: counts.all - counts.queue - counts.mapped }
}

/** Each queued product with the parent suggested by its siblings. */
export async function withSuggestions(
  db: Db,
  dropshipperId: number,
  rows: readonly Row[],
): Promise<VariantProduct[]> {
  const siblings = await siblingsOf(db, dropshipperId, rows)
  const guesses = new Map(
    rows.flatMap((row) => {
      const guess = row.family ? guessParent(row, siblings.get(row.family) ?? []) : undefined
      return guess && row.mapping_status === 'Queued' ? [[row.product_id, guess] as const] : []
    }),
  )
  const parents = await parentsBySku(db, dropshipperId, [...guesses.values()])
  return rows.map(({ family: _family, option_names, option_values, ...row }) => {
    const guess = guesses.get(row.product_id)
    const parent = guess && parents.get(guess.parent_sku.toLowerCase())
    return {
      ...row,
      option_names: option_names ?? [],
      option_values: option_values ?? [],
      suggestion: guess ? suggestionOf(guess, parent) : null,
    }
  })
}

async function siblingsOf(db: Db, dropshipperId: number, rows: readonly Row[]) {
  const waiting = rows.filter((row) => row.mapping_status === 'Queued')
  const families = [...new Set(waiting.flatMap((row) => row.family ?? []))]
  const siblings = new Map<string, Candidate[]>()
  if (families.length === 0) return siblings
  const candidates = await sql<Candidate & { family: string }>`
    select v.family, p.product_id, p.sku, p.title, p.manufacturer, p.wholesale_price, p.parent_sku,
      p.options, r.parent_sku as mapped_parent_sku
    from unnest(${families}::text[]) as f(family)
    cross join lateral (
      select x.family, x.product_id, x.product_variant_parent_id
      from product_variant x
      where x.dropshipper_id = ${dropshipperId} and x.family = f.family
      order by x.product_id
      limit 50) v
    join product p using (product_id)
    left join product_variant_parent r using (product_variant_parent_id)
    order by p.sku`.execute(db)
  for (const row of candidates.rows) siblings.set(row.family, [...(siblings.get(row.family) ?? []), row])
  return siblings
}

interface KnownParent {
  product_variant_parent_id: number
  key: string
  title: string
  option_names: string[]
}

/** Existing parents, by their SKU in lower case. */
async function parentsBySku(db: Db, dropshipperId: number, guesses: readonly Guess[]) {
  const skus = [...new Set(guesses.map((guess) => guess.parent_sku.toLowerCase()))]
  if (skus.length === 0) return new Map<string, KnownParent>()
  const { rows } = await sql<KnownParent>`
    select product_variant_parent_id, lower(parent_sku) as key, title, option_names
    from product_variant_parent
    where dropshipper_id = ${dropshipperId}
      and lower(parent_sku) = any(${skus})`.execute(db)
  return new Map(rows.map((row) => [row.key, row]))
}

/** A guess, with the id, title and option names of an existing parent. */
function suggestionOf(guess: Guess, parent: KnownParent | undefined): VariantProduct['suggestion'] {
  if (!parent) return { ...guess, product_variant_parent_id: null }
  // a parent of that SKU with other options is no suggestion
  if (parent.option_names.length !== guess.option_values.length) return null
  const { product_variant_parent_id, title, option_names } = parent
  return { ...guess, product_variant_parent_id, title, option_names }
}

/** The selected queued products as a list shows them, for acts that check again before they write. */
export async function queuedProducts(
  db: Db,
  dropshipperId: number,
  ids: readonly number[],
): Promise<VariantProduct[]> {
  const { rows } = await sql<Row>`
    select ${productColumns}
    ${productsBy('queue', dropshipperId)}
      and v.product_id = any(${ids as number[]})
    order by v.family, p.sku`.execute(db)
  return withSuggestions(db, dropshipperId, rows)
}

export interface ManualMapping {
  dropshipper_id: number
  supplier_name: string
  automated_variant_mapping: boolean
  variant_mapping_update_tm: string | null
  queued: number
  mapped: number
  unmapped: number
  parents: number
  oldest_queued_tm: string | null
}

/** The number of products to map manually, supplier by supplier, most first. */
export const listManualMapping = ({ db }: Ctx) => readManualMapping(db)

export async function readManualMapping(db: Db): Promise<ManualMapping[]> {
  const supplier = sql`d.dropshipper_id`
  const { rows } = await sql<ManualMapping>`
    select d.dropshipper_id, d.supplier_name, d.automated_variant_mapping, d.variant_mapping_update_tm,
      v.queued, v.mapped, d.active_products - v.queued - v.mapped as unmapped,
      coalesce(r.parents, 0) as parents, v.oldest_queued_tm
    from dropshipper d
    cross join lateral (
      select count(*) filter (where ${keeps.queue}) as queued,
        count(*) filter (where ${keeps.mapped}) as mapped,
        min(v.tm) filter (where ${keeps.queue}) as oldest_queued_tm
      from product_variant v
      join product p using (product_id)
      where v.dropshipper_id = ${supplier}
        and ${inFeed(supplier)}) v
    left join (
      select dropshipper_id, count(*) as parents
      from product_variant_parent
      group by 1) r using (dropshipper_id)
    where d.automated_variant_mapping or v.queued > 0 or r.parents > 0
    order by v.queued desc, lower(d.supplier_name)
    limit 2000`.execute(db)
  return rows
}
