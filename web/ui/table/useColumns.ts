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
import type { ColumnState } from './ViewMenu.tsx'

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
const compare = (a: unknown, b: unknown) =>
  typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b))
const features = tableFeatures({
  columnOrderingFeature,
  columnVisibilityFeature,
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
})
export const defaultColumns: ChosenColumns = { hidden: [], order: [] }
const noRows: readonly never[] = []

/** The columns as they are shown before a person chooses. */
const usualColumns = (columns: readonly { key: string; isOff?: true }[]): ChosenColumns => ({
  hidden: columns.flatMap(({ key, isOff }) => (isOff ? key : [])),
  order: [],
})

/**
 * Which columns of a list a person hid, and their order; kept in this browser by the list's name. A saved
 * view has its own; changes to them are kept beside it until it is saved.
 */
export function useChosenColumns(
  name: string,
  view: SavedView | undefined,
  columns: readonly { key: string; isOff?: true }[],
) {
  const [usual] = useState(() => usualColumns(columns))
  const [ownColumns, setOwnColumns] = useLocalStorage<ChosenColumns>({
    key: `columns-${name}`,
    defaultValue: usual,
    getInitialValueInEffect: false,
  })
  const [draftColumns, setDraftColumns] = useLocalStorage<ChosenColumns & { of: string }>({
    key: `columns-in-view-${name}`,
    defaultValue: { ...defaultColumns, of: '' },
    getInitialValueInEffect: false,
  })
  // choosing a view shows it as it was saved
  const forget = () => setDraftColumns({ ...defaultColumns, of: '' })
  if (!view) return { columns: ownColumns, set: setOwnColumns, reset: () => setOwnColumns(usual), forget }
  const viewKey = `${view.saved_view_id}.${view.version}`
  return {
    columns: draftColumns.of === viewKey ? draftColumns : view.columns,
    set: (columns: ChosenColumns) => setDraftColumns({ ...columns, of: viewKey }),
    reset: forget,
    forget,
  }
}

/** The sort that the address holds, for a list that its caller doesn't sort. */
function useAddressSorting<Row>(
  name: string,
  columns: readonly Column<Row>[],
  callersSorting: Sorting | undefined,
): Sorting | undefined {
  const sortKey = `sort-${name}`
  const schema = useMemo(() => z.object({ [sortKey]: z.string().catch('').default('') }), [sortKey])
  const [url, setUrl] = useUrl(schema)
  if (callersSorting || !columns.some((c) => c.sortValue)) return undefined
  const sortText = url[sortKey] ?? ''
  return {
    column: sortText.replace(/^-/, ''),
    descending: sortText.startsWith('-'),
    set: (column, descending) =>
      setUrl({ [sortKey]: `${descending ? '-' : ''}${column}` }, { replace: true }),
  }
}

/** The columns' keys in the chosen order; the first column stays first. */
function orderOf<Row>(columns: readonly Column<Row>[], { order }: ChosenColumns): string[] {
  const keys = columns.map((c) => c.key)
  return [...new Set([...keys.slice(0, 1), ...order.filter((key) => keys.includes(key)), ...keys])]
}

/**
 * The model of a list: its columns as the person chose them, less those without room, and its rows, sorted
 * here if a column says by what. That sort is in the address.
 */
export function useColumns<Row extends RowData>({
  name,
  choice: { columns: chosenColumns, set: setChosenColumns, reset },
  columns,
  rows,
  sorting,
  dropCount,
}: {
  name: string
  choice: ReturnType<typeof useChosenColumns>
  columns: readonly Column<Row>[]
  rows: readonly Row[] | undefined
  sorting: Sorting | undefined
  dropCount: number
}) {
  const localSorting = useAddressSorting(name, columns, sorting)
  const isHidden = (key: string) => chosenColumns.hidden.includes(key)
  const dropped = leaving(columns.filter((c) => !isHidden(c.key))).slice(0, dropCount)
  const droppedKeys = new Set(dropped.map((c) => c.key))
  const columnOrder = orderOf(columns, chosenColumns)
  const sorted = localSorting && columns.find((c) => c.key === localSorting.column)
  const table = useTable({
    features,
    data: rows ?? noRows,
    columns: columns.map((c): ColumnDef<typeof features, Row> => ({
      id: c.key,
      accessorFn: (row) => c.sortValue?.(row) ?? undefined,
      enableSorting: c.sortValue !== undefined,
      sortUndefined: 'last',
      sortFn: (a, b, id) => compare(a.getValue(id), b.getValue(id)),
    })),
    state: {
      columnOrder,
      columnVisibility: Object.fromEntries(
        columns.map((c) => [c.key, !isHidden(c.key) && !droppedKeys.has(c.key)]),
      ),
      sorting: sorted ? [{ id: sorted.key, desc: localSorting.descending }] : [],
    },
  })
  const columnByKey = new Map(columns.map((c) => [c.key, c]))
  const all = columnOrder.map((key): ColumnState => ({
    key,
    header: columnByKey.get(key)?.header ?? '',
    isHidden: isHidden(key),
    hasNoRoom: droppedKeys.has(key),
  }))
  const visible = useSame<Column<Row>>(
    table.getVisibleLeafColumns().flatMap((c) => columnByKey.get(c.id) ?? []),
  )
  return {
    columns: visible,
    rows: rows && table.getRowModel().rows.map((r) => r.original),
    sorting: sorting ?? localSorting,
    all,
    show: (key: string, isShown: boolean) => {
      const { hidden } = chosenColumns
      setChosenColumns({
        ...chosenColumns,
        hidden: isShown ? hidden.filter((h) => h !== key) : [...hidden, key],
      })
    },
    move: (key: string, step: -1 | 1) => {
      const position = columnOrder.indexOf(key)
      const neighbor = columnOrder[position + step]
      if (neighbor === undefined) return
      const order = columnOrder.with(position, neighbor).with(position + step, key)
      setChosenColumns({ ...chosenColumns, order })
    },
    reset,
  }
}

/** The same array while it holds the same columns, so that rows needn't be drawn again. */
function useSame<T>(list: readonly T[]): readonly T[] {
  const [previous, setPrevious] = useState(list)
  if (previous.length === list.length && list.every((element, i) => element === previous[i])) return previous
  setPrevious(list)
  return list
}
