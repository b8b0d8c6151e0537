import { currencyOf, type ShopKind } from '#contract/stores/shops.ts'
import { openAmazon } from './amazon/amazon.ts'
import { Fault, withoutSecrets } from '../reach/steps.ts'
import type { Shop } from './ask.ts'
import { openBigCommerce } from './bigcommerce/bigcommerce.ts'
import { plainText, type App, type Market, type Reads, type Reply } from './market.ts'
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

/** A market may repeat what it was sent: no sentence of it that is saved holds a secret. */
function discreet(market: Market, secrets: ReadonlySet<string>): Market {
  const { poll, shown, whole, reads, currency } = market
  const mask = (text: string) => plainText(withoutSecrets(text, secrets))
  const maskError = <E>(error: E): E =>
    error instanceof Fault ? Object.defineProperty(error, 'message', { value: mask(error.message) }) : error
  const maskFaults = async <T>(question: Promise<T>): Promise<T> => {
    try {
      return await question
    } catch (error) {
      throw maskError(error)
    }
  }
  const maskingFaults =
    <A extends unknown[], T>(question: (...args: A) => Promise<T>) =>
    (...args: A) =>
      maskFaults(question(...args))
  const maskReply = async (question: Promise<Reply>): Promise<Reply> => {
    const { outcomes, fault, said: notice, ...reply } = await maskFaults(question)
    return {
      ...reply,
      outcomes: outcomes.map((outcome) =>
        outcome.state === 'refused' ? { ...outcome, text: mask(outcome.text) } : outcome,
      ),
      ...(fault && { fault: maskError(fault) }),
      ...(notice !== undefined && { said: mask(notice) }),
    }
  }
  return {
    ...market,
    tell: (...args) => maskReply(market.tell(...args)),
    ...(poll && { poll: (...args) => maskReply(poll(...args)) }),
    ...(reads && {
      reads: {
        ...reads,
        ...('of' in reads && { of: maskingFaults(reads.of) }),
        ...('page' in reads && { page: maskingFaults(reads.page) }),
      } as Reads,
    }),
    ...(shown && { shown: maskingFaults(shown) }),
    ...(whole && {
      whole: {
        from: whole.from,
        ask: maskingFaults(whole.ask),
        read: maskingFaults(whole.read),
      },
    }),
    orders: (...args) => maskFaults(market.orders(...args)),
    async ship(...args) {
      const outcome = await maskFaults(market.ship(...args))
      return 'text' in outcome ? { ...outcome, text: mask(outcome.text) } : outcome
    },
    check: () => maskFaults(market.check()),
    ...(currency && { currency: maskingFaults(currency) }),
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
