import type { GateMeasure, GateWindow, MappingFix } from '#contract/feeds/gate.ts'
import type { ProductField } from '#contract/feeds/settings.ts'

/** What a comparison saw of one measure, before it is judged. */
export interface Observation {
  name: GateMeasure
  window: GateWindow
  field?: ProductField
  part?: string
  /** How many products, rows or SKUs, and out of how many. */
  count: number
  of: number
  /** Percent, or percentage points; undefined: `count` of `of`. */
  value?: number
  /** What its sentence needs in addition to the counts. */
  words?: Record<string, string | number>
  fix?: MappingFix
}
