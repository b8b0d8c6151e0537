import { z } from 'zod'
import type { Part } from '#contract/stores/shops.ts'
import { ShopFault, type Shop } from '../ask.ts'
import {
  duplicateSku,
  keepFinished,
  noSuchProduct,
  refusedOutcome,
  type Bucket,
  type Market,
  type Outcome,
  type Shown,
  type TellRow,
} from '../market.ts'
import {
  askBigCommerce,
  openBigCommerceAccount,
  readBigCommerce,
  type BigCommerceAccount,
} from './account.ts'
import { changeProducts, mostLevels, mostVariants } from './changes.ts'
import { errorText, faultOf, nameIsTaken } from './errors.ts'
import { bigCommerceOrders } from './orders.ts'
import {
  findLocation,
  findProducts,
  findSaved,
  findVariants,
  locateRows,
  namesOf,
  products,
  remoteAfter,
  type Names,
  type Product,
  type Variant,
} from './reads.ts'
import { listing } from './writes.ts'

/** Each is made by a request of its own. */
const mostListings = 10
/** The limit of the smallest plan. Other apps use it too; the shop’s answers tell what is left. */
const requests: Bucket = { name: 'requests', limit: 150, seconds: 30, unit: 'requests' }

/** A BigCommerce shop, by its REST interface v3; the token is its API account’s. */
export function openBigCommerce(shop: Shop, path: string): Market {
  const account = openBigCommerceAccount(shop, path)
  return {
    ...bigCommerceOrders(account),
    meter: account.shop.meter,
    buckets: [requests],
    ordersIn: requests,
    call: (parts) => ({ most: mostRows(parts), bucket: requests }),
    tell: (rows, parts) => keepFinished((outcomes) => sendRows(account, { rows, parts, outcomes })),
    shown: (rows) => readShown(account, rows),
    check: () => checkAccess(account),
    currency: () => readCurrency(account),
  }
}

function mostRows(parts: readonly Part[]): number {
  if (parts.includes('content')) return mostListings
  return parts.includes('price') || parts.includes('removed') ? mostVariants : mostLevels
}

async function sendRows(
  account: BigCommerceAccount,
  call: { rows: readonly TellRow[]; parts: readonly Part[]; outcomes: Outcome[] },
): Promise<void> {
  const { parts, outcomes } = call
  const rows = [...new Map(call.rows.map((row) => [row.sku, row])).values()]
  if (parts.includes('removed')) return removeProducts(account, rows, outcomes)
  const { names, duplicates, newRows } = await locateRows(account, rows)
  for (const { sku } of duplicates) outcomes.push(refusedOutcome(sku, 'conflict', duplicateSku))
  const existing = rows.flatMap((row) => {
    const rowNames = names.get(row.sku)
    return rowNames ? [[row, rowNames] as const] : []
  })
  await changeProducts(account, existing, outcomes)
  await makeProducts(account, newRows, outcomes)
}

const newProduct = z.object({ id: z.number(), base_variant_id: z.number().nullish() })
/** A product of which only a part was taken comes in a list. */
const createdProduct = z.object({
  data: z.union([
    newProduct,
    z
      .tuple([newProduct])
      .rest(z.unknown())
      .transform(([product]) => product),
  ]),
})

/** Makes products one by one, so that each stays whatever becomes of the next. */
async function makeProducts(
  account: BigCommerceAccount,
  rows: readonly TellRow[],
  outcomes: Outcome[],
): Promise<void> {
  for (const row of rows) await makeProduct(account, row, outcomes)
}

async function makeProduct(account: BigCommerceAccount, row: TellRow, outcomes: Outcome[]): Promise<void> {
  const { sku, content } = row
  if (!content) return void outcomes.push(refusedOutcome(sku, 'missing', noSuchProduct))
  const post = (body: object) => askBigCommerce(account, { method: 'POST', path: 'catalog/products', body })
  let answer = await post(listing(row, content))
  const isRenamed = answer.status === 409 && nameIsTaken(errorText(answer.body))
  if (isRenamed) answer = await post(listing(row, content, true))
  const fault = faultOf(answer)
  if (fault) return void outcomes.push(refusedOutcome(sku, fault.why, fault.message))
  const product = createdProduct.safeParse(answer.body).data?.data
  if (!product) throw new ShopFault('outage', 'The store’s response isn’t valid.', '', { status: 500 })
  const { id, base_variant_id: variant } = product
  if (typeof variant !== 'number') return void outcomes.push({ sku, state: 'live' })
  const names: Names = {
    product: id,
    variant,
    stock: 'product',
    active: row.active !== false,
    shared: false,
    tracked: true,
    renamed: isRenamed,
  }
  // it may lack its stock, among others
  if (answer.status === 207) return changeProducts(account, [[row, names]], outcomes)
  outcomes.push({ sku, state: 'live', remote: remoteAfter(row, names) })
}

