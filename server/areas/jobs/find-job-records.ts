import { jobTypes } from '#contract/jobs/types.ts'
import type { Parsed, Result } from '#contract/index.ts'
import { lookUpProducts } from '#server/areas/products/public.ts'
import { ownFeed } from '#server/areas/supplier-record/public.ts'
import { sql } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'
import { contains, literal } from '#server/platform/database/sql.ts'

type Records = Result<'findJobRecords'>
const mostRecords = 10

/** The records that a job of a type can be scheduled for, found by name, prefix, SKU or id. */
export async function findJobRecords(ctx: Ctx, { query }: Parsed<'findJobRecords'>): Promise<Records> {
  const { q, job_type, vendor_id } = query
  const { param } = jobTypes[job_type]
  if (param === 'product_id') return findProducts(ctx, q)
  const { rows } = await find[param](q, vendor_id).execute(ctx.db)
  return rows
}

async function findProducts({ db }: Ctx, q: string): Promise<Records> {
  if (q === '') return []
  const { products } = await lookUpProducts(db, { q, limit: mostRecords })
  return products.map((p) => ({
    param_value: String(p.product_id),
    label: p.sku,
    detail: [p.title, p.supplier_name, p.own_feed_of && `custom feed of ${p.own_feed_of}`]
      .filter(Boolean)
      .join(' · '),
  }))
}

const idIn = (q: string) => (/^\d{1,9}$/.test(q) ? Number(q) : -1)

const ofVendor = (table: string, vendor: number | undefined) =>
  vendor === undefined ? sql`true` : sql`${sql.ref(`${table}.vendor_id`)} = ${vendor}`

const find = {
  dropshipper_id: (q: string) => sql<Records[number]>`
    select d.dropshipper_id::text as param_value, d.supplier_name as label,
      d.dropshipper_prefix || ' · ' || d.dropshipper_id as detail
    from dropshipper d
    where d.supplier_name ilike ${contains(q)}
      or d.dropshipper_prefix ilike ${`${literal(q)}%`}
      or d.dropshipper_id = ${idIn(q)}
    order by (d.dropshipper_id = ${idIn(q)}) desc, (d.supplier_name ilike ${`${literal(q)}%`}) desc,
      d.supplier_name, d.dropshipper_id
    limit ${mostRecords}`,
  vendor_custom_feed_id: (q: string, vendor?: number) => sql<Records[number]>`
    select f.vendor_custom_feed_id::text as param_value, d.supplier_name || ' for ' || v.company as label,
      'custom feed ' || f.vendor_custom_feed_id as detail
    from feed f
    join vendor_custom_feed c using (vendor_custom_feed_id)
    join vendor v on v.vendor_id = c.vendor_id
    join dropshipper d on d.dropshipper_id = f.dropshipper_id
    where not (${ownFeed('f')})
      and ${ofVendor('v', vendor)}
      and (d.supplier_name ilike ${contains(q)} or v.company ilike ${contains(q)}
        or f.vendor_custom_feed_id = ${idIn(q)})
    order by (f.vendor_custom_feed_id = ${idIn(q)}) desc, d.supplier_name, v.company,
      f.vendor_custom_feed_id
    limit ${mostRecords}`,
  vendor_store_id: (q: string, vendor?: number) => sql<Records[number]>`
    select s.vendor_store_id::text as param_value, s.vendor_store_name as label,
      v.company || ' · ' || s.vendor_store_id as detail
    from vendor_store s
    join vendor v using (vendor_id)
    where ${ofVendor('s', vendor)}
      and s.drop_to->>'kind' is distinct from 'none'
      and (s.vendor_store_name ilike ${contains(q)}
        or v.company ilike ${contains(q)}
        or s.vendor_store_id = ${idIn(q)})
    order by (s.vendor_store_id = ${idIn(q)}) desc, s.vendor_store_name, s.vendor_store_id
    limit ${mostRecords}`,
}
