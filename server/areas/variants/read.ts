import type { Parsed } from '#contract/index.ts'
import { descriptionPreview, parentPageSize, type ParentRow } from '#contract/variants/parents.ts'
import { variantPageSize, type VariantProduct } from '#contract/variants/mapping.ts'
import { requireSupplier, rowsOfSupplier } from '#server/areas/suppliers/public.ts'
import { sql, type Db } from '#server/platform/db.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Ctx } from '#server/platform/services.ts'
import { versionOf, type Edited } from '#server/platform/versions.ts'
import { contains } from '#server/platform/sql.ts'
import { guessParent, type Candidate } from './suggest.ts'

type Row = Omit<VariantProduct, 'suggestion' | 'option_names' | 'option_values'> & {
  family: string | null
  option_names: string[] | null
  option_values: string[] | null
}

const productColumns = sql`
  p.product_id, p.sku, p.title, p.manufacturer, p.wholesale_price, p.quantity, p.parent_sku, p.options, v.family,
  case v.mapping_status when 'queued' then 'Queued' when 'mapped' then 'Mapped' else 'Unmapped' end as mapping_status, v.product_variant_parent_id, r.parent_sku as mapped_parent_sku, r.option_names, v.option_values`
const own = (dropshipperId: number) => sql`(select feed_id from feed where dropshipper_id = ${dropshipperId} and vendor_custom_feed_id is null)`

/** A page of a supplier's products by mapping status. What waits is joined from the mapping's side, so that a large catalogue isn't walked for a short queue. */
export async function listMappableProducts({ db }: Ctx, { body }: Parsed<'listMappableProducts'>) {
  const { dropshipper_id, filter, search } = body
  const searched = search ? sql`(p.sku ilike ${contains(search)} or p.title ilike ${contains(search)})` : sql`true`
  const source =
    filter === 'queue' || filter === 'mapped'
      ? sql`from product_variant v join product p using (product_id) left join product_variant_parent r using (product_variant_parent_id) where v.dropshipper_id = ${dropshipper_id} and v.mapping_status = ${filter === 'queue' ? 'queued' : 'mapped'} and ${searched}`
      : sql`from product p left join product_variant v using (product_id) left join product_variant_parent r using (product_variant_parent_id) where p.feed_id = ${own(dropshipper_id)} and p.gone_tm is null and ${searched} and ${filter === 'unmapped' ? sql`(v.product_id is null or v.mapping_status = 'unmapped')` : sql`true`}`
  const [page, total, counts] = await Promise.all([
    sql<Row>`select ${productColumns} ${source} order by ${filter === 'queue' ? sql`v.family, p.sku` : filter === 'mapped' ? sql`r.parent_sku, p.sku` : sql`p.product_id`} limit ${variantPageSize} offset ${(body.page - 1) * variantPageSize}`.execute(
      db,
    ),
    sql<{ n: number }>`select count(*) as n ${source}`.execute(db),
    mappingCounts(db, dropshipper_id),
  ])
  if (counts.all === 0) await requireSupplier(db, dropshipper_id)
  return { total: total.rows[0]!.n, counts, products: await withSuggestions(db, dropshipper_id, page.rows) }
}

async function mappingCounts(db: Db, dropshipperId: number) {
  const { rows } = await sql<{ queue: number; mapped: number; all: number }>`
    select (select count(*) from product_variant where dropshipper_id = ${dropshipperId} and mapping_status = 'queued') as queue, (select count(*) from product_variant where dropshipper_id = ${dropshipperId} and mapping_status = 'mapped') as mapped,
      (select count(*) from product where feed_id = ${own(dropshipperId)} and gone_tm is null) as all`.execute(db)
  const { queue, mapped, all } = rows[0]!
  return { queue, mapped, unmapped: Math.max(0, all - queue - mapped), all }
}

/** Each queued product with the parent that its siblings point to; a parent that is there already is named by its id. */
async function withSuggestions(db: Db, dropshipperId: number, rows: readonly Row[]): Promise<VariantProduct[]> {
  const families = [...new Set(rows.filter((r) => r.mapping_status === 'Queued').flatMap((r) => (r.family ? [r.family] : [])))]
  const siblings = new Map<string, Candidate[]>()
  if (families.length) {
    const found = await sql<Candidate & { family: string }>`
      select v.family, p.product_id, p.sku, p.title, p.manufacturer, p.wholesale_price, p.parent_sku, p.options, r.parent_sku as mapped_parent_sku
      from unnest(${families}::text[]) as f(family) cross join lateral (select * from product_variant x where x.dropshipper_id = ${dropshipperId} and x.family = f.family order by x.product_id limit 50) v join product p using (product_id) left join product_variant_parent r using (product_variant_parent_id) order by p.sku`.execute(
      db,
    )
    for (const r of found.rows) siblings.set(r.family, [...(siblings.get(r.family) ?? []), r])
  }
  const guesses = new Map(
    rows.flatMap((r) => {
      const guess = r.mapping_status === 'Queued' && r.family ? guessParent(r, siblings.get(r.family) ?? []) : undefined
      return guess ? [[r.product_id, guess] as const] : []
    }),
  )
  const skus = [...new Set([...guesses.values()].map((g) => g.parent_sku.toLowerCase()))]
  const parents = skus.length
    ? await sql<{ product_variant_parent_id: number; key: string; title: string; option_names: string[] }>`
        select product_variant_parent_id, lower(parent_sku) as key, title, option_names from product_variant_parent where dropshipper_id = ${dropshipperId} and lower(parent_sku) = any(${skus})`.execute(
        db,
      )
    : { rows: [] }
  const known = new Map(parents.rows.map((r) => [r.key, r]))
  return rows.map(({ family: _family, option_names, option_values, ...r }) => {
    const guessed = guesses.get(r.product_id)
    const parent = guessed && known.get(guessed.parent_sku.toLowerCase())
    // a parent of that SKU which is something else is no suggestion
    const guess = guessed && parent && parent.option_names.length !== guessed.option_values.length ? undefined : guessed
    return {
      ...r,
      option_names: option_names ?? [],
      option_values: option_values ?? [],
      suggestion: guess
        ? {
            ...guess,
            product_variant_parent_id: parent?.product_variant_parent_id ?? null,
            title: parent?.title ?? guess.title,
            // a parent that is there has its own option names
            option_names: parent?.option_names ?? guess.option_names,
          }
        : null,
    }
  })
}