async function removeProducts(
  account: BigCommerceAccount,
  rows: readonly TellRow[],
  outcomes: Outcome[],
): Promise<void> {
  const { names, duplicates, newRows } = await locateRows(account, rows)
  for (const { sku } of duplicates) outcomes.push(refusedOutcome(sku, 'conflict', duplicateSku))
  for (const { sku } of newRows) outcomes.push({ sku, state: 'live' })
  // variants that others added to a product since are not deleted with it
  const current = await findProducts(
    account,
    [...names.values()].map(({ product }) => product),
  )
  const wholeProducts: [sku: string, product: number][] = []
  for (const [sku, { product, variant }] of names) {
    const currentProduct = current.get(product)
    if (!currentProduct) outcomes.push({ sku, state: 'live' })
    else if (currentProduct.base_variant_id !== null) wholeProducts.push([sku, product])
    else {
      const path = `catalog/products/${product}/variants/${variant}`
      const fault = faultOf(await askBigCommerce(account, { method: 'DELETE', path }))
      outcomes.push(
        fault && fault.why !== 'missing'
          ? refusedOutcome(sku, fault.why, fault.message)
          : { sku, state: 'live' },
      )
    }
  }
  // without ids BigCommerce would delete all products of the shop
  if (wholeProducts.length === 0) return
  const ids = wholeProducts.map(([, id]) => id)
  const fault = faultOf(
    await askBigCommerce(account, { method: 'DELETE', path: `catalog/products?id:in=${ids.join(',')}` }),
  )
  if (fault && fault.why !== 'missing') throw fault
  for (const [sku] of wholeProducts) outcomes.push({ sku, state: 'live' })
}

async function readShown(account: BigCommerceAccount, rows: readonly TellRow[]): Promise<Shown[]> {
  const hits = await findSaved(account, rows)
  const otherSkus = rows.flatMap(({ sku }) => (hits.has(sku) ? [] : [sku]))
  for (const [sku, [hit, duplicate]] of await findVariants(account, otherSkus))
    if (hit && !duplicate) hits.set(sku, hit)
  return rows.flatMap(({ sku }) => {
    const hit = hits.get(sku)
    return hit ? [toShown(sku, ...hit)] : []
  })
}

function toShown(sku: string, product: Product, variant: Variant): Shown {
  const { tracked: isTracked, stock = 'product', ...names } = namesOf(product, variant)
  const quantity = stock === 'variant' ? variant.inventory_level : product.inventory_level
  const price = paidPrice(product, variant)
  const listPrice = variant.retail_price ?? product.retail_price ?? 0
  return {
    sku,
    remote: { ...names, stock },
    active: product.is_visible,
    ...(isTracked && typeof quantity === 'number' && { quantity }),
    ...(typeof price === 'number' && { price: price.toFixed(2) }),
    list_price: listPrice > 0 ? listPrice.toFixed(2) : null,
  }
}

/** What a buyer pays: a sale price, where there is one. */
function paidPrice(product: Product, variant: Variant): number | null | undefined {
  if (typeof variant.calculated_price === 'number') return variant.calculated_price
  const salePrice = variant.sale_price ?? product.sale_price ?? 0
  return salePrice > 0 ? salePrice : (variant.price ?? product.price)
}

async function checkAccess(account: BigCommerceAccount): Promise<string> {
  await readBigCommerce(account, 'catalog/products?limit=1', products)
  await findLocation(account)
  return 'The token can read products and locations. Write access is checked with the first update.'
}

const storeInformation = z.object({ currency: z.string() })
const readCurrency = async (account: BigCommerceAccount): Promise<string> =>
  (await readBigCommerce(account, 'store', storeInformation, 'v2')).currency
