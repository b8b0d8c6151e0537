import type { RowData } from '@tanstack/react-table'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState, type MouseEvent } from 'react'
import { leaving, type TableProps } from './column.ts'
import { defaultColumns, useChosenColumns, useColumns } from './useColumns.ts'
import { useFit } from './useFit.ts'
import { useLastRows } from './useLastRows.ts'
import { useRowKeys } from './useRowKeys.ts'
import { useRowWindow } from './useRowWindow.ts'
import { useTicks } from './useTicks.ts'
import { useViews } from './useViews.ts'
import { useWayBack } from './useWayBack.ts'

/** A list's rows and columns as they are shown now, and what keys and clicks on it do. */
export function useTableModel<Row extends RowData>(props: TableProps<Row>) {
  const { id, open, selection } = props
  const frame = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  const name = (props.name ?? props.label).toLowerCase().replaceAll(/\W+/g, '-')
  const recordKey = useLocation({ select: ({ pathname }) => `${pathname} ${name}` })
  const lastRows = useLastRows(props.rows, props.error, recordKey)
  const views = useViews(name, props.bar !== undefined)
  const savedChoice = useChosenColumns(name, views.active, props.columns)
  const choice = props.plain ? { ...savedChoice, columns: defaultColumns } : savedChoice
  const search = useLocation({ select: ({ searchStr }) => searchStr })
  const layout = `${props.columns.map((c) => c.key).join()} ${choice.columns.hidden.join()} ${search}`
  const [sideways, setSideways] = useState(false)
  const drops = useFit(
    frame,
    sideways ? 0 : leaving(props.columns).length,
    sideways ? 'sideways' : layout,
    lastRows?.map(id).join() ?? '',
  )
  const dropCount = sideways ? 0 : drops
  useEffect(() => {
    if (!sideways || !frame.current) return undefined
    const element = frame.current
    const end = import('./head-in-sight.ts').then(({ keepHeadInSight }) => keepHeadInSight(element))
    return () => void end.then((stop) => stop())
  }, [sideways])
  const { columns, sorting, maxRows } = props
  const view = useColumns({ name, choice, columns, rows: lastRows, sorting, dropCount })
  const rows = maxRows === undefined ? view.rows : view.rows?.slice(0, maxRows)
  const rowWindow = useRowWindow(body, rows?.length ?? 0)
  const { tick, tickAll } = useTicks(rows, selection)
  const openAt = (index: number) => {
    const row = rows?.[index]
    if (row !== undefined) leave(row)
  }
  const keys = useRowKeys({
    body,
    count: rows?.length ?? 0,
    reveal: rowWindow.reveal,
    open: open && openAt,
    tick: selection && tick,
  })
  const remember = useWayBack(name, rows, id, keys.focusRow)
  const leave = (row: Row) => {
    remember(row)
    open?.(row)
  }
  // handled here, not in each row, so that a row's props stay the same while it does
  const onClick = (e: MouseEvent) => {
    const target = e.target instanceof Element ? e.target : undefined
    const tr = target?.closest<HTMLTableRowElement>('tr[data-index]')
    if (!target || !tr) return
    const index = Number(tr.dataset.index)
    if (selection && target.matches('.tick input')) {
      tick(index, e.shiftKey)
      // after a click with the mouse the row's own keys go on working
      if (e.detail > 0) tr.focus()
    } else if (rows?.[index] && target.closest('a')) remember(rows[index])
    else if (open && !target.closest('button,input,label')) openAt(index)
  }
  const scrolling = { sideways, setSideways, dropCount }
  return { frame, body, rows, rowWindow, tickAll, onClick, scrolling, views, choice, view, keys }
}
export type TableModel<Row extends RowData> = ReturnType<typeof useTableModel<Row>>
