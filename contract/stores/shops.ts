/** What a row may tell a store of a product. */
const parts = ['content', 'images', 'price', 'quantity', 'removed'] as const
export type Part = (typeof parts)[number]

/** What of a product is compared with what a market shows. */
export type ComparedValue = 'price' | 'list price' | 'quantity' | 'availability'

interface Shop {
  name: string
  /** What its admin address looks like. */
  address: string
  /** What it calls the admin login; none: it has none. */
  login: string | null
  /** The same, where only some secrets need it. */
  clientId?: string
  /** What it calls the admin password. */
  password: string
  /** What of what it shows can be read, and is compared with what it was told. */
  compares: readonly ComparedValue[]
  /** What it can be told of a product. */
  tells: readonly Part[]
  /** What a person must know of what it isn't told, or how. */
  limits: string
  /** The same of how a shipment is told it. */
  ships: string
}
/** The markets that are told by their own interface (docs/domain/markets.md, Markets connected by API). */
export const shops = {
  shopify: {
    name: 'Shopify',
    address: 'https://your-shop.myshopify.com',
    login: null,
    clientId: 'Client ID',
    password: 'Access token or client secret',
    compares: ['price', 'list price', 'quantity', 'availability'],
    tells: ['content', 'images', 'price', 'quantity', 'removed'],
    limits: 'Stock is sent to the first active location. New products are published if the token allows it.',
    ships: 'Shopify emails the tracking number to the buyer.',
  },
  woocommerce: {
    name: 'WooCommerce',
    address: 'https://your-shop.com',
    login: 'Consumer key',
    password: 'Consumer secret',
    compares: ['price', 'list price', 'quantity', 'availability'],
    tells: ['content', 'images', 'price', 'quantity', 'removed'],
    limits: '',
    ships:
      'WooCommerce emails the tracking number to the buyer as an order note. Fully shipped orders are marked completed.',
  },
  bigcommerce: {
    name: 'BigCommerce',
    address: 'https://api.bigcommerce.com/stores/your-hash',
    login: null,
    password: 'Access token',
    compares: ['price', 'list price', 'quantity', 'availability'],
    tells: ['content', 'price', 'quantity', 'removed'],
    limits: 'Images are sent only with new products. Stock is sent to the first location.',
    ships: 'BigCommerce emails the tracking number to the buyer.',
  },
  walmart: {
    name: 'Walmart',
    address: 'https://marketplace.walmartapis.com',
    login: 'Client ID',
    password: 'Client secret',
    compares: ['price', 'quantity', 'availability'],
    tells: ['content', 'price', 'quantity', 'removed'],
    limits: 'Walmart accepts a few feeds an hour and reports each product’s result later.',
    ships: 'Walmart charges the buyer when the shipment is confirmed.',
  },
  amazon: {
    name: 'Amazon',
    address: 'https://sellingpartnerapi-na.amazon.com',
    login: 'Seller ID',
    password: 'Refresh token',
    compares: ['price', 'quantity', 'availability'],
    tells: ['content', 'price', 'quantity', 'removed'],
    limits: 'Offers need an existing Amazon listing. New products need an ASIN, UPC or EAN.',
    ships: 'Tracking can’t be confirmed for orders fulfilled by Amazon.',
  },
  zentail: {
    name: 'Zentail',
    address: 'https://api.zentail.com',
    login: null,
    password: 'API token',
    compares: ['quantity', 'availability'],
    tells: ['quantity'],
    limits: 'Only stock is sent. Products and prices are managed in Zentail.',
    ships: 'Most channels don’t accept another tracking number later.',
  },
} as const satisfies Record<string, Shop>
export type ShopKind = keyof typeof shops

/** The secret of a Shopify app, which is exchanged for access tokens. */
export const isClientSecret = (secret: string): boolean => secret.startsWith('shpss_')

const byMarket: Readonly<Record<number, ShopKind>> = {
  9: 'amazon',
  24: 'amazon',
  44: 'amazon',
  76: 'amazon',
  63: 'walmart',
  136: 'walmart',
  39: 'shopify',
  122: 'shopify',
  123: 'zentail',
}
/** By which interface a market's stores are told; none: they take files alone. */
export function shopOf(market: { market_id: number; market_name: string }): ShopKind | undefined {
  const shop = byMarket[market.market_id]
  if (shop) return shop
  if (/woo\s*commerce/i.test(market.market_name)) return 'woocommerce'
  return /big\s*commerce/i.test(market.market_name) ? 'bigcommerce' : undefined
}

/** How a vendor's account is called at a market: by its login where all accounts share an address. */
export const accountOf = (
  shop: ShopKind,
  { store_admin_url, store_admin_login }: { store_admin_url: string; store_admin_login: string },
): string =>
  shop === 'amazon' || shop === 'walmart'
    ? store_admin_login
    : store_admin_url
        .toLowerCase()
        .replace(/^https?:\/\//, '')
        .replace(/(\/admin)?\/?$/, '')
/** So long an authorization holds before the seller has to renew it; null: until it is revoked. */
export const authorizedDays = (shop: ShopKind): number | null => (shop === 'amazon' ? 365 : null)

/** The parts that a store can be told; by files all of them. */
export const sendableParts = (store: {
  by_interface: boolean
  market_id: number
  market_name: string
}): readonly Part[] => {
  if (!store.by_interface) return parts
  const shop = shopOf(store)
  return shop ? shops[shop].tells : []
}

/** What is new there is on sale at once: without a price it would be sold for nothing, or be refused. */
export const needsPrice = (store: Parameters<typeof sendableParts>[0]): boolean =>
  store.by_interface && sendableParts(store).includes('price')

/** What is said of a call that the market put off. */
export const askedTooOften = 'Too many requests to the store.'

/** The regions of Amazon's interface, each by what its address holds; the others are America's. */
const amazonCurrencies: readonly (readonly [at: RegExp, currency: string])[] = [
  [/^https?:\/\/[^/]*-eu\./i, 'GBP'],
  [/^https?:\/\/[^/]*-fe\./i, 'JPY'],
]
const walmartCurrencies: Readonly<Record<number, string>> = { 63: 'USD', 136: 'CAD' }
/** The currency of the amounts that a market's interface is told; undefined: it is each shop's own. */
export function currencyOf(
  shop: ShopKind,
  { market_id, address }: { market_id: number; address: string },
): string | undefined {
  if (shop === 'amazon') return amazonCurrencies.find(([pattern]) => pattern.test(address))?.[1] ?? 'USD'
  return shop === 'walmart' ? walmartCurrencies[market_id] : undefined
}

/** Why a market didn't take a product, or a whole call, and what a person does about it. */
export const refusals = {
  credentials: 'Enter the store’s credentials again, as shown in the market’s settings.',
  permission: 'Add the missing permission to the token in the market’s settings.',
  invalid: 'Fix the product’s data in the supplier’s feed or mapping. It is sent again when it changes.',
  missing: 'The market no longer has this product. It is added again when it changes.',
  conflict: 'Check which product in the market already has this SKU or code.',
  stale: 'The product was changed in the market. It is sent again when it changes here.',
  tooLarge: 'Shorten the description or send fewer images.',
  throttled: 'Too many requests. Updates resume automatically.',
  quota: 'The market’s rate limit is used up. Updates resume automatically.',
  outage: 'The market has an outage. Resend everything once it’s resolved.',
} as const
export type Refusal = keyof typeof refusals

/** How the reason of an update begins when the market, not what it was sent, is at fault. */
export const outageTexts = {
  unreachable: 'The store can’t be reached',
  slow: 'The store didn’t respond in time',
  error: 'The store responded with an error',
} as const
