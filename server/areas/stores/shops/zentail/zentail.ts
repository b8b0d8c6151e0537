import { z } from 'zod'
import type { Refusal } from '#contract/stores/shops.ts'
import { databaseNow } from '#server/platform/clock.ts'
import { ask, type Shop } from '../ask.ts'
import {
  quantityOf,
  refusedOutcome,
  type Bucket,
  type Market,
  type Outcome,
  type Reply,
  type Shown,
  type TellRow,
} from '../market.ts'
import { listOf, orUndefined } from '../orders.ts'
import { findWarehouse, openZentailAccount, zentailId, type ZentailAccount } from './account.ts'
import { zentailOrders } from './orders.ts'

/** The updates of one call. */
const batchSize = 50
/** Shared by all that use the account's token. */
const calls: Bucket = { name: 'calls', limit: 10, seconds: 1, unit: 'requests' }
/** Zentail's smallest page. */
const stockPerRequest = 25

/**
 * A Zentail account, which is only sent quantities. If an answer is lost, they are sent again: an absolute
 * quantity may be set twice.
 */
export function openZentail(shop: Shop, base: string): Market {
  const account = openZentailAccount(shop, base)
  return {
    ...zentailOrders(account),
    meter: account.shop.meter,
    buckets: [calls],
    call: () => ({ most: batchSize, bucket: calls }),
    tell: (rows) => sendQuantities(account, rows),
    reads: { bucket: calls, most: stockPerRequest * 4, of: (rows) => readStock(account, rows) },
    check: () => checkAccess(account),
  }
}

const updateAnswer = z.object({
  results: z
    .array(
      z.object({
        SKU: z.string(),
        error: z.object({ code: z.string().default(''), message: z.string() }).nullish(),
      }),
    )
    .optional(),
})
type UpdateResult = NonNullable<z.output<typeof updateAnswer>['results']>[number]

async function sendQuantities(account: ZentailAccount, rows: readonly TellRow[]): Promise<Reply> {
  const { location_id: warehouseId } = await findWarehouse(account)
  const { results } = await ask(account.shop, {
    path: `${account.base}/v1/inventory`,
    headers: { ...account.headers, 'content-type': 'application/json' },
    body: {
      products: rows.map((row) => ({ SKU: row.sku, warehouseId, quantity: quantityOf(row) })),
      validAsOf: new Date(databaseNow()).toISOString(),
    },
    answer: updateAnswer,
  })
  // an answer that names no products took the call as a whole
  if (!results) return { outcomes: rows.map(({ sku }) => ({ sku, state: 'live' })) }
  return { outcomes: results.map(outcomeOf) }
}

function outcomeOf({ SKU: sku, error }: UpdateResult): Outcome {
  if (!error) return { sku, state: 'live' }
  const cause = causes.find(([pattern]) => pattern.test(`${error.code} ${error.message}`))?.[1]
  return refusedOutcome(sku, cause ?? 'invalid', error.message)
}
const causes: readonly (readonly [pattern: RegExp, cause: Refusal])[] = [
  [/warehouse/i, 'permission'],
  [/unknown|not.?found|no such|does ?n.t exist/i, 'missing'],
]

const productStock = z.object({
  SKU: z.string(),
  active: z.boolean().nullish(),
  warehouses: listOf(
    z.object({
      warehouseId: zentailId.optional(),
      warehouseName: z.string().nullish(),
      availableQuantity: z.number(),
    }),
  ),
})
type ProductStock = z.output<typeof productStock>
const stockAnswer = z.object({ results: z.array(productStock) })

async function readStock(account: ZentailAccount, rows: readonly TellRow[]): Promise<Shown[]> {
  const { location_id, name } = await findWarehouse(account)
  const stock: Shown[] = []
  for (const skus of skuLists(rows.map(({ sku }) => sku)))
    for (const { SKU: sku, active, warehouses } of await searchStock(account, skus)) {
      const level = warehouses.find(
        ({ warehouseId, warehouseName }) => warehouseId === location_id || warehouseName === name,
      )
      stock.push({
        sku,
        remote: {},
        ...(level && { quantity: level.availableQuantity }),
        ...(active === false && { active: false }),
      })
    }
  return stock
}

/** A list is separated by commas: a SKU with a comma is searched alone. */
function skuLists(skus: readonly string[]): string[][] {
  const listableSkus = skus.filter((sku) => !sku.includes(','))
  const lists = Array.from({ length: Math.ceil(listableSkus.length / stockPerRequest) }, (_, i) =>
    listableSkus.slice(i * stockPerRequest, (i + 1) * stockPerRequest),
  )
  return [...lists, ...skus.filter((sku) => sku.includes(',')).map((sku) => [sku])]
}

async function searchStock(
  { shop, base, headers }: ZentailAccount,
  skus: readonly string[],
): Promise<ProductStock[]> {
  const [first = ''] = skus
  if (first.includes(',')) {
    const path = `${base}/v1/inventory/${encodeURIComponent(first)}`
    const answer = productStock as z.ZodType<ProductStock>
    const product = await orUndefined(ask(shop, { path, headers, answer }))
    return product ? [product] : []
  }
  const query = new URLSearchParams({ skus: skus.join(','), isCaseSensitive: 'true' })
  const path = `${base}/v1/inventory?${query.toString()}`
  const answer = stockAnswer as z.ZodType<z.output<typeof stockAnswer>>
  return (await ask(shop, { path, headers, answer })).results
}

async function checkAccess(account: ZentailAccount): Promise<string> {
  await findWarehouse(account)
  return 'The token can update stock in a warehouse.'
}
