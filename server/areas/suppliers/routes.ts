import type { suppliers } from '#contract/suppliers.ts'
import { activityChoices, activityPage } from '#server/areas/activity/public.ts'
import type { Handlers } from '#server/platform/http.ts'
import { monitoringList, updateCustomFeedReportInfo, updateReportInfo } from './monitoring.ts'
import { currentStats, getConfig, listSuppliers, runHistory, supplierStats, viewSupplier } from './read.ts'
import { saveConfig, saveSupplier } from './save-supplier.ts'

export const supplierRoutes: Handlers<typeof suppliers> = {
  list: listSuppliers,
  view: viewSupplier,
  save: saveSupplier,
  getConfig,
  saveConfig,
  stats: supplierStats,
  currentStats,
  monitoring: (ctx, { params, query }) => runHistory(ctx.db, { dropshipper_id: params.id }, { before: query.before }, 50),
  monitoringList,
  monitoringHistory: (ctx, { query }) => runHistory(ctx.db, { dropshipper_id: query.dropshipper_id }, query, 500),
  customFeedHistory: (ctx, { query }) => runHistory(ctx.db, { custom_feed_id: query.custom_feed_id }, query, 500),
  updateReportInfo,
  updateCustomFeedReportInfo,
  activityLog: async (ctx, { body }) => {
    const [logs, choices] = await Promise.all([activityPage(ctx.db, body), activityChoices(ctx.db, body.dropshipper_id)])
    return { logs, ...choices }
  },
  searchActivityLog: async (ctx, { body }) => ({ logs: await activityPage(ctx.db, body) }),
}
