import { z } from 'zod'
import type { Part, Refusal } from '#contract/stores/shops.ts'
import { ask, type Shop } from '../ask.ts'
import { openWooCommerceOrders } from './orders.ts'
import {
  listPriceOf,
  notThere,
  refused,
  type Bucket,
  type Market,
  type Outcome,
  type Remote,
  type TellRow,
} from '../market.ts'

/** WooCommerce's own limit; its host's differ, and are learned from its refusals. */
const batch = 100
/** Images make a call slow and large. */
const batchWithImages = 10
/** None of its own: that one store of ours never fills the host. */
const calls: Bucket = { name: 'calls', limit: 120, seconds: 60, unit: 'requests' }

const fault = z.object({ code: z.string(), message: z.string() })
const told = z.object({ id: z.number(), sku: z.string().optional(), error: fault.optional() })
const batchAnswer = z.object({
  create: z.array(told).default([]),
  update: z.array(told).default([]),
  delete: z.array(told).default([]),
})
const found = z.array(
  z.object({
    id: z.number(),
    sku: z.string(),
    status: z.string(),
    stock_quantity: z.number().nullable(),
    regular_price: z.string(),
    sale_price: z.string(),
  }),
)
const setting = z.object({ value: z.string() })
type Found = z.output<typeof found>[number]

/** A WooCommerce shop, by its REST interface v3: the login is the consumer key, the token its secret. */
export function openWooCommerce(shop: Shop, base: string, key: string): Market {
  const meter = { requests: 0, points: 0 }
  const metered = { ...shop, meter }
  const headers = {
    authorization: `Basic ${Buffer.from(`${key}:${shop.token}`).toString('base64')}`,
    'content-type': 'application/json',
  }
  const at = (path: string) => `${base}/wp-json/wc/v3/${path}`
  const find = async (skus: readonly string[]): Promise<Map<string, Found>> => {
    // a list is by commas: a SKU with one is asked for alone
    const listed = skus.filter((sku) => !sku.includes(','))
    const alone = skus.filter((sku) => sku.includes(','))
    const there = new Map<string, Found>()
    for (const sku of [...(listed.length > 0 ? [listed.join(',')] : []), ...alone]) {
      const query = new URLSearchParams({ sku, per_page: String(batch), status: 'any' })
      const path = at(`products?${query.toString()}`)
      for (const row of await ask(metered, { path, headers, answer: found })) there.set(row.sku, row)
    }
    return there
  }
  const send = (body: object) =>
    ask(metered, { path: at('products/batch'), headers, body, answer: batchAnswer })

  return {
    ...openWooCommerceOrders(metered, headers, at),
    meter,
    buckets: [calls],
    call: (parts) => ({
      most: parts.includes('content') || parts.includes('images') ? batchWithImages : batch,
      bucket: calls,
    }),
    async tell(rows, parts) {
      const known = await idsOf(rows, find)
      const idOf = ({ sku }: TellRow) => known.get(sku)
      const outcomes: Outcome[] = []
      if (parts.includes('removed')) {
        const there = rows.filter((row) => known.has(row.sku))
        if (there.length > 0) {
          const answer = await send({ delete: there.map((row) => known.get(row.sku)!) })
          outcomes.push(...paired(there, answer.delete, idOf))
        }
        const gone = rows.filter((row) => !known.has(row.sku))
        return { outcomes: [...outcomes, ...gone.map(({ sku }) => ({ sku, state: 'live' as const }))] }
      }
      const old = rows.filter((row) => known.has(row.sku))
      const fresh = rows.filter((row) => !known.has(row.sku))
      const made = fresh.filter((row) => row.content)
      for (const { sku } of fresh.filter((row) => !row.content))
        outcomes.push(refused(sku, 'missing', notThere))
      if (old.length + made.length > 0) {
        const answer = await send({
          create: made.map((row) => ({ sku: row.sku, type: 'simple', ...fields(row, parts) })),
          update: old.map((row) => ({ id: known.get(row.sku), ...fields(row, parts) })),
        })
        outcomes.push(...paired(made, answer.create), ...paired(old, answer.update, idOf))
      }
      return { outcomes }
    },
    async shown(rows) {
      const there = await find(rows.map((row) => row.sku))
      return [...there.values()].map((product) => ({
        sku: product.sku,
        remote: { id: product.id },
        active: product.status === 'publish',
        ...(product.stock_quantity !== null && { quantity: product.stock_quantity }),
        ...(product.regular_price !== '' && {
          price: product.sale_price || product.regular_price,
          list_price: product.sale_price === '' ? null : product.regular_price,
        }),
      }))
    },
    async check() {
      await ask(metered, { path: at('products?per_page=1'), headers, answer: found })
      return 'The key may read the shop’s products; whether it may change them shows at the first update.'
    },
    async currency() {
      const path = at('settings/general/woocommerce_currency')
      return (await ask(metered, { path, headers, answer: setting })).value
    },
  }
}

