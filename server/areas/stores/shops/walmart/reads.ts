import { z } from 'zod'
import { listOf, numberOrText } from '../orders.ts'
import type { Bucket, Reads } from '../market.ts'
import { askWalmart, type WalmartAccount } from './account.ts'

/** Walmart’s own limits; its defaults are 20 items and 10 of stock. Unconfirmed: 200 of items. */
const itemsPerPage = 200
const stockPerPage = 50
/** Unconfirmed: Walmart’s older table has several hundred a minute for each of the two lists. */
const questions: Bucket = { name: 'catalog pages', limit: 200, seconds: 60, unit: 'requests' }
/** Walmart may work on a new item for this long. */
const settleSeconds = 48 * 3600

const itemsAnswer = z.object({
  ItemResponse: listOf(
    z.object({
      sku: z.string(),
      price: z.object({ amount: numberOrText }).nullish(),
      publishedStatus: z.string().nullish(),
      lifecycleStatus: z.string().nullish(),
    }),
  ),
  nextCursor: z.string().nullish(),
})
const stockAnswer = z.object({
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
type Page = Awaited<ReturnType<Extract<Reads, { page: unknown }>['page']>>

/** Reads the account’s list of items, then that of its stock: single items would take a request each. */
export const walmartReads = (account: WalmartAccount): Reads & { bucket: Bucket } => ({
  bucket: questions,
  settleSeconds,
  page: (cursor = 'items *') => {
    const [list, ...rest] = cursor.split(' ')
    const nextCursor = rest.join(' ')
    return list === 'items' ? readItems(account, nextCursor) : readStock(account, nextCursor)
  },
})

async function readItems(account: WalmartAccount, nextCursor: string): Promise<Page> {
  const answer = await askWalmart(account, {
    path: pathOf('items', itemsPerPage, nextCursor),
    answer: itemsAnswer as z.ZodType<z.output<typeof itemsAnswer>>,
  })
  const currentItems = answer.ItemResponse.filter((item) => item.lifecycleStatus !== 'RETIRED')
  return {
    shown: currentItems.map(({ sku, price, publishedStatus }) => ({
      sku,
      ...(price && { price: price.amount }),
      // a published item without stock isn't sold either
      ...(publishedStatus === 'UNPUBLISHED' && { active: false }),
    })),
    next: answer.nextCursor ? `items ${answer.nextCursor}` : 'stock ',
  }
}

async function readStock(account: WalmartAccount, nextCursor: string): Promise<Page> {
  const { elements, meta } = await askWalmart(account, {
    path: pathOf('inventories', stockPerPage, nextCursor),
    answer: stockAnswer as z.ZodType<z.output<typeof stockAnswer>>,
  })
  const stock = elements.inventories.map(({ sku, nodes }) => ({
    sku,
    quantity: nodes.reduce((sum, node) => sum + ((node.availToSellQty ?? node.inputQty)?.amount ?? 0), 0),
  }))
  return { shown: stock, ...(meta?.nextCursor && { next: `stock ${meta.nextCursor}` }) }
}

function pathOf(list: string, limit: number, nextCursor: string): string {
  const query = new URLSearchParams({ limit: String(limit), ...(nextCursor && { nextCursor }) })
  return `${list}?${query.toString()}`
}
