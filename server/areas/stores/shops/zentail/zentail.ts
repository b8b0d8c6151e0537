import { z } from 'zod'
import type { Refusal } from '#contract/stores/shops.ts'
import { ask, ShopFault, type Shop } from '../ask.ts'
import { quantityOf, refused, type Bucket, type Market, type Outcome, type Shown } from '../market.ts'
import { listOf, orNone } from '../orders.ts'
import { openZentailOrders } from './orders.ts'

/** So many updates a call. */
const batch = 50
/** Shared by all that ask with the account's token. */
const calls: Bucket = { name: 'calls', limit: 10, seconds: 1, unit: 'requests' }
const mostPages = 20
/** Its smallest page. */
const stockAtOnce = 25

const id = z.union([z.string(), z.number()]).transform(String)
const page = z
  .object({
    results: z.array(
      z.object({
        id: id.optional(),
        warehouseId: id.optional(),
        name: z.string(),
        canUpdateInventory: z.boolean().default(false),
      }),
    ),
    nextToken: z.string().nullish(),
    pagination: z.object({ nextToken: z.string().nullish() }).nullish(),
  })
  .transform(({ results, nextToken, pagination }) => ({
    next: nextToken ?? pagination?.nextToken,
    locations: results.map((one) => ({
      location_id: one.warehouseId ?? one.id ?? '',
      name: one.name,
      can_update_inventory: one.canUpdateInventory,
    })),
  }))
type Location = z.output<typeof page>['locations'][number]

/** The warehouses of a Zentail store, page by page: what leads to the next one is a whole address. */
export async function readZentail(shop: Shop, base = '') {
  const locations: Location[] = []
  let path: string | null | undefined = `${base}/v1/warehouses`
  for (let pages = 0; path && pages < mostPages; pages++) {
    const found: z.output<typeof page> = await ask(shop, {
      path,
      headers: { authorization: shop.token },
      answer: page as unknown as z.ZodType<z.output<typeof page>>,
    })
    locations.push(...found.locations)
    path = found.next
  }
  return { locations }
}

const stocked = z.object({
  SKU: z.string(),
  active: z.boolean().nullish(),
  warehouses: listOf(
    z.object({
      warehouseId: id.optional(),
      warehouseName: z.string().nullish(),
      availableQuantity: z.number(),
    }),
  ),
})
const stock = z.object({ results: z.array(stocked) })
type Stock = z.output<typeof stock>

const said = z.object({
  results: z
    .array(
      z.object({
        SKU: z.string(),
        error: z.object({ code: z.string().default(''), message: z.string() }).nullish(),
      }),
    )
    .optional(),
})

/**
 * A Zentail account, which is told quantities alone. Where an answer is lost, they are told again: an absolute
 * quantity may be told twice.
 */
export function openZentail(shop: Shop, base: string): Market {
  const meter = { requests: 0, points: 0 }
  const metered = { ...shop, meter }
  const headers = { authorization: shop.token }
  let found: Location | undefined
  const place = async () => (found ??= await writable(metered, base))
  const warehouse = async () => (await place()).location_id
  const stockOf = async (skus: readonly string[]): Promise<Stock['results']> => {
    const [only = ''] = skus
    // a list is by commas
    if (only.includes(',')) {
      const path = `${base}/v1/inventory/${encodeURIComponent(only)}`
      const one = await orNone(
        ask(metered, { path, headers, answer: stocked as z.ZodType<Stock['results'][number]> }),
      )
      return one ? [one] : []
    }
    const query = new URLSearchParams({ skus: skus.join(','), isCaseSensitive: 'true' })
    const path = `${base}/v1/inventory?${query.toString()}`
    return (await ask(metered, { path, headers, answer: stock as z.ZodType<Stock> })).results
  }
  return {
    ...openZentailOrders(metered, base, warehouse),
    meter,
    buckets: [calls],
    call: () => ({ most: batch, bucket: calls }),
    async tell(rows) {
      const warehouseId = await warehouse()
      const { results } = await ask(metered, {
        path: `${base}/v1/inventory`,
        headers: { authorization: shop.token, 'content-type': 'application/json' },
        body: {
          products: rows.map((row) => ({ SKU: row.sku, warehouseId, quantity: quantityOf(row) })),
          validAsOf: new Date().toISOString(),
        },
        answer: said,
      })
      // it names the products; where it names none, it took the call as a whole
      if (!results) return { outcomes: rows.map(({ sku }) => ({ sku, state: 'live' })) }
      return { outcomes: results.map(outcomeOf) }
    },
    reads: {
      bucket: calls,
      most: stockAtOnce * 4,
      async of(rows) {
        const ours = await place()
        const shown: Shown[] = []
        for (const skus of listsOf(rows.map(({ sku }) => sku)))
          for (const { SKU: sku, active, warehouses } of await stockOf(skus)) {
            const own = warehouses.find(
              (one) => one.warehouseId === ours.location_id || one.warehouseName === ours.name,
            )
            shown.push({
              sku,
              remote: {},
              ...(own && { quantity: own.availableQuantity }),
              ...(active === false && { active: false }),
            })
          }
        return shown
      },
    },
    async check() {
      await warehouse()
      return 'The token may write the stock of a warehouse.'
    },
  }
}

function listsOf(skus: readonly string[]): string[][] {
  const listed = skus.filter((sku) => !sku.includes(','))
  const lists = Array.from({ length: Math.ceil(listed.length / stockAtOnce) }, (_, i) =>
    listed.slice(i * stockAtOnce, (i + 1) * stockAtOnce),
  )
  return [...lists, ...skus.filter((sku) => sku.includes(',')).map((sku) => [sku])]
}

async function writable(shop: Shop, base: string): Promise<Location> {
  const { locations } = await readZentail(shop, base)
  const one = locations.find((location) => location.can_update_inventory)
  if (one) return one
  throw new ShopFault(
    'permission',
    'Zentail lets this token write the stock of no warehouse.',
    'Let a warehouse be updated by it, in Zentail’s own settings.',
  )
}

function outcomeOf({ SKU: sku, error }: NonNullable<z.output<typeof said>['results']>[number]): Outcome {
  if (!error) return { sku, state: 'live' }
  const cause = causes.find(([words]) => words.test(`${error.code} ${error.message}`))
  return refused(sku, cause?.[1] ?? 'invalid', error.message)
}
const causes: readonly (readonly [words: RegExp, why: Refusal])[] = [
  [/warehouse/i, 'permission'],
  [/unknown|not.?found|no such|does ?n.t exist/i, 'missing'],
]
