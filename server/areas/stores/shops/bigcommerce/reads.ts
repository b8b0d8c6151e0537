import { z } from 'zod'
import { ShopFault } from '../ask.ts'
import { activeAfter, savedStanding, type Standing, type TellRow } from '../market.ts'
import { readBigCommerce, type BigCommerceAccount } from './account.ts'

const skusPerRequest = 50
const longestAddress = 3000
const pageSize = 250
const variant = z.object({
  id: z.number(),
  product_id: z.number(),
  sku: z.string().nullable(),
  price: z.number().nullish(),
  /** null: its product’s. */
  sale_price: z.number().nullish(),
  /** What a buyer pays. */
  calculated_price: z.number().nullish(),
  retail_price: z.number().nullish(),
  inventory_level: z.number().nullish(),
})
const variants = z.object({ data: z.array(variant) })
export const products = z.object({
  data: z.array(
    z.object({
      id: z.number(),
      is_visible: z.boolean(),
      inventory_tracking: z.enum(['none', 'product', 'variant']),
      inventory_level: z.number().nullish(),
      price: z.number().nullish(),
      sale_price: z.number().nullish(),
      retail_price: z.number().nullish(),
      /** null: it has several variants. */
      base_variant_id: z.number().nullable(),
      /** Only if they are asked for. */
      variants: z.array(variant).default([]),
    }),
  ),
})
const locations = z.object({ data: z.array(z.object({ id: z.number() })) })
export type Variant = z.output<typeof variants>['data'][number]
export type Product = z.output<typeof products>['data'][number]

/** What BigCommerce calls a product, and what we know of it. */
export interface Names extends Standing {
  product: number
  variant: number
  /** Whose stock BigCommerce counts; undefined: it wasn’t saved. */
  stock: 'product' | 'variant' | undefined
  /** Its name was taken, so that it has a name of its own, with its SKU. */
  renamed: boolean
}

/** The location that stocks. */
export async function findLocation(account: BigCommerceAccount): Promise<number> {
  if (account.locationId !== undefined) return account.locationId
  const { data } = await readBigCommerce(account, 'inventory/locations?limit=250', locations)
  if (data.length === 0)
    throw new ShopFault('permission', 'The store has no location.', 'Add one in BigCommerce.')
  const locationId = Math.min(...data.map(({ id }) => id))
  account.locationId = locationId
  return locationId
}

/** A variant, and the product that it belongs to. */
export type Hit = readonly [product: Product, variant: Variant]

/**
 * The variants of these SKUs, by SKU. A product’s own SKU is that of its only variant; those of products with
 * several are asked for one by one.
 */
export async function findVariants(
  account: BigCommerceAccount,
  skus: readonly string[],
): Promise<Map<string, Hit[]>> {
  const hits: Hit[] = []
  for (const filter of skuFilters(skus)) {
    const path = `catalog/products?${filter}&include=variants&limit=${pageSize}`
    const { data } = await readBigCommerce(account, path, products)
    hits.push(...data.flatMap(hitsOf))
  }
  const foundSkus = new Set(hits.map(([, { sku }]) => sku))
  const others: Variant[] = []
  for (const sku of skus.filter((text) => !foundSkus.has(text))) {
    const path = `catalog/variants?sku=${encodeURIComponent(sku)}&limit=${pageSize}`
    others.push(...(await readBigCommerce(account, path, variants)).data)
  }
  const current = await findProducts(
    account,
    others.map(({ product_id }) => product_id),
  )
  for (const other of others) {
    const product = current.get(other.product_id)
    if (product) hits.push([product, other])
  }
  return Map.groupBy(hits, ([, { sku }]) => sku ?? '')
}
const hitsOf = (product: Product): Hit[] => product.variants.map((member) => [product, member])

