import { z } from 'zod'
import type { Part, Refusal } from '#contract/stores/shops.ts'
import type { Shop } from '../ask.ts'
import {
  listPriceOf,
  noSuchProduct,
  refusedOutcome,
  type Bucket,
  type Market,
  type Outcome,
  type Remote,
  type Reply,
  type Shown,
  type TellRow,
} from '../market.ts'
import { askWooCommerce, openWooCommerceAccount, type WooCommerceAccount } from './account.ts'
import { wooCommerceOrders } from './orders.ts'

/** WooCommerce's own limit; hosts have others, which are learned from their refusals. */
const batchSize = 100
/** Images make a call slow and large. */
const batchSizeWithImages = 10
/** WooCommerce has none of its own: one of our stores never fills the host. */
const calls: Bucket = { name: 'calls', limit: 120, seconds: 60, unit: 'requests' }

/** A WooCommerce shop, by its REST interface v3: the login is the consumer key, the token its secret. */
export function openWooCommerce(shop: Shop, base: string, key: string): Market {
  const account = openWooCommerceAccount(shop, base, key)
  return {
    ...wooCommerceOrders(account),
    meter: account.shop.meter,
    buckets: [calls],
    call: (parts) => ({
      most: parts.includes('content') || parts.includes('images') ? batchSizeWithImages : batchSize,
      bucket: calls,
    }),
    tell: (rows, parts) =>
      parts.includes('removed') ? removeProducts(account, rows) : sendRows(account, rows, parts),
    shown: (rows) => readShown(account, rows),
    check: () => checkAccess(account),
    currency: () => readCurrency(account),
  }
}

const batchItem = z.object({
  id: z.number(),
  sku: z.string().optional(),
  error: z.object({ code: z.string(), message: z.string() }).optional(),
})
const batchAnswer = z.object({
  create: z.array(batchItem).default([]),
  update: z.array(batchItem).default([]),
  delete: z.array(batchItem).default([]),
})
type BatchItem = z.output<typeof batchItem>
const sendBatch = (account: WooCommerceAccount, body: object) =>
  askWooCommerce(account, { path: 'products/batch', body, answer: batchAnswer })

async function sendRows(
  account: WooCommerceAccount,
  rows: readonly TellRow[],
  parts: readonly Part[],
): Promise<Reply> {
  const ids = await findIds(account, rows)
  const existingRows = rows.filter((row) => ids.has(row.sku))
  const missingRows = rows.filter((row) => !ids.has(row.sku))
  const newRows = missingRows.filter((row) => row.content)
  const outcomes: Outcome[] = missingRows
    .filter((row) => !row.content)
    .map(({ sku }) => refusedOutcome(sku, 'missing', noSuchProduct))
  if (existingRows.length + newRows.length === 0) return { outcomes }
  const answer = await sendBatch(account, {
    create: newRows.map((row) => ({ sku: row.sku, type: 'simple', ...productFields(row, parts) })),
    update: existingRows.map((row) => ({ id: ids.get(row.sku), ...productFields(row, parts) })),
  })
  outcomes.push(...outcomesOf(newRows, answer.create), ...outcomesOf(existingRows, answer.update, ids))
  return { outcomes }
}

async function removeProducts(account: WooCommerceAccount, rows: readonly TellRow[]): Promise<Reply> {
  const ids = await findIds(account, rows)
  const outcomes: Outcome[] = []
  const existingRows = rows.filter((row) => ids.has(row.sku))
  if (existingRows.length > 0) {
    const answer = await sendBatch(account, { delete: existingRows.map((row) => ids.get(row.sku)) })
    outcomes.push(...outcomesOf(existingRows, answer.delete, ids))
  }
  const missingRows = rows.filter((row) => !ids.has(row.sku))
  return { outcomes: [...outcomes, ...missingRows.map(({ sku }) => ({ sku, state: 'live' as const }))] }
}

/** The saved id, otherwise the one of the SKU: two calls at once would make one SKU twice. */
async function findIds(
  account: WooCommerceAccount,
  rows: readonly TellRow[],
): Promise<ReadonlyMap<string, number>> {
  const ids = new Map<string, number>()
  const unnamedSkus: string[] = []
  for (const { sku, remote } of rows) {
    if (typeof remote?.id === 'number') ids.set(sku, remote.id)
    else unnamedSkus.push(sku)
  }
  if (unnamedSkus.length === 0) return ids
  for (const [sku, { id }] of await findProducts(account, unnamedSkus)) ids.set(sku, id)
  return ids
}

