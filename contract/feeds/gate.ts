import { z } from 'zod'
import { percent } from '../inputs.ts'

/**
 * What a run's file is measured against: nothing, for a feed's first file; the last applied run; the catalogue of
 * a week ago; and the catalogue when a person last agreed, or of 30 days ago.
 */
const gateWindows = ['first', 'last', 'week', 'agreed'] as const
export type GateWindow = (typeof gateWindows)[number]

interface MeasureKind {
  label: string
  /** What it is a share of; `points` are percentage points. */
  unit: 'products' | 'rows' | 'points' | 'runs' | 'SKUs'
  /** The percentage above which it holds, for each window in which it is measured. Empty: it only warns. */
  hold: Partial<Record<GateWindow, number>>
  /** The percentage above which it warns. Undefined: a third of the one that holds. */
  warn?: number
  /** A smaller count never holds or warns. */
  least: number
  /**
   * `amount`: changes that ordinary days bring too; a feed's threshold scales its limits, and the feed's own history
   * widens them. `wrong`: changes that no ordinary day brings; only a person lets them through.
   */
  kind: 'amount' | 'wrong'
  /** How much one such product harms a vendor; it orders the sentences. */
  weight: number
}

/** Every measure of the gate with its floors (docs/domain/gate.md, The gate). */
const gateMeasures = {
  renamed: wrong('SKUs renamed', 'SKUs', { last: 1, week: 3, agreed: 6 }, { weight: 10, warn: 0.5 }),
  foreign: wrong('Another supplier’s SKUs', 'SKUs', { last: 50 }, { weight: 10, least: 20 }),
  lost: amount('Products missing', 'products', { last: 15, week: 20, agreed: 35 }, { weight: 2 }),
  new: amount('New products', 'products', { last: 40 }, { weight: 1, warn: 15 }),
  left_stock: amount('Out of stock', 'products', { last: 25, week: 35 }, { weight: 2, warn: 8 }),
  median_price: amount('Overall price change', 'products', { last: 15, week: 15, agreed: 25 }, { weight: 5 }),
  price_half: amount(
    'Prices changed by 50% or more',
    'products',
    { last: 3, week: 3 },
    { weight: 8, warn: 1 },
  ),
  price_five: amount('Prices changed 5× or more', 'products', { last: 1, week: 1 }, { weight: 10 }),
  powers_of_ten: wrong(
    'Prices off by 10×, 100×, or 1,000×',
    'products',
    { last: 0.5, week: 0.5 },
    { weight: 12, least: 2 },
  ),
  scaled: wrong(
    'Amounts off by 10×, 100×, or 1,000×',
    'products',
    { last: 3, week: 9 },
    { weight: 6, warn: 1, least: 5 },
  ),
  another_unit: wrong('Unit changed', 'products', { last: 5, week: 15 }, { weight: 6, warn: 2, least: 10 }),
  prices_exchanged: amount(
    'Prices swapped between products',
    'products',
    { last: 20 },
    { weight: 9, warn: 8, least: 20 },
  ),
  amounts_exchanged: wrong(
    'Amounts swapped between products',
    'products',
    { last: 5, week: 15 },
    { weight: 6, warn: 2, least: 10 },
  ),
  price_lost: wrong(
    'Prices missing or zero',
    'products',
    { first: 50, last: 1.5, week: 4 },
    { weight: 5, warn: 0.5 },
  ),
  below_cost: wrong(
    'Cost above list price',
    'products',
    { first: 20, last: 1, week: 3, agreed: 6 },
    { weight: 8 },
  ),
  quantity_scaled: wrong(
    'Quantities off by 10×, 100×, or 1,000×',
    'products',
    { last: 6, week: 25 },
    { weight: 5 },
  ),
  quantity_moved: amount('Large quantity changes', 'products', { last: 25 }, { weight: 4, warn: 10 }),
  one_quantity: amount(
    'Same quantity on many products',
    'products',
    { last: 40, week: 60 },
    { weight: 4, warn: 20, least: 20 },
  ),
  capped: amount('Quantities capped', 'products', {}, { weight: 1, warn: 10, least: 10 }),
  one_price: wrong('Same price on many products', 'points', { first: 90, last: 10 }, { weight: 8 }),
  one_text: wrong('Same text on many products', 'points', { first: 90, last: 5, week: 15 }, { weight: 8 }),
  exchanged: wrong(
    'Text swapped between products',
    'products',
    { last: 1.5, week: 3, agreed: 6 },
    { weight: 9, warn: 0.5 },
  ),
  crossed: wrong('Fields swapped', 'products', { last: 1, week: 3, agreed: 6 }, { weight: 9, warn: 0.5 }),
  garbled: wrong('Garbled characters', 'products', { last: 1, week: 3, agreed: 6 }, { weight: 6, warn: 0.3 }),
  codes_moved: wrong(
    'Codes swapped between products',
    'products',
    { last: 1, week: 3, agreed: 6 },
    { weight: 9 },
  ),
  codes_changed: amount(
    'Codes changed',
    'products',
    { last: 5, week: 20, agreed: 35 },
    { weight: 6, warn: 2 },
  ),
  codes_rewritten: amount('Code format changed', 'products', {}, { weight: 1, warn: 2 }),
  currency: wrong('Currency changed', 'products', { last: 1, week: 3, agreed: 6 }, { weight: 10 }),
  title_emptied: wrong(
    'Titles blank',
    'products',
    { first: 50, last: 1.5, week: 4 },
    { weight: 5, warn: 0.5 },
  ),
  only_codes: wrong('Only SKUs mapped', 'products', { first: 0 }, { weight: 10, warn: 0, least: 1 }),
  dearer_price: wrong(
    'Selling price used as the cost',
    'products',
    { first: 0 },
    { weight: 9, warn: 0, least: 1 },
  ),
  unclear_decimals: wrong('Decimal mark unclear', 'products', { first: 0 }, { weight: 9, warn: 0, least: 1 }),
  filler: wrong('Placeholder rows', 'products', { first: 10, last: 5 }, { weight: 8, least: 2 }),
  emptied: amount('Fields now blank', 'products', { last: 15, week: 25, agreed: 35 }, { weight: 3 }),
  replaced: amount(
    'Text replaced',
    'products',
    { last: 5, week: 15, agreed: 30 },
    { weight: 7, warn: 2, least: 5 },
  ),
  scattered: amount(
    'Brands or categories mixed up',
    'products',
    { last: 5, week: 15, agreed: 30 },
    { weight: 4, warn: 2, least: 5 },
  ),
  one_group: amount(
    'Same brand or category on many products',
    'products',
    { last: 25 },
    { weight: 4, warn: 10, least: 10 },
  ),
  brand_changed: amount('Brands changed', 'products', {}, { weight: 1, warn: 10 }),
  reworded: amount('Text reworded', 'products', {}, { weight: 1, warn: 30 }),
  part_lost: amount('Product group missing', 'products', { last: 60 }, { weight: 2, least: 12 }),
  part_left_stock: amount('Product group out of stock', 'products', { last: 60 }, { weight: 2, least: 12 }),
  part_price: amount('Product group price changes', 'products', { last: 30 }, { weight: 8, least: 6 }),
  rejected: amount(
    'Rows rejected',
    'points',
    { first: 20, last: 5, week: 8, agreed: 12 },
    { weight: 2, warn: 1 },
  ),
  unreadable: amount(
    'Unreadable cells',
    'points',
    { first: 20, last: 5, week: 8, agreed: 12 },
    { weight: 2, warn: 1 },
  ),
  repeated: amount(
    'Duplicate SKUs',
    'points',
    { first: 20, last: 5, week: 8, agreed: 12 },
    { weight: 2, warn: 1 },
  ),
  unknown: amount(
    'Rows for unknown products',
    'points',
    { last: 20, week: 30 },
    { weight: 3, warn: 8, least: 10 },
  ),
  unjoined: amount(
    'Missing from an additional file',
    'points',
    { last: 5, week: 10 },
    { weight: 3, warn: 1 },
  ),
  columns: wrong('Columns changed', 'rows', {}, { weight: 1, warn: 0, least: 1 }),
  column_gone: wrong('Mapped column missing', 'rows', { last: 0 }, { weight: 6, least: 1 }),
  swallowed: wrong('Multiple lines in one cell', 'rows', { last: 0 }, { weight: 6, least: 3 }),
  cut: wrong('File cut off', 'rows', { last: 0 }, { weight: 6, least: 1 }),
  earlier: wrong('Older file sent again', 'products', { last: 2 }, { weight: 7, warn: 0, least: 1 }),
  stuck: amount('Stock not changing', 'runs', {}, { weight: 1, warn: 0, least: 3 }),
} satisfies Record<string, MeasureKind>
export type GateMeasure = keyof typeof gateMeasures
export const gateMeasureNames = Object.keys(gateMeasures) as GateMeasure[]
export const gateMeasure = z.enum(gateMeasureNames as [GateMeasure, ...GateMeasure[]])
export const measureKind = (name: GateMeasure): MeasureKind => gateMeasures[name]
/** In percent; null: it doesn't hold in that window. */
export const gateFloor = (name: GateMeasure, window: GateWindow): number | null =>
  measureKind(name).hold[window] ?? null

