import { z } from 'zod'
import { ShopFault } from '../ask.ts'
import { activeAfter, pagesOf, savedStanding, type Shown, type Standing, type TellRow } from '../market.ts'
import { queryShopify, type Place, type ShopifyAccount } from './account.ts'
import type { WriteAnswer } from './writes.ts'

const skusPerQuery = 50
/** A query is admitted by the most that it may show. */
const pageSize = 100
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

/** What the shop's token may do. */
export const scopesAnswer = {
  currentAppInstallation: z.object({ accessScopes: z.array(z.object({ handle: z.string() })) }),
}
export const scopesField = 'currentAppInstallation { accessScopes { handle } }'
/** The scopes that putting a product on the online store needs. */
export const publishScopes = ['read_publications', 'write_publications']
/** Which of these scopes the token lacks; who may write may read. */
export function lackingScopes(
  required: readonly string[],
  { currentAppInstallation }: { currentAppInstallation: { accessScopes: { handle: string }[] } },
): string[] {
  const granted = currentAppInstallation.accessScopes.map(({ handle }) => handle)
  return required.filter(
    (scope) => !granted.includes(scope) && !granted.includes(scope.replace('read', 'write')),
  )
}

const placeAnswer = z.object({
  shop: z.object({ weightUnit: z.string() }),
  locations: z.object({ nodes: z.array(z.object({ id: z.string(), isActive: z.boolean() })) }),
  ...scopesAnswer,
})
/** Where the shop stocks. */
export async function findPlace(account: ShopifyAccount): Promise<Place> {
  if (account.place) return account.place
  const { data } = await queryShopify(
    account,
    {
      query: `{ shop { weightUnit } locations(first: 50, sortKey: ID) { nodes { id isActive } } ${scopesField} }`,
    },
    placeAnswer,
  )
  const location = data.locations.nodes.find(({ isActive }) => isActive)
  if (!location)
    throw new ShopFault('permission', 'The store has no active location.', 'Activate one in Shopify.')
  const publishes = lackingScopes(publishScopes, data).length === 0
  return (account.place = { location: location.id, weightUnit: data.shop.weightUnit, publishes })
}

