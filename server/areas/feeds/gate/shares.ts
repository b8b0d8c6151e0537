import { gateFloor, type GateMeasure, type GateWindow } from '#contract/feeds/gate.ts'
import type { Observation } from '#engine/gate/judge.ts'
import type { Scope } from '../run/compare.ts'
import type { CatalogueCounts } from './catalogue-counts.ts'
import { reasonOf, unreadableIn, type FileFacts } from './file.ts'

/** How a file and the catalogue that it made stand, in counts that a run keeps. */
export interface Standing {
  facts: FileFacts | null
  counts: CatalogueCounts | null
  /** Its rows of products that weren't known. */
  skipped: number | null
}
interface Window {
  window: Exclude<GateWindow, 'first' | 'last'>
  agreed: boolean
  was: Standing
}

/** What is told by shares. */
export const sharedOut: ReadonlySet<GateMeasure> = new Set([
  'rejected',
  'repeated',
  'unreadable',
  'unknown',
  'price_lost',
  'title_emptied',
  'emptied',
])

/** Shares of rows and of products that have grown since a window began, a little each day. */
export function observeShares(
  scope: Scope,
  { window, agreed, was }: Window,
  is: Standing & { rejectedFor?: string | undefined },
): Observation[] {
  const out: Observation[] = []
  const words = { agreed: agreed ? 1 : 0 }
  const add = (name: GateMeasure, part: number, of: number, before: number, beforeOf: number, more = {}) => {
    const value = share(part, of) - share(before, beforeOf)
    if (value > 0 && gateFloor(name, window) !== null)
      out.push({ name, window, count: part, of, value, words, ...more })
  }
  if (was.facts && is.facts && !scope.mended) {
    const [now, then] = [is.facts, was.facts]
    add('rejected', now.rejected, now.read, then.rejected, then.read, {
      words: { ...words, ...reasonOf(is.rejectedFor) },
    })
    add('repeated', now.repeated, now.read, then.repeated, then.read)
    for (const reason of Object.keys(now.unreadable)) {
      const [is, was] = [unreadableIn(now, reason), unreadableIn(then, reason)]
      add('unreadable', is.rows, is.of, was.rows, was.of, { words: { ...words, reason } })
    }
    add('unknown', is.skipped ?? 0, now.read, was.skipped ?? 0, then.read)
  }
  if (was.counts && is.counts) {
    const { products: of } = is.counts
    const { products: beforeOf } = was.counts
    for (const field of scope.fields) {
      if (field === 'sku' || field === 'quantity') continue
      const empty = (counts: CatalogueCounts) =>
        counts.products -
        (field === 'wholesale_price'
          ? (counts.priced ?? counts.filled.wholesale_price ?? 0)
          : (counts.filled[field] ?? 0))
      const name =
        field === 'wholesale_price' ? 'price_lost' : field === 'title' ? 'title_emptied' : 'emptied'
      add(name, empty(is.counts), of, empty(was.counts), beforeOf, name === 'price_lost' ? {} : { field })
    }
  }
  return out
}

const share = (part: number, of: number) => (of === 0 ? 0 : (part / of) * 100)
