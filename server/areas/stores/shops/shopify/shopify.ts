import { z } from 'zod'
import type { Part } from '#contract/stores/shops.ts'
import { databaseNow } from '#server/platform/clock.ts'
import { ShopFault, type Shop } from '../ask.ts'
import {
  duplicateSku,
  groupBySize,
  keepFinished,
  noSuchProduct,
  refusedOutcome,
  type Bucket,
  type Market,
  type Outcome,
  type Reply,
  type Shown,
  type TellRow,
} from '../market.ts'
import { openShopifyAccount, queryShopify, type ShopifyAccount } from './account.ts'
import { continueLoad, mayNotPublish, notPublished } from './load.ts'
import { firstTicket } from './load-ticket.ts'
import { shopifyOrders } from './orders.ts'
import {
  createdNames,
  findOnlineStore,
  findPlace,
  findVariants,
  findVariantsById,
  lackingScopes,
  namesOf,
  publishScopes,
  remoteAfter,
  savedNames,
  scopesAnswer,
  scopesField,
  toShown,
  type Names,
} from './reads.ts'
import { shopifySurvey } from './survey.ts'
import { listing, steps } from './product-writes.ts'
import { causeOf, mostLevels, mostSteps, refusedFor, setLevels, takeSteps, type Step } from './writes.ts'

/** Each makes up to three writes, and its images are fetched. */
const mostListings = 10
/** From this many rows on a bulk operation is faster than one call after another. */
export const loadFrom = 250
/** The rows of one bulk operation. */
const mostLoaded = 2500
/** The limit of the smallest plan; a larger one says so. */
const points: Bucket = { name: 'points', limit: 1000, seconds: 10, unit: 'points' }

/** A Shopify shop, by its Admin GraphQL interface; its token is an app's access token. */
export function openShopify(shop: Shop, path: string, clientId: string): Market {
  const account = openShopifyAccount(shop, path, clientId)
  return {
    ...shopifyOrders(account),
    meter: account.shop.meter,
    buckets: [points],
    pollSeconds: 0.5,
    call: (parts, waiting = 0) => ({
      most: mostRows(parts, waiting),
      later: isLoaded(parts, waiting),
      bucket: { ...points, limit: Math.max(points.limit, account.restoreRate * points.seconds) },
    }),
    async tell(rows, parts, key) {
      if (isLoaded(parts, rows.length))
        return { outcomes: [], ticket: firstTicket(key), pollAt: databaseNow() }
      return sendRows(account, { rows, parts, key })
    },
    poll: (ticket, rows) => continueLoad(account, ticket, rows),
    whole: shopifySurvey(account),
    shown: (rows) => readShown(account, rows),
    check: () => checkAccess(account),
    currency: () => readCurrency(account),
  }
}

const needsManyWrites = (parts: readonly Part[]): boolean =>
  parts.includes('content') || parts.includes('images')
/** Whether a bulk operation does it. 250 quantities fit into one request, and removals don't wait. */
const isLoaded = (parts: readonly Part[], rows: number): boolean =>
  rows >= loadFrom && !parts.includes('removed') && (needsManyWrites(parts) || parts.includes('price'))

function mostRows(parts: readonly Part[], waiting: number): number {
  if (isLoaded(parts, waiting)) return mostLoaded
  if (needsManyWrites(parts)) return mostListings
  return parts.includes('price') || parts.includes('removed') ? mostSteps : mostLevels
}

type ExistingRow = readonly [row: TellRow, names: Names]

function sendRows(
  account: ShopifyAccount,
  call: { rows: readonly TellRow[]; parts: readonly Part[]; key: string },
): Promise<Reply> {
  return keepFinished(async (outcomes) => {
    const rows = [...new Map(call.rows.map((row) => [row.sku, row])).values()]
    if (call.parts.includes('removed')) {
      await removeProducts(account, rows, outcomes)
      return {}
    }
    const { names, duplicates, newRows } = await locateRows(account, rows)
    outcomes.push(...duplicates)
    const existing = rows.flatMap((row): ExistingRow[] => {
      const rowNames = names.get(row.sku)
      return rowNames ? [[row, rowNames]] : []
    })
    let pass = 0
    const notice = await publishProducts(account, existing)
    if (existing.length > 0)
      await changeProducts(account, { rows: existing, nextKey: () => `${call.key}-${pass++}`, outcomes })
    // last, and at once: a search finds a new product only after a while
    return { ...notice, ...(await makeProducts(account, newRows, outcomes)) }
  })
}

