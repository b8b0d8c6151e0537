import { z } from 'zod'
import type { Part, Refusal } from '#contract/stores/shops.ts'
import { ShopFault, type Shop } from '../ask.ts'
import {
  keepFinished,
  noSuchProduct,
  refusedOutcome,
  type Bucket,
  type Market,
  type Outcome,
  type Reply,
  type TellRow,
} from '../market.ts'
import {
  answerOfWooCommerce,
  askWooCommerce,
  openWooCommerceAccount,
  type WooCommerceAccount,
} from './account.ts'
import { hiddenAfter, newProductFields, productFields } from './fields.ts'
import { wooCommerceOrders } from './orders.ts'
import {
  batchSize,
  checkAccess,
  findTargets,
  productPath,
  readShown,
  readStates,
  remoteOf,
  type Target,
} from './products.ts'

/** Images make a call slow and large. */
const batchSizeWithImages = 10
/** WooCommerce has none of its own: one of our stores never fills the host. */
const calls: Bucket = { name: 'calls', limit: 120, seconds: 60, unit: 'requests' }

/** A WooCommerce shop, by its REST interface v3: the login is the consumer key, the token its secret. */
export function openWooCommerce(shop: Shop, base: string, key: string): Market {
  const account = openWooCommerceAccount(shop, base, key)
  return {
    ...wooCommerceOrders(account),
    meter: account.shop.meter,
    buckets: [calls],
    call: (parts) => ({
      most: parts.includes('content') || parts.includes('images') ? batchSizeWithImages : batchSize,
      bucket: calls,
    }),
    tell: (rows, parts) =>
      parts.includes('removed') ? removeProducts(account, rows) : sendRows(account, rows, parts),
    shown: (rows) => readShown(account, rows),
    check: () => checkAccess(account),
    currency: () => readCurrency(account),
  }
}

const batchItem = z.object({
  id: z.number(),
  sku: z.string().optional(),
  type: z.string().optional(),
  error: z.object({ code: z.string(), message: z.string() }).optional(),
})
const batchAnswer = z.object({
  create: z.array(batchItem).default([]),
  update: z.array(batchItem).default([]),
  delete: z.array(batchItem).default([]),
  /** Of an answer that refuses the whole batch. */
  code: z.string().optional(),
})
type BatchItem = z.output<typeof batchItem>

/** Sends a batch of products, or of the variations of one. @returns undefined: that product is gone */
async function sendBatch(account: WooCommerceAccount, parent: number, batch: object) {
  const path = `${productPath(parent)}/batch`
  if (parent === 0) return askWooCommerce(account, { path, body: batch, answer: batchAnswer })
  const { status, body } = await answerOfWooCommerce(account, {
    path,
    body: batch,
    alsoAccepted: [404],
    answer: batchAnswer,
  })
  if (status !== 404) return body
  if (body.code?.startsWith('woocommerce_')) return undefined
  throw new ShopFault(
    'missing',
    'Address not found at the store (404).',
    'Check the store’s admin address.',
    {
      status,
    },
  )
}

/** Products go in one batch, variations in one for each product. */
const sendRows = (
  account: WooCommerceAccount,
  rows: readonly TellRow[],
  parts: readonly Part[],
): Promise<Reply> =>
  keepFinished(async (outcomes) => {
    const targets = await findTargets(account, rows)
    const targetRows = pairRows(rows, targets)
    await readStates(
      account,
      targetRows.filter(({ row, target }) => dependsOnState(row, target)).map(({ target }) => target),
    )
    const missingRows = rows.filter((row) => !targets.has(row.sku))
    const newRows = missingRows.filter((row) => row.content)
    const byParent = Map.groupBy(targetRows, ({ target }) => target.parent)
    const products = byParent.get(0) ?? []
    if (products.length + newRows.length > 0) {
      const answer = await sendBatch(account, 0, {
        create: newRows.map((row) => newProductFields(row, parts)),
        update: products.map(({ row, target }) => ({ id: target.id, ...productFields(row, parts, target) })),
      })
      outcomes.push(...outcomesOfNew(newRows, answer?.create ?? []), ...outcomesOf(products, answer?.update))
    }
    for (const [parent, variations] of byParent) {
      if (parent === 0) continue
      const answer = await sendBatch(account, parent, {
        update: variations.map(({ row, target }) => ({
          id: target.id,
          ...productFields(row, parts, target),
        })),
      })
      outcomes.push(...outcomesOf(variations, answer && answer.update))
    }
    for (const { sku, content } of missingRows)
      if (!content) outcomes.push(refusedOutcome(sku, 'missing', noSuchProduct))
  })

