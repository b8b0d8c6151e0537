import { z } from 'zod'
import { ShopFault } from '../ask.ts'
import { groupBySize, refusedOutcome, type Outcome, type TellRow } from '../market.ts'
import { askBigCommerce, type BigCommerceAccount } from './account.ts'
import { causeOf, errorText, errorTexts, faultOf, nameIsTaken } from './errors.ts'
import { findLocation, findProducts, remoteAfter, stockOf, type Names } from './reads.ts'
import { productOf, variantOf } from './writes.ts'

const mostProducts = 10
export const mostVariants = 50
/** BigCommerce takes 2,000. A refusal that names no line is halved, so fewer are sent. */
export const mostLevels = 500
const mostPasses = 5

/** A row whose product is in the shop, and what the shop calls it. */
type ExistingRow = readonly [row: TellRow, names: Names]

export async function changeProducts(
  account: BigCommerceAccount,
  rows: readonly ExistingRow[],
  outcomes: Outcome[],
): Promise<void> {
  for (const group of groupBySize(rows, (row) => productOf(...row).length, mostProducts)) {
    const failures = await putProducts(account, group)
    const pricedRows = group.filter(([{ sku }]) => !failures.has(sku))
    for (const [sku, outcome] of await putPrices(account, pricedRows)) failures.set(sku, outcome)
    // a refused product is only set to sold out, so that nobody buys it
    const levels = group.flatMap(([{ sku, quantity }, names]) =>
      quantity !== undefined && (quantity === 0 || !failures.has(sku)) ? [{ sku, names, quantity }] : [],
    )
    for (const outcome of await setLevels(account, levels))
      if (!failures.has(outcome.sku)) failures.set(outcome.sku, outcome)
    for (const [row, names] of group)
      outcomes.push(failures.get(row.sku) ?? { sku: row.sku, state: 'live', remote: remoteAfter(row, names) })
  }
}

/** Changes the products themselves. A product whose new name is taken gets a name of its own. */
async function putProducts(
  account: BigCommerceAccount,
  rows: readonly ExistingRow[],
): Promise<Map<string, Outcome>> {
  const changedRows = rows.filter((row) => productOf(...row).length > 0)
  const changes = changedRows.flatMap((row) => productOf(...row))
  try {
    const failures = await putBatch(account, 'products', changes)
    const rowsToRename = changedRows.filter(([{ sku }, names]) => {
      const outcome = failures.get(sku)
      return outcome?.state === 'refused' && !names.renamed && nameIsTaken(outcome.text)
    })
    for (const row of rowsToRename) {
      failures.delete(row[0].sku)
      for (const [sku, outcome] of await putRenamed(account, row)) failures.set(sku, outcome)
    }
    return failures
  } catch (error) {
    if (!(error instanceof ShopFault) || !nameIsTaken(error.message)) throw error
    return putOneByOne(account, changedRows, error)
  }
}

/** BigCommerce doesn't say whose name is taken. */
async function putOneByOne(
  account: BigCommerceAccount,
  rows: readonly ExistingRow[],
  fault: ShopFault,
): Promise<Map<string, Outcome>> {
  const [first, ...others] = rows
  if (others.length === 0 && first && !first[1].renamed) return putRenamed(account, first)
  if (others.length === 0) throw fault
  const failures = new Map<string, Outcome>()
  for (const row of rows)
    for (const [sku, outcome] of await putProducts(account, [row])) failures.set(sku, outcome)
  return failures
}

function putRenamed(account: BigCommerceAccount, [row, names]: ExistingRow): Promise<Map<string, Outcome>> {
  names.renamed = true
  return putProducts(account, [[row, names]])
}

const batchAnswer = z.object({
  data: z.array(z.object({ id: z.number(), calculated_price: z.number().nullish() })).default([]),
})
type Change = readonly [sku: string, { id: number } & Readonly<Record<string, unknown>>]

/** Sets prices. The sale price of a product would be paid instead of its variant’s price. */
async function putPrices(
  account: BigCommerceAccount,
  rows: readonly ExistingRow[],
): Promise<Map<string, Outcome>> {
  const paid = new Map<number, number>()
  const failures = await putBatch(
    account,
    'variants',
    rows.flatMap((row) => variantOf(...row)),
    paid,
  )
  const saleRows = rows.filter(([row, { variant }]) => {
    const price = paid.get(variant)
    return row.price !== undefined && price !== undefined && price !== Number(row.price)
  })
  const ownSales = saleRows.filter(([, { shared }]) => !shared)
  const cleared = ownSales.map(([{ sku }, { product: id }]): Change => [sku, { id, sale_price: 0 }])
  for (const [sku, outcome] of await putBatch(account, 'products', cleared)) failures.set(sku, outcome)
  // the other variants of a product keep its sale
  const overruled = saleRows.flatMap(([row, names]) =>
    names.shared
      ? variantOf(row, names).map(([sku, change]): Change => [
          sku,
          { ...change, sale_price: Number(row.price) },
        ])
      : [],
  )
  for (const [sku, outcome] of await putBatch(account, 'variants', overruled)) failures.set(sku, outcome)
  return failures
}