/** Finds rows by their saved names, otherwise by SKU; a duplicate SKU belongs to no row. */
async function locateRows(account: ShopifyAccount, rows: readonly TellRow[]) {
  const names = new Map<string, Names>()
  const unnamedSkus: string[] = []
  for (const row of rows) {
    const saved = savedNames(row)
    if (saved) names.set(row.sku, saved)
    else unnamedSkus.push(row.sku)
  }
  const duplicates: Outcome[] = []
  const hits = await findVariants(account, unnamedSkus)
  for (const sku of unnamedSkus) {
    const [variant, duplicate] = hits.get(sku) ?? []
    if (duplicate) duplicates.push(refusedOutcome(sku, 'conflict', duplicateSku))
    else if (variant) names.set(sku, namesOf(variant))
  }
  const duplicateSkus = new Set(duplicates.map(({ sku }) => sku))
  return { names, duplicates, newRows: rows.filter(({ sku }) => !names.has(sku) && !duplicateSkus.has(sku)) }
}

async function changeProducts(
  account: ShopifyAccount,
  { rows, nextKey, outcomes }: { rows: readonly ExistingRow[]; nextKey: () => string; outcomes: Outcome[] },
): Promise<void> {
  const { location, weightUnit } = await findPlace(account)
  const changes = rows.map(([row, names]) => ({ row, names, steps: steps(row, names, weightUnit) }))
  for (const group of groupBySize(changes, (change) => change.steps.length, mostSteps)) {
    const groupSteps = group.flatMap((change) => change.steps)
    const answers = await takeSteps(account, groupSteps)
    const failures = new Map<string, Outcome>()
    for (const [i, { sku }] of groupSteps.entries()) {
      const [error] = answers[i]?.userErrors ?? []
      if (error && !failures.has(sku)) failures.set(sku, refusedFor(sku, error))
    }
    // a refused product is only set to sold out, so that nobody buys it
    const levels = group.flatMap(({ row: { sku, quantity }, names }) =>
      quantity !== undefined && (quantity === 0 || !failures.has(sku))
        ? [{ sku, item: names.item, quantity }]
        : [],
    )
    for (const outcome of await setLevels(account, location, levels, nextKey))
      if (!failures.has(outcome.sku)) failures.set(outcome.sku, outcome)
    for (const { row, names } of group)
      outcomes.push(failures.get(row.sku) ?? { sku: row.sku, state: 'live', remote: remoteAfter(row, names) })
  }
}

/** What a person must know about products that are on no sales channel. */
interface Notice {
  said?: string
}
/** Puts the products that we made on the online store. */
async function publishProducts(account: ShopifyAccount, rows: readonly ExistingRow[]): Promise<Notice> {
  const hiddenRows = rows.filter(([, names]) => names.unpublished)
  if (hiddenRows.length === 0) return {}
  const publicationId = await findOnlineStore(account)
  if (publicationId === null) return (await findPlace(account)).publishes ? {} : { said: mayNotPublish }
  const answers = await takeSteps(
    account,
    hiddenRows.map(([{ sku }, { product }]) => ({
      sku,
      write: 'publishablePublish',
      args: { id: product, input: [{ publicationId }] },
    })),
  )
  for (const [i, [, names]] of hiddenRows.entries())
    names.unpublished = (answers[i]?.userErrors.length ?? 0) > 0
  const errors = answers.flatMap(({ userErrors }) => userErrors[0]?.message ?? [])
  return errors.length > 0 ? { said: notPublished(errors) } : {}
}

