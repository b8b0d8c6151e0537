import type { StoreForm } from '#contract/stores/settings.ts'
import { emptyStore } from '#contract/stores/settings.ts'
import { hasSharedAddress, readStoreAddress, type ReadAddress } from '#contract/stores/address.ts'
import { shopOf, shops, type ShopKind } from '#contract/stores/shops.ts'
import type { StoreView } from '#contract/stores/stores.ts'

export interface ChosenMarket {
  market_id: number
  market_name: string
  platform_name: string | null
}

/** A store that isn't saved yet, as forms of saved stores read it. */
export const unsavedStore = (vendorId: number, market: ChosenMarket): StoreView => ({
  version: 0,
  vendor_store_id: 0,
  vendor_id: vendorId,
  market_name: market.market_name,
  store: { ...emptyStore, market_id: market.market_id, protocol: shopOf(market) ? 'api' : 'ftp' },
  set: [],
  platform_name: market.platform_name,
  fields: [],
  values: {},
  forgotten: [],
  host_keys: [],
  sent: 0,
  insert_tm: '',
})

/** The address that the one field begins with: the store's own, or that of its market. */
export function firstAddress({ store, market_name }: StoreView): string {
  const shop = shopOf({ market_id: store.market_id, market_name })
  if (store.store_admin_url || store.store_url) return store.store_admin_url || store.store_url
  return shop && hasSharedAddress(shop) ? shops[shop].address : ''
}

/** The store as it is saved: its addresses are read from the one that was typed, its name from the host. */
export function withAddress(
  store: StoreForm['store'],
  { address, shop, names }: { address: string; shop: ShopKind | undefined; names: readonly string[] },
): { store: StoreForm['store'] } | { fault: string } {
  const result = readStoreAddress(address, shop)
  if ('fault' in result) return result
  const isShared = shop !== undefined && hasSharedAddress(shop)
  const read: Pick<ReadAddress, 'store_url' | 'store_admin_url'> = isShared
    ? { store_url: store.store_url, store_admin_url: result.store_admin_url }
    : result
  const ownName = isShared
    ? `${shops[shop].name} ${store.store_admin_login}`.trim()
    : result.vendor_store_name
  return {
    store: {
      ...store,
      ...read,
      vendor_store_name: store.vendor_store_name || freeName(ownName.slice(0, 90), names),
    },
  }
}

/** A vendor's stores have different names. */
function freeName(name: string, names: readonly string[]): string {
  const takenNames = new Set(names.map((used) => used.toLowerCase()))
  for (let n = 2, free = name; ; free = `${name} ${n++}`) if (!takenNames.has(free.toLowerCase())) return free
}
