import { z } from 'zod'
import { ShopFault } from './ask.ts'
import type { TellRow } from './market.ts'
import type { openShopifyGraphql } from './shopify-graphql.ts'

const skusAtOnce = 50
/** A question is let in by the most that it may show. */
const page = 100
const variantFields = `id sku price compareAtPrice product { id status variantsCount { count } }
  inventoryItem { id tracked inventoryLevel(locationId: $location) { quantities(names: ["available"]) { quantity } } }`
const variant = z.object({
  id: z.string(),
  sku: z.string().nullable(),
  price: z.string(),
  compareAtPrice: z.string().nullable(),
  product: z.object({
    id: z.string(),
    status: z.string(),
    variantsCount: z.object({ count: z.number() }).nullable(),
  }),
  inventoryItem: z.object({
    id: z.string(),
    tracked: z.boolean(),
    inventoryLevel: z.object({ quantities: z.array(z.object({ quantity: z.number() })) }).nullable(),
  }),
})
type Variant = z.output<typeof variant>
const nodes = z.object({ nodes: z.array(variant.nullable()) })
const found = z.object({
  productVariants: z.object({
    nodes: z.array(variant),
    pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
  }),
})
const placeAnswer = z.object({
  shop: z.object({ weightUnit: z.string() }),
  locations: z.object({ nodes: z.array(z.object({ id: z.string(), isActive: z.boolean() })) }),
})
/** What Shopify calls a product, and what we know of it. */
export interface Names {
  product: string
  variant: string
  item: string
  active: boolean
  /** The product has further variants, which aren't ours to take down. */
  shared: boolean
  tracked: boolean
}
export interface Place {
  location: string
  weightUnit: string
}

/** What a shop has: where it stocks, and its variants by their SKU or their name. */
export function openShopifyReads({ query }: ReturnType<typeof openShopifyGraphql>) {
  let place: Place | undefined
  const placeOf = async (): Promise<Place> => {
    if (place) return place
    const { data } = await query(
      { query: `{ shop { weightUnit } locations(first: 50, sortKey: ID) { nodes { id isActive } } }` },
      placeAnswer,
    )
    const active = data.locations.nodes.find((one) => one.isActive)
    if (!active)
      throw new ShopFault('permission', 'The shop has no active location.', 'Activate one in Shopify.')
    return (place = { location: active.id, weightUnit: data.shop.weightUnit })
  }
  const bySku = async (skus: readonly string[]): Promise<Map<string, Variant[]>> => {
    const hits: Variant[] = []
    for (let i = 0; i < skus.length; i += skusAtOnce) {
      const { location } = await placeOf()
      const part = skus.slice(i, i + skusAtOnce)
      const search = part.map(searched).join(' OR ')
      const first = Math.min(page, part.length * 2)
      let after: string | null = null
      do {
        const shown: z.output<typeof found> = (
          await query(
            {
              query: `query ($search: String!, $first: Int!, $after: String, $location: ID!) {
                productVariants(first: $first, after: $after, query: $search) {
                  nodes { ${variantFields} } pageInfo { hasNextPage endCursor } } }`,
              variables: { search, first, after, location },
            },
            found,
          )
        ).data
        const { nodes: more, pageInfo } = shown.productVariants
        hits.push(...more)
        after = pageInfo.hasNextPage ? pageInfo.endCursor : null
      } while (after)
    }
    // a search finds what is alike, too
    return Map.groupBy(hits, (one) => one.sku ?? '')
  }
  const byId = async (ids: readonly string[]): Promise<Map<string, Variant>> => {
    const there = new Map<string, Variant>()
    for (let i = 0; i < ids.length; i += page) {
      const { data } = await query(
        {
          query: `query ($ids: [ID!]!, $location: ID!) {
            nodes(ids: $ids) { ... on ProductVariant { ${variantFields} } } }`,
          variables: { ids: ids.slice(i, i + page), location: (await placeOf()).location },
        },
        nodes,
      )
      for (const one of data.nodes) if (one) there.set(one.id, one)
    }
    return there
  }
  return { placeOf, bySku, byId }
}

/** As a phrase: a colon, a space or a bracket in it means itself. */
const searched = (sku: string): string => `sku:"${sku.replaceAll(/["\\]/g, '\\$&')}"`

export const keptNames = ({ remote }: TellRow): Names | undefined =>
  typeof remote?.variant === 'string' && typeof remote.product === 'string' && typeof remote.item === 'string'
    ? {
        product: remote.product,
        variant: remote.variant,
        item: remote.item,
        active: remote.active !== false,
        shared: remote.shared === true,
        tracked: true,
      }
    : undefined
export const namesOf = ({ id, product, inventoryItem }: Variant): Names => ({
  product: product.id,
  variant: id,
  item: inventoryItem.id,
  active: product.status === 'ACTIVE',
  shared: (product.variantsCount?.count ?? 1) > 1,
  tracked: inventoryItem.tracked,
})
/** What is kept of it once it is told. */
export const keep = (row: TellRow, { product, variant, item, active, shared }: Names) => ({
  product,
  variant,
  item,
  shared,
  active: row.quantity !== undefined && !shared ? row.active !== false : active,
})