async function makeProducts(
  account: ShopifyAccount,
  rows: readonly TellRow[],
  outcomes: Outcome[],
): Promise<Notice> {
  for (const { sku } of rows.filter((row) => !row.content))
    outcomes.push(refusedOutcome(sku, 'missing', noSuchProduct))
  const listings = rows.flatMap((row) => (row.content ? [{ row, content: row.content }] : []))
  if (listings.length === 0) return {}
  const place = await findPlace(account)
  const answers = await takeSteps(
    account,
    listings.map(({ row, content }) => ({
      sku: row.sku,
      write: 'productSet',
      args: { input: listing(row, content, place), synchronous: true },
    })),
  )
  const newRows: ExistingRow[] = []
  for (const [i, { row }] of listings.entries()) {
    const answer = answers[i] ?? { userErrors: [] }
    const [error] = answer.userErrors
    const names = createdNames(row, answer)
    if (error || !names)
      outcomes.push(refusedFor(row.sku, error ?? { message: 'Shopify didn’t create the product.' }))
    else newRows.push([row, names])
  }
  try {
    return await publishProducts(account, newRows)
  } finally {
    for (const [row, names] of newRows)
      outcomes.push({ sku: row.sku, state: 'live', remote: remoteAfter(row, names) })
  }
}

async function removeProducts(
  account: ShopifyAccount,
  rows: readonly TellRow[],
  outcomes: Outcome[],
): Promise<void> {
  const { names, duplicates, newRows } = await locateRows(account, rows)
  outcomes.push(...duplicates, ...newRows.map(({ sku }) => ({ sku, state: 'live' as const })))
  // variants that others added to a product since are not deleted with it
  const current = await findVariantsById(
    account,
    [...names.values()].map(({ variant }) => variant),
  )
  const removals: Step[] = []
  for (const [sku, { product, variant }] of names) {
    const currentVariant = current.get(variant)
    if (!currentVariant) outcomes.push({ sku, state: 'live' })
    else if (namesOf(currentVariant).shared)
      removals.push({
        sku,
        write: 'productVariantsBulkDelete',
        args: { productId: product, variantsIds: [variant] },
      })
    else removals.push({ sku, write: 'productDelete', args: { input: { id: product } } })
  }
  const answers = await takeSteps(account, removals)
  for (const [i, { sku }] of removals.entries()) {
    const [error] = answers[i]?.userErrors ?? []
    const isRemoved = !error || causeOf(error) === 'missing'
    outcomes.push(isRemoved ? { sku, state: 'live' } : refusedFor(sku, error))
  }
}

async function readShown(account: ShopifyAccount, rows: readonly TellRow[]): Promise<Shown[]> {
  const current = await findVariantsById(
    account,
    rows.flatMap((row) => savedNames(row)?.variant ?? []),
  )
  const hits = await findVariants(
    account,
    rows.filter((row) => !savedNames(row)).map((row) => row.sku),
  )
  return rows.flatMap((row) => {
    const names = savedNames(row)
    const [variant, duplicate] = names ? [current.get(names.variant)] : (hits.get(row.sku) ?? [])
    return variant && !duplicate ? [toShown(row, variant)] : []
  })
}

const requiredScopes = ['write_products', 'write_inventory', 'read_locations']
const checkAnswer = z.object({ shop: z.object({ name: z.string() }), ...scopesAnswer })
async function checkAccess(account: ShopifyAccount): Promise<string> {
  const { data } = await queryShopify(account, { query: `{ shop { name } ${scopesField} }` }, checkAnswer)
  const lacking = lackingScopes(requiredScopes, data)
  if (lacking.length > 0)
    throw new ShopFault(
      'permission',
      `The token lacks ${lacking.join(', ')}.`,
      'Add that access to the app in Shopify.',
      { status: 200 },
    )
  const sentence = `The token can change products and stock of ${data.shop.name}`
  const lackingToPublish = lackingScopes(publishScopes, data)
  return lackingToPublish.length === 0
    ? `${sentence} and publish new products.`
    : `${sentence}. New products aren’t published because it lacks ${lackingToPublish.join(' and ')}.`
}

const currencyAnswer = z.object({ shop: z.object({ currencyCode: z.string() }) })
async function readCurrency(account: ShopifyAccount): Promise<string> {
  const { data } = await queryShopify(account, { query: '{ shop { currencyCode } }' }, currencyAnswer)
  return data.shop.currencyCode
}
