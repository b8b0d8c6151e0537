import type { Handlers } from '#server/platform/http/http.ts'
import { beginStoreUpdate } from './update/begin-store-update.ts'
import { approveStoreUpdate, discardStoreUpdate } from './update/decide-store-update.ts'
import { listSupplierShelves, listVendorShelves } from './watch/freshness.ts'
import { listStoreMarkets, listVendorStores } from './record/list-stores.ts'
import { listWaitingStores } from './record/list-waiting-stores.ts'
import { acceptStoreGrant, beginStoreGrant } from './connection/grants.ts'
import { listStoreOrders } from './orders/orders.ts'
import { acceptStoreHostKey } from './record/accept-store-host-key.ts'
import { getStore } from './record/read-store.ts'
import { removeStore, weighStoreRemoval } from './record/remove-store.ts'
import { getUpdateBounds, saveUpdateBounds } from './record/save-update-bounds.ts'
import { saveStore } from './record/save-store.ts'
import { sendBackStoreUpdate } from './update/send-back-store-update.ts'
import { getSentUpdate, listSentUpdates } from './watch/sent-updates.ts'
import { shipOrder } from './orders/ship-order.ts'
import { getShopifyMetaData, listZentailLocations } from './connection/shop-facts.ts'
import { getStoreCalls } from './watch/store-calls.ts'
import { tellRefusedAgain } from './update/tell-refused-again.ts'
import { testStore } from './connection/test-store.ts'
import { listStoreUpdates, listVendorUpdates } from './record/list-updates.ts'

export const storeRoutes: Handlers<'stores'> = {
  listVendorStores,
  listStoreMarkets,
  listWaitingStores,
  getStore,
  saveStore,
  acceptStoreHostKey,
  weighStoreRemoval,
  removeStore,
  testStore,
  beginStoreGrant,
  acceptStoreGrant,
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
