import type { Parsed } from '#contract/index.ts'
import { testSeconds } from '#contract/stores/connection-test.ts'
import { askedAnHour, shopifyMarkets, zentailMarkets } from '#contract/stores/shop-facts.ts'
import { tooMany } from '#server/areas/session/public.ts'
import { conflict } from '#server/platform/http/errors.ts'
import { withinLimit, type Ctx } from '#server/platform/services.ts'
import { knownStore } from '../record/known-store.ts'
import { Fault } from '../reach/steps.ts'
import type { Shop } from '../shops/ask.ts'
import { readShopify } from '../shops/shopify/facts.ts'
import { readZentail } from '../shops/zentail/account.ts'

const nothing = { locations: [], metafields: [] }

export const getShopifyMetaData = async (ctx: Ctx, { params }: Parsed<'getShopifyMetaData'>) => ({
  ...nothing,
  ...(await askShop(ctx, params.vendor_store_id, ['Shopify', shopifyMarkets], readShopify)),
})

export const listZentailLocations = async (ctx: Ctx, { params }: Parsed<'listZentailLocations'>) => ({
  locations: [],
  ...(await askShop(ctx, params.vendor_store_id, ['Zentail', zentailMarkets], readZentail)),
})

/** Queries a store's shop with its token (the admin password), at its admin address only. */
async function askShop<T extends object>(
  ctx: Ctx,
  id: number,
  [name, markets]: readonly [string, readonly number[]],
  read: (shop: Shop, path: string, login: string) => Promise<T>,
) {
  const storeRecord = await knownStore(ctx.db, { id })
  if (!markets.includes(storeRecord.store.market_id)) throw conflict(`This store isn’t in a ${name} market`)
  if (!(await withinLimit(ctx.db, `shop facts by ${ctx.who.login_id}`, askedAnHour, 3600))) throw tooMany()
  try {
    const { store_admin_url, store_admin_login } = storeRecord.store
    if (store_admin_url === '' || storeRecord.store_admin_secret === null)
      throw new Fault(
        'The admin address or admin password is missing.',
        'Enter both. The password is the API token.',
      )
    const { origin, pathname } = new URL(store_admin_url)
    const shop = {
      origin,
      token: ctx.secrets.open(storeRecord.store_admin_secret),
      allowHosts: ctx.config.fetchAllowHosts,
      milliseconds: testSeconds * 1000,
    }
    // the sign-in page for people is below it
    const path = pathname.replace(/\/+$/, '').replace(/\/admin$/, '')
    const facts = await read(shop, path, store_admin_login)
    return { failed: null, ...facts }
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    return { failed: { sentence: error.message, what_to_do: error.mend } }
  }
}
