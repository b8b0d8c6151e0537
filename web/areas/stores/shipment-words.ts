import type { Result } from '#contract/index.ts'
import { count, many } from '#contract/words.ts'

/** What a market was told of an order, and what of it is left to ship. */
export function toldInWords(
  market: string,
  order: string,
  { state, lines, left, refused }: Result<'shipOrder'>,
): string {
  if (state === 'already') return `${market} had this tracking number already: nothing was told twice`
  const named = lines.slice(0, mostNamed).map(({ sku, quantity }) => `${count(quantity)} × ${sku}`)
  const more = lines.length - mostNamed
  const what = [...named, ...(more > 0 ? [many(more, 'other line')] : [])].join(', ')
  const rest = left === 0 ? `all of ${order} is shipped` : `${many(left, 'unit')} of ${order} left to ship`
  return state === 'told'
    ? `${market} was told that it is shipped: ${what}; ${rest}`
    : `${market} was told a part alone: ${what}; ${rest}. ${refused ?? ''}`.trim()
}
const mostNamed = 5
