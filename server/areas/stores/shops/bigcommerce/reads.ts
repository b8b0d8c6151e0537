import { z } from 'zod'
import { ShopFault } from '../ask.ts'
import { activeAfter, savedStanding, type Standing, type TellRow } from '../market.ts'
import { readBigCommerce, type BigCommerceAccount } from './account.ts'

const skusPerRequest = 50
const longestAddress = 3000
const pageSize = 250
const variants = z.object({
  data: z.array(
    z.object({
      id: z.number(),
      product_id: z.number(),
      sku: z.string().nullable(),
      price: z.number().nullish(),
      retail_price: z.number().nullish(),
      inventory_level: z.number().nullish(),
    }),
  ),
})
export const products = z.object({
  data: z.array(
    z.object({
      id: z.number(),
      is_visible: z.boolean(),
      inventory_tracking: z.string(),
      inventory_level: z.number().nullish(),
      price: z.number().nullish(),
      retail_price: z.number().nullish(),
      /** null: it has several variants. */
      base_variant_id: z.number().nullable(),
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

/** The variants of these SKUs, by SKU. */
export async function findVariants(
  account: BigCommerceAccount,
  skus: readonly string[],
): Promise<Map<string, Variant[]>> {
  const hits: Variant[] = []
  for (const filter of skuFilters(skus)) {
    const path = `catalog/variants?${filter}&limit=${pageSize}`
    hits.push(...(await readBigCommerce(account, path, variants)).data)
  }
  return Map.groupBy(hits, (variant) => variant.sku ?? '')
}

/** The products of these ids that the shop has, by id. */
export async function findProducts(
  account: BigCommerceAccount,
  ids: readonly number[],
): Promise<Map<number, Product>> {
  const current = new Map<number, Product>()
  for (const page of chunks([...new Set(ids)], pageSize)) {
    const path = `catalog/products?id:in=${page.join(',')}&limit=${pageSize}`
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
  const singleHits = unnamedRows.flatMap(({ sku }) => {
    const [variant, duplicate] = hits.get(sku) ?? []
    return variant && !duplicate ? [[sku, variant] as const] : []
  })
  const current = await findProducts(
    account,
    singleHits.map(([, variant]) => variant.product_id),
  )
  for (const [sku, variant] of singleHits) {
    const product = current.get(variant.product_id)
    if (product) names.set(sku, namesOf(product, variant))
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
        renamed: remote.renamed === true,
        ...savedStanding(remote),
      }
    : undefined
export const namesOf = (product: Product, { id }: Variant): Names => ({
  product: product.id,
  variant: id,
  renamed: false,
  active: product.is_visible,
  shared: product.base_variant_id === null,
  tracked: product.inventory_tracking !== 'none',
})
/** What is saved of a product after its update. */
export const remoteAfter = (row: TellRow, names: Names) => ({
  product: names.product,
  variant: names.variant,
  shared: names.shared,
  ...(names.renamed && { renamed: true }),
  active: activeAfter(row, names),
})