const productList = z.array(
  z.object({
    id: z.number(),
    sku: z.string(),
    status: z.string(),
    stock_quantity: z.number().nullable(),
    regular_price: z.string(),
    sale_price: z.string(),
  }),
)
type Product = z.output<typeof productList>[number]
async function findProducts(
  account: WooCommerceAccount,
  skus: readonly string[],
): Promise<Map<string, Product>> {
  // a list is separated by commas: a SKU with a comma is searched alone
  const listableSkus = skus.filter((sku) => !sku.includes(','))
  const otherSkus = skus.filter((sku) => sku.includes(','))
  const products = new Map<string, Product>()
  for (const sku of [...(listableSkus.length > 0 ? [listableSkus.join(',')] : []), ...otherSkus]) {
    const query = new URLSearchParams({ sku, per_page: String(batchSize), status: 'any' })
    const path = `products?${query.toString()}`
    for (const product of await askWooCommerce(account, { path, answer: productList }))
      products.set(product.sku, product)
  }
  return products
}

function productFields(row: TellRow, parts: readonly Part[]): object {
  const { content } = row
  return {
    ...(content && {
      name: content.title,
      description: content.description,
      ...(content.weight !== '' && { weight: content.weight }),
      ...(content.images.length > 0 && { images: content.images.map((src) => ({ src })) }),
      ...(content.brand !== '' && {
        attributes: [{ name: 'Brand', visible: true, options: [content.brand] }],
      }),
    }),
    ...(parts.includes('images') && row.images && { images: row.images.map((src) => ({ src })) }),
    ...(row.price !== undefined && prices(row)),
    ...(row.quantity !== undefined && {
      manage_stock: true,
      stock_quantity: row.quantity,
      status: row.active === false ? 'draft' : 'publish',
    }),
  }
}

/** A list price above the price is shown as a sale. */
const prices = (row: TellRow) => {
  const { price = '' } = row
  const list_price = listPriceOf(row)
  return list_price === null
    ? { regular_price: price, sale_price: '' }
    : { regular_price: list_price, sale_price: price }
}

/**
 * What became of the rows of a batch. Its answers come in the order of what was sent. An answer about another
 * product, by its id or, of a new one, its SKU, isn't this row's.
 * @param ids of products that are there; undefined: the rows are new
 */
function outcomesOf(
  rows: readonly TellRow[],
  answers: readonly BatchItem[],
  ids?: ReadonlyMap<string, number>,
): Outcome[] {
  const skus = new Set(rows.map((row) => row.sku))
  return rows.flatMap(({ sku }, i): Outcome[] => {
    const isAbout = (item: BatchItem) => (ids ? item.id === ids.get(sku) : item.sku === sku)
    const itemInPlace = answers[i]
    // a shop may write a new SKU its own way
    const isUnnamed = !ids && answers.length === rows.length && !skus.has(itemInPlace?.sku ?? '')
    const answer = itemInPlace && (isAbout(itemInPlace) || isUnnamed) ? itemInPlace : answers.find(isAbout)
    if (!answer) return []
    if (!answer.error) return [{ sku, state: 'live', remote: { id: answer.id } satisfies Remote }]
    const { code, message } = answer.error
    const cause = causes.find(([pattern]) => pattern.test(code))?.[1] ?? 'invalid'
    return [refusedOutcome(sku, cause, message)]
  })
}
const causes: readonly (readonly [pattern: RegExp, cause: Refusal])[] = [
  [/invalid_id|not_found/, 'missing'],
  [/sku|already_exists|duplicate/, 'conflict'],
  [/cannot_(create|edit|delete|batch)|forbidden/, 'permission'],
  [/image|upload/, 'invalid'],
]

async function readShown(account: WooCommerceAccount, rows: readonly TellRow[]): Promise<Shown[]> {
  const products = await findProducts(
    account,
    rows.map((row) => row.sku),
  )
  return [...products.values()].map((product) => ({
    sku: product.sku,
    remote: { id: product.id },
    active: product.status === 'publish',
    ...(product.stock_quantity !== null && { quantity: product.stock_quantity }),
    ...(product.regular_price !== '' && {
      price: product.sale_price || product.regular_price,
      list_price: product.sale_price === '' ? null : product.regular_price,
    }),
  }))
}

async function checkAccess(account: WooCommerceAccount): Promise<string> {
  await askWooCommerce(account, { path: 'products?per_page=1', answer: productList })
  return 'The key can read products. Write access is checked with the first update.'
}

const setting = z.object({ value: z.string() })
const readCurrency = async (account: WooCommerceAccount): Promise<string> =>
  (await askWooCommerce(account, { path: 'settings/general/woocommerce_currency', answer: setting })).value
