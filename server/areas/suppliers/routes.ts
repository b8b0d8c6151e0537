import type { suppliers } from '#contract/suppliers.ts'
import { activityChoices, activityPage } from '#server/areas/activity/public.ts'
import type { Handlers } from '#server/platform/http.ts'
import { imageCurrent, imageFailures, imageFile, imageHistory, retryImages } from '#server/areas/products/public.ts'
import { manualVariantMapping } from '#server/areas/variants/public.ts'
import { featuredSuppliers, restrictedSuppliers, saveFeatured } from './featured.ts'
import { insertSupplier } from './insert-supplier.ts'
import { logoFile, uploadLogo } from './logo.ts'
import { monitoringList, updateCustomFeedReportInfo, updateReportInfo } from './monitoring.ts'
import { currentStats, getConfig, listSuppliers, runHistory, supplierStats, viewSupplier } from './read.ts'
import { productsSync, supplierFailures, supplierSubscriptions } from './reports.ts'
import { saveConfig } from './save-config.ts'
import { saveSupplier } from './save-supplier.ts'
import { solrCurrent, solrHistory } from './search-index.ts'
import { addShipping, carriersAndMethods, oimSuppliers, removeShipping, shippingOf } from './shipping.ts'

export const supplierRoutes: Handlers<typeof suppliers> = {
  list: listSuppliers,
  view: viewSupplier,
  insert: insertSupplier,
  restricted: restrictedSuppliers,
  featured: featuredSuppliers,
  saveFeatured,
  manualVariantMapping,
  productsSync,
  failures: supplierFailures,
  subscriptions: supplierSubscriptions,
  uploadLogo,
  logo: logoFile,
  solrHistory,
  solrCurrent,
  imageHistory,
  imageCurrent,
  imageFailures,
  retryImages,
  image: imageFile,
  shipping: shippingOf,
  carriersAndMethods,
  oimSuppliers,
  addShipping,
  removeShipping,
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
