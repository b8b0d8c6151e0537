import { useLocation } from '@tanstack/react-router'
import { useLayoutEffect, useRef } from 'react'

/** The row that was opened, or whose link was followed, by visit and list. */
const openedRows = new Map<string, string | number>()
const mostKept = 100

/**
 * On the way back to a list, the row that was left gets the focus again.
 * @param list distinguishes lists of one screen
 */
export function useWayBack<Row>(
  list: string,
  rows: readonly Row[] | undefined,
  id: (row: Row) => string | number,
  focus: (index: number) => void,
) {
  const visit = useLocation({ select: ({ state }) => (state as { __TSR_key?: string }).__TSR_key ?? '' })
  const place = `${visit} ${list}`
  const restoredPlace = useRef<string>(null)
  useLayoutEffect(() => {
    if (!rows || restoredPlace.current === place) return
    restoredPlace.current = place
    const rowId = openedRows.get(place)
    const index = rowId === undefined ? -1 : rows.findIndex((row) => id(row) === rowId)
    const active = document.activeElement
    if (index >= 0 && (!active || active === document.body || active.matches('[data-filter]'))) focus(index)
  })
  return (row: Row) => {
    const [oldest] = openedRows.keys()
    if (openedRows.size >= mostKept && oldest !== undefined) openedRows.delete(oldest)
    openedRows.set(place, id(row))
  }
}
