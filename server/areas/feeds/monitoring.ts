import type { MonitoredCustomFeed, MonitoredSupplier } from '#contract/feeds/monitoring.ts'
import type { Parsed } from '#contract/index.ts'

import { sql, type Db } from '#server/platform/db.ts'
import { notFound } from '#server/platform/errors.ts'
import { differences, write, type Ctx } from '#server/platform/services.ts'

/**
 * Every feed over the last 48 hours (document 1, section 9). A feed succeeds when its newest ended run did and its last good one is no older than the supplier allows;
 * the success rate counts applied and unchanged runs among those that ended. Dry, discarded and superseded runs say nothing of the feed.
 */
const monitored = sql`
  select f.feed_id, f.dropshipper_id, f.vendor_custom_feed_id, d.max_file_age_allowed_in_days * 24 as max_age_hours,
    last.insert_tm as last_run, last.state as last_state, last.reason as last_reason, last.feed_run_id as last_run_id, good.end_tm as last_successful_run, held.feed_run_id as held_run_id, w.success_rate, coalesce(w.runs, '[]') as runs,
    y.products as products_yesterday,
    coalesce(last.state in ('applied', 'unchanged', 'queued', 'running') and good.end_tm > now() - make_interval(days => d.max_file_age_allowed_in_days), false) as succeeding
  from feed f join dropshipper d using (dropshipper_id)
  left join lateral (select * from feed_run r where r.feed_id = f.feed_id and not r.dry and r.state not in ('discarded', 'superseded') order by feed_run_id desc limit 1) last on true
  left join lateral (select end_tm from feed_run r where r.feed_id = f.feed_id and r.state in ('applied', 'unchanged') order by feed_run_id desc limit 1) good on true
  left join lateral (select feed_run_id from feed_run r where r.feed_id = f.feed_id and r.state = 'held' order by feed_run_id desc limit 1) held on true
  left join lateral (
    select 100.0 * count(*) filter (where state in ('applied', 'unchanged')) / nullif(count(*) filter (where state not in ('queued', 'running')), 0) as success_rate,
      jsonb_agg(jsonb_build_object('feed_run_id', feed_run_id, 'state', state, 'rows', rows_read, 'tm', to_char(insert_tm at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) order by feed_run_id) as runs
    from (select * from feed_run r where r.feed_id = f.feed_id and not r.dry and r.state not in ('discarded', 'superseded') and r.insert_tm > now() - interval '48 hours' order by feed_run_id desc limit 60) x
  ) w on true
  left join lateral (select (r.stats->'counts'->>'products')::int as products from feed_run r where r.feed_id = f.feed_id and r.state in ('applied', 'unchanged') and r.end_tm < now() - interval '24 hours' order by feed_run_id desc limit 1) y on true`

const rate = (r: { success_rate: string | number | null }) =>
  r.success_rate === null ? null : Math.round(Number(r.success_rate) * 10) / 10

export async function listMonitoredFeeds({
  db,
}: Ctx): Promise<{ suppliers: MonitoredSupplier[]; custom_feeds: MonitoredCustomFeed[] }> {
  const [own, custom] = await Promise.all([
    sql<MonitoredSupplier>`
      select m.feed_id, m.dropshipper_id, m.max_age_hours, m.last_run, m.last_state, m.last_reason, m.last_run_id, m.last_successful_run, m.held_run_id, m.success_rate, m.runs, m.products_yesterday, m.succeeding,
        d.supplier_name as supplier, d.allow_browse, d.custom_feed_support, d.active_products, d.hidden_from_report, d.report_note, (select count(*) from subscription s where s.dropshipper_id = d.dropshipper_id) as sub_count
      from (${monitored}) m join dropshipper d using (dropshipper_id) where m.vendor_custom_feed_id is null order by d.supplier_name limit 5000`.execute(
      db,
    ),
    sql<MonitoredCustomFeed>`
      select m.feed_id, m.dropshipper_id, m.max_age_hours, m.last_run, m.last_state, m.last_reason, m.last_run_id, m.last_successful_run, m.held_run_id, m.success_rate, m.runs, m.products_yesterday, m.succeeding,
        cf.vendor_custom_feed_id, cf.vendor_id, coalesce(c.email, '') as email, d.supplier_name as supplier, cf.is_restricted_setup, cf.is_custom_price_setup, cf.hidden_from_report, cf.report_note,
        (select count(*) from product p where p.feed_id = m.feed_id and p.gone_tm is null)::int as active_products
      from (${monitored}) m join vendor_custom_feed cf using (vendor_custom_feed_id) join dropshipper d on d.dropshipper_id = m.dropshipper_id join vendor v on v.vendor_id = cf.vendor_id left join contact c on c.contact_id = v.primary_contact_id
      order by d.supplier_name, c.email limit 5000`.execute(db),
  ])
  return {
    suppliers: own.rows.map((r) => ({ ...r, success_rate: rate(r) })),
    custom_feeds: custom.rows.map((r) => ({ ...r, success_rate: rate(r) })),
  }
}

export const saveSupplierReportInfo = (ctx: Ctx, { body }: Parsed<'saveSupplierReportInfo'>) =>
  saveReport(ctx, 'dropshipper', body)
export const saveCustomFeedReportInfo = (ctx: Ctx, { body }: Parsed<'saveCustomFeedReportInfo'>) =>
  saveReport(ctx, 'vendor_custom_feed', body)

/** The note and hiding that the monitoring report shows, of a supplier or of a custom feed. */
const saveReport = (
  ctx: Ctx,
  table: 'dropshipper' | 'vendor_custom_feed',
  { id, hidden_from_report, report_note }: { id: number; hidden_from_report: boolean; report_note: string },
) =>
  write(ctx, async (tx, did) => {
    const before = await lock(tx, table, id)
    if (!before) throw notFound(table === 'dropshipper' ? 'supplier' : 'custom feed')
    const changes = differences(
      { hidden_from_report: before.hidden_from_report, report_note: before.report_note },
      { hidden_from_report, report_note },
    )
    if (!changes) return
    await sql`update ${sql.table(table)} set hidden_from_report = ${hidden_from_report}, report_note = ${report_note} where ${sql.ref(`${table}_id`)} = ${id}`.execute(
      tx,
    )
    await did({
      type: 'supplier.report',
      dropshipper_id: before.dropshipper_id,
      entity: table,
      entity_id: id,
      message: 'Monitoring report note changed',
      changes,
    })
  })

async function lock(tx: Db, table: string, id: number) {
  const { rows } = await sql<{
    dropshipper_id: number
    hidden_from_report: boolean
    report_note: string
  }>`select dropshipper_id, hidden_from_report, report_note from ${sql.table(table)} where ${sql.ref(`${table}_id`)} = ${id} for update`.execute(
    tx,
  )
  return rows[0]
}
