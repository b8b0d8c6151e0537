import { z } from 'zod'
import { listOf, plain } from '../orders.ts'
import type { Bucket, Reads } from '../market.ts'

/** Its own limits: 20 where nobody says, and 50 of stock. Unconfirmed: 200 of items. */
const itemsAtOnce = 200
const stockAtOnce = 50
/** Unconfirmed: Walmart’s older table has several hundred a minute for each of the two lists. */
const questions: Bucket = { name: 'catalogue pages', limit: 200, seconds: 60, unit: 'requests' }
/** A new item is worked on for up to so long. */
const settleSeconds = 48 * 3600

const items = z.object({
  ItemResponse: listOf(
    z.object({
      sku: z.string(),
      price: z.object({ amount: plain }).nullish(),
      publishedStatus: z.string().nullish(),
      lifecycleStatus: z.string().nullish(),
    }),
  ),
  nextCursor: z.string().nullish(),
})
const stock = z.object({
  meta: z.object({ nextCursor: z.string().nullish() }).nullish(),
  elements: z.object({
    inventories: listOf(
      z.object({
        sku: z.string(),
        nodes: listOf(
          z.object({
            inputQty: z.object({ amount: z.coerce.number() }).nullish(),
            availToSellQty: z.object({ amount: z.coerce.number() }).nullish(),
          }),
        ),
      }),
    ),
  }),
})
type Items = z.output<typeof items>
type Stock = z.output<typeof stock>
type Asked = <T>(path: string, answer: z.ZodType<T>) => Promise<T>

const next = (list: 'items' | 'stock', cursor: string) => ({ next: `${list} ${cursor}` })
/** By the account’s list of items, then by that of its stock: of some alone it says nothing in few questions. */
export function openWalmartReads(asked: Asked): Reads & { bucket: Bucket } {
  const pageOf = <T>(list: string, limit: number, nextCursor: string, answer: z.ZodType<T>) => {
    const query = new URLSearchParams({ limit: String(limit), ...(nextCursor && { nextCursor }) })
    return asked(`${list}?${query.toString()}`, answer)
  }
  return {
    bucket: questions,
    settleSeconds,
    async page(cursor = 'items *') {
      const [list, ...rest] = cursor.split(' ')
      const at = rest.join(' ')
      if (list === 'items') {
        const answer = await pageOf('items', itemsAtOnce, at, items as z.ZodType<Items>)
        const there = answer.ItemResponse.filter((item) => item.lifecycleStatus !== 'RETIRED')
        return {
          shown: there.map(({ sku, price, publishedStatus }) => ({
            sku,
            ...(price && { price: price.amount }),
            // one that is published and has no stock isn't sold either
            ...(publishedStatus === 'UNPUBLISHED' && { active: false }),
          })),
          ...(answer.nextCursor ? next('items', answer.nextCursor) : next('stock', '')),
        }
      }
      const { elements, meta } = await pageOf('inventories', stockAtOnce, at, stock as z.ZodType<Stock>)
      const shown = elements.inventories.map(({ sku, nodes }) => ({
        sku,
        quantity: nodes.reduce((sum, of) => sum + ((of.availToSellQty ?? of.inputQty)?.amount ?? 0), 0),
      }))
      return { shown, ...(meta?.nextCursor && next('stock', meta.nextCursor)) }
    },
  }
}
