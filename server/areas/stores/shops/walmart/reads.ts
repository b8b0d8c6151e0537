import { z } from 'zod'
import { listOf, numberOrText } from '../orders.ts'
import { parseJson } from '../ask.ts'
import { inCircles, type Bucket, type Reads } from '../market.ts'
import { askWalmart, type WalmartAccount } from './account.ts'

/** Walmart’s own limits. */
const itemsPerPage = 50
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
  totalItems: z.number().optional(),
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
  page: (cursor) => {
    const position = readPosition(cursor)
    return position.list === 'items' ? readItems(account, position) : readStock(account, position.next)
  },
})

/** Where a reading stands. Walmart may repeat a cursor for every page, so pages are told apart by their place. */
const itemPosition = z.object({
  list: z.literal('items'),
  next: z.string(),
  /** How many items were read. */
  read: z.number(),
  /** The first of the page before. */
  first: z.string().optional(),
})
const readingPosition = z.union([itemPosition, z.object({ list: z.literal('stock'), next: z.string() })])
type ItemPosition = z.output<typeof itemPosition>
type Position = z.output<typeof readingPosition>
const firstPosition: Position = { list: 'items', next: '*', read: 0 }
function readPosition(cursor: string | undefined): Position {
  if (cursor === undefined) return firstPosition
  return readingPosition.safeParse(parseJson(cursor)).data ?? firstPosition
}

async function readItems(account: WalmartAccount, position: ItemPosition): Promise<Page> {
  const answer = await askWalmart(account, {
    path: pathOf('items', itemsPerPage, position.next),
    answer: itemsAnswer as z.ZodType<z.output<typeof itemsAnswer>>,
  })
  const { ItemResponse: items, nextCursor, totalItems = Infinity } = answer
  const [first] = items
  if (first && first.sku === position.first) throw inCircles()
  const read = position.read + items.length
  const currentItems = items.filter((item) => item.lifecycleStatus !== 'RETIRED')
  const next: Position =
    first && nextCursor && read < totalItems
      ? { list: 'items', next: nextCursor, read, first: first.sku }
      : { list: 'stock', next: '' }
  return {
    shown: currentItems.map(({ sku, price, publishedStatus }) => ({
      sku,
      ...(price && { price: price.amount }),
      // a published item without stock isn't sold either
      ...(publishedStatus === 'UNPUBLISHED' && { active: false }),
    })),
    next: JSON.stringify(next),
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
  return {
    shown: stock,
    ...(meta?.nextCursor && { next: JSON.stringify({ list: 'stock', next: meta.nextCursor }) }),
  }
}

function pathOf(list: string, limit: number, nextCursor: string): string {
  const query = new URLSearchParams({ limit: String(limit), ...(nextCursor && { nextCursor }) })
  return `${list}?${query.toString()}`
}
