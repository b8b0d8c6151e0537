import { money } from '#contract/formats.ts'
import { marginEdges, priceEdges, type LivePreview } from '#contract/integrations/live.ts'
import type { NotSent } from '#contract/integrations/listing.ts'
import { count, many } from '#contract/words.ts'

const symbol = (currencyId: number) => money(1, currencyId).replace('1', '')

/** The bands of prices, from the first below its edge to the last without an end: `$5–$10`. */
export const priceBands = (currencyId: number): string[] => {
  const sign = symbol(currencyId)
  const [first] = priceEdges
  return [
    `under ${sign}${first}`,
    ...priceEdges.slice(1).map((edge, i) => `${sign}${count(priceEdges[i] ?? 0)}–${sign}${count(edge)}`),
    `${sign}${count(priceEdges.at(-1) ?? 0)} or more`,
  ]
}
/** The bands of margins: the first is below cost. */
export const marginBands: readonly string[] = [
  'below cost',
  ...marginEdges.slice(1).map((edge, i) => `${marginEdges[i]}–${edge}%`),
  `${marginEdges.at(-1)}% or more`,
]

const leftOutWords: Readonly<Record<NotSent, string>> = {
  store_synchronize: 'not synchronized: “Synchronize the store” is off',
  firearms_allowed: 'blocked as firearms',
  upload_outofstock_product: 'out of stock',
  inactive: 'inactive',
  price: 'without a price',
  load_child_product_conflicts: 'with a SKU of another supplier',
}

/** Why products aren't added, most first: `12 out of stock`. */
export const leftOutTexts = ({
  left_out,
  restricted,
}: Pick<LivePreview, 'left_out' | 'restricted'>): string[] => {
  const reasons = (Object.keys(leftOutWords) as NotSent[])
    .map((key) => [left_out[key] ?? 0, leftOutWords[key]] as const)
    .concat([[restricted, 'blocked by restricted access or a custom feed']])
  return reasons
    .filter(([n]) => n > 0)
    .toSorted(([a], [b]) => b - a)
    .map(([n, words]) => `${count(n)} ${words}`)
}

/** The one act that goes live. */
export const liveAct = (
  { added, in_store }: Pick<LivePreview, 'added' | 'in_store'>,
  store: string,
): string => {
  if (added > 0) return `Put ${many(added, 'product')} into ${store}`
  return in_store > 0 ? `Update ${many(in_store, 'product')} in ${store}` : `Start updates of ${store}`
}

/** What going live does, a sentence each. */
export function liveTexts(preview: LivePreview, store: string): string[] {
  const { added: newProducts, in_store, other_stores } = preview
  const leftOut = leftOutTexts(preview)
  return [
    newProducts === 0
      ? 'No new products are added yet.'
      : `${many(newProducts, 'new product')} ${verbOf(newProducts)} added to ${store}.`,
    in_store > 0 && `${many(in_store, 'product')} already there ${verbOf(in_store)} updated.`,
    newProducts > 0 && pricesText(preview),
    leftOut.length > 0 && `Not added: ${leftOut.join(', ')}.`,
    other_stores.length > 0 && `Also updates ${new Intl.ListFormat('en').format(other_stores)}.`,
    'Stock and prices are then kept up to date automatically.',
  ].filter((text) => typeof text === 'string')
}
const verbOf = (n: number) => (n === 1 ? 'is' : 'are')
function pricesText({ lowest, highest, margin, currency_id }: LivePreview): string {
  if (lowest === null || highest === null) return 'No prices are sent.'
  const prices = `Prices from ${money(lowest, currency_id)} to ${money(highest, currency_id)}`
  return margin === null ? `${prices}.` : `${prices}, margin ${marginText(margin)}.`
}
export const marginText = (margin: number): string =>
  `${margin < 0 ? '−' : ''}${Math.abs(margin).toFixed(1)}%`
