import { dayOf } from '#contract/billing/days.ts'
import type { Parsed } from '#contract/index.ts'
import { exportColumns } from '#contract/lists/columns.ts'
import { downloadExport, keepExport } from '#server/areas/lists/public.ts'
import type { FileAnswer } from '#server/platform/http/http.ts'
import type { Ctx } from '#server/platform/services.ts'
import { rangeOf } from './report.ts'

/** The report as CSV: an export like any other, made while it is sent. */
export async function downloadCampaignReport(
  ctx: Ctx,
  { query }: Parsed<'downloadCampaignReport'>,
): Promise<FileAnswer> {
  const input = { ...query, ...rangeOf(query, dayOf(ctx.clock.now())) }
  const columns = Object.keys(exportColumns.campaign_report) as (keyof typeof exportColumns.campaign_report)[]
  const id = await ctx.db
    .transaction()
    .execute((tx) => keepExport(ctx, tx, { list: 'campaign_report', format: 'csv', columns, input }))
  return downloadExport(ctx, { params: { id } })
}
