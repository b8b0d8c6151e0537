import type { Observed } from '#engine/gate/judge.ts'

/** How a further file's rows met the main one's, now and in the last applied run. */
interface Joined {
  read: number
  /** Rows of the main file that it hasn't. */
  missing: number
  /** Its rows whose SKU another of them has; runs of before that was counted don't say. */
  repeated?: number
}
export interface FurtherRead {
  file: string
  is: Joined
  /** None: it is the first of its kind. */
  was: Joined | undefined
}

/**
 * More products than before have no row in a further file, or more of its rows repeat a SKU: of a warehouse's
 * lines only one would count.
 */
export const observeFurther = (files: readonly FurtherRead[], products: number): Observed[] =>
  files.flatMap(({ file, is, was }): Observed[] => {
    const repeats = { name: 'repeated' as const, count: is.repeated ?? 0, of: is.read, words: { file } }
    if (!was) return share(is) > 0 ? [{ ...repeats, window: 'first' as const, value: share(is) }] : []
    const seen = { window: 'last' as const, words: { file } }
    const missing = is.missing - was.missing
    const repeated = share(is) - share(was)
    return [
      ...(missing > 0
        ? [
            {
              ...seen,
              name: 'unjoined' as const,
              count: is.missing,
              of: products,
              value: (missing / Math.max(1, products)) * 100,
            },
          ]
        : []),
      ...(was.repeated !== undefined && repeated > 0
        ? [{ ...repeats, window: 'last' as const, value: repeated }]
        : []),
    ]
  })

const share = ({ repeated = 0, read }: Joined) => (read === 0 ? 0 : (repeated / read) * 100)
