import type { FeedRules } from '#contract/feeds/settings.ts'

/** What a file may contain, and what that means for products that are missing from it. */
export const coverings = {
  all: { label: 'Every product', means: 'Products missing from the file are removed' },
  some: { label: 'Some products', means: 'Products missing from the file stay unchanged' },
  known: {
    label: 'Updates to known products',
    means: 'Such as prices and stock. Rows for unknown products are skipped.',
  },
} satisfies Record<FeedRules['covers'], { label: string; means: string }>

/** The rules with two choices, as the editor words them. */
export const ruleLabels = {
  gone_product: {
    label: 'Product missing from the feed',
    options: { inactive: 'Set to inactive with quantity 0', zero: 'Keep status, set quantity to 0' },
  },
  blank_cell: {
    label: 'Blank cell',
    options: { clear: 'Clear the field', keep: 'Keep the current value' },
  },
  blank_quantity: {
    label: 'Blank quantity',
    options: { zero: 'Treat as 0', keep: 'Keep the current value' },
  },
  blank_price: {
    label: 'Row without a price',
    options: { accept: 'Accept with a warning', reject: 'Reject' },
  },
  placeholder_row: {
    label: 'Placeholder row',
    options: { accept: 'Add as a product', leave_out: 'Leave out' },
  },
  repeated_sku: {
    label: 'Duplicate SKU',
    options: { first: 'Use the first row', last: 'Use the last row' },
  },
  ragged_row: {
    label: 'Row with a different number of cells',
    options: { reject: 'Reject', accept: 'Read the available cells' },
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