type MeasureOptions = Pick<MeasureKind, 'weight'> & Partial<Pick<MeasureKind, 'warn' | 'least'>>
function amount(
  label: string,
  unit: MeasureKind['unit'],
  hold: MeasureKind['hold'],
  options: MeasureOptions,
): MeasureKind {
  return { label, unit, hold, least: 3, ...options, kind: 'amount' }
}
function wrong(...options: Parameters<typeof amount>): MeasureKind {
  return { ...amount(...options), kind: 'wrong' }
}

/** The default threshold, with which the floors apply unscaled. */
export const usualThreshold = 15
export const usualWarning = 5

/** A person's own limits for a measure, in percent; they win over floors and what is usual. */
export const ownLimits = z.partialRecord(
  gateMeasure,
  z.object({ hold: percent.optional(), warn: percent.optional() }),
)

/** One product that shows a measure. */
const exampleRow = z.object({
  sku: z.string(),
  title: z.string().nullable(),
  from: z.string().nullable(),
  to: z.string().nullable(),
})
export type ExampleRow = z.output<typeof exampleRow>

/** A change to the mapping that would cure a measure. */
const mappingFix = z.object({
  field: z.string().describe('the product field to map'),
  column: z.string().nullable().describe('the column that fits it; null if a person must choose'),
  decimals: z
    .object({ mark: z.enum(['comma', 'dot']), value: z.string(), read: z.string() })
    .optional()
    .describe('the other decimal mark that its numbers may have, with one of them and how it is read then'),
})
export type MappingFix = z.output<typeof mappingFix>

