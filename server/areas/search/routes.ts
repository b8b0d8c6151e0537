import type { Found, search } from '#contract/search.ts'
import { findProducts } from '#server/areas/products/public.ts'
import type { Handlers } from '#server/platform/http.ts'
import { sql } from '#server/platform/db.ts'

export const searchRoutes: Handlers<typeof search> = {
  /** Six of each kind: what begins with the text before what holds it. */
  palette: async ({ db }, { query }) => {
    const escaped = query.q.replace(/[\\%_]/g, '\\$&')
    const holds = `%${escaped}%`
    const begins = `${escaped}%`
    const id = /^\d{1,9}$/.test(query.q) ? Number(query.q) : -1
    const { rows } = await sql<Found>`
      (select 'vendor' as kind, v.vendor_id as id, v.company as label, coalesce(c.email, '') || ' · ' || v.vendor_id as detail, null::int as parent_id from vendor v left join contact c on c.contact_id = v.primary_contact_id
        where not v.is_staff and v.vendor_id in (select ${id}::int union select vendor_id from vendor where company ilike ${holds} union select vendor_id from contact where (email || ' ' || first_name || ' ' || last_name || ' ' || primary_phone) ilike ${holds})
        order by (v.vendor_id = ${id}) desc, (v.company ilike ${begins}) desc, v.vendor_id limit 6)
      union all (select 'supplier', d.dropshipper_id, d.supplier_name, d.dropshipper_prefix || ' · ' || d.dropshipper_id, null from dropshipper d where d.supplier_name ilike ${holds} or d.dropshipper_prefix ilike ${begins} or d.dropshipper_id = ${id}
        order by (d.supplier_name ilike ${begins}) desc, d.supplier_name limit 6)
      union all (select 'job', j.job_id, 'Job ' || j.job_id, j.job_type || coalesce(' · ' || j.subject, ''), (j.payload->>'feed_run_id')::int from job j where j.job_id = ${id})`.execute(
      db,
    )
    const found = await findProducts(db, { q: query.q, limit: 6 })
    const products = found.products.map((p) => ({
      kind: 'product' as const,
      id: p.product_id,
      label: p.sku,
      detail: p.title ?? '',
      parent_id: p.dropshipper_id,
    }))
    return [...rows.filter((r) => r.kind !== 'job'), ...products, ...rows.filter((r) => r.kind === 'job')]
  },
  health: async ({ db, config }) => {
    const {
      rows: [r],
    } = await sql<{ workers: number; workers_lost: number; queued: number; oldest_queued_seconds: number; database_bytes: number }>`
      select (select count(*) from job_server where heartbeat_tm > now() - interval '1 minute') as workers, (select count(*) from job_server where heartbeat_tm between now() - interval '1 hour' and now() - interval '1 minute') as workers_lost,
        count(*) as queued, coalesce(extract(epoch from now() - min(queued_tm)), 0)::float8 as oldest_queued_seconds, pg_database_size(current_database()) as database_bytes from job where job_status = 4`.execute(
      db,
    )
    const status = r!.workers === 0 ? 'down' : r!.workers_lost > 0 || r!.oldest_queued_seconds > 7200 ? 'degraded' : 'ok'
    return { ...r!, status, database: config.databaseUrl ? 'server' : 'embedded' } as const
  },
}
