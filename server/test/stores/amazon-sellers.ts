import { beforeEach, expect } from 'vitest'
import { amazon, amazonApp } from '../../stand-ins/amazon.ts'
import type { Harness } from '../harness.ts'
import { marketTests } from './market-tests.ts'

export const amazonToken = 'Atzr|refresh'
const of = { market_id: 9, market_name: 'Amazon', login: 'A1SELLER', token: amazonToken }

/** Stores that are sellers at Amazon, with what each of their tests asks of them. */
export function amazonTests(h: Harness) {
  let late = 0
  const t = marketTests(h, of, () => {
    late = 0
    return amazon({ token: amazonToken, now: () => Date.now() + late })
  })
  beforeEach(() => {
    // its files are on another host
    t.shop.filesAt = (address) => address.replace('127.0.0.1', 'localhost')
    h.services.config.amazon = { ...amazonApp, loginUrl: `${t.market.address}/auth/o2/token` }
  })
  const store = (products = 3, settings: object = {}) =>
    t.store(products, { special_attribute_enabled: true, ...settings })
  const goneOn = async (s: Awaited<ReturnType<typeof store>>) => {
    await s.due()
    return (await s.update()).result
  }
  return {
    t,
    store,
    goneOn,
    /** So much later at Amazon. */
    later: (ms: number) => void (late += ms),
    /** What it was told, feed by feed. */
    told: () =>
      [...t.shop.feeds.values()].map(({ input }) => JSON.parse(t.shop.files.get(input)!.text).messages),
    /** New products, told and taken; what was asked until then is forgotten. */
    listed: async (settings: object = {}) => {
      t.shop.pace = 0
      const s = await store(3, settings)
      await s.update()
      expect(await goneOn(s)).toMatchObject({ sent: 3, refused: 0 })
      t.shop.feeds.clear()
      t.market.asked.length = 0
      return s
    },
  }
}