/** By the id that is kept, else as the shop has the SKU: two at once would make one SKU twice. */
async function idsOf(rows: readonly TellRow[], find: (skus: string[]) => Promise<Map<string, Found>>) {
  const ids = new Map<string, number>()
  const asked: string[] = []
  for (const { sku, remote } of rows) {
    if (typeof remote?.id === 'number') ids.set(sku, remote.id)
    else asked.push(sku)
  }
  if (asked.length > 0) for (const [sku, { id }] of await find(asked)) ids.set(sku, id)
  return ids
}

function fields(row: TellRow, parts: readonly Part[]): object {
  const { content } = row
  return {
    ...(content && {
      name: content.title,
      description: content.description,
      ...(content.weight !== '' && { weight: content.weight }),
      ...(content.images.length > 0 && { images: content.images.map((src) => ({ src })) }),
      ...(content.brand !== '' && {
        attributes: [{ name: 'Brand', visible: true, options: [content.brand] }],
      }),
    }),
    ...(parts.includes('images') && row.images && { images: row.images.map((src) => ({ src })) }),
    ...(row.price !== undefined && prices(row)),
    ...(row.quantity !== undefined && {
      manage_stock: true,
      stock_quantity: row.quantity,
      status: row.active === false ? 'draft' : 'publish',
    }),
  }
}

/** A list price above the price is what a sale is seen by. */
const prices = (row: TellRow) => {
  const { price = '' } = row
  const list_price = listPriceOf(row)
  return list_price === null
    ? { regular_price: price, sale_price: '' }
    : { regular_price: list_price, sale_price: price }
}

/**
 * The answers of a batch stand in the order of what was sent; what says that it is of another product, by its
 * id or, of a new one, its SKU, is none of this one's.
 */
function paired(
  rows: readonly TellRow[],
  answers: readonly z.output<typeof told>[],
  idOf?: (row: TellRow) => number | undefined,
): Outcome[] {
  const skus = new Set(rows.map((row) => row.sku))
  const isOf = (row: TellRow) => (answer: z.output<typeof told>) =>
    idOf ? answer.id === idOf(row) : answer.sku === row.sku
  return rows.flatMap((row, i): Outcome[] => {
    const { sku } = row
    const own = isOf(row)
    const there = answers[i]
    // a shop may write a new SKU its own way
    const unnamed = !idOf && answers.length === rows.length && !skus.has(there?.sku ?? '')
    const answer = there && (own(there) || unnamed) ? there : answers.find(own)
    if (!answer) return []
    if (!answer.error) return [{ sku, state: 'live', remote: { id: answer.id } satisfies Remote }]
    const { code, message } = answer.error
    return [refused(sku, causes.find(([said]) => said.test(code))?.[1] ?? 'invalid', message)]
  })
}
const causes: readonly (readonly [said: RegExp, why: Refusal])[] = [
  [/invalid_id|not_found/, 'missing'],
  [/sku|already_exists|duplicate/, 'conflict'],
  [/cannot_(create|edit|delete|batch)|forbidden/, 'permission'],
  [/image|upload/, 'invalid'],
]
