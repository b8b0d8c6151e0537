import type { Parsed } from '#contract/index.ts'
import { lockVendorOf } from '#server/areas/vendor-record/public.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { notFound } from '#server/platform/http/errors.ts'
import { differences, write, type Ctx } from '#server/platform/services.ts'
import { refuseStale } from '#server/platform/database/versions.ts'

export const saveSupplierReportInfo = (ctx: Ctx, { body }: Parsed<'saveSupplierReportInfo'>) =>
  saveReport(ctx, 'dropshipper', body)
export const saveCustomFeedReportInfo = (ctx: Ctx, { body }: Parsed<'saveCustomFeedReportInfo'>) =>
  saveReport(ctx, 'vendor_custom_feed', body)

export const reportTypes = ['supplier.report'] as const

/** Saves a supplier's or custom feed's note in the monitoring report, and whether it is hidden there. */
const saveReport = (
  ctx: Ctx,
  table: 'dropshipper' | 'vendor_custom_feed',
  { id, hidden_from_report, report_note, version }: Parsed<'saveSupplierReportInfo'>['body'],
) =>
  write(ctx, async (tx, logActivity) => {
    if (table === 'vendor_custom_feed') await lockVendorOf(ctx, tx, 'custom_feed', id)
    const before = await lock(tx, table, id)
    if (!before) throw notFound(table === 'dropshipper' ? 'supplier' : 'custom feed')
    await refuseStale(tx, ctx, { entity: table, id, types: reportTypes }, version)
    const changes = differences(
      { hidden_from_report: before.hidden_from_report, report_note: before.report_note },
      { hidden_from_report, report_note },
    )
    if (!changes) return
    await sql`
      update ${sql.table(table)}
      set hidden_from_report = ${hidden_from_report}, report_note = ${report_note}
      where ${sql.ref(`${table}_id`)} = ${id}`.execute(tx)
    await logActivity({
      type: 'supplier.report',
      dropshipper_id: before.dropshipper_id,
      vendor_id: before.vendor_id,
      entity: table,
      entity_id: id,
      message: 'Monitoring report note changed',
      changes,
    })
  })

interface ReportInfo {
  dropshipper_id: number
  hidden_from_report: boolean
  report_note: string
  /** Whose custom feed it is. */
  vendor_id: number | null
}
async function lock(tx: Tx, table: string, id: number): Promise<ReportInfo | undefined> {
  const { rows } = await sql<ReportInfo>`
    select dropshipper_id, hidden_from_report, report_note,
      ${table === 'vendor_custom_feed' ? sql`vendor_id` : sql`null::int as vendor_id`}
    from ${sql.table(table)}
    where ${sql.ref(`${table}_id`)} = ${id}
    for update`.execute(tx)
  return rows[0]
}
