import type { FeedRules } from '#contract/feeds/settings.ts'

/** What a file may contain, and what that means for products that are missing from it. */
export const coverings = {
  all: { label: 'Every product', means: 'One that the file lacks is gone' },
  some: { label: 'Some of the products', means: 'One that the file lacks stays as it is' },
  known: {
    label: 'News of known products',
    means: 'Such as prices and stock: none comes, none goes; rows of unknown ones are skipped',
  },
} satisfies Record<FeedRules['covers'], { label: string; means: string }>

/** The rules with two choices, as the editor words them. */
export const ruleLabels = {
  gone_product: {
    label: 'A product gone from the feed',
    options: { inactive: 'Becomes inactive with quantity 0', zero: 'Keeps its status with quantity 0' },
  },
  blank_cell: {
    label: 'A blank cell',
    options: { clear: 'Clears the field', keep: 'Keeps what the catalogue has' },
  },
  blank_quantity: {
    label: 'A blank quantity',
    options: { zero: 'Means 0', keep: 'Keeps what the catalogue has' },
  },
  blank_price: {
    label: 'A row without a price',
    options: { accept: 'Is accepted with a warning', reject: 'Is rejected' },
  },
  repeated_sku: {
    label: 'Two rows with one SKU',
    options: { first: 'The first counts', last: 'The last counts' },
  },
  ragged_row: {
    label: 'A row of another length',
    options: { reject: 'Is rejected', accept: 'Is read as far as it goes' },
  },
} satisfies { [R in Choice]: { label: string; options: Record<FeedRules[R], string> } }

type Choice = Exclude<
  { [R in keyof FeedRules]: FeedRules[R] extends string ? R : never }[keyof FeedRules],
  'covers'
>
export const choices = Object.keys(ruleLabels) as Choice[]

/** Rules without effect: in a file of some products none is gone, and updates clear nothing. */
const idle: Record<FeedRules['covers'], readonly Choice[]> = {
  all: [],
  some: ['gone_product'],
  known: ['gone_product', 'blank_cell', 'blank_quantity'],
}
export const choicesFor = (covers: FeedRules['covers']) =>
  choices.filter((name) => !idle[covers].includes(name))
