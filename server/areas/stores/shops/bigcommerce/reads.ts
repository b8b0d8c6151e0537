import { z } from 'zod'
import { ShopFault } from '../ask.ts'
import type { openBigCommerceAsks } from './asks.ts'
import { activeAfter, keptStanding, type Standing, type TellRow } from '../market.ts'

const skusAtOnce = 50
const mostAddress = 3000
const page = 250
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
      /** None: it has several variants. */
      base_variant_id: z.number().nullable(),
    }),
  ),
})
const locations = z.object({ data: z.array(z.object({ id: z.number() })) })
type Variant = z.output<typeof variants>['data'][number]
type Product = z.output<typeof products>['data'][number]

/** What BigCommerce calls a product, and what we know of it. */
export interface Names extends Standing {
  product: number
  variant: number
  /** Its name was another's: it has its own, with its SKU. */
  renamed: boolean
}

/** What a shop has: where it stocks, and its variants by their SKU. */
export function openBigCommerceReads({ read }: ReturnType<typeof openBigCommerceAsks>) {
  let location: number | undefined
  const locationOf = async (): Promise<number> => {
    if (location !== undefined) return location
    const { data } = await read('inventory/locations?limit=250', locations)
    const first = Math.min(...data.map(({ id }) => id))
    if (data.length === 0)
      throw new ShopFault('permission', 'The shop has no location.', 'Make one in BigCommerce.')
    return (location = first)
  }
  const bySku = async (skus: readonly string[]) => {
    const hits: Variant[] = []
    for (const part of filters(skus))
      hits.push(...(await read(`catalog/variants?${part}&limit=${page}`, variants)).data)
    return Map.groupBy(hits, (one) => one.sku ?? '')
  }
  const byId = async (ids: readonly number[]): Promise<Map<number, Product>> => {
    const there = new Map<number, Product>()
    for (const part of chunks([...new Set(ids)], page)) {
      const { data } = await read(`catalog/products?id:in=${part.join(',')}&limit=${page}`, products)
      for (const one of data) there.set(one.id, one)
    }
    return there
  }
  /** By the names that are kept, else as the shop has the SKU. */
  const locate = async (rows: readonly TellRow[]) => {
    const known = new Map<string, Names>()
    const asked = rows.filter((row) => !keptNames(row))
    for (const row of rows) if (keptNames(row)) known.set(row.sku, keptNames(row)!)
    const hits = await bySku(asked.map(({ sku }) => sku))
    const twice = asked.filter(({ sku }) => (hits.get(sku)?.length ?? 0) > 1)
    const one = asked.flatMap(({ sku }) => (hits.get(sku)?.length === 1 ? hits.get(sku)! : []))
    const there = await byId(one.map((own) => own.product_id))
    for (const own of one) {
      const product = there.get(own.product_id)
      if (product) known.set(own.sku!, namesOf(product, own))
    }
    return { known, twice, fresh: asked.filter((row) => !known.has(row.sku) && !twice.includes(row)) }
  }

  return { locationOf, bySku, byId, locate }
}

function* chunks<T>(list: readonly T[], many: number): Generator<T[]> {
  for (let i = 0; i < list.length; i += many) yield list.slice(i, i + many)
}
/** Lists are by commas, so that a SKU with one is asked alone; an address may be so long. */
function filters(skus: readonly string[]): string[] {
  const alone = skus.filter((sku) => sku.includes(',')).map((sku) => `sku=${encodeURIComponent(sku)}`)
  const lists: string[][] = []
  let length = Infinity
  for (const sku of skus.filter((one) => !one.includes(',')).map(encodeURIComponent)) {
    if (length + sku.length > mostAddress || lists.at(-1)!.length === skusAtOnce) {
      lists.push([])
      length = 0
    }
    lists.at(-1)!.push(sku)
    length += sku.length + 1
  }
  return [...lists.map((list) => `sku:in=${list.join(',')}`), ...alone]
}

const keptNames = ({ remote }: TellRow): Names | undefined =>
  typeof remote?.product === 'number' && typeof remote.variant === 'number'
    ? {
        product: remote.product,
        variant: remote.variant,
        renamed: remote.renamed === true,
        ...keptStanding(remote),
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
/** What is kept of it once it is told. */
export const keep = (row: TellRow, names: Names) => ({
  product: names.product,
  variant: names.variant,
  shared: names.shared,
  ...(names.renamed && { renamed: true }),
  active: activeAfter(row, names),
})
