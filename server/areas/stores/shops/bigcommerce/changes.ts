import { z } from 'zod'
import { ShopFault } from '../ask.ts'
import { groupBySize, refusedOutcome, type Outcome, type TellRow } from '../market.ts'
import { askBigCommerce, type BigCommerceAccount } from './account.ts'
import { causeOf, errorText, errorTexts, faultOf, nameIsTaken } from './errors.ts'
import { findLocation, remoteAfter, type Names } from './reads.ts'
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
    const prices = group.flatMap((row) => variantOf(...row)).filter(([sku]) => !failures.has(sku))
    for (const [sku, outcome] of await putBatch(account, 'variants', prices)) failures.set(sku, outcome)
    // a refused product is only set to sold out, so that nobody buys it
    const levels = group.flatMap(([{ sku, quantity }, { variant }]) =>
      quantity !== undefined && (quantity === 0 || !failures.has(sku)) ? [{ sku, variant, quantity }] : [],
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

const batchAnswer = z.object({ data: z.array(z.object({ id: z.number() })).default([]) })

/**
 * Changes several products or variants. BigCommerce refused those that its answer leaves out or, if it says
 * nothing about them, may have changed them.
 * @returns what became of those that failed
 */
async function putBatch(
  account: BigCommerceAccount,
  kind: 'products' | 'variants',
  changes: readonly (readonly [sku: string, { id: number }])[],
): Promise<Map<string, Outcome>> {
  const failures = new Map<string, Outcome>()
  if (changes.length === 0) return failures
  const body = changes.map(([, change]) => change)
  const answer = await askBigCommerce(account, { method: 'PUT', path: `catalog/${kind}`, body })
  const fault = faultOf(answer)
  if (fault) throw fault
  if (answer.status !== 207) return failures
  const changedIds = new Set(batchAnswer.parse(answer.body).data.map(({ id }) => id))
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
  variant: number
  quantity: number
}
/** Sets quantities. Lines that BigCommerce names as wrong are left out, and the others sent again. */
async function setLevels(account: BigCommerceAccount, levels: readonly Level[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  let remaining = levels
  for (let pass = 0; remaining.length > 0; pass++) {
    const location_id = await findLocation(account)
    const items = remaining.map(({ variant: variant_id, quantity }) => ({
      location_id,
      variant_id,
      quantity,
    }))
    const answer = await askBigCommerce(account, {
      method: 'PUT',
      path: 'inventory/adjustments/absolute',
      body: { reason: 'Feedstock', items },
    })
    const fault = faultOf(answer)
    if (!fault) break
    const wrongLevels = wrongLevelsIn(answer.body, remaining)
    if (wrongLevels.size === 0 || pass === mostPasses) throw fault
    for (const [{ sku }, text] of wrongLevels) outcomes.push(refusedOutcome(sku, causeOf(text), text))
    remaining = remaining.filter((level) => !wrongLevels.has(level))
  }
  return outcomes
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
