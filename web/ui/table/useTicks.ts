import { useRef } from 'react'
import type { Selection } from './column.ts'

/** Ticks a row or a range from the last one, or all rows at once. */
export function useTicks<Row>(rows: readonly Row[] | undefined, selection: Selection<Row> | undefined) {
  const last = useRef(-1)
  const tick = (index: number, span: boolean) => {
    if (!selection || !rows?.[index]) return
    const from = span && last.current >= 0 ? last.current : index
    const shouldTick = !selection.ids.has(selection.id(rows[index]))
    const next = new Set(selection.ids)
    for (const row of rows.slice(Math.min(from, index), Math.max(from, index) + 1)) {
      if (shouldTick) next.add(selection.id(row))
      else next.delete(selection.id(row))
    }
    last.current = index
    selection.set(next)
  }
  return {
    tick,
    tickAll: (shouldTick: boolean) => selection?.set(new Set(shouldTick ? rows?.map(selection.id) : [])),
  }
}
