import { parseJson, ShopFault } from '../ask.ts'
import type { Market, Whole } from '../market.ts'
import type { ShopifyAccount } from './account.ts'
import { getOperation, nameOf, readResults, runs, startOperation } from './bulk.ts'
import { findPlace, savedNames, toShown, variant, variantFields, type Variant } from './reads.ts'

/** Reading this many, a hundred at once, would take minutes of the shop's points. */
export const surveyFrom = 1000

/** All that a shop has, by one bulk operation. */
export const shopifySurvey = (account: ShopifyAccount): Market['whole'] & object => ({
  from: surveyFrom,
  ask: (key) => startSurvey(account, key),
  read: (id) => readSurvey(account, id),
})

async function startSurvey(account: ShopifyAccount, key: string): Promise<string> {
  const name = nameOf(key)
  const fields = variantFields.replace('$location', JSON.stringify((await findPlace(account)).location))
  const text = `query ${name} { productVariants { edges { node { ${fields} } } } }`
  const start = await startOperation(account, 'query', { name, text })
  if ('operation' in start) return start.operation
  throw start.state === 'full'
    ? new ShopFault('quota', 'Shopify’s bulk operation limit is used up.', 'Updates resume automatically.')
    : new ShopFault('invalid', `Shopify refused to list all products: ${start.text}`, compareAgain, {
        status: 400,
      })
}

async function readSurvey(account: ShopifyAccount, id: string): Promise<Whole | undefined> {
  const operation = await getOperation(account, id)
  if (operation && runs(operation)) return undefined
  const lines = operation ? await readResults(account, operation) : []
  // with only a part of it, the rest would look missing
  if (operation?.status !== 'COMPLETED' || lines.length !== operation.objectCount)
    throw new ShopFault('missing', 'Shopify’s product list is incomplete.', compareAgain, { status: 400 })
  return wholeOf(lines)
}
const compareAgain = 'Compare again.'

function wholeOf(lines: readonly string[]): Whole {
  const byId = new Map<string, Variant>()
  const bySku = new Map<string, Variant | null>()
  for (const line of lines) {
    const lineVariant = variant.safeParse(parseJson(line)).data
    if (!lineVariant) throw new ShopFault('outage', 'The store’s response isn’t valid.', compareAgain)
    byId.set(lineVariant.id, lineVariant)
    // a duplicate SKU belongs to no row
    const { sku } = lineVariant
    if (sku) bySku.set(sku, bySku.has(sku) ? null : lineVariant)
  }
  return (row) => {
    const names = savedNames(row)
    const rowVariant = names ? byId.get(names.variant) : bySku.get(row.sku)
    return rowVariant ? toShown(row, rowVariant) : undefined
  }
}
