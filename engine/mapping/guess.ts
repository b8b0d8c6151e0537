import type { ProductField, Transform } from '#contract/feeds/settings.ts'

/** A column that may feed a field. */
export interface Guess {
  field: ProductField
  from: string
  sure: number
  /** Why, as people read it next to the column: “by its name, 13 digits with the right check digit”. */
  because: string
  /** Further columns of pictures, or stock that is added. */
  also?: string[]
  transforms?: Transform[]
  /** Transforms that follow those that the values need. */
  after?: Transform[]
}

/** Less sure than this is no suggestion. */
export const enough = 0.5
/** If the first rows have nothing in the column. */
export const blankSure = 0.6

export const sureOf = {
  wholeName: 0.97,
  besideUnit: 0.92,
  endOfPath: 0.8,
  withinName: 0.85,
  withinLongerName: 0.72,
  weakName: 0.7,
} as const

export const byName = 'by its name'
