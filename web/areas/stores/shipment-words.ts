import type { Result } from '#contract/index.ts'
import { count, many } from '#contract/words.ts'

/** What was reported to the market about an order, and what is left to ship. */
export function shipmentInWords(
  market: string,
  order: string,
  { state, lines, left: unitsLeft, refused: refusalText }: Result<'shipOrder'>,
): string {
  if (state === 'already') return `${market} had this tracking number already: nothing was told twice`
  const namedLines = lines.slice(0, mostNamed).map(({ sku, quantity }) => `${count(quantity)} × ${sku}`)
  const otherLines = lines.length - mostNamed
  const linesText = [...namedLines, ...(otherLines > 0 ? [many(otherLines, 'other line')] : [])].join(', ')
  const rest =
    unitsLeft === 0 ? `all of ${order} is shipped` : `${many(unitsLeft, 'unit')} of ${order} left to ship`
  return state === 'told'
    ? `${market} was told that it is shipped: ${linesText}; ${rest}`
    : `${market} was told a part alone: ${linesText}; ${rest}. ${refusalText ?? ''}`.trim()
}
const mostNamed = 5
