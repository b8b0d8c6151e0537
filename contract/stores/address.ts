import { shops, type ShopKind } from './shops.ts'

/** The address reader of browsers and servers alike; the contract's types know neither. */
declare const URL: {
  new (url: string): Record<'protocol' | 'host' | 'hostname' | 'pathname', string>
  canParse(url: string): boolean
}

/** What one typed address says of a store. */
export interface ReadAddress {
  store_url: string
  store_admin_url: string
  /** A name for the store: its host. */
  vendor_store_name: string
}

/** Markets whose API has the same address for every seller. */
const sharedAddress: ReadonlySet<ShopKind> = new Set(['walmart', 'amazon', 'zentail'])
export const hasSharedAddress = (shop: ShopKind | undefined): boolean =>
  shop !== undefined && sharedAddress.has(shop)

/** Pages of a shop's own admin, and what follows them: people copy the address that they are at. */
const adminPage = /\/(admin|wp-admin|wp-json|wp-login\.php|index\.php|manage)(\/.*)?$/i
const isLocal = (hostname: string) => hostname === 'localhost' || hostname === '127.0.0.1'
const withoutSlash = (path: string) => path.replace(/\/+$/, '')

/**
 * The addresses of a store from one that a person typed or pasted, as it is in the browser's address bar or by its
 * host alone (docs/domain/stores.md, Addresses); or what is wrong with it.
 */
export function readStoreAddress(text: string, shop: ShopKind | undefined): ReadAddress | { fault: string } {
  const parts = partsOf(text.trim(), shop)
  if (!parts) return { fault: `Enter an address such as ${exampleOf(shop)}` }
  const { origin, host, path } = parts
  const base = withoutSlash(path.replace(adminPage, ''))
  const plain = { store_url: origin + base, store_admin_url: origin + base, vendor_store_name: nameOf(host) }
  if (shop === 'shopify') return readShopify(parts) ?? plain
  return shop === 'bigcommerce' ? readBigCommerce(parts) : plain
}

interface Parts {
  origin: string
  host: string
  path: string
}
function partsOf(typed: string, shop: ShopKind | undefined): Parts | undefined {
  const [, scheme] = /^([a-z][a-z0-9+.-]*):\/\//i.exec(typed) ?? []
  if (scheme !== undefined && !/^https?$/i.test(scheme)) return undefined
  // a Shopify shop may be called by its handle alone
  const isHandle = shop === 'shopify' && /^[a-z0-9][a-z0-9-]*$/i.test(typed)
  const text = isHandle ? `${typed}.myshopify.com` : typed
  const address = scheme === undefined ? `https://${text}` : text
  if (/\s/.test(typed) || !URL.canParse(address)) return undefined
  const { protocol, host, hostname, pathname } = new URL(address)
  if (!isLocal(hostname) && !/^[^.].*\.[^.]+$/.test(hostname)) return undefined
  // keys go nowhere in the clear
  const secureProtocol = isLocal(hostname) && scheme !== undefined ? protocol : 'https:'
  return { origin: `${secureProtocol}//${host}`, host, path: pathname }
}

const nameOf = (host: string) => host.replace(/^www\./, '')
const exampleOf = (shop: ShopKind | undefined) =>
  shop === undefined ? 'shop.example.com' : shops[shop].address.replace('https://', '')

/** The admin of a Shopify shop has an address at Shopify too, and the shop's own pages aren't its API. */
function readShopify({ host, path }: Parts): ReadAddress | undefined {
  const [, handle] = /^\/store\/([a-z0-9][a-z0-9-]*)/i.exec(path) ?? []
  const shopHost = host === 'admin.shopify.com' && handle ? `${handle}.myshopify.com` : host
  if (!shopHost.endsWith('.myshopify.com')) return undefined
  const address = `https://${shopHost}`
  return { store_url: address, store_admin_url: address, vendor_store_name: shopHost }
}

/** A BigCommerce shop's API is found by its hash, which is in its admin's address. */
function readBigCommerce(parts: Parts): ReadAddress | { fault: string } {
  const { origin, host, path } = parts
  const [, adminHash] = /^store-([a-z0-9]+)(?:-\d+)?\.mybigcommerce\.com$/i.exec(host) ?? []
  const [, apiPath, apiHash] = /^(.*\/stores\/([a-z0-9]+))(?:\/.*)?$/i.exec(path) ?? []
  if (adminHash)
    return {
      store_url: origin,
      store_admin_url: `https://api.bigcommerce.com/stores/${adminHash}`,
      vendor_store_name: nameOf(host),
    }
  if (apiPath && apiHash)
    return {
      store_url: host === 'api.bigcommerce.com' ? `https://store-${apiHash}.mybigcommerce.com` : origin,
      store_admin_url: origin + apiPath,
      vendor_store_name: host === 'api.bigcommerce.com' ? `store-${apiHash}.mybigcommerce.com` : nameOf(host),
    }
  if (/^(127\.0\.0\.1|localhost)(:|$)/.test(host))
    return { store_url: origin + path, store_admin_url: origin + withoutSlash(path), vendor_store_name: host }
  return { fault: 'Enter the admin or API address, such as store-abc123.mybigcommerce.com' }
}
