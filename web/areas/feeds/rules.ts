import type { FeedRules } from '#contract/feeds/settings.ts'

/** The rules that are a choice between two ways, as the editor words them. */
export const ruleLabels = {
  covers: {
    label: 'The file holds',
    options: {
      all: 'All products: one it lacks is gone',
      some: 'Some products: one it lacks stays',
      known: 'News of known products: none comes, none goes',
    },
  },
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

type Choice = { [R in keyof FeedRules]: FeedRules[R] extends string ? R : never }[keyof FeedRules]
export const choices = Object.keys(ruleLabels) as Choice[]
