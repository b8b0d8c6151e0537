import type { Handlers } from '#server/platform/http/http.ts'
import { addSupplierNote } from './add-supplier-note.ts'
import { changeSupplierNote } from './change-supplier-note.ts'
import { saveOrderConfigs } from './save-order-configs.ts'
import { addShippingMethod } from './add-shipping-method.ts'
import { listFeaturedSuppliers, listRestrictedSuppliers } from './featured.ts'
import { insertSupplier } from './insert-supplier.ts'
import { getSupplierLogo } from './logo.ts'
import { listSupplierNotes } from './notes.ts'
import { listSuppliers } from './list-suppliers.ts'
import { getSupplier, getSupplierConfig } from './read.ts'
import { removeShippingMethod } from './remove-shipping-method.ts'
import { removeSupplierNote } from './remove-supplier-note.ts'
import { restoreSupplierNote } from './restore-supplier-note.ts'
import { listSubscribers, listSupplierFailures } from './reports.ts'
import { saveFeaturedSuppliers } from './save-featured-suppliers.ts'
import { saveSupplierConfig } from './save-supplier-config.ts'
import { saveSupplier } from './save-supplier.ts'
import { listCarriers, listOrderManagerSuppliers, listShippingMethods } from './shipping.ts'
import { uploadSupplierLogo } from './upload-supplier-logo.ts'

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
  saveOrderConfigs,
  removeShippingMethod,
  getSupplierConfig,
  saveSupplierConfig,
  listSupplierNotes,
  addSupplierNote,
  changeSupplierNote,
  removeSupplierNote,
  restoreSupplierNote,
}
