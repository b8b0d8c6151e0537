import { z } from 'zod'
import { ShopFault } from '../ask.ts'
import { activeAfter, keptStanding, pagesOf, type Shown, type Standing, type TellRow } from '../market.ts'
import type { openShopifyGraphql } from './graphql.ts'
import type { Written } from './writes.ts'

const skusAtOnce = 50
/** A question is let in by the most that it may show. */
const page = 100
export const variantFields = `id sku price compareAtPrice product { id status variantsCount { count } }
  inventoryItem { id tracked inventoryLevel(locationId: $location) { quantities(names: ["available"]) { quantity } } }`
export const variant = z.object({
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
export type Variant = z.output<typeof variant>
const nodes = z.object({ nodes: z.array(variant.nullable()) })
const found = z.object({
  productVariants: z.object({
    nodes: z.array(variant),
    pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
  }),
})
/** What the shop's token may do. */
export const scopesAnswer = {
  currentAppInstallation: z.object({ accessScopes: z.array(z.object({ handle: z.string() })) }),
}
export const scopesField = 'currentAppInstallation { accessScopes { handle } }'
/** What the token needs to put a product on the online store. */
export const publishScopes = ['read_publications', 'write_publications']
/** Of these scopes those that it lacks; who may write may read. */
export const lacking = (
  needed: readonly string[],
  {
    currentAppInstallation: { accessScopes },
  }: { currentAppInstallation: { accessScopes: { handle: string }[] } },
): string[] => {
  const has = accessScopes.map(({ handle }) => handle)
  return needed.filter((scope) => !has.includes(scope) && !has.includes(scope.replace('read', 'write')))
}
const placeAnswer = z.object({
  shop: z.object({ weightUnit: z.string() }),
  locations: z.object({ nodes: z.array(z.object({ id: z.string(), isActive: z.boolean() })) }),
  ...scopesAnswer,
})
const channels = z.object({
  publications: z.object({
    nodes: z.array(
      z.object({
        id: z.string(),
        catalog: z
          .object({
            apps: z.object({ nodes: z.array(z.object({ handle: z.string().nullable() })) }).optional(),
          })
          .nullable(),
      }),
    ),
  }),
})
/** What Shopify calls a product, and what we know of it. */
export interface Names extends Standing {
  product: string
  variant: string
  item: string
  /** We made it, and it isn't on the online store yet. */
  unpublished?: boolean | undefined
}
export interface Place {
  location: string
  weightUnit: string
  /** Its token may put products on the online store. */
  publishes: boolean
}

/** What a shop has: where it stocks, and its variants by their SKU or their name. */
export function openShopifyReads({ query }: ReturnType<typeof openShopifyGraphql>) {
  let place: Place | undefined
  const placeOf = async (): Promise<Place> => {
    if (place) return place
    const { data } = await query(
      {
        query: `{ shop { weightUnit } locations(first: 50, sortKey: ID) { nodes { id isActive } } ${scopesField} }`,
      },
      placeAnswer,
    )
    const active = data.locations.nodes.find((one) => one.isActive)
    if (!active)
      throw new ShopFault('permission', 'The shop has no active location.', 'Activate one in Shopify.')
    const publishes = lacking(publishScopes, data).length === 0
    return (place = { location: active.id, weightUnit: data.shop.weightUnit, publishes })
  }
  let channel: string | null | undefined
  /** Under which name the online store is published to; none: there is none, or the token may not. */
  const onlineStore = async (): Promise<string | null> => {
    if (channel !== undefined) return channel
    if (!(await placeOf()).publishes) return (channel = null)
    const { data } = await query(
      {
        query: `{ publications(first: 50, catalogType: APP) { nodes { id catalog {
          ... on AppCatalog { apps(first: 5) { nodes { handle } } } } } } }`,
      },
      channels,
    )
    const own = data.publications.nodes.find(({ catalog }) =>
      catalog?.apps?.nodes.some(({ handle }) => handle === 'online_store'),
    )
    return (channel = own?.id ?? null)
  }
  const bySku = async (skus: readonly string[]): Promise<Map<string, Variant[]>> => {
    const hits = new Map<string, Variant>()
    for (let i = 0; i < skus.length; i += skusAtOnce) {
      const { location } = await placeOf()
      const part = skus.slice(i, i + skusAtOnce)
      const search = part.map(searched).join(' OR ')
      const first = Math.min(page, part.length * 2)
      const onward = pagesOf()
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
        for (const own of more) hits.set(own.id, own)
        after = pageInfo.hasNextPage && pageInfo.endCursor ? onward(pageInfo.endCursor) : null
      } while (after)
    }
    // a search finds what is alike, too, and what another search has found
    return Map.groupBy(hits.values(), (one) => one.sku ?? '')
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
  return { placeOf, onlineStore, bySku, byId }
}

/** As a phrase: a colon, a space or a bracket in it means itself. */
const searched = (sku: string): string => `sku:"${sku.replaceAll(/["\\]/g, '\\$&')}"`

export const keptNames = ({ remote }: TellRow): Names | undefined =>
  typeof remote?.variant === 'string' && typeof remote.product === 'string' && typeof remote.item === 'string'
    ? {
        product: remote.product,
        variant: remote.variant,
        item: remote.item,
        ...keptStanding(remote),
        ...(remote.unpublished === true && { unpublished: true }),
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
export const keep = (row: TellRow, names: Names) => ({
  product: names.product,
  variant: names.variant,
  item: names.item,
  shared: names.shared,
  active: activeAfter(row, names),
  ...(names.unpublished && { unpublished: true }),
})
/** What is known of a product that was just made by an answer of Shopify's; none: it wasn't. */
export function madeNames(row: TellRow, { product }: Pick<Written, 'product'>): Names | undefined {
  const [first] = product?.variants.nodes ?? []
  return product && first
    ? {
        product: product.id,
        variant: first.id,
        item: first.inventoryItem.id,
        active: row.active !== false,
        shared: false,
        tracked: true,
        unpublished: true,
      }
    : undefined
}
/** As the shop shows it for a row. */
export function shownAs(row: TellRow, own: Variant): Shown {
  const level = own.inventoryItem.inventoryLevel?.quantities[0]
  const kept = keptNames(row)?.unpublished
  return {
    sku: row.sku,
    remote: keep(row, { ...namesOf(own), unpublished: kept }),
    price: own.price,
    list_price: own.compareAtPrice,
    active: own.product.status === 'ACTIVE',
    ...(level && own.inventoryItem.tracked && { quantity: level.quantity }),
  }
}
