import { currencyOf, type ShopKind } from '#contract/stores/shops.ts'
import { openAmazon } from './amazon/amazon.ts'
import { Fault, withoutSecrets } from '../reach/steps.ts'
import type { Shop } from './ask.ts'
import { openBigCommerce } from './bigcommerce/bigcommerce.ts'
import { saidBy, type App, type Market, type Reads, type Reply } from './market.ts'
import { openShopify } from './shopify/shopify.ts'
import { openWalmart } from './walmart/walmart.ts'
import { openWooCommerce } from './woocommerce/woocommerce.ts'
import { openZentail } from './zentail/zentail.ts'

/** How a store is signed in to. */
export interface SignIn {
  market_id: number
  /** The admin address: the token goes to its host alone. */
  address: string
  login: string
  /** Who this program itself is to the markets that ask. */
  app: App
  shop: Omit<Shop, 'origin'>
}

/** A store's market, by its interface. */
export function openMarket(kind: ShopKind, { market_id, address, login, app, shop }: SignIn): Market {
  const { origin, pathname } = new URL(address)
  const secrets = new Set<string>()
  for (const secret of [shop.token, app.amazon.clientSecret]) {
    if (!secret) continue
    secrets.add(secret).add(encodeURIComponent(secret))
    secrets.add(Buffer.from(`${login}:${secret}`).toString('base64'))
  }
  return discreet(
    markets[kind](
      { ...shop, origin, secrets, currency: currencyOf(kind, { market_id, address }) },
      pathname.replace(/\/+$/, ''),
      login,
      app,
    ),
    secrets,
  )
}

/** A market that repeats what it was told: no sentence of it that is kept holds a secret. */
function discreet(market: Market, secrets: ReadonlySet<string>): Market {
  const fit = (text: string) => saidBy(withoutSecrets(text, secrets))
  const hushed = <E>(error: E): E =>
    error instanceof Fault ? Object.defineProperty(error, 'message', { value: fit(error.message) }) : error
  const asked = async <T>(question: Promise<T>): Promise<T> => {
    try {
      return await question
    } catch (error) {
      throw hushed(error)
    }
  }
  const hushedOf =
    <A extends unknown[], T>(question: (...of: A) => Promise<T>) =>
    (...of: A) =>
      asked(question(...of))
  const replied = async (question: Promise<Reply>): Promise<Reply> => {
    const { outcomes, fault, said, ...more } = await asked(question)
    const kept = outcomes.map((one) => (one.state === 'refused' ? { ...one, text: fit(one.text) } : one))
    return {
      ...more,
      outcomes: kept,
      ...(fault && { fault: hushed(fault) }),
      ...(said !== undefined && { said: fit(said) }),
    }
  }
  return {
    ...market,
    tell: (...told) => replied(market.tell(...told)),
    ...(market.poll && { poll: (...told) => replied(market.poll!(...told)) }),
    ...(market.reads && {
      reads: {
        ...market.reads,
        ...('of' in market.reads && { of: hushedOf(market.reads.of) }),
        ...('page' in market.reads && { page: hushedOf(market.reads.page) }),
      } as Reads,
    }),
    ...(market.shown && { shown: (rows) => asked(market.shown!(rows)) }),
    ...(market.whole && {
      whole: {
        from: market.whole.from,
        ask: (key) => asked(market.whole!.ask(key)),
        read: (ticket) => asked(market.whole!.read(ticket)),
      },
    }),
    orders: (...of) => asked(market.orders(...of)),
    async ship(...told) {
      const outcome = await asked(market.ship(...told))
      return 'text' in outcome ? { ...outcome, text: fit(outcome.text) } : outcome
    },
    check: () => asked(market.check()),
    ...(market.currency && { currency: () => asked(market.currency!()) }),
  }
}

const markets: Record<ShopKind, (shop: Shop, base: string, login: string, app: App) => Market> = {
  amazon: openAmazon,
  bigcommerce: openBigCommerce,
  shopify: openShopify,
  walmart: openWalmart,
  woocommerce: openWooCommerce,
  zentail: openZentail,
}
