import type { Handlers } from '#server/platform/http.ts'
import { listFeaturedSuppliers, listRestrictedSuppliers, saveFeaturedSuppliers } from './featured.ts'
import { insertSupplier } from './insert-supplier.ts'
import { getSupplierLogo, uploadSupplierLogo } from './logo.ts'
import { getSupplier, getSupplierConfig, listSuppliers } from './read.ts'
import { listSubscribers, listSupplierFailures } from './reports.ts'
import { saveSupplierConfig } from './save-supplier-config.ts'
import { saveSupplier } from './save-supplier.ts'
import { addShippingMethod, listCarriers, listOrderManagerSuppliers, listShippingMethods, removeShippingMethod } from './shipping.ts'

export const supplierRoutes: Handlers<'suppliers'> = {
  listSuppliers,
  getSupplier,
  insertSupplier,
  saveSupplier,
  listRestrictedSuppliers,
  listFeaturedSuppliers,
  saveFeaturedSuppliers,
  listSupplierFailures,
  listSubscribers,
  uploadSupplierLogo,
  getSupplierLogo,
  listShippingMethods,
  listCarriers,
  listOrderManagerSuppliers,
  addShippingMethod,
  removeShippingMethod,
  getSupplierConfig,
  saveSupplierConfig,
}
