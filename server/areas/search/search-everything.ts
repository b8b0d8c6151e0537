import type { Parsed } from '#contract/index.ts'
import type { Found } from '#contract/search/palette.ts'
import { lookUpProducts } from '#server/areas/products/public.ts'
import { vendorsMatching } from '#server/areas/vendors/public.ts'
import { sql } from '#server/platform/db.ts'
import type { Ctx } from '#server/platform/services.ts'
import { contains, literal } from '#server/platform/sql.ts'

/** Six of each kind: what begins with the text before what holds it. */
export async function searchEverything({ db }: Ctx, { query }: Parsed<'searchEverything'>) {
  const holds = contains(query.q)
  const begins = `${literal(query.q)}%`
  const id = /^\d{1,9}$/.test(query.q) ? Number(query.q) : -1
  const { rows } = await sql<Found>`
    (
      select 'vendor' as kind, v.vendor_id as id, v.company as label,
        coalesce(c.email, '') || ' · ' || v.vendor_id as detail, null::int as parent_id
      from vendor v
      left join contact c on c.contact_id = v.primary_contact_id
      where not v.is_staff
        and v.vendor_id in (${vendorsMatching(query.q, id)})
      order by (v.vendor_id = ${id}) desc, (v.company ilike ${begins}) desc, v.vendor_id
      limit 6)
    union all (
      select 'supplier', d.dropshipper_id, d.supplier_name,
        d.dropshipper_prefix || ' · ' || d.dropshipper_id, null
      from dropshipper d
      where d.supplier_name ilike ${holds}
        or d.dropshipper_prefix ilike ${begins}
        or d.dropshipper_id = ${id}
      order by (d.supplier_name ilike ${begins}) desc, d.supplier_name
      limit 6)
    union all (
      select 'job', j.job_id, 'Job ' || j.job_id, j.job_type || coalesce(' · ' || j.subject, ''),
        (j.payload->>'feed_run_id')::int
      from job j
      where j.job_id = ${id})`.execute(db)
  const found = await lookUpProducts(db, { q: query.q, limit: 6 })
  const products = found.products.map((p) => ({
    kind: 'product' as const,
    id: p.product_id,
    label: p.sku,
    detail: p.title ?? '',
    parent_id: p.dropshipper_id,
  }))
  return [...rows.filter((r) => r.kind !== 'job'), ...products, ...rows.filter((r) => r.kind === 'job')]
}
