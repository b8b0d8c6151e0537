import type { Handlers } from '#server/platform/http.ts'
import { beginStoreUpdate } from './begin-store-update.ts'
import { approveStoreUpdate, discardStoreUpdate } from './decide-store-update.ts'
import { listSupplierShelves, listVendorShelves } from './freshness.ts'
import { listStoreMarkets, listVendorStores } from './list-stores.ts'
import { listWaitingStores } from './list-waiting-stores.ts'
import { listStoreOrders } from './orders.ts'
import { getStore } from './read-store.ts'
import { removeStore, weighStoreRemoval } from './remove-store.ts'
import { getUpdateBounds, saveUpdateBounds } from './save-update-bounds.ts'
import { saveStore } from './save-store.ts'
import { sendBackStoreUpdate } from './send-back-store-update.ts'
import { getSentUpdate, listSentUpdates } from './sent-updates.ts'
import { shipOrder } from './ship-order.ts'
import { getShopifyMetaData, listZentailLocations } from './shop-facts.ts'
import { getStoreCalls } from './store-calls.ts'
import { tellRefusedAgain } from './tell-refused-again.ts'
import { testStore } from './test-store.ts'
import { listStoreUpdates, listVendorUpdates } from './updates.ts'

export const storeRoutes: Handlers<'stores'> = {
  listVendorStores,
  listStoreMarkets,
  listWaitingStores,
  getStore,
  saveStore,
  weighStoreRemoval,
  removeStore,
  testStore,
  listVendorUpdates,
  listStoreUpdates,
  getShopifyMetaData,
  listZentailLocations,
  listSentUpdates,
  listVendorShelves,
  listSupplierShelves,
  getSentUpdate,
  beginStoreUpdate,
  approveStoreUpdate,
  discardStoreUpdate,
  sendBackStoreUpdate,
  getUpdateBounds,
  saveUpdateBounds,
  getStoreCalls,
  tellRefusedAgain,
  listStoreOrders,
  shipOrder,
}
