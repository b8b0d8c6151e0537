import { z } from 'zod'
import type { Shown, TellRow } from '../market.ts'
import { orUndefined } from '../orders.ts'
import { askWooCommerce, type WooCommerceAccount } from './account.ts'

/** Attributes are sent back whole: a shop replaces all that a product has. */
const attribute = z.looseObject({ name: z.string() })
export type Attribute = z.output<typeof attribute>
const productList = z.array(
  z.object({
    id: z.number(),
    sku: z.string(),
    type: z.string().default('simple'),
    /** A variation’s product; 0: it is a product itself. */
    parent_id: z.number().default(0),
    status: z.string(),
    stock_quantity: z.number().nullable(),
    /** What a buyer pays: a sale counts only between its dates. */
    price: z.string().default(''),
    regular_price: z.string(),
    sale_price: z.string(),
    attributes: z.array(attribute).default([]),
    meta_data: z.array(z.object({ key: z.string(), value: z.unknown() })).default([]),
  }),
)
export type Product = z.output<typeof productList>[number]

/** WooCommerce’s own limit of a page, and of a batch. */
export const batchSize = 100

/** A product in the shop, by the ids that were saved or found. */
export interface Target {
  id: number
  /** The product of a variation; 0: it is a product itself. */
  parent: number
  /** We hid it, so we show it again. */
  isHidden: boolean
  /** Its state, as far as it was read. */
  product?: Product
}
/** The target of a product that was sent before; undefined: its id isn’t saved. */
export const savedTarget = ({ remote }: TellRow): Target | undefined =>
  typeof remote?.id === 'number'
    ? { id: remote.id, parent: Number(remote.parent ?? 0), isHidden: remote.hidden === true }
    : undefined

/** The saved ids, otherwise those of the SKUs: two calls at once would make one SKU twice. */
export async function findTargets(
  account: WooCommerceAccount,
  rows: readonly TellRow[],
): Promise<Map<string, Target>> {
  const targets = new Map<string, Target>()
  const unnamedRows: TellRow[] = []
  for (const row of rows) {
    const target = savedTarget(row)
    if (target) targets.set(row.sku, target)
    else unnamedRows.push(row)
  }
  for (const [sku, product] of await findBySku(account, unnamedRows))
    targets.set(sku, { id: product.id, parent: product.parent_id, isHidden: false, product })
  return targets
}

/** Reads the state of those whose change depends on it. What lies in the trash has none. */
export async function readStates(account: WooCommerceAccount, targets: readonly Target[]): Promise<void> {
  const products = new Map<number, Product>()
  for (const product of await readByIds(account, targets)) products.set(product.id, product)
  for (const target of targets) {
    const product = products.get(target.id)
    if (product) target.product = product
  }
}

export async function readShown(account: WooCommerceAccount, rows: readonly TellRow[]): Promise<Shown[]> {
  const products = await findBySku(account, rows)
  // a person may have given it another SKU
  const savedTargets = new Map(
    rows.flatMap((row) => {
      const target = products.has(row.sku) ? undefined : savedTarget(row)
      return target ? [[target.id, row.sku] as const] : []
    }),
  )
  const unfoundTargets = rows.flatMap((row) => (products.has(row.sku) ? [] : (savedTarget(row) ?? [])))
  for (const product of await readByIds(account, unfoundTargets)) {
    const sku = savedTargets.get(product.id)
    if (sku !== undefined) products.set(sku, product)
  }
  return rows.flatMap((row) => {
    const product = products.get(row.sku)
    return product ? [shownProduct(row, product)] : []
  })
}

function shownProduct(row: TellRow, product: Product): Shown {
  const { id, parent_id: parent, price, regular_price } = product
  const isHidden = isHiddenByUs({ isHidden: savedTarget(row)?.isHidden ?? false }, product)
  return {
    sku: row.sku,
    remote: remoteOf({ id, parent, isHidden }),
    active: product.status === 'publish',
    ...(product.stock_quantity !== null && { quantity: product.stock_quantity }),
    // a product with variations shows the least of their prices
    ...(price !== '' &&
      regular_price !== '' && {
        price,
        list_price: Number(price) < Number(regular_price) ? regular_price : null,
      }),
  }
}
export const remoteOf = ({ id, parent, isHidden }: Target) => ({
  id,
  ...(parent !== 0 && { parent }),
  ...(isHidden && { hidden: true }),
})

