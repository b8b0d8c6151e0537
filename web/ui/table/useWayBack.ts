import { useLocation } from '@tanstack/react-router'
import { useLayoutEffect, useRef } from 'react'

/** The row that was opened, or of which a link was followed, by the visit and the list it was in. */
const opened = new Map<string, string | number>()
const mostKept = 100

/**
 * Back to a list, the row that was left has the focus again.
 * @param list tells lists of one screen apart
 */
export function useWayBack<Row>(
  list: string,
  rows: readonly Row[] | undefined,
  id: (row: Row) => string | number,
  focus: (index: number) => void,
) {
  const visit = useLocation({ select: ({ state }) => (state as { __TSR_key?: string }).__TSR_key ?? '' })
  const at = `${visit} ${list}`
  const begun = useRef<string>(null)
  useLayoutEffect(() => {
    if (!rows || begun.current === at) return
    begun.current = at
    const left = opened.get(at)
    const index = left === undefined ? -1 : rows.findIndex((row) => id(row) === left)
    const had = document.activeElement
    if (index >= 0 && (!had || had === document.body || had.matches('[data-filter]'))) focus(index)
  })
  return (row: Row) => {
    if (opened.size >= mostKept) opened.delete(opened.keys().next().value!)
    opened.set(at, id(row))
  }
}