const parentColumns = sql`
  r.product_variant_parent_id, r.parent_sku, r.title, r.description, r.option_names, r.automatic, r.updated_tm, (select count(*) from product_variant v where v.product_variant_parent_id = r.product_variant_parent_id) as variants`

export async function listParents({ db }: Ctx, { query }: Parsed<'listParents'>) {
  const where = parentsOf(query.dropshipper_id, query.search)
  const [page, total] = await Promise.all([
    sql<ParentRow>`select ${parentColumns} from product_variant_parent r where ${where} order by lower(r.parent_sku) limit ${parentPageSize} offset ${(query.page - 1) * parentPageSize}`.execute(
      db,
    ),
    sql<{ n: number }>`select count(*) as n from product_variant_parent r where ${where}`.execute(db),
  ])
  const rows = await rowsOfSupplier(db, query.dropshipper_id, page.rows)
  return { total: total.rows[0]!.n, parents: rows.map((r) => ({ ...r, description: r.description.slice(0, descriptionPreview) })) }
}

export async function listAvailableParents({ db }: Ctx, { query }: Parsed<'listAvailableParents'>) {
  const { rows } = await sql<ParentRow>`
    select ${parentColumns} from product_variant_parent r where ${parentsOf(query.dropshipper_id, query.search)} order by lower(r.parent_sku) = ${query.search.toLowerCase()} desc, lower(r.parent_sku) limit ${parentPageSize}`.execute(
    db,
  )
  return (await rowsOfSupplier(db, query.dropshipper_id, rows)).map((r) => ({ ...r, description: r.description.slice(0, descriptionPreview) }))
}

const parentsOf = (dropshipperId: number, search: string) =>
  sql`r.dropshipper_id = ${dropshipperId} and ${search ? sql`(r.parent_sku || ' ' || r.title) ilike ${contains(search)}` : sql`true`}`

/** What the editor of a parent edits. */
export const editedParent = (id: number): Edited => ({
  entity: 'product_variant_parent',
  id,
  types: ['variant.parent_saved', 'variant.parent_created', 'variant.map'],
})

export async function listVariants({ db }: Ctx, { query }: Parsed<'listVariants'>) {
  const version = await versionOf(db, editedParent(query.product_variant_parent_id))
  const { rows } = await sql<
    ParentRow & { dropshipper_id: number }
  >`select ${parentColumns}, r.dropshipper_id from product_variant_parent r where product_variant_parent_id = ${query.product_variant_parent_id}`.execute(db)
  const [found] = rows
  if (!found) throw notFound('parent product')
  const { dropshipper_id, ...parent } = found
  const products = await sql<Row>`
    select ${productColumns} from product_variant v join product p using (product_id) join product_variant_parent r using (product_variant_parent_id)
    where v.product_variant_parent_id = ${query.product_variant_parent_id} order by v.option_values, p.sku limit 1000`.execute(db)
  return { version, parent, variants: await withSuggestions(db, dropshipper_id, products.rows) }
}

/** Rows of some products as a list shows them, for acts that look again before they write. */
export async function queuedProducts(db: Db, dropshipperId: number, ids: readonly number[]): Promise<VariantProduct[]> {
  const { rows } = await sql<Row>`
    select ${productColumns} from product_variant v join product p using (product_id) left join product_variant_parent r using (product_variant_parent_id)
    where v.dropshipper_id = ${dropshipperId} and v.mapping_status = 'queued' and v.product_id = any(${ids as number[]}) order by v.family, p.sku`.execute(db)
  return withSuggestions(db, dropshipperId, rows)
}

/** What waits to be mapped by hand, supplier by supplier, most first. */
export async function listManualMapping({ db }: Ctx) {
  const { rows } = await sql<{
    dropshipper_id: number
    supplier_name: string
    automated_variant_mapping: boolean
    variant_mapping_update_tm: string | null
    queued: number
    mapped: number
    unmapped: number
    parents: number
    oldest_queued_tm: string | null
  }>`
    select d.dropshipper_id, d.supplier_name, d.automated_variant_mapping, d.variant_mapping_update_tm, coalesce(v.queued, 0) as queued, coalesce(v.mapped, 0) as mapped,
      greatest(0, d.active_products - coalesce(v.queued, 0) - coalesce(v.mapped, 0)) as unmapped, coalesce(r.parents, 0) as parents, v.oldest_queued_tm
    from dropshipper d
    left join (select dropshipper_id, count(*) filter (where mapping_status = 'queued') as queued, count(*) filter (where mapping_status = 'mapped') as mapped, min(tm) filter (where mapping_status = 'queued') as oldest_queued_tm from product_variant group by 1) v using (dropshipper_id)
    left join (select dropshipper_id, count(*) as parents from product_variant_parent group by 1) r using (dropshipper_id)
    where d.automated_variant_mapping or v.queued > 0 or r.parents > 0 order by coalesce(v.queued, 0) desc, lower(d.supplier_name) limit 2000`.execute(db)
  return rows
}
