import { useRef } from 'react'
import type { Selection } from './column.ts'

/** Ticks a row or, with a span, all from the last one; and all rows at once. */
export function useTicks<Row>(rows: readonly Row[] | undefined, selection: Selection<Row> | undefined) {
  const last = useRef(-1)
  const tick = (at: number, span: boolean) => {
    if (!selection || !rows?.[at]) return
    const from = span && last.current >= 0 ? last.current : at
    const on = !selection.ids.has(selection.id(rows[at]))
    const next = new Set(selection.ids)
    for (const row of rows.slice(Math.min(from, at), Math.max(from, at) + 1)) {
      if (on) next.add(selection.id(row))
      else next.delete(selection.id(row))
    }
    last.current = at
    selection.set(next)
  }
  return {
    tick,
    tickAll: (on: boolean) => selection?.set(new Set(on ? rows?.map(selection.id) : [])),
  }
}
