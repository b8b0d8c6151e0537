import type { Decision } from '#contract/feeds/gate.ts'
import type { Comparison } from './compare.ts'

/** How a run ends, and by what. */
export interface RunDecision {
  end: 'dry' | 'unchanged' | 'held' | 'applied'
  decision: Decision
  comparison: Comparison
  /** What the run's row keeps, however it ends. */
  columns: Record<string, unknown>
}