/**
 * Changes several products or variants. BigCommerce refused those that its answer leaves out or, if it says
 * nothing about them, may have changed them.
 * @param paid gets what buyers pay afterward, by id
 * @returns what became of those that failed
 */
async function putBatch(
  account: BigCommerceAccount,
  kind: 'products' | 'variants',
  changes: readonly Change[],
  paid?: Map<number, number>,
): Promise<Map<string, Outcome>> {
  const failures = new Map<string, Outcome>()
  if (changes.length === 0) return failures
  const body = changes.map(([, change]) => change)
  const answer = await askBigCommerce(account, { method: 'PUT', path: `catalog/${kind}`, body })
  const fault = faultOf(answer)
  if (fault) throw fault
  const changed = batchAnswer.safeParse(answer.body).data?.data ?? []
  for (const { id, calculated_price } of changed)
    if (typeof calculated_price === 'number') paid?.set(id, calculated_price)
  if (answer.status !== 207) return failures
  const changedIds = new Set(changed.map(({ id }) => id))
  const texts = errorTexts(answer.body)
  for (const [sku, { id }] of changes.filter(([, change]) => !changedIds.has(change.id))) {
    const productTexts = texts.filter(({ path }) => path.split(/\D+/).includes(String(id)))
    const text =
      (productTexts.length > 0 ? productTexts : texts).map((error) => error.text).join('; ') ||
      errorText(answer.body)
    failures.set(
      sku,
      text === ''
        ? refusedOutcome(sku, 'outage', 'BigCommerce’s response doesn’t include this product.')
        : refusedOutcome(sku, causeOf(text), text),
    )
  }
  return failures
}

interface Level {
  sku: string
  names: Names
  quantity: number
}
/**
 * Sets quantities, of products or variants as BigCommerce tracks them. Lines that it names as wrong are left out, and
 * the others sent again.
 */
async function setLevels(account: BigCommerceAccount, levels: readonly Level[]): Promise<Outcome[]> {
  if (levels.length === 0) return []
  await readStocks(account, levels)
  const outcomes: Outcome[] = []
  let remaining = levels
  for (let pass = 0; ; pass++) {
    const joint = remaining.filter(({ names }) => names.shared && names.stock === 'product')
    for (const { sku } of joint) outcomes.push(refusedOutcome(sku, 'invalid', jointStock))
    remaining = remaining.filter((level) => !joint.includes(level))
    if (remaining.length === 0) return outcomes
    const location_id = await findLocation(account)
    const items = remaining.map((level) => ({ location_id, ...unitOf(level), quantity: level.quantity }))
    const answer = await askBigCommerce(account, {
      method: 'PUT',
      path: 'inventory/adjustments/absolute',
      body: { reason: 'Feedstock', items },
    })
    const fault = faultOf(answer)
    if (!fault) return outcomes
    const wrongLevels = wrongLevelsIn(answer.body, remaining)
    const isCorrected = correctStocks(errorText(answer.body), remaining)
    if ((wrongLevels.size === 0 && !isCorrected) || pass === mostPasses) throw fault
    for (const [{ sku }, text] of wrongLevels) outcomes.push(refusedOutcome(sku, causeOf(text), text))
    remaining = remaining.filter((level) => !wrongLevels.has(level))
  }
}
const jointStock =
  'BigCommerce tracks the stock of this product’s variants together. Track it by variant in BigCommerce.'
const unitOf = ({ names: { product, variant, stock } }: Level) =>
  stock === 'variant' ? { variant_id: variant } : { product_id: product }

/** Reads whose stock is tracked of products that were saved without it. */
async function readStocks(account: BigCommerceAccount, levels: readonly Level[]): Promise<void> {
  const unknown = levels.flatMap(({ names }) => (names.stock ? [] : [names]))
  if (unknown.length === 0) return
  const current = await findProducts(
    account,
    unknown.map(({ product }) => product),
  )
  for (const names of unknown) {
    const product = current.get(names.product)
    names.stock = product ? stockOf(product) : 'product'
  }
}

/** A shop may track a product another way since; the refusal says how. @returns whether it names any of these */
function correctStocks(text: string, levels: readonly Level[]): boolean {
  let isCorrected = false
  for (const [, unit, id, stock] of text.matchAll(
    /(product|variant)_id (\d+) is tracked by (product|variant)/g,
  ))
    for (const { names } of levels)
      if (String(unit === 'product' ? names.product : names.variant) === id && names.stock !== stock) {
        names.stock = stock === 'product' ? 'product' : 'variant'
        isCorrected = true
      }
  return isCorrected
}

/** The levels that an answer names as wrong, with what it says about each. */
function wrongLevelsIn(body: unknown, levels: readonly Level[]): Map<Level, string> {
  const wrongLevels = new Map<Level, string>()
  for (const { path, text } of errorTexts(body)) {
    const level = levels[Number(/items\D{1,2}(\d+)/.exec(path)?.[1] ?? Number.NaN)]
    if (level) wrongLevels.set(level, text)
  }
  return wrongLevels
}