/** The status by which we hide a product; a variation can’t be a draft. */
export const hiddenStatus = (parent: number) => (parent === 0 ? 'draft' : 'private')
const isHiddenStatus = ({ status, parent_id }: Product): boolean => status === hiddenStatus(parent_id)
/** Saved on the product with its status: an answer may be lost. */
export const hiddenMark = '_feedstock_hidden'
export const isHiddenByUs = ({ isHidden }: Pick<Target, 'isHidden'>, product: Product): boolean =>
  isHiddenStatus(product) &&
  (isHidden || product.meta_data.findLast(({ key }) => key === hiddenMark)?.value === 'yes')

/** Searched by SKU, variations are found, too. */
async function findBySku(
  account: WooCommerceAccount,
  rows: readonly TellRow[],
): Promise<Map<string, Product>> {
  const skus = rows.map(({ sku }) => savedSku(sku))
  // a list is separated by commas: a SKU with a comma is searched alone
  const listableSkus = skus.filter((sku) => !sku.includes(','))
  const otherSkus = skus.filter((sku) => sku.includes(','))
  const products: Product[] = []
  for (const sku of [...(listableSkus.length > 0 ? [listableSkus.join(',')] : []), ...otherSkus]) {
    const query = new URLSearchParams({ sku, per_page: String(batchSize), status: 'any' })
    products.push(
      ...(await askWooCommerce(account, { path: `products?${query.toString()}`, answer: productList })),
    )
  }
  return matchProducts(rows, products)
}

async function readByIds(account: WooCommerceAccount, targets: readonly Target[]): Promise<Product[]> {
  const products: Product[] = []
  for (const [parent, members] of Map.groupBy(targets, (target) => target.parent)) {
    const query = new URLSearchParams({
      include: members.map(({ id }) => id).join(','),
      per_page: String(batchSize),
      status: 'any',
    })
    const path = `${productPath(parent)}?${query.toString()}`
    const list = await orUndefined(askWooCommerce(account, { path, answer: productList }))
    products.push(...(list ?? []).map((product) => ({ ...product, parent_id: parent })))
  }
  return products
}
/** Where products are, or the variations of one. */
export const productPath = (parent: number) => (parent === 0 ? 'products' : `products/${parent}/variations`)

/** A shop rewrites some SKUs, and its search ignores case. The closest spelling counts, for one row each. */
function matchProducts(rows: readonly TellRow[], products: readonly Product[]): Map<string, Product> {
  const matches = new Map<string, Product>()
  const claimedIds = new Set<number>()
  const likenesses: ((row: TellRow, product: Product) => boolean)[] = [
    (row, { id }) => id === row.remote?.id,
    (row, { sku }) => sku === row.sku,
    (row, { sku }) => sku === savedSku(row.sku),
    (row, { sku }) => sku.toLowerCase() === savedSku(row.sku).toLowerCase(),
  ]
  for (const isAlike of likenesses)
    for (const row of rows) {
      if (matches.has(row.sku)) continue
      const match = products.find((product) => !claimedIds.has(product.id) && isAlike(row, product))
      if (!match) continue
      matches.set(row.sku, match)
      claimedIds.add(match.id)
    }
  return matches
}

/** A SKU as WordPress saves it: by its `sanitize_text_field`. */
export const savedSku = (sku: string): string =>
  sku
    .replaceAll(/<[^<>]*(?=<|$)/g, (text) => text.replaceAll(/[<&"']/g, (mark) => savedMarks[mark] ?? mark))
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/[\r\n\t ]+/g, ' ')
    .replaceAll(/%[a-f0-9]{2}/gi, '')
    .trim()
const savedMarks: Readonly<Record<string, string>> = {
  '<': '&lt;',
  '&': '&amp;',
  '"': '&quot;',
  "'": '&#039;',
}

export async function checkAccess(account: WooCommerceAccount): Promise<string> {
  await askWooCommerce(account, { path: 'products?per_page=1', answer: productList })
  return 'The key can read products. Write access is checked with the first update.'
}
