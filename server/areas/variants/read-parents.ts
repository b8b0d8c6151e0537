import type { Parsed } from '#contract/index.ts'
import { descriptionPreview, parentPageSize, type ParentRow } from '#contract/variants/parents.ts'
import { rowsOfSupplier } from '#server/areas/supplier-record/public.ts'
import { sql } from '#server/platform/database/db.ts'
import { notFound } from '#server/platform/http/errors.ts'
import type { Ctx } from '#server/platform/services.ts'
import { versionOf, type EditedRecord } from '#server/platform/database/versions.ts'
import { contains, sortOrder, singleRow } from '#server/platform/database/sql.ts'
import { productColumns, withSuggestions, type Row } from './read.ts'

const parentColumns = sql`
  r.product_variant_parent_id, r.parent_sku, r.title, r.description, r.option_names, r.automatic,
  r.updated_tm, n.variants, n.gone_variants`
/** Parents `r` with the number of their variants `n`. */
const parents = sql`
  from product_variant_parent r
  cross join lateral (
    select count(*) as variants, count(p.gone_tm) as gone_variants
    from product_variant v
    join product p using (product_id)
    where v.product_variant_parent_id = r.product_variant_parent_id) n`

const parentsOf = (dropshipperId: number, search: string) => sql`
  r.dropshipper_id = ${dropshipperId}
    and ${search ? sql`(r.parent_sku || ' ' || r.title) ilike ${contains(search)}` : sql`true`}`

const shorten = (row: ParentRow): ParentRow => ({
  ...row,
  description: row.description.slice(0, descriptionPreview),
})

const keys = {
  sku: sql`lower(r.parent_sku)`,
  title: sql`lower(r.title)`,
  options: sql`lower(array_to_string(r.option_names, ', '))`,
  variants: sql`n.variants`,
  by: sql`r.automatic`,
  tm: sql`r.updated_tm`,
} as const

/** All of a supplier's parents that a search finds, in order. */
export const parentsFound = (filters: Omit<Parsed<'listParents'>['query'], 'page'>) => sql<ParentRow>`
  select ${parentColumns}
  ${parents}
  where ${parentsOf(filters.dropshipper_id, filters.search)}
  order by ${sortOrder(filters.sort, keys).blanksLast}, lower(r.parent_sku)`

export async function listParents({ db }: Ctx, { query }: Parsed<'listParents'>) {
  const matchingParents = parentsOf(query.dropshipper_id, query.search)
  const [page, total] = await Promise.all([
    sql<ParentRow>`
      ${parentsFound(query)}
      limit ${parentPageSize}
      offset ${(query.page - 1) * parentPageSize}`.execute(db),
    sql<{ n: number }>`select count(*) as n from product_variant_parent r where ${matchingParents}`.execute(
      db,
    ),
  ])
  const rows = await rowsOfSupplier(db, query.dropshipper_id, page.rows)
  return { total: singleRow(total.rows).n, parents: rows.map(shorten) }
}

export async function listAvailableParents({ db }: Ctx, { query }: Parsed<'listAvailableParents'>) {
  const { rows } = await sql<ParentRow>`
    select ${parentColumns}
    ${parents}
    where ${parentsOf(query.dropshipper_id, query.search)}
    order by lower(r.parent_sku) = ${query.search.toLowerCase()} desc, lower(r.parent_sku)
    limit ${parentPageSize}`.execute(db)
  return (await rowsOfSupplier(db, query.dropshipper_id, rows)).map(shorten)
}

/** What the editor of a parent edits. */
export const editedParent = (id: number): EditedRecord => ({
  entity: 'product_variant_parent',
  id,
  types: ['variant.parent_saved', 'variant.parent_created', 'variant.map'],
})

/** A parent with its variants, including those that left the feed. */
export async function listVariants({ db }: Ctx, { query }: Parsed<'listVariants'>) {
  const { product_variant_parent_id } = query
  const version = await versionOf(db, editedParent(product_variant_parent_id))
  const { rows } = await sql<ParentRow & { dropshipper_id: number }>`
    select ${parentColumns}, r.dropshipper_id
    ${parents}
    where r.product_variant_parent_id = ${product_variant_parent_id}`.execute(db)
  const [found] = rows
  if (!found) throw notFound('parent product')
  const { dropshipper_id, ...parent } = found
  const products = await sql<Row>`
    select ${productColumns}
    from product_variant v
    join product p using (product_id)
    join product_variant_parent r using (product_variant_parent_id)
    where v.product_variant_parent_id = ${product_variant_parent_id}
    order by v.option_values, p.sku
    limit 1000`.execute(db)
  return { version, parent, variants: await withSuggestions(db, dropshipper_id, products.rows) }
}
