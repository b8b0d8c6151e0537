import { z } from 'zod'
import type { Part } from '#contract/stores/shops.ts'
import { ShopFault, type Shop } from '../ask.ts'
import {
  finished,
  grouped,
  hasTwice,
  notThere,
  refused,
  type Bucket,
  type Market,
  type Outcome,
  type TellRow,
} from '../market.ts'
import { openShopifyBulk } from './bulk.ts'
import { openShopifyGraphql, shopifyBase } from './graphql.ts'
import { firstTicket, mayNotPublish, notPublished, openShopifyLoad } from './load.ts'
import { openShopifyOrders } from './orders.ts'
import {
  keep,
  keptNames,
  lacking,
  madeNames,
  namesOf,
  openShopifyReads,
  publishScopes,
  scopesAnswer,
  scopesField,
  shownAs,
  type Names,
} from './reads.ts'
import { openShopifySurvey } from './survey.ts'
import { listing, steps } from './tells.ts'
import { causeOf, mostLevels, mostSteps, refusedFor, setLevels, takeSteps, type Step } from './writes.ts'

/** Each makes up to three writes, and its images are fetched. */
const mostListings = 10
/** From so many on an operation is sooner done than one call after another; and so many go into one. */
export const loadFrom = 250
const mostLoaded = 2500
/** By the smallest plan; a larger one says so. */
const points: Bucket = { name: 'points', limit: 1000, seconds: 10, unit: 'points' }
const scopes = ['write_products', 'write_inventory', 'read_locations']

const checkAnswer = z.object({ shop: z.object({ name: z.string() }), ...scopesAnswer })
const currencyAnswer = z.object({ shop: z.object({ currencyCode: z.string() }) })

/** A Shopify shop, by its Admin GraphQL interface; its token is an app's access token. */
export function openShopify(shop: Shop, path: string): Market {
  const graphql = openShopifyGraphql(shop, shopifyBase(path))
  const reads = openShopifyReads(graphql)
  const { placeOf, onlineStore, bySku, byId } = reads
  const bulk = openShopifyBulk(shop, graphql)
  const load = openShopifyLoad(graphql, reads, bulk)
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
      if (another) twice.push(refused(sku, 'conflict', hasTwice))
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
    const work = rows.map(([row, names]) => ({ row, names, steps: steps(row, names, weightUnit) }))
    for (const group of grouped(work, (one) => one.steps.length, mostSteps)) {
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
  /** Puts what we made on the online store. @returns what a person must know */
  const publish = async (rows: readonly (readonly [TellRow, Names])[]): Promise<{ said?: string }> => {
    const waiting = rows.filter(([, names]) => names.unpublished)
    if (waiting.length === 0) return {}
    const publicationId = await onlineStore()
    if (publicationId === null) return (await placeOf()).publishes ? {} : { said: mayNotPublish }
    const answers = await takeSteps(
      graphql,
      waiting.map(([{ sku }, { product }]) => ({
        sku,
        write: 'publishablePublish',
        given: { id: product, input: [{ publicationId }] },
      })),
    )
    for (const [i, [, names]] of waiting.entries()) names.unpublished = answers[i]!.userErrors.length > 0
    const wrong = answers.flatMap(({ userErrors }) => userErrors[0]?.message ?? [])
    return wrong.length > 0 ? { said: notPublished(wrong) } : {}
  }

  const make = async (rows: readonly TellRow[], outcomes: Outcome[]): Promise<{ said?: string }> => {
    const made = rows.filter((row) => row.content)
    for (const { sku } of rows.filter((row) => !row.content)) outcomes.push(refused(sku, 'missing', notThere))
    if (made.length === 0) return {}
    const there = await placeOf()
    const answers = await takeSteps(
      graphql,
      made.map((row) => ({
        sku: row.sku,
        write: 'productSet',
        given: { input: listing(row, row.content!, there), synchronous: true },
      })),
    )
    const now: [TellRow, Names][] = []
    for (const [i, row] of made.entries()) {
      const { userErrors } = answers[i]!
      const names = madeNames(row, answers[i]!)
      if (userErrors[0] || !names)
        outcomes.push(refusedFor(row.sku, userErrors[0] ?? { message: 'Shopify did not make it.' }))
      else now.push([row, names])
    }
    try {
      return await publish(now)
    } finally {
      for (const [row, names] of now) outcomes.push({ sku: row.sku, state: 'live', remote: keep(row, names) })
    }
  }

  return {
    ...openShopifyOrders(graphql),
    meter: graphql.state.meter,
    buckets: [points],
    pollSeconds: 0.5,
    call: (parts, waiting = 0) => ({
      most: loads(parts, waiting)
        ? mostLoaded
        : manyWrites(parts)
          ? mostListings
          : parts.includes('price') || parts.includes('removed')
            ? mostSteps
            : mostLevels,
      later: loads(parts, waiting),
      bucket: { ...points, limit: Math.max(points.limit, graphql.state.restoreRate * points.seconds) },
    }),
    async tell(all, parts, key) {
      if (loads(parts, all.length)) return { outcomes: [], ticket: firstTicket(key), pollAt: Date.now() }
      return finished(async (outcomes) => {
        const rows = [...new Map(all.map((row) => [row.sku, row])).values()]
        if (parts.includes('removed')) {
          await remove(rows, outcomes)
          return {}
        }
        const { known, twice, fresh } = await locate(rows)
        outcomes.push(...twice)
        let part = 0
        const keys = () => `${key}-${part++}`
        const had = rows.flatMap((row): [TellRow, Names][] =>
          known.has(row.sku) ? [[row, known.get(row.sku)!]] : [],
        )
        const put = await publish(had)
        if (had.length > 0) await change(had, keys, outcomes)
        // last, and at once: a search finds what is made only after a while
        return { ...put, ...(await make(fresh, outcomes)) }
      })
    },
    poll: load,
    whole: openShopifySurvey(reads, bulk),
    async shown(rows) {
      const kept = rows.flatMap((row) => keptNames(row)?.variant ?? [])
      const there = await byId(kept)
      const hits = await bySku(rows.filter((row) => !keptNames(row)).map((row) => row.sku))
      return rows.flatMap((row) => {
        const names = keptNames(row)
        const [one, another] = names ? [there.get(names.variant)] : (hits.get(row.sku) ?? [])
        if (!one || another) return []
        return [shownAs(row, one)]
      })
    },
    async check() {
      const { data } = await graphql.query({ query: `{ shop { name } ${scopesField} }` }, checkAnswer)
      const missing = lacking(scopes, data)
      if (missing.length > 0)
        throw new ShopFault(
          'permission',
          `The token lacks ${missing.join(', ')}.`,
          'Give the app that access in Shopify.',
          { status: 200 },
        )
      const may = `The token may change the products and the stock of ${data.shop.name}`
      const unpublished = lacking(publishScopes, data)
      return unpublished.length === 0
        ? `${may}, and put new products on its online store.`
        : `${may}. New products are put on no sales channel: it lacks ${unpublished.join(' and ')}.`
    },
    async currency() {
      const { data } = await graphql.query({ query: '{ shop { currencyCode } }' }, currencyAnswer)
      return data.shop.currencyCode
    },
  }
}

const manyWrites = (parts: readonly Part[]): boolean => parts.includes('content') || parts.includes('images')
/** Quantities alone go 250 at once, and what is taken down doesn't wait. */
const loads = (parts: readonly Part[], rows: number): boolean =>
  rows >= loadFrom && !parts.includes('removed') && (manyWrites(parts) || parts.includes('price'))
