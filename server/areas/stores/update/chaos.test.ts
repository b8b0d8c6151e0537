import { describe, expect, test } from 'vitest'
import { Random } from '#server/platform/random.ts'
import { sql } from '#server/platform/database/db.ts'
import { bigCommerce } from '#server/stand-ins/bigcommerce.ts'
import { shopify } from '#server/stand-ins/shopify.ts'
import { zentail } from '#server/stand-ins/zentail.ts'
import { amazonTests } from '#server/test/stores/amazon-sellers.ts'
import { harness, waitUntil } from '#server/test/harness.ts'
import { isNightly } from '#server/test/nightly.ts'
import { marketTests } from '#server/test/stores/market-tests.ts'
import type { Mischief } from '#server/test/stores/markets.ts'
import { walmartTests } from '#server/test/stores/walmart-accounts.ts'
import { wooTests } from '#server/test/stores/woo-shops.ts'
import { startStoreUpdates } from '../public.ts'

const h = harness({ worker: true })
/** More of them, for a longer look: `CHAOS=1,2,3,4`. */
const seeds = (process.env.CHAOS ?? (isNightly ? '5,6,7' : '5')).split(',').map(Number)
const skus = Array.from({ length: 24 }, (_, i) => `SKU-${i + 1}`)

/** What a buyer finds in a shop of a SKU; no price: the market is told none. */
interface Found {
  quantity: number
  price: string | undefined
}
const found = (sells: boolean, quantity: unknown, price: unknown): Found => ({
  quantity: sells ? Number(quantity ?? 0) : 0,
  price: Number(price).toFixed(2),
})
const shops = {
  WooCommerce: () => {
    const t = wooTests(h)
    const shelf = () =>
      [...t.shop.products.values()].map(
        (one) => [one.sku, found(one.status === 'publish', one.stock_quantity, one.regular_price)] as const,
      )
    return { t, shelf }
  },
  BigCommerce: () => {
    let now = 0
    const of = { market_id: 202, market_name: 'BigCommerce', subpath: '/v3/', token: 'bc_secret' }
    const t = marketTests(h, of, () => bigCommerce({ token: of.token, now: () => (now += 500) }))
    const shelf = () =>
      [...t.shop.products.values()].flatMap(({ is_visible, price, variants }) =>
        variants.map((own) => [own.sku, found(is_visible, own.inventory_level, own.price ?? price)] as const),
      )
    return { t, shelf }
  },
  Shopify: () => {
    let now = 0
    const of = { market_id: 39, market_name: 'Shopify', subpath: '/admin', token: 'shpat_secret' }
    const t = marketTests(h, of, () => shopify({ token: of.token, now: () => (now += 500) }))
    const stock = (item: string) => t.shop.stock.get(item)?.get('gid://shopify/Location/1')
    const shelf = () =>
      [...t.shop.products.values()].flatMap(({ status, variants }) =>
        variants.map((own) => [own.sku, found(status === 'ACTIVE', stock(own.item), own.price)] as const),
      )
    return { t, shelf }
  },
  Walmart: () => {
    const { t, later } = walmartTests(h)
    const shelf = () =>
      [...t.shop.items].map(([sku, one]) => [sku, found(true, one.quantity, one.price)] as const)
    return { t, later, shelf }
  },
  Amazon: () => {
    const { t, later } = amazonTests(h)
    interface Listed {
      fulfillment_availability?: { quantity: number }[]
      purchasable_offer?: { our_price: { schedule: { value_with_tax: number }[] }[] }[]
    }
    const shelf = () =>
      [...t.shop.listings].map(([sku, listing]) => {
        const { fulfillment_availability: there, purchasable_offer: offer } = listing as Listed
        const price = offer?.[0]?.our_price[0]?.schedule[0]?.value_with_tax
        return [sku, found(true, there?.[0]?.quantity, price)] as const
      })
    return { t, later, shelf }
  },
  Zentail: () => {
    let now = 0
    const of = { market_id: 123, market_name: 'Zentail', token: 'zentail-token' }
    const t = marketTests(h, of, () => {
      const account = zentail({ token: of.token, now: () => (now += 1000) })
      for (const sku of skus) account.stock.set(sku, new Map([[4, 77]]))
      return account
    })
    const shelf = () =>
      [...t.shop.stock].map(
        ([sku, levels]) => [sku, { quantity: levels.get(69) ?? 0, price: undefined }] as const,
      )
    return { t, shelf }
  },
} as const satisfies Record<string, () => object>

