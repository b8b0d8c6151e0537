import { gateFloor, type GateMeasure, type GateWindow } from '#contract/feeds/gate.ts'
import type { ProductField } from '#contract/feeds/settings.ts'
import type { Observation } from '#engine/gate/observation.ts'
import type { Scope } from '../run/compare.ts'
import type { CatalogueCounts } from './catalogue-counts.ts'
import { reasonOf, unreadableIn, type FileFacts } from './file.ts'

/** The counts that a run keeps of its file and of the catalogue that it left. */
export interface Standing {
  facts: FileFacts | null
  counts: CatalogueCounts | null
  /** Rows of unknown products. */
  skipped: number | null
}
interface Window {
  window: Exclude<GateWindow, 'first' | 'last'>
  agreed: boolean
  was: Standing
}
type CurrentStanding = Standing & { rejectedFor?: string | undefined }

/** Measures that are compared as shares. */
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
export function observeShares(scope: Scope, span: Window, current: CurrentStanding): Observation[] {
  const words = { agreed: span.agreed ? 1 : 0 }
  return [...observeRows(scope, span.was, current), ...observeBlanks(scope, span.was, current)].flatMap(
    ({ now, before, ...share }) => {
      const value = percentOf(now) - percentOf(before)
      if (value <= 0 || gateFloor(share.name, span.window) === null) return []
      return [
        {
          ...share,
          window: span.window,
          count: now.part,
          of: now.total,
          value,
          words: { ...words, ...share.words },
        },
      ]
    },
  )
}

interface Share {
  part: number
  total: number
}
const percentOf = ({ part, total }: Share) => (total === 0 ? 0 : (part / total) * 100)

/** A share now and when the window began. */
interface GrownShare extends Pick<Observation, 'name' | 'field' | 'words'> {
  now: Share
  before: Share
}

function observeRows(scope: Scope, earlier: Standing, current: CurrentStanding): GrownShare[] {
  if (!earlier.facts || !current.facts || scope.mended) return []
  const [now, before] = [current.facts, earlier.facts]
  const grown = (name: GateMeasure, partNow: number, partBefore: number): GrownShare => ({
    name,
    now: { part: partNow, total: now.read },
    before: { part: partBefore, total: before.read },
  })
  return [
    { ...grown('rejected', now.rejected, before.rejected), words: reasonOf(current.rejectedFor) },
    grown('repeated', now.repeated, before.repeated),
    ...Object.keys(now.unreadable).map((reason) => ({
      name: 'unreadable' as const,
      now: unreadableIn(now, reason),
      before: unreadableIn(before, reason),
      words: { reason },
    })),
    grown('unknown', current.skipped ?? 0, earlier.skipped ?? 0),
  ]
}

function observeBlanks(scope: Scope, earlier: Standing, current: CurrentStanding): GrownShare[] {
  const [now, before] = [current.counts, earlier.counts]
  if (!now || !before) return []
  return scope.fields.flatMap((field): GrownShare[] => {
    if (field === 'sku' || field === 'quantity') return []
    const blanks = { now: blanksOf(now, field), before: blanksOf(before, field) }
    if (field === 'wholesale_price') return [{ name: 'price_lost', ...blanks }]
    return [{ name: field === 'title' ? 'title_emptied' : 'emptied', field, ...blanks }]
  })
}

function blanksOf(counts: CatalogueCounts, field: ProductField): Share {
  const present = counts.filled[field] ?? 0
  const valid = field === 'wholesale_price' ? (counts.priced ?? present) : present
  return { part: counts.products - valid, total: counts.products }
}
