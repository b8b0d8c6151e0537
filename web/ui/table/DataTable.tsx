import { Button, Checkbox, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { RowData } from '@tanstack/react-table'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react'
import { Empty, LoadError } from '../page/Page.tsx'
import type { Exported } from '#contract/lists/exports.ts'
import { ExportMenu } from './export/ExportMenu.tsx'
import { headerOf, leaving, type Column, type Selection, type Sorting } from './column.ts'
import { classOf, Row, SkeletonRows } from './Row.tsx'
import { defaultColumns, useChosenColumns, useColumns } from './useColumns.ts'
import { useFit } from './useFit.ts'
import { useLastRows } from './useLastRows.ts'
import { useRowKeys } from './useRowKeys.ts'
import { useRowWindow } from './useRowWindow.ts'
import { useTicks } from './useTicks.ts'
import { useViews } from './useViews.ts'
import { SavedViews } from './SavedViews.tsx'
import { useWayBack } from './useWayBack.ts'
import { ViewMenu } from './ViewMenu.tsx'

export type { Column } from './column.ts'

interface Props<Row> {
  label: string
  /** Under what its columns are kept, where another list has the same label. */
  name?: string
  columns: readonly Column<Row>[]
  rows: readonly Row[] | undefined
  id: (row: Row) => string | number
  open?: (row: Row) => void
  /** The row that is open beside the table. */
  current?: (row: Row) => boolean
  /** Given: the caller sorts. */
  sorting?: Sorting
  /**
   * Filters, left of saved views and the choice of columns; given, the table reaches from edge to edge of
   * the sheet.
   */
  bar?: ReactNode
  /** It can be taken out as a file: under which name, and filtered by what, or by the rows as they stand. */
  exportSource?: Exported | ((rows: readonly Row[]) => Exported) | undefined
  /** New rows are on their way: the old ones stay, dimmed. */
  fetching?: boolean
  error?: Error | null
  retry?: () => void
  empty: ReactNode
  /** The step out of an empty list. */
  emptyAct?: ReactNode
  skeletonRows?: number
  /** Only so many of the rows are shown, the first as they are sorted. */
  maxRows?: number
  selection?: Selection<Row>
  /** Customers read it: nothing stands above it, and no column is chosen. */
  plain?: boolean
}

/**
 * The one list: a header that stays in sight, sort by header, columns chosen, those without room left out,
 * keys (`useRowKeys`), skeleton rows the first time, old rows dimmed later.
 */
export function DataTable<Of extends RowData>(props: Props<Of>) {
  const { label, id, open, bar, fetching, error, retry, empty, selection, plain } = props
  const frame = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  const name = (props.name ?? label).toLowerCase().replaceAll(/\W+/g, '-')
  const recordKey = useLocation({ select: ({ pathname }) => `${pathname} ${name}` })
  const lastRows = useLastRows(props.rows, error, recordKey)
  const views = useViews(name, bar !== undefined)
  const savedChoice = useChosenColumns(name, views.active)
  const choice = plain ? { ...savedChoice, columns: defaultColumns } : savedChoice
  const search = useLocation({ select: ({ searchStr }) => searchStr })
  const layoutKey = `${props.columns.map((c) => c.key).join()} ${choice.columns.hidden.join()} ${search}`
  const [sideways, setSideways] = useState(false)
  const fitDropCount = useFit(
    frame,
    sideways ? 0 : leaving(props.columns).length,
    sideways ? 'sideways' : layoutKey,
    lastRows?.map(id).join() ?? '',
  )
  const dropCount = sideways ? 0 : fitDropCount
  useEffect(() => {
    if (!sideways || !frame.current) return undefined
    const element = frame.current
    const end = import('./head-in-sight.ts').then(({ keepHeadInSight }) => keepHeadInSight(element))
    return () => void end.then((stop) => stop())
  }, [sideways])
  const view = useColumns({
    name,
    choice,
    columns: props.columns,
    rows: lastRows,
    sorting: props.sorting,
    dropCount,
  })
  const { columns } = view
  const rows = props.maxRows === undefined ? view.rows : view.rows?.slice(0, props.maxRows)
  const rowWindow = useRowWindow(body, rows?.length ?? 0)
  const { tick, tickAll } = useTicks(rows, selection)
  const keys = useRowKeys({
    body,
    count: rows?.length ?? 0,
    reveal: rowWindow.reveal,
    open: open && ((index) => leave(rows![index]!)),
    tick: selection && tick,
  })
  const remember = useWayBack(name, rows, id, keys.focusRow)
  const leave = (row: Of) => {
    remember(row)
    open?.(row)
  }
  // heard here, not by each row: what a row is given stays the same while it does
  const onClick = (e: MouseEvent) => {
    const target = e.target instanceof Element ? e.target : undefined
    const tr = target?.closest<HTMLTableRowElement>('tr[data-index]')
    if (!target || !tr) return
    const index = Number(tr.dataset.index)
    if (selection && target.matches('.tick input')) {
      tick(index, e.shiftKey)
      // after a click with the mouse the row's own keys work on
      if (e.detail > 0) tr.focus()
    } else if (rows?.[index] && target.closest('a')) remember(rows[index])
    else if (open && rows?.[index] && !target.closest('button,input,label')) leave(rows[index])
  }
  const width = columns.length + (selection ? 1 : 0)
  const totals = columns.some((c) => c.total !== undefined)
  return (
    <>
      {!plain && (bar || props.exportSource || dropCount > 0 || sideways) && (
        <div className="list-bar">
          {bar}
          {views.hasViews && <SavedViews views={views} columns={choice.columns} forget={choice.forget} />}
          <span className="end">
            <ViewMenu
              columns={view.all}
              show={view.show}
              move={view.move}
              reset={view.reset}
              sideways={sideways}
              scroll={setSideways}
            />
            {props.exportSource && (
              <ExportMenu
                source={
                  typeof props.exportSource === 'function'
                    ? props.exportSource(rows ?? [])
                    : props.exportSource
                }
                shownColumns={view.all.filter((c) => !c.isHidden).map((c) => c.key)}
              />
            )}
          </span>
        </div>
      )}
      <div
        ref={frame}
        className={[bar && 'bleed', sideways && 'sideways'].filter(Boolean).join(' ') || undefined}
      >
        {error && !rows && <LoadError error={error} {...(retry && { retry })} />}
        {error && rows && <Stale error={error} retry={retry} />}
        {rows?.length === 0 && <Empty act={props.emptyAct}>{empty}</Empty>}
        {!(error && !rows) && rows?.length !== 0 && (
          <table
            className="table long"
            aria-label={label}
            aria-busy={(fetching && !error) || !rows}
            aria-rowcount={rows && rows.length + 1}
          >
            <thead {...keys.head}>
              <tr>
                {selection && (
                  <th scope="col" style={{ width: 36 }}>
                    <Checkbox
                      size="xs"
                      aria-label="Select all rows"
                      checked={
                        Boolean(rows?.length) && rows!.every((r) => selection.ids.has(selection.id(r)))
                      }
                      indeterminate={
                        selection.ids.size > 0 && !rows?.every((r) => selection.ids.has(selection.id(r)))
                      }
                      onChange={(e) => tickAll(e.currentTarget.checked)}
                    />
                  </th>
                )}
                {columns.map((c) => (
                  <Header key={c.key} column={c} rows={rows} sorting={view.sorting} />
                ))}
              </tr>
            </thead>
            <tbody
              ref={body}
              {...keys.rows}
              onClick={onClick}
              className={fetching && rows ? 'dimmed-rows' : undefined}
            >
              {rowWindow.before > 0 && <Spacer height={rowWindow.before} width={width} />}
              {rows
                ? rowWindow.indexes.map((i) => {
                    const row = rows[i]!
                    return (
                      <Row
                        key={id(row)}
                        row={row}
                        index={i}
                        columns={columns}
                        name={selection?.name(row)}
                        isTicked={selection?.ids.has(selection.id(row)) ?? false}
                        opens={open !== undefined}
                        current={props.current?.(row) ?? false}
                        measure={rowWindow.measure}
                      />
                    )
                  })
                : SkeletonRows({ rows: props.skeletonRows ?? 8, columns, ticks: selection !== undefined })}
              {rowWindow.after > 0 && <Spacer height={rowWindow.after} width={width} />}
            </tbody>
            {totals && rows && (
              <tfoot>
                <tr>
                  {selection && <td />}
                  {columns.map((c) => (
                    <td key={c.key} className={classOf(c)}>
                      {c.total}
                    </td>
                  ))}
                </tr>
              </tfoot>
            )}
          </table>
        )}
      </div>
    </>
  )
}

/** The rows are those of before: what failed, and a retry. */
const Stale = ({ error, retry }: { error: Error; retry: (() => void) | undefined }) => (
  <div className="stale" role="alert">
    <IconAlertTriangle size={15} aria-hidden />
    <span>These rows are from before: {error.message}</span>
    {retry && (
      <Button size="compact-xs" variant="default" onClick={retry}>
        Try again
      </Button>
    )}
  </div>
)

function Header<Row>({
  column: c,
  rows,
  sorting,
}: {
  column: Column<Row>
  rows: readonly Row[] | undefined
  sorting: Sorting | undefined
}) {
  const header = headerOf(c, rows)
  const name = c.sort ?? (c.sortValue && c.key)
  const isSorted = sorting !== undefined && name === sorting.column
  return (
    <th
      scope="col"
      className={c.numeric ? 'num' : undefined}
      style={{ width: c.width }}
      aria-sort={isSorted ? (sorting.descending ? 'descending' : 'ascending') : undefined}
    >
      {name && sorting ? (
        // of numbers the highest are asked for first
        <button
          type="button"
          onClick={() => sorting.set(name, isSorted ? !sorting.descending : Boolean(c.numeric))}
        >
          {header}
          {isSorted &&
            (sorting.descending ? (
              <IconArrowDown size={13} aria-hidden />
            ) : (
              <IconArrowUp size={13} aria-hidden />
            ))}
        </button>
      ) : (
        <>
          {c.marks}
          {c.marks ? <VisuallyHidden>{header}</VisuallyHidden> : header}
        </>
      )}
    </th>
  )
}

const Spacer = ({ height, width }: { height: number; width: number }) => (
  <tr className="spacer" aria-hidden>
    <td colSpan={width} style={{ height }} />
  </tr>
)