const removeProducts = (account: WooCommerceAccount, rows: readonly TellRow[]): Promise<Reply> =>
  keepFinished(async (outcomes) => {
    const targets = await findTargets(account, rows)
    for (const [parent, members] of Map.groupBy(pairRows(rows, targets), ({ target }) => target.parent)) {
      const answer = await sendBatch(account, parent, { delete: members.map(({ target }) => target.id) })
      outcomes.push(...outcomesOf(members, answer && answer.delete))
    }
    for (const { sku } of rows) if (!targets.has(sku)) outcomes.push({ sku, state: 'live' })
  })

interface TargetRow {
  row: TellRow
  target: Target
}
const pairRows = (rows: readonly TellRow[], targets: ReadonlyMap<string, Target>): TargetRow[] =>
  rows.flatMap((row) => {
    const target = targets.get(row.sku)
    return target ? [{ row, target }] : []
  })

/** Its attributes are completed, and only what is on sale is hidden. */
const dependsOnState = ({ content, quantity, active }: TellRow, { parent, isHidden, product }: Target) =>
  !product &&
  ((content !== undefined && content.brand !== '' && parent === 0) ||
    (quantity !== undefined && (active === false || isHidden)))

/**
 * What became of products that were there. Answers come in the order of what was sent; one about another id isn’t
 * this row’s.
 * @param answers undefined: the product of these variations is gone
 */
function outcomesOf(targetRows: readonly TargetRow[], answers: readonly BatchItem[] | undefined): Outcome[] {
  return targetRows.flatMap(({ row, target }, i): Outcome[] => {
    const { sku } = row
    if (!answers) return [refusedOutcome(sku, 'missing', 'The product of this variation no longer exists.')]
    const isAbout = (item: BatchItem | undefined) => item?.id === target.id
    const answer = isAbout(answers[i]) ? answers[i] : answers.find(isAbout)
    if (!answer) return []
    if (answer.error) return [failedOutcome(sku, answer.error)]
    if (row.price !== undefined && pricelessTypes.has(answer.type ?? ''))
      return [refusedOutcome(sku, 'invalid', 'This product has variations, and only they have prices.')]
    return [{ sku, state: 'live', remote: remoteOf({ ...target, isHidden: hiddenAfter(row, target) }) }]
  })
}
/** They take a price without a word, and sell at those of other products. */
const pricelessTypes = new Set(['variable', 'grouped'])

/** The same of new products, which are recognized by their SKU. */
function outcomesOfNew(rows: readonly TellRow[], answers: readonly BatchItem[]): Outcome[] {
  const skus = new Set(rows.map((row) => row.sku))
  return rows.flatMap((row, i): Outcome[] => {
    const { sku } = row
    const itemInPlace = answers[i]
    // a shop may write a new SKU its own way
    const isUnnamed = answers.length === rows.length && !skus.has(itemInPlace?.sku ?? '')
    const answer =
      itemInPlace && (itemInPlace.sku === sku || isUnnamed)
        ? itemInPlace
        : answers.find((item) => item.sku === sku)
    if (!answer) return []
    if (answer.error) return [failedOutcome(sku, answer.error)]
    return [
      { sku, state: 'live', remote: remoteOf({ id: answer.id, parent: 0, isHidden: row.active === false }) },
    ]
  })
}

function failedOutcome(sku: string, { code, message }: { code: string; message: string }): Outcome {
  const cause = causes.find(([pattern]) => pattern.test(code))?.[1] ?? 'invalid'
  return refusedOutcome(sku, cause, message)
}
const causes: readonly (readonly [pattern: RegExp, cause: Refusal])[] = [
  [/invalid_(product_)?id|not_found/, 'missing'],
  [/sku|already_exists|duplicate/, 'conflict'],
  [/cannot_(create|edit|delete|batch)|forbidden/, 'permission'],
  [/image|upload/, 'invalid'],
]

const setting = z.object({ value: z.string() })
const readCurrency = async (account: WooCommerceAccount): Promise<string> =>
  (await askWooCommerce(account, { path: 'settings/general/woocommerce_currency', answer: setting })).value