/** The variants that were saved, by SKU, as far as the shop still has them. */
export async function findSaved(
  account: BigCommerceAccount,
  rows: readonly TellRow[],
): Promise<Map<string, Hit>> {
  const saved = rows.flatMap((row) => {
    const names = savedNames(row)
    return names ? [[row.sku, names] as const] : []
  })
  const ids = saved.map(([, names]) => names.product)
  const current = await findProducts(account, ids, '&include=variants')
  return new Map(
    saved.flatMap(([sku, names]): [string, Hit][] => {
      const product = current.get(names.product)
      const member = product?.variants.find(({ id }) => id === names.variant)
      return product && member ? [[sku, [product, member]]] : []
    }),
  )
}

/** The products of these ids that the shop has, by id. */
export async function findProducts(
  account: BigCommerceAccount,
  ids: readonly number[],
  also = '',
): Promise<Map<number, Product>> {
  const current = new Map<number, Product>()
  for (const page of chunks([...new Set(ids)], pageSize)) {
    const path = `catalog/products?id:in=${page.join(',')}${also}&limit=${pageSize}`
    const { data } = await readBigCommerce(account, path, products)
    for (const product of data) current.set(product.id, product)
  }
  return current
}

/** Finds rows by their saved names, otherwise by SKU. */
export async function locateRows(account: BigCommerceAccount, rows: readonly TellRow[]) {
  const names = new Map<string, Names>()
  const unnamedRows: TellRow[] = []
  for (const row of rows) {
    const saved = savedNames(row)
    if (saved) names.set(row.sku, saved)
    else unnamedRows.push(row)
  }
  const hits = await findVariants(
    account,
    unnamedRows.map(({ sku }) => sku),
  )
  const duplicates = unnamedRows.filter(({ sku }) => (hits.get(sku)?.length ?? 0) > 1)
  for (const { sku } of unnamedRows) {
    const [hit, duplicate] = hits.get(sku) ?? []
    if (hit && !duplicate) names.set(sku, namesOf(...hit))
  }
  const newRows = unnamedRows.filter((row) => !names.has(row.sku) && !duplicates.includes(row))
  return { names, duplicates, newRows }
}

function* chunks<T>(list: readonly T[], size: number): Generator<T[]> {
  for (let i = 0; i < list.length; i += size) yield list.slice(i, i + size)
}

/** Lists are separated by commas, so that a SKU with a comma is searched alone; addresses have a limit. */
function skuFilters(skus: readonly string[]): string[] {
  const singles = skus.filter((sku) => sku.includes(',')).map((sku) => `sku=${encodeURIComponent(sku)}`)
  const lists: string[][] = []
  let list: string[] = []
  let length = Infinity
  for (const sku of skus.filter((text) => !text.includes(',')).map(encodeURIComponent)) {
    if (length + sku.length > longestAddress || list.length === skusPerRequest) {
      list = []
      lists.push(list)
      length = 0
    }
    list.push(sku)
    length += sku.length + 1
  }
  return [...lists.map((members) => `sku:in=${members.join(',')}`), ...singles]
}

const savedNames = ({ remote }: TellRow): Names | undefined =>
  typeof remote?.product === 'number' && typeof remote.variant === 'number'
    ? {
        product: remote.product,
        variant: remote.variant,
        stock: remote.stock === 'product' || remote.stock === 'variant' ? remote.stock : undefined,
        renamed: remote.renamed === true,
        ...savedStanding(remote),
      }
    : undefined
export const namesOf = (product: Product, { id }: Variant): Names => ({
  product: product.id,
  variant: id,
  stock: stockOf(product),
  renamed: false,
  active: product.is_visible,
  shared: product.base_variant_id === null,
  tracked: product.inventory_tracking !== 'none',
})
/** Whose stock BigCommerce counts, or will count once it does. */
export function stockOf({ inventory_tracking: tracking, base_variant_id }: Product): 'product' | 'variant' {
  if (tracking !== 'none') return tracking
  return base_variant_id === null ? 'variant' : 'product'
}
/** What is saved of a product after its update. */
export const remoteAfter = (row: TellRow, names: Names) => ({
  product: names.product,
  variant: names.variant,
  ...(names.stock && { stock: names.stock }),
  shared: names.shared,
  ...(names.renamed && { renamed: true }),
  active: activeAfter(row, names),
})