const publicationsAnswer = z.object({
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
/** The id of the online store's publication; null: there is none, or the token may not publish. */
export async function findOnlineStore(account: ShopifyAccount): Promise<string | null> {
  if (account.onlineStoreId !== undefined) return account.onlineStoreId
  if (!(await findPlace(account)).publishes) return (account.onlineStoreId = null)
  const { data } = await queryShopify(
    account,
    {
      query: `{ publications(first: 50, catalogType: APP) { nodes { id catalog {
          ... on AppCatalog { apps(first: 5) { nodes { handle } } } } } } }`,
    },
    publicationsAnswer,
  )
  const onlineStore = data.publications.nodes.find(({ catalog }) =>
    catalog?.apps?.nodes.some(({ handle }) => handle === 'online_store'),
  )
  return (account.onlineStoreId = onlineStore?.id ?? null)
}

/** The variants of these SKUs, by SKU. */
export async function findVariants(
  account: ShopifyAccount,
  skus: readonly string[],
): Promise<Map<string, Variant[]>> {
  const hits = new Map<string, Variant>()
  for (let i = 0; i < skus.length; i += skusPerQuery)
    for (const hit of await searchVariants(account, skus.slice(i, i + skusPerQuery))) hits.set(hit.id, hit)
  // a search also finds similar SKUs, and what another search has found
  return Map.groupBy(hits.values(), (hit) => hit.sku ?? '')
}

const searchAnswer = z.object({
  productVariants: z.object({
    nodes: z.array(variant),
    pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
  }),
})
async function searchVariants(account: ShopifyAccount, skus: readonly string[]): Promise<Variant[]> {
  const { location } = await findPlace(account)
  const search = skus.map(searchTerm).join(' OR ')
  const first = Math.min(pageSize, skus.length * 2)
  const onward = pagesOf()
  const hits: Variant[] = []
  let after: string | null = null
  do {
    const page: SearchPage = await readSearchPage(account, { search, first, after, location })
    hits.push(...page.nodes)
    const { hasNextPage, endCursor } = page.pageInfo
    after = hasNextPage && endCursor ? onward(endCursor) : null
  } while (after)
  return hits
}
type SearchPage = z.output<typeof searchAnswer>['productVariants']
async function readSearchPage(
  account: ShopifyAccount,
  variables: { search: string; first: number; after: string | null; location: string },
): Promise<SearchPage> {
  const query = `query ($search: String!, $first: Int!, $after: String, $location: ID!) {
            productVariants(first: $first, after: $after, query: $search) {
              nodes { ${variantFields} } pageInfo { hasNextPage endCursor } } }`
  const { data } = await queryShopify(account, { query, variables }, searchAnswer)
  return data.productVariants
}
/** A phrase, so that a colon, a space or a bracket means itself. */
const searchTerm = (sku: string): string => `sku:"${sku.replaceAll(/["\\]/g, '\\$&')}"`

const nodesAnswer = z.object({ nodes: z.array(variant.nullable()) })
/** The variants of these ids that the shop has, by id. */
export async function findVariantsById(
  account: ShopifyAccount,
  ids: readonly string[],
): Promise<Map<string, Variant>> {
  const current = new Map<string, Variant>()
  for (let i = 0; i < ids.length; i += pageSize) {
    const { data } = await queryShopify(
      account,
      {
        query: `query ($ids: [ID!]!, $location: ID!) {
            nodes(ids: $ids) { ... on ProductVariant { ${variantFields} } } }`,
        variables: { ids: ids.slice(i, i + pageSize), location: (await findPlace(account)).location },
      },
      nodesAnswer,
    )
    for (const node of data.nodes) if (node) current.set(node.id, node)
  }
  return current
}

/** What Shopify calls a product, and what we know of it. */
export interface Names extends Standing {
  product: string
  variant: string
  item: string
  /** We made it, and it isn't on the online store yet. */
  unpublished?: boolean | undefined
  /** It is sold by its link alone. */
  unlisted?: boolean | undefined
}
/** An unlisted product is sold, too. */
const isSold = ({ status }: Variant['product']): boolean => status === 'ACTIVE' || status === unlistedStatus
export const unlistedStatus = 'UNLISTED'
export const savedNames = ({ remote }: TellRow): Names | undefined =>
  typeof remote?.variant === 'string' && typeof remote.product === 'string' && typeof remote.item === 'string'
    ? {
        product: remote.product,
        variant: remote.variant,
        item: remote.item,
        ...savedStanding(remote),
        ...(remote.unpublished === true && { unpublished: true }),
        ...(remote.unlisted === true && { unlisted: true }),
      }
    : undefined
export const namesOf = ({ id, product, inventoryItem }: Variant): Names => ({
  product: product.id,
  variant: id,
  item: inventoryItem.id,
  active: isSold(product),
  ...(product.status === unlistedStatus && { unlisted: true }),
  shared: (product.variantsCount?.count ?? 1) > 1,
  tracked: inventoryItem.tracked,
})
/** What is saved of a product after its update. */
export const remoteAfter = (row: TellRow, names: Names) => ({
  product: names.product,
  variant: names.variant,
  item: names.item,
  shared: names.shared,
  active: activeAfter(row, names),
  ...(names.unpublished && { unpublished: true }),
  ...(names.unlisted && { unlisted: true }),
})
/** What Shopify calls a product that it just made; undefined: it made none. */
export function createdNames(row: TellRow, { product }: Pick<WriteAnswer, 'product'>): Names | undefined {
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
/** What the shop shows for a row. */
export function toShown(row: TellRow, rowVariant: Variant): Shown {
  const { product, inventoryItem, price, compareAtPrice } = rowVariant
  const level = inventoryItem.inventoryLevel?.quantities[0]
  const names = { ...namesOf(rowVariant), unpublished: savedNames(row)?.unpublished }
  return {
    sku: row.sku,
    remote: remoteAfter(row, names),
    price,
    list_price: compareAtPrice,
    active: isSold(product),
    ...(level && inventoryItem.tracked && { quantity: level.quantity }),
  }
}
