import type { Observation } from '#engine/gate/observation.ts'
import type { CatalogueCounts } from './catalogue-counts.ts'

/** What the gate sees of a file's changes. */
export interface ChangeReport {
  observations: Observation[]
  /** The catalogue as it would be. */
  after: CatalogueCounts
  /** How many products' stock would move; a feed's first file moves none. */
  quantitiesChanged?: number
  drift?: Drift
}

/** Steps of a price, in thousandths. */
export const steps = [0, 5, 10, 20, 50] as const
export type Step = `beyond_${(typeof steps)[number]}`
/**
 * The most that a run adds to a window: products, and for each step the total distance, in decades, of the
 * cost or list prices that moved at least that far.
 */
export type Drift = Record<'lost' | 'left_stock' | 'titles' | 'unpriced' | Step, number>
