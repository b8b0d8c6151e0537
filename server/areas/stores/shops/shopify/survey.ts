import { parsed, ShopFault } from '../ask.ts'
import type { Market, Whole } from '../market.ts'
import { nameOf, runs, type openShopifyBulk } from './bulk.ts'
import { keptNames, shownAs, variant, variantFields, type openShopifyReads, type Variant } from './reads.ts'

/** Asked for a hundred at once, so many would take minutes of the shop's points. */
export const surveyFrom = 1000

/** All that a shop has, by one bulk operation. */
export function openShopifySurvey(
  { placeOf }: ReturnType<typeof openShopifyReads>,
  bulk: ReturnType<typeof openShopifyBulk>,
): Market['whole'] & object {
  return {
    from: surveyFrom,
    async ask(key) {
      const name = nameOf(key)
      const fields = variantFields.replace('$location', JSON.stringify((await placeOf()).location))
      const text = `query ${name} { productVariants { edges { node { ${fields} } } } }`
      const begun = await bulk.begin('query', { name, text })
      if ('operation' in begun) return begun.operation
      throw begun.state === 'full'
        ? new ShopFault('quota', 'The shop runs as many operations as it can.', 'It goes on by itself.')
        : new ShopFault('invalid', `The shop refuses to show all that it has: ${begun.text}`, askAgain, {
            status: 400,
          })
    },
    async read(id) {
      const operation = await bulk.look(id)
      if (operation && runs(operation)) return undefined
      const lines = operation ? await bulk.read(operation) : []
      // of a part of it the rest would look as if it were gone
      if (operation?.status !== 'COMPLETED' || lines.length !== operation.objectCount)
        throw new ShopFault('missing', 'The shop did not show all that it has.', askAgain, { status: 400 })
      return wholeOf(lines)
    },
  }
}
const askAgain = 'Compare it again.'

function wholeOf(lines: readonly string[]): Whole {
  const byId = new Map<string, Variant>()
  const bySku = new Map<string, Variant | null>()
  for (const line of lines) {
    const own = variant.safeParse(parsed(line)).data
    if (!own) throw new ShopFault('outage', 'The shop’s answer is none that we understand.', askAgain)
    byId.set(own.id, own)
    // one that it has twice is nobody's
    if (own.sku) bySku.set(own.sku, bySku.has(own.sku) ? null : own)
  }
  return (row) => {
    const names = keptNames(row)
    const own = names ? byId.get(names.variant) : bySku.get(row.sku)
    return own ? shownAs(row, own) : undefined
  }
}
