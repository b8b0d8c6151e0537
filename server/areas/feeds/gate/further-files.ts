import type { Observation } from '#engine/gate/observation.ts'

/** How a further file's rows matched the main file's. */
interface JoinCounts {
  read: number
  /** Rows of the main file that it doesn't have. */
  missing: number
  /** Its rows whose SKU another of its rows has; undefined in runs from before this was counted. */
  repeated?: number
}
export interface FurtherRead {
  file: string
  now: JoinCounts
  /** In the last applied run; undefined: the file is new. */
  before: JoinCounts | undefined
}

/**
 * Whether more products than before have no row in a further file, or more of its rows repeat a SKU, as the
 * lines of several warehouses do: only one of them would count.
 */
export const observeFurther = (files: readonly FurtherRead[], products: number): Observation[] =>
  files.flatMap(({ file, now, before }): Observation[] => {
    const repeats = { name: 'repeated' as const, count: now.repeated ?? 0, of: now.read, words: { file } }
    if (!before) return share(now) > 0 ? [{ ...repeats, window: 'first' as const, value: share(now) }] : []
    const base = { window: 'last' as const, words: { file } }
    const missing = now.missing - before.missing
    const addedRepeats = share(now) - share(before)
    return [
      ...(missing > 0
        ? [
            {
              ...base,
              name: 'unjoined' as const,
              count: now.missing,
              of: products,
              value: (missing / Math.max(1, products)) * 100,
            },
          ]
        : []),
      ...(before.repeated !== undefined && addedRepeats > 0
        ? [{ ...repeats, window: 'last' as const, value: addedRepeats }]
        : []),
    ]
  })

const share = ({ repeated: repeats = 0, read }: JoinCounts) => (read === 0 ? 0 : (repeats / read) * 100)
