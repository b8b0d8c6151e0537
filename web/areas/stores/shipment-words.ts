import type { Result } from '#contract/index.ts'
import { count, many } from '#contract/words.ts'

/** What was reported to the market about an order, and what is left to ship. */
export function shipmentInWords(
  market: string,
  order: string,
  { state, lines, left: unitsLeft, refused: refusalText }: Result<'shipOrder'>,
): string {
  if (state === 'already') return `${market} already had this tracking number. Nothing was sent`
  const namedLines = lines.slice(0, mostNamed).map(({ sku, quantity }) => `${count(quantity)} × ${sku}`)
  const otherLines = lines.length - mostNamed
  const linesText = [...namedLines, ...(otherLines > 0 ? [many(otherLines, 'other line')] : [])].join(', ')
  const rest =
    unitsLeft === 0 ? `${order} is fully shipped` : `${many(unitsLeft, 'unit')} of ${order} left to ship`
  return state === 'told'
    ? `Shipment sent to ${market}: ${linesText}; ${rest}`
    : `Part of the shipment sent to ${market}: ${linesText}; ${rest}. ${refusalText ?? ''}`.trim()
}
const mostNamed = 5
