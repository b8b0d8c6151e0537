import { useLocalStorage } from '@mantine/hooks'
import {
  columnOrderingFeature,
  columnVisibilityFeature,
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
  type RowData,
} from '@tanstack/react-table'
import { useMemo, useState } from 'react'
import { z } from 'zod'
import type { ChosenColumns, SavedView } from '#contract/lists/views.ts'
import { useUrl } from '../page/useUrl.ts'
import { leaving, type Column, type Sorting } from './column.ts'
import type { Shown } from './ViewMenu.tsx'

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
const compare = (a: unknown, b: unknown) =>
  typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b))
const features = tableFeatures({
  columnOrderingFeature,
  columnVisibilityFeature,
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
})
export const asItWas: ChosenColumns = { hidden: [], order: [] }
const none: readonly never[] = []

/**
 * Which columns of a list a person hid, and their order; kept in this browser by the list's name. A saved
 * view has its own, and what is changed in it stays beside them until it is saved.
 */
export function useChosen(name: string, view: SavedView | undefined) {
  const [own, setOwn] = useLocalStorage<ChosenColumns>({
    key: `columns-${name}`,
    defaultValue: asItWas,
    getInitialValueInEffect: false,
  })
  const [changed, setChanged] = useLocalStorage<ChosenColumns & { of: string }>({
    key: `columns-in-view-${name}`,
    defaultValue: { ...asItWas, of: '' },
    getInitialValueInEffect: false,
  })
  // a view is chosen: as it was saved
  const forget = () => setChanged({ ...asItWas, of: '' })
  if (!view) return { columns: own, set: setOwn, reset: () => setOwn(asItWas), forget }
  const of = `${view.saved_view_id}.${view.version}`
  return {
    columns: changed.of === of ? changed : view.columns,
    set: (columns: ChosenColumns) => setChanged({ ...columns, of }),
    reset: forget,
    forget,
  }
}

/**
 * The model of a list: its columns as the person chose them, less those without room, and its rows, sorted
 * here where a column says by what. That sort stands in the address.
 */
export function useColumns<Row extends RowData>({
  name,
  chosen: { columns: chosen, set: setChosen, reset },
  columns,
  rows,
  sorting,
  gone,
}: {
  name: string
  chosen: ReturnType<typeof useChosen>
  columns: readonly Column<Row>[]
  rows: readonly Row[] | undefined
  sorting: Sorting | undefined
  gone: number
}) {
  const sortKey = `sort-${name}`
  const schema = useMemo(() => z.object({ [sortKey]: z.string().catch('').default('') }), [sortKey])
  const [url, setUrl] = useUrl(schema)
  const asked = url[sortKey] ?? ''
  const own = columns.some((c) => c.by) && !sorting
  const here: Sorting | undefined = own
    ? {
        by: asked.replace(/^-/, ''),
        descending: asked.startsWith('-'),
        set: (by, down) => setUrl({ [sortKey]: `${down ? '-' : ''}${by}` }, { replace: true }),
      }
    : undefined
  const left = new Set(
    leaving(columns.filter((c) => !chosen.hidden.includes(c.key)))
      .slice(0, gone)
      .map((c) => c.key),
  )
  const order = [
    ...chosen.order.filter((k) => columns.some((c) => c.key === k)),
    ...columns.map((c) => c.key),
  ]
  const columnOrder = [...new Set([columns[0]!.key, ...order])]
  const table = useTable({
    features,
    data: rows ?? none,
    columns: columns.map((c): ColumnDef<typeof features, Row> => ({
      id: c.key,
      accessorFn: (row) => c.by?.(row) ?? undefined,
      enableSorting: c.by !== undefined,
      sortUndefined: 'last',
      sortFn: (a, b, id) => compare(a.getValue(id), b.getValue(id)),
    })),
    state: {
      columnOrder,
      columnVisibility: Object.fromEntries(
        columns.map((c) => [c.key, !chosen.hidden.includes(c.key) && !left.has(c.key)]),
      ),
      sorting: here && columns.some((c) => c.key === here.by) ? [{ id: here.by, desc: here.descending }] : [],
    },
  })
  const named = new Map(columns.map((c) => [c.key, c]))
  const all: readonly Shown[] = columnOrder.map((k) => ({
    key: k,
    header: named.get(k)!.header,
    hidden: chosen.hidden.includes(k),
    left: left.has(k),
  }))
  const visible = useSame(table.getVisibleLeafColumns().map((c) => named.get(c.id)!))
  return {
    columns: visible,
    rows: rows && table.getRowModel().rows.map((r) => r.original),
    sorting: sorting ?? here,
    all,
    show: (k: string, on: boolean) =>
      setChosen({ ...chosen, hidden: on ? chosen.hidden.filter((h) => h !== k) : [...chosen.hidden, k] }),
    move: (k: string, by: -1 | 1) => {
      const at = columnOrder.indexOf(k)
      setChosen({ ...chosen, order: columnOrder.with(at, columnOrder[at + by]!).with(at + by, k) })
    },
    reset,
  }
}

/** The same array while it holds the same, so that rows which are given it needn't be drawn again. */
function useSame<T>(list: readonly T[]): readonly T[] {
  const [kept, keep] = useState(list)
  if (kept.length === list.length && list.every((of, i) => of === kept[i])) return kept
  keep(list)
  return list
}
