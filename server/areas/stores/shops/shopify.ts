import { z } from 'zod'
import { ShopFault, type Shop } from './ask.ts'
import { finished, refused, type Bucket, type Market, type Outcome, type TellRow } from './market.ts'
import { openShopifyGraphql, shopifyBase } from './shopify-graphql.ts'
import { openShopifyOrders } from './shopify-orders.ts'
import { keep, keptNames, namesOf, openShopifyReads, type Names } from './shopify-reads.ts'
import { listing, steps } from './shopify-tells.ts'
import {
  causeOf,
  mostLevels,
  mostSteps,
  refusedFor,
  setLevels,
  takeSteps,
  type Step,
} from './shopify-writes.ts'

/** Each makes up to three writes, and its images are fetched. */
const mostListings = 10
/** By the smallest plan; a larger one says so. */
const points: Bucket = { name: 'points', limit: 1000, seconds: 10, unit: 'points' }
const scopes = ['write_products', 'write_inventory', 'read_locations']

const checkAnswer = z.object({
  shop: z.object({ name: z.string() }),
  currentAppInstallation: z.object({ accessScopes: z.array(z.object({ handle: z.string() })) }),
})

/** A Shopify shop, by its Admin GraphQL interface; its token is an app's access token. */
export function openShopify(shop: Shop, path: string): Market {
  const graphql = openShopifyGraphql(shop, shopifyBase(path))
  const { placeOf, bySku, byId } = openShopifyReads(graphql)
  /** By the names that are kept, else as the shop has the SKU; one that it has twice is nobody's. */
  const locate = async (rows: readonly TellRow[]) => {
    const known = new Map<string, Names>()
    const asked: string[] = []
    for (const row of rows) {
      const names = keptNames(row)
      if (names) known.set(row.sku, names)
      else asked.push(row.sku)
    }
    const twice: Outcome[] = []
    const hits = await bySku(asked)
    for (const sku of asked) {
      const [one, another] = hits.get(sku) ?? []
      if (another) twice.push(refused(sku, 'conflict', 'Several variants of the shop have this SKU.'))
      else if (one) known.set(sku, namesOf(one))
    }
    const refusedNow = new Set(twice.map(({ sku }) => sku))
    return { known, twice, fresh: rows.filter(({ sku }) => !known.has(sku) && !refusedNow.has(sku)) }
  }

  const remove = async (rows: readonly TellRow[], outcomes: Outcome[]) => {
    const { known, twice, fresh } = await locate(rows)
    outcomes.push(...twice, ...fresh.map(({ sku }) => ({ sku, state: 'live' as const })))
    // what others added to a product since is not deleted with it
    const there = await byId([...known.values()].map((names) => names.variant))
    const steps: Step[] = []
    for (const [sku, names] of known) {
      const now = there.get(names.variant)
      if (!now) outcomes.push({ sku, state: 'live' })
      else if (namesOf(now).shared)
        steps.push({
          sku,
          write: 'productVariantsBulkDelete',
          given: { productId: names.product, variantsIds: [names.variant] },
        })
      else steps.push({ sku, write: 'productDelete', given: { input: { id: names.product } } })
    }
    const answers = await takeSteps(graphql, steps)
    for (const [i, { sku }] of steps.entries()) {
      const [error] = answers[i]!.userErrors
      const gone = !error || causeOf(error) === 'missing'
      outcomes.push(gone ? { sku, state: 'live' } : refusedFor(sku, error))
    }
  }

  const change = async (rows: readonly [TellRow, Names][], keys: () => string, outcomes: Outcome[]) => {
    const { location, weightUnit } = await placeOf()
    for (const group of groups(
      rows.map(([row, names]) => ({ row, names, steps: steps(row, names, weightUnit) })),
    )) {
      const all = group.flatMap((one) => one.steps)
      const answers = await takeSteps(graphql, all)
      const wrong = new Map<string, Outcome>()
      for (const [i, { sku }] of all.entries()) {
        const [error] = answers[i]!.userErrors
        if (error && !wrong.has(sku)) wrong.set(sku, refusedFor(sku, error))
      }
      // of what was refused only what is sold out is told, so that nobody buys it
      const levels = group.flatMap(({ row: { sku, quantity }, names }) =>
        quantity !== undefined && (quantity === 0 || !wrong.has(sku))
          ? [{ sku, item: names.item, quantity }]
          : [],
      )
      for (const outcome of await setLevels(graphql, location, levels, keys))
        if (!wrong.has(outcome.sku)) wrong.set(outcome.sku, outcome)
      for (const { row, names } of group)
        outcomes.push(wrong.get(row.sku) ?? { sku: row.sku, state: 'live', remote: keep(row, names) })
    }
  }

  const make = async (rows: readonly TellRow[], outcomes: Outcome[]) => {
    const made = rows.filter((row) => row.content)
    for (const { sku } of rows.filter((row) => !row.content)) outcomes.push(refused(sku, 'missing', notThere))
    if (made.length === 0) return
    const there = await placeOf()
    const answers = await takeSteps(
      graphql,
      made.map((row) => ({
        sku: row.sku,
        write: 'productSet',
        given: { input: listing(row, row.content!, there), synchronous: true },
      })),
    )
    for (const [i, row] of made.entries()) {
      const { product, userErrors } = answers[i]!
      const [first] = product?.variants.nodes ?? []
      if (userErrors[0] || !product || !first)
        outcomes.push(refusedFor(row.sku, userErrors[0] ?? { message: 'Shopify did not make it.' }))
      else {
        const names = { product: product.id, variant: first.id, item: first.inventoryItem.id }
        outcomes.push({
          sku: row.sku,
          state: 'live',
          remote: { ...names, active: row.active !== false, shared: false },
        })
      }
    }
  }

  return {
    ...openShopifyOrders(graphql),
    meter: graphql.state.meter,
    buckets: [points],
    call: (parts) => ({
      most:
        parts.includes('content') || parts.includes('images')
          ? mostListings
          : parts.includes('price') || parts.includes('removed')
            ? mostSteps
            : mostLevels,
      bucket: { ...points, limit: Math.max(points.limit, graphql.state.restoreRate * points.seconds) },
    }),
    tell: (all, parts, key) =>
      finished(async (outcomes) => {
        const rows = [...new Map(all.map((row) => [row.sku, row])).values()]
        if (parts.includes('removed')) return remove(rows, outcomes)
        const { known, twice, fresh } = await locate(rows)
        outcomes.push(...twice)
        let part = 0
        const keys = () => `${key}-${part++}`
        const had = rows.flatMap((row): [TellRow, Names][] =>
          known.has(row.sku) ? [[row, known.get(row.sku)!]] : [],
        )
        if (had.length > 0) await change(had, keys, outcomes)
        // last, and at once: a search finds what is made only after a while
        await make(fresh, outcomes)
      }),
    async shown(rows) {
      const kept = rows.flatMap((row) => keptNames(row)?.variant ?? [])
      const there = await byId(kept)
      const hits = await bySku(rows.filter((row) => !keptNames(row)).map((row) => row.sku))
      return rows.flatMap((row) => {
        const names = keptNames(row)
        const [one, another] = names ? [there.get(names.variant)] : (hits.get(row.sku) ?? [])
        if (!one || another) return []
        const level = one.inventoryItem.inventoryLevel?.quantities[0]
        return [
          {
            sku: row.sku,
            remote: keep(row, namesOf(one)),
            price: one.price,
            list_price: one.compareAtPrice,
            active: one.product.status === 'ACTIVE',
            ...(level && one.inventoryItem.tracked && { quantity: level.quantity }),
          },
        ]
      })
    },
    async check() {
      const { data } = await graphql.query(
        { query: '{ shop { name } currentAppInstallation { accessScopes { handle } } }' },
        checkAnswer,
      )
      const has = data.currentAppInstallation.accessScopes.map(({ handle }) => handle)
      const missing = scopes.filter(
        (scope) => !has.includes(scope) && !has.includes(scope.replace('read', 'write')),
      )
      if (missing.length > 0)
        throw new ShopFault(
          'permission',
          `The token lacks ${missing.join(', ')}.`,
          'Give the app that access in Shopify.',
          { status: 200 },
        )
      return `The token may change the products and the stock of ${data.shop.name}.`
    },
  }
}
const notThere = 'The shop has no product with this SKU, and this store isn’t sent descriptions.'

interface Work {
  row: TellRow
  names: Names
  steps: Step[]
}
/** Rows whose writes go into one question; rows without any go with the others. */
function groups(work: readonly Work[]): Work[][] {
  const all: Work[][] = [[]]
  let room = mostSteps
  for (const one of work) {
    if (one.steps.length > room) {
      all.push([])
      room = mostSteps
    }
    room -= one.steps.length
    all.at(-1)!.push(one)
  }
  return all
}
