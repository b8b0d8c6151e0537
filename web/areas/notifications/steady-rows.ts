import type { SystemMessage } from '#contract/notifications/messages.ts'
import { worstFirst } from './notification-values.tsx'

type Row = SystemMessage
/** What a list shows, in the order in which it showed it first, so that nothing moves while someone reads. */
export interface Shown {
  /** Its filters. */
  view: string
  /** How many pages were loaded. */
  pages: number
  ids: readonly number[]
  /** What is newer is held back. */
  newest: number
}
export interface Loaded {
  view: string
  pages: number
  rows: readonly Row[]
}

const idsOf = (rows: readonly Row[]) => worstFirst(rows).map(({ id }) => id)

/** All that is loaded. */
export const showAll = ({ view, pages, rows }: Loaded): Shown => ({
  view,
  pages,
  ids: idsOf(rows),
  newest: Math.max(0, ...rows.map(({ id }) => id)),
})

/** What is shown after a load: the same, unless other filters or another page were asked for, or nothing is left of it. */
export function shownAfter(shown: Shown | undefined, loaded: Loaded): Shown {
  if (shown?.view !== loaded.view) return showAll(loaded)
  const known = new Set(shown.ids)
  const isLeft = loaded.rows.length === 0 || loaded.rows.some(({ id }) => known.has(id))
  if (!isLeft) return showAll(loaded)
  if (shown.pages === loaded.pages) return shown
  const seen = loaded.rows.filter(({ id }) => id <= shown.newest)
  return { ...shown, pages: loaded.pages, ids: idsOf(seen) }
}

/** The rows as they are now in the order in which they were shown, and how many newer ones are held back. */
export function steadyRows(shown: Shown, rows: readonly Row[]): { rows: Row[]; held: number } {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const known = new Set(shown.ids)
  const others = rows.filter(({ id }) => !known.has(id))
  return {
    rows: [
      ...shown.ids.flatMap((id) => byId.get(id) ?? []),
      // older ones that are active again
      ...others.filter(({ id }) => id <= shown.newest),
    ],
    held: others.filter(({ id }) => id > shown.newest).length,
  }
}
