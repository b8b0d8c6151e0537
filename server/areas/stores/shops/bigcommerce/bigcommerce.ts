import { z } from 'zod'
import { ShopFault, type Shop } from '../ask.ts'
import { causeOf, faultOf, nameIsTaken, openBigCommerceAsks, saidOf, textsOf } from './asks.ts'
import { openBigCommerceOrders } from './orders.ts'
import { keep, namesOf, openBigCommerceReads, products, type Names } from './reads.ts'
import { listing, productOf, variantOf } from './writes.ts'
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

/** Each is made by a request of its own. */
const mostListings = 10
const mostProducts = 10
const mostVariants = 50
/** Shopkeepers' limit is 2,000; a refusal that names no line is halved, so it is fewer. */
const mostLevels = 500
const mostPasses = 5
/** By the smallest plan; the shop’s other apps take of it, too, and its answers say what is left. */
const requests: Bucket = { name: 'requests', limit: 150, seconds: 30, unit: 'requests' }

const made = z.object({ data: z.object({ id: z.number(), base_variant_id: z.number().nullish() }) })
const information = z.object({ currency: z.string() })
const batch = z.object({ data: z.array(z.object({ id: z.number() })).default([]) })
/** A BigCommerce shop, by its REST interface v3; the token is its API account’s. */
export function openBigCommerce(shop: Shop, path: string): Market {
  const asks = openBigCommerceAsks(shop, path.replace(/\/v[23]$/, ''))
  const { meter, ask, read } = asks
  const { locationOf, bySku, byId, locate } = openBigCommerceReads(asks)
  /** Changes several; those that it left out of its answer it refused, or, without a word, may have taken. */
  const putAll = async (
    what: 'products' | 'variants',
    items: readonly (readonly [sku: string, { id: number }])[],
  ) => {
    const wrong = new Map<string, Outcome>()
    if (items.length === 0) return wrong
    const answer = await ask(
      'PUT',
      `catalog/${what}`,
      items.map(([, item]) => item),
    )
    const fault = faultOf(answer)
    if (fault) throw fault
    if (answer.status !== 207) return wrong
    const taken = new Set(batch.parse(answer.body).data.map(({ id }) => id))
    const texts = textsOf((answer.body as { errors?: unknown }).errors)
    for (const [sku, { id }] of items.filter(([, item]) => !taken.has(item.id))) {
      const own = texts.filter(({ at }) => at.split(/\D+/).includes(String(id)))
      const text = (own.length > 0 ? own : texts).map((one) => one.text).join('; ') || saidOf(answer.body)
      wrong.set(
        sku,
        text === ''
          ? refused(sku, 'outage', 'BigCommerce left it out of its answer.')
          : refused(sku, causeOf(text), text),
      )
    }
    return wrong
  }
  /** Sets quantities; lines that it names as wrong are left out, and the others told again. */
  const setLevels = async (levels: readonly { sku: string; variant: number; quantity: number }[]) => {
    const outcomes: Outcome[] = []
    let left = levels
    for (let pass = 0; left.length > 0; pass++) {
      const location_id = await locationOf()
      const answer = await ask('PUT', 'inventory/adjustments/absolute', {
        reason: 'Feedstock',
        items: left.map(({ variant: variant_id, quantity }) => ({ location_id, variant_id, quantity })),
      })
      const fault = faultOf(answer)
      if (!fault) break
      const named = textsOf((answer.body as { errors?: unknown } | null)?.errors).flatMap(({ at, text }) => {
        const level = left[Number(/items\D{1,2}(\d+)/.exec(at)?.[1] ?? Number.NaN)]
        return level ? [[level, text] as const] : []
      })
      if (named.length === 0 || pass === mostPasses) throw fault
      const wrong = new Map(named)
      for (const [{ sku }, text] of wrong) outcomes.push(refused(sku, causeOf(text), text))
      left = left.filter((level) => !wrong.has(level))
    }
    return outcomes
  }

  /** What of products themselves changes; one whose new name is another's gets its own. */
  const putProducts = async (rows: readonly (readonly [TellRow, Names])[]): Promise<Map<string, Outcome>> => {
    const told = rows.filter((one) => productOf(...one).length > 0)
    try {
      const wrong = await putAll(
        'products',
        told.flatMap((one) => productOf(...one)),
      )
      const again = told.filter(([{ sku }, { renamed }]) => {
        const outcome = wrong.get(sku)
        return outcome?.state === 'refused' && !renamed && nameIsTaken(outcome.text)
      })
      for (const one of again) {
        wrong.delete(one[0].sku)
        for (const [sku, outcome] of await putRenamed(one)) wrong.set(sku, outcome)
      }
      return wrong
    } catch (error) {
      if (!(error instanceof ShopFault) || !nameIsTaken(error.message)) throw error
      // it doesn't say whose name
      const [first, ...others] = told
      if (others.length === 0 && first && !first[1].renamed) return putRenamed(first)
      if (others.length === 0) throw error
      const wrong = new Map<string, Outcome>()
      for (const one of told) for (const [sku, outcome] of await putProducts([one])) wrong.set(sku, outcome)
      return wrong
    }
  }
  const putRenamed = ([row, names]: readonly [TellRow, Names]) => {
    names.renamed = true
    return putProducts([[row, names]])
  }

  const change = async (rows: readonly (readonly [TellRow, Names])[], outcomes: Outcome[]) => {
    for (const group of grouped(rows, (one) => productOf(...one).length, mostProducts)) {
      const wrong = await putProducts(group)
      const prices = group.flatMap(([row, names]) => variantOf(row, names)).filter(([sku]) => !wrong.has(sku))
      for (const [sku, outcome] of await putAll('variants', prices)) wrong.set(sku, outcome)
      // of what was refused only what is sold out is told, so that nobody buys it
      const levels = group.flatMap(([{ sku, quantity }, { variant }]) =>
        quantity !== undefined && (quantity === 0 || !wrong.has(sku)) ? [{ sku, variant, quantity }] : [],
      )
      for (const outcome of await setLevels(levels))
        if (!wrong.has(outcome.sku)) wrong.set(outcome.sku, outcome)
      for (const [row, names] of group)
        outcomes.push(wrong.get(row.sku) ?? { sku: row.sku, state: 'live', remote: keep(row, names) })
    }
  }
  /** One by one: what is made stands, whatever becomes of the next. */
  const make = async (rows: readonly TellRow[], outcomes: Outcome[]) => {
    for (const row of rows) {
      const { sku, content } = row
      if (!content) {
        outcomes.push(refused(sku, 'missing', notThere))
        continue
      }
      let answer = await ask('POST', 'catalog/products', listing(row, content))
      const renamed = answer.status === 409 && nameIsTaken(saidOf(answer.body))
      if (renamed) answer = await ask('POST', 'catalog/products', listing(row, content, true))
      const fault = faultOf(answer)
      const product = made.safeParse(answer.body).data?.data
      if (fault) outcomes.push(refused(sku, fault.why, fault.message))
      else if (product)
        outcomes.push({
          sku,
          state: 'live',
          ...(typeof product.base_variant_id === 'number' && {
            remote: {
              product: product.id,
              variant: product.base_variant_id,
              active: row.active !== false,
              shared: false,
              ...(renamed && { renamed }),
            },
          }),
        })
      else throw new ShopFault('outage', 'The shop’s answer is none that we understand.', '', { status: 500 })
    }
  }
  const remove = async (rows: readonly TellRow[], outcomes: Outcome[]) => {
    const { known, twice, fresh } = await locate(rows)
    for (const { sku } of twice) outcomes.push(refused(sku, 'conflict', hasTwice))
    for (const { sku } of fresh) outcomes.push({ sku, state: 'live' })
    // what others added to a product since is not deleted with it
    const there = await byId([...known.values()].map(({ product }) => product))
    const whole: [sku: string, product: number][] = []
    for (const [sku, { product, variant }] of known) {
      const now = there.get(product)
      if (!now) outcomes.push({ sku, state: 'live' })
      else if (now.base_variant_id !== null) whole.push([sku, product])
      else {
        const answer = await ask('DELETE', `catalog/products/${product}/variants/${variant}`)
        const fault = faultOf(answer)
        outcomes.push(
          fault && fault.why !== 'missing' ? refused(sku, fault.why, fault.message) : { sku, state: 'live' },
        )
      }
    }
    // without ids it would delete all that the shop has
    if (whole.length === 0) return
    const fault = faultOf(
      await ask('DELETE', `catalog/products?id:in=${whole.map(([, id]) => id).join(',')}`),
    )
    if (fault && fault.why !== 'missing') throw fault
    for (const [sku] of whole) outcomes.push({ sku, state: 'live' })
  }

  return {
    ...openBigCommerceOrders(asks),
    meter,
    buckets: [requests],
    ordersIn: requests,
    call: (parts) => ({
      most: parts.includes('content')
        ? mostListings
        : parts.includes('price') || parts.includes('removed')
          ? mostVariants
          : mostLevels,
      bucket: requests,
    }),
    tell: (all, parts) =>
      finished(async (outcomes) => {
        const rows = [...new Map(all.map((row) => [row.sku, row])).values()]
        if (parts.includes('removed')) return remove(rows, outcomes)
        const { known, twice, fresh } = await locate(rows)
        for (const { sku } of twice) outcomes.push(refused(sku, 'conflict', hasTwice))
        await change(
          rows.flatMap((row) => (known.has(row.sku) ? [[row, known.get(row.sku)!] as const] : [])),
          outcomes,
        )
        await make(fresh, outcomes)
      }),
    async shown(rows) {
      const hits = await bySku(rows.map(({ sku }) => sku))
      const own = rows.flatMap(({ sku }) => (hits.get(sku)?.length === 1 ? hits.get(sku)! : []))
      const there = await byId(own.map((one) => one.product_id))
      return own.flatMap((one) => {
        const product = there.get(one.product_id)
        if (!product) return []
        const names = namesOf(product, one)
        const quantity = names.shared ? one.inventory_level : product.inventory_level
        const price = one.price ?? product.price
        const list = one.retail_price ?? product.retail_price ?? 0
        const { tracked, ...remote } = names
        return [
          {
            sku: one.sku!,
            remote,
            active: product.is_visible,
            ...(tracked && typeof quantity === 'number' && { quantity }),
            ...(typeof price === 'number' && { price: price.toFixed(2) }),
            list_price: list > 0 ? list.toFixed(2) : null,
          },
        ]
      })
    },
    async check() {
      await read('catalog/products?limit=1', products)
      await locationOf()
      return 'The token may read the shop’s products and locations; whether it may change them shows at the first update.'
    },
    async currency() {
      return (await read('store', information, 'v2')).currency
    },
  }
}
