import { walmart } from '../../stand-ins/walmart.ts'
import type { Harness } from '../harness.ts'
import { marketTests } from './market-tests.ts'

export const walmartToken = 'client-secret'
const account = { market_id: 63, market_name: 'Walmart', login: 'client', token: walmartToken }

/** Stores that are Walmart accounts, and what their tests need. */
export function walmartTests(h: Harness) {
  let late = 0
  const t = marketTests(h, account, () => {
    late = 0
    return walmart({ token: walmartToken, now: () => Date.now() + late })
  })
  type Store = Awaited<ReturnType<typeof t.store>>
  const goneOn = async (s: Store) => {
    await s.due()
    return (await s.update()).result
  }
  return {
    t,
    /** Moves Walmart’s clock forward. */
    later: (ms: number) => void (late += ms),
    asked: (words: RegExp) => t.market.asked.filter(({ method, path }) => words.test(`${method} ${path}`)),
    goneOn,
    /** Polls until every call has ended. */
    ended: async (s: Store) => {
      for (let i = 0; i < 9; i++) {
        await goneOn(s)
        if ((await s.calls()).every((call) => call.state !== 'accepted')) return
      }
      throw new Error('Some calls are still under way.')
    },
    shows: (sku: string) => {
      const { title, price, quantity } = t.shop.items.get(sku) ?? {}
      return [title, price, quantity]
    },
  }
}
