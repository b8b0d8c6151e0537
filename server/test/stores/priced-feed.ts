import { expect } from 'vitest'
import type { FeedMapping, FeedRules } from '#contract/feeds/settings.ts'
import { collectEvents } from '../../areas/notifications/public.ts'
import { makeFeed, runFeed, type Client, type Harness } from '../harness.ts'

/** A row of the files in the gate’s tests. */
export interface Row {
  sku: string
  title: string
  brand: string
  price: string
  msrp: string
  qty: string
  upc: string
}
export const rows = (n: number): Row[] =>
  Array.from({ length: n }, (_, i) => ({
    sku: `AB-${String(i).padStart(4, '0')}`,
    title: `Thing number ${i}`,
    brand: i % 5 === 0 ? 'Acme' : `Brand ${i % 4}`,
    price: ((i % 90) + 1.25).toFixed(2),
    msrp: ((i % 90) * 2 + 4.5).toFixed(2),
    qty: String(i % 10 === 0 ? 0 : (i % 40) + 1),
    upc: `code ${i}`,
  }))
const columns = ['sku', 'title', 'brand', 'price', 'msrp', 'qty', 'upc'] as const
export const file = (list: readonly Row[]) =>
  `${[columns.join(','), ...list.map((r) => columns.map((k) => r[k]).join(','))].join('\n')}\n`
export const mapping: FeedMapping = [
  { field: 'sku', from: 'sku', transforms: [] },
  { field: 'title', from: 'title', transforms: [] },
  { field: 'manufacturer', from: 'brand', transforms: [] },
  { field: 'wholesale_price', from: 'price', transforms: [] },
  { field: 'msrp', from: 'msrp', transforms: [] },
  { field: 'quantity', from: 'qty', transforms: [] },
  { field: 'supplier_product_id', from: 'upc', transforms: [] },
]
/** A feed whose catalog is these rows; `next` runs another file of it. */
export async function loadFeed(h: Harness, c: Client, list: readonly Row[], rules: Partial<FeedRules> = {}) {
  const feed = await makeFeed(h, { mapping, rules })
  await feed.publish(file(list))
  expect(await runFeed(c, feed.feed_id)).toMatchObject({ state: 'applied', created: list.length })
  const next = async (text: string, dry = false) => {
    await feed.publish(text)
    return runFeed(c, feed.feed_id, dry)
  }
  return { ...feed, next }
}

/** The messages to staff about a supplier, oldest first. */
export const messagesOf = async (h: Harness, id: number) => {
  await collectEvents(h.services)
  return {
    rows: (
      await h.services.db
        .selectFrom('system_message')
        .select('message')
        .where('dropshipper_id', '=', id)
        .execute()
    ).map((m) => m.message),
  }
}