/** Every market by night, or where seeds are asked for; by day each has its turn. */
const inTurn = (of: typeof shops) => {
  const all = Object.entries(of)
  if (isNightly || process.env.CHAOS !== undefined) return all
  return [all[Math.floor(Date.now() / 86_400_000) % all.length]!]
}

describe.each(inTurn(shops))('a store at %s', (_name, made) => {
  const { t, shelf, ...clock } = made()
  test.each(seeds)(
    'ends up selling the right stock and prices, whatever failed before (%i)',
    { timeout: 240_000 },
    async (seed) => {
      const { db } = h.services
      const random = new Random(seed)
      const s = await t.store(skus.length, {
        deactivate_inactive_products: true,
        special_attribute_enabled: true,
      })
      await s.bounds({ hold_zero_percent: 100, hold_price_percent: 100 })
      const store = sql`vendor_store_id = ${s.vendor_store_id}`
      /** So many minutes later the timer has its turn, and all that it begins has ended. */
      const turn = async (minutes: number) => {
        if ('later' in clock) clock.later(minutes * 60_000)
        await s.earlier(minutes * 60)
        await s.due()
        await sql`update job set job_end_time = job_end_time - interval '1 hour'`.execute(db)
        await sql`update vendor_store set waits_until = least(waits_until, now()) where ${store}`.execute(db)
        await startStoreUpdates(h.services)
        const open = async () => {
          // a try that waits is made at once
          await sql`update pgboss.job set start_after = now() where start_after > now()`.execute(db)
          return (await sql`select from job where job_status in (1, 4)`.execute(db)).rows.length
        }
        await waitUntil(open, (n) => n === 0)
      }
      for (let round = 0; round < 6; round++) {
        for (let i = 0; i < 4; i++)
          await s.change(
            random.pick([
              sql`quantity = ${random.int(0, 8)}::int, content_hash = content_hash + 1000`,
              sql`wholesale_price = ${random.int(10, 18)}::int, content_hash = content_hash + 1000`,
              sql`gone_tm = now()`,
              sql`gone_tm = null`,
            ]),
            skus.filter(() => random.chance(0.3)),
          )
        await sql`update vendor_store set behind_since = now() where ${store}`.execute(db)
        for (let i = random.int(0, 3); i > 0; i--)
          t.market.mischief.push({ times: random.int(1, 3), ...random.pick(mischiefs) })
        const kind = random.pick([undefined, 'full', 'compare'])
        if (kind) await t.c.post(s.path, { vendor_store_id: s.vendor_store_id, kind })
        await turn(1)
      }
      t.market.mischief.length = 0
      for (let i = 0; i < 8; i++) await turn(60)

      const { rows } = await sql<{ sku: string; quantity: number; price: string; gone: boolean }>`
        select sku, quantity, (wholesale_price + 2.5)::numeric(12,2)::text as price, gone_tm is not null as gone
        from product
        where dropshipper_id = ${s.dropshipper_id}`.execute(db)
      const shown = shelf()
      expect(new Set(shown.map(([sku]) => sku)).size).toBe(shown.length)
      const sold = new Map<string, Found>(shown)
      const wrong = rows.filter(({ sku, quantity, price, gone }) => {
        const there = sold.get(sku)
        if ((there?.quantity ?? 0) !== (gone ? 0 : quantity)) return true
        return !gone && there?.price !== undefined && there.price !== price
      })
      expect(wrong.map((one) => ({ ...one, there: sold.get(one.sku) }))).toEqual([])
    },
  )
})

/** What a market does to a question: refuses it, breaks, breaks once it is done, answers nonsense, or not at all. */
const mischiefs: readonly Mischief[] = [
  { answer: { status: 429, headers: { 'retry-after': '1' }, body: {} } },
  { answer: { status: 500, body: { message: 'Broken' } } },
  { answer: { status: 503, body: '<html>Down</html>' }, executesFirst: true },
  { answer: { body: '<html>Welcome</html>' } },
  { losesAnswer: true },
  { losesRequest: true },
]
