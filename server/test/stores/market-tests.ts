import { afterEach, beforeAll, beforeEach } from 'vitest'
import type { StandIn } from '../../stand-ins/stand-in.ts'
import { staff, type Client, type Harness } from '../harness.ts'
import { startMarket } from './markets.ts'
import { toldStore } from './told-stores.ts'

interface Of {
  market_id: number
  market_name: string
  login?: string
  token: string
  /** What its address ends with. */
  below?: string
}

/** Stores of one market, which each test finds as it began: staff, its stand-in, and stores that it is told of. */
export function marketTests<S extends StandIn>(h: Harness, of: Of, made: () => S) {
  const { market_id, market_name, below = '', ...signIn } = of
  let c: Client
  let shop: S
  let market: Awaited<ReturnType<typeof startMarket>>
  beforeAll(async () => {
    c = await staff(h)
    await h.services.db.insertInto('market').values({ market_id, market_name }).execute()
  })
  beforeEach(async () => {
    shop = made()
    market = await startMarket(shop)
  })
  afterEach(() => market.close())
  return {
    get c() {
      return c
    },
    get shop() {
      return shop
    },
    get market() {
      return market
    },
    store: (products = 3, settings: object = {}) =>
      toldStore(h, c, { market_id, ...signIn, address: `${market.address}${below}`, products, settings }),
  }
}
