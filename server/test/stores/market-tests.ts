import { afterEach, beforeAll, beforeEach } from 'vitest'
import type { StandIn } from '../../stand-ins/stand-in.ts'
import { staff, type Client, type Harness } from '../harness.ts'
import { startMarket } from './markets.ts'
import { makeApiStore } from './told-stores.ts'

interface MarketAccount {
  market_id: number
  market_name: string
  login?: string
  token: string
  /** What its address ends with. */
  subpath?: string
}

/** A new stand-in of one market for each test, staff, and stores that send to the stand-in. */
export function marketTests<S extends StandIn>(h: Harness, account: MarketAccount, makeStandIn: () => S) {
  const { market_id, market_name, subpath = '', ...signIn } = account
  let c: Client
  let shop: S
  let market: Awaited<ReturnType<typeof startMarket>>
  beforeAll(async () => {
    c = await staff(h)
    await h.services.db.insertInto('market').values({ market_id, market_name }).execute()
  })
  beforeEach(async () => {
    shop = makeStandIn()
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
      makeApiStore(h, c, {
        market_id,
        ...signIn,
        address: `${market.address}${subpath}`,
        products,
        settings,
      }),
  }
}
