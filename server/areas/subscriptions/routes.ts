import type { Handlers } from '#server/platform/http/http.ts'
import { addSubscription } from './add-subscription.ts'
import { grantRestrictedAccess } from './grant-restricted-access.ts'
import { answerCustomerRequest } from './requests/answer-customer-request.ts'
import { listCustomerRequests } from './requests/list-customer-requests.ts'
import { listVendorSubscriptions } from './read.ts'
import { removeRestrictedAccess } from './remove-restricted-access.ts'
import { removeSubscription } from './remove-subscription.ts'
import { listRestrictedAccess } from './restricted-access.ts'
import { saveSubscriptions } from './save-subscriptions.ts'
import { saveVendorSupplierConfig } from './save-vendor-supplier-config.ts'
import { saveWarehouses } from './save-warehouses.ts'
import { findSuppliersToAdd } from './suppliers-to-add.ts'
import { getVendorSupplierConfig } from './vendor-supplier-config.ts'
import { getWarehouses } from './warehouses.ts'
import { weighSubscriptions } from './weigh-subscriptions.ts'

export const subscriptionRoutes: Handlers<'subscriptions'> = {
  listVendorSubscriptions,
  saveSubscriptions,
  weighSubscriptions,
  findSuppliersToAdd,
  addSubscription,
  removeSubscription,
  getWarehouses,
  saveWarehouses,
  getVendorSupplierConfig,
  saveVendorSupplierConfig,
  listRestrictedAccess,
  grantRestrictedAccess,
  removeRestrictedAccess,
  listCustomerRequests,
  answerCustomerRequest,
}
