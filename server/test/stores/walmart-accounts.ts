import { walmart } from '../../stand-ins/walmart.ts'
import type { Harness } from '../harness.ts'
import { marketTests } from './market-tests.ts'

export const walmartToken = 'client-secret'
const of = { market_id: 63, market_name: 'Walmart', login: 'client', token: walmartToken }

/** Stores that are Walmart accounts, with what each of their tests asks of them. */
export function walmartTests(h: Harness) {
  let late = 0
  const t = marketTests(h, of, () => {
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
    /** So much later at Walmart. */
    later: (ms: number) => void (late += ms),
    asked: (words: RegExp) => t.market.asked.filter(({ method, path }) => words.test(`${method} ${path}`)),
    goneOn,
    /** Until nothing is under way any more. */
    ended: async (s: Store) => {
      for (let i = 0; i < 9; i++) {
        await goneOn(s)
        if ((await s.calls()).every((call) => call.state !== 'accepted')) return
      }
      throw new Error('It is under way still.')
    },
    shows: (sku: string) => {
      const { title, price, quantity } = t.shop.items.get(sku) ?? {}
      return [title, price, quantity]
    },
  }
}