/** One measure of one run, judged. */
export const judgedMeasure = z.object({
  name: gateMeasure,
  window: z.enum(gateWindows),
  field: z.string().nullable().describe('the product field it applies to'),
  part: z.string().nullable().describe('the brand, category or price band it applies to'),
  label: z.string(),
  count: z.number(),
  of: z.number(),
  value: z.number().describe('in percent; compared with the limits'),
  warn: z.number().nullable(),
  hold: z.number().nullable().describe('null if it never holds a run'),
  by: z
    .enum(['floor', 'threshold', 'usual', 'own', 'expected', 'one_time'])
    .describe('where the limit comes from'),
  usual: z.tuple([z.number(), z.number()]).nullable().describe('of the feed’s last 30 good runs'),
  verdict: z.enum(['ok', 'warn', 'hold']),
  sentence: z.string(),
  rows: z.array(exampleRow).describe('up to 10 examples'),
  fix: mappingFix.optional(),
})
export type JudgedMeasure = z.output<typeof judgedMeasure>

export const decision = z.object({
  verdict: z.enum(['apply', 'hold']),
  sentence: z.string().describe('why the run is held or has a warning; otherwise empty'),
  threshold: z.number(),
  one_time: z.boolean(),
  first_load: z.boolean(),
  measures: z.array(judgedMeasure).describe('most severe first'),
})
export type Decision = z.output<typeof decision>
