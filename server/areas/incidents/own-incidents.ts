import { incidentPageSize, type OwnIncident } from '#contract/incidents/incidents.ts'
import { plainly } from '#contract/incidents/standing.ts'
import type { Parsed } from '#contract/index.ts'
import { sql } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import { notFound } from '#server/platform/http/errors.ts'
import type { Ctx } from '#server/platform/services.ts'
import { feedsOfVendor } from './feeds-of-vendor.ts'

type Row = Omit<OwnIncident, 'what' | 'seconds'> & { reason_code: string | null }

/** The incidents of one of the vendor's own suppliers; those of other suppliers aren't shown. */
export async function listOwnIncidents(ctx: Ctx, { params, query }: Parsed<'listOwnIncidents'>) {
  const { db, clock } = ctx
  const { vendor_id } = ctx.who
  const { dropshipper_id } = params
  const now = clock.now()
  const [supplier, { rows: sums }, { rows }] = await Promise.all([
    db
      .selectFrom('subscription')
      .innerJoin('dropshipper', 'dropshipper.dropshipper_id', 'subscription.dropshipper_id')
      .select('supplier_name')
      .where('subscription.vendor_id', '=', vendor_id)
      .where('subscription.dropshipper_id', '=', dropshipper_id)
      .executeTakeFirst(),
    sql<{ total: number }>`
      select count(*) as total
      from (${feedsOfVendor(vendor_id)}) f
      join incident i using (feed_id)
      where f.dropshipper_id = ${dropshipper_id}`.execute(db),
    sql<Row>`
      select i.incident_id, i.kind, i.reason_code, i.began_tm, i.well_tm,
        f.vendor_custom_feed_id is not null as of_own_feed
      from (${feedsOfVendor(vendor_id)}) f
      join incident i using (feed_id)
      where f.dropshipper_id = ${dropshipper_id}
      order by i.began_tm desc, i.incident_id desc
      limit ${incidentPageSize}
      offset ${(query.page - 1) * incidentPageSize}`.execute(db),
  ])
  if (!supplier) throw notFound('supplier')
  return {
    dropshipper_name: supplier.supplier_name,
    total: singleRow(sums).total,
    incidents: rows.map(({ reason_code, ...row }) => ({
      ...row,
      what: plainly(row.kind, reason_code).problem,
      seconds: Math.max(
        0,
        Math.round(((row.well_tm ? Date.parse(row.well_tm) : now) - Date.parse(row.began_tm)) / 1000),
      ),
    })),
  }
}
