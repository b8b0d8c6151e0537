import { Button, Checkbox, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { RowData } from '@tanstack/react-table'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react'
import { Empty, Failed } from '../page/Page.tsx'
import type { ExportedList } from '#contract/lists/exports.ts'
import { ExportMenu } from './export/ExportMenu.tsx'
import { headerOf, leaving, type Column, type Selection, type Sorting } from './column.ts'
import { classOf, Row, Waiting } from './Row.tsx'
import { asItWas, useChosen, useColumns } from './useColumns.ts'
import { useFit } from './useFit.ts'
import { useKept } from './useKept.ts'
import { useRowKeys } from './useRowKeys.ts'
import { useSeenRows } from './useSeenRows.ts'
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
  exported?: ExportedList | ((rows: readonly Row[]) => ExportedList) | undefined
  /** New rows are on their way: the old ones stay, dimmed. */
  fetching?: boolean
  error?: Error | null
  retry?: () => void
  empty: ReactNode
  /** The step out of an empty list. */
  emptyAct?: ReactNode
  skeletonRows?: number
  /** Only so many of the rows are shown, the first as they are sorted. */
  most?: number
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
  const whose = useLocation({ select: ({ pathname }) => `${pathname} ${name}` })
  const given = useKept(props.rows, error, whose)
  const views = useViews(name, bar !== undefined)
  const kept = useChosen(name, views.active)
  const chosen = plain ? { ...kept, columns: asItWas } : kept
  const asked = useLocation({ select: ({ searchStr }) => searchStr })
  const shown = `${props.columns.map((c) => c.key).join()} ${chosen.columns.hidden.join()} ${asked}`
  const [sideways, setSideways] = useState(false)
  const without = useFit(
    frame,
    sideways ? 0 : leaving(props.columns).length,
    sideways ? 'sideways' : shown,
    given?.map(id).join() ?? '',
  )
  const gone = sideways ? 0 : without
  useEffect(() => {
    if (!sideways || !frame.current) return undefined
    const of = frame.current
    const end = import('./head-in-sight.ts').then(({ keepHeadInSight }) => keepHeadInSight(of))
    return () => void end.then((stop) => stop())
  }, [sideways])
  const view = useColumns({ name, chosen, columns: props.columns, rows: given, sorting: props.sorting, gone })
  const { columns } = view
  const rows = props.most === undefined ? view.rows : view.rows?.slice(0, props.most)
  const seen = useSeenRows(body, rows?.length ?? 0)
  const { tick, tickAll } = useTicks(rows, selection)
  const keys = useRowKeys({
    body,
    count: rows?.length ?? 0,
    reveal: seen.reveal,
    open: open && ((at) => leave(rows![at]!)),
    tick: selection && tick,
  })
  const remember = useWayBack(name, rows, id, keys.back)
  const leave = (row: Of) => {
    remember(row)
    open?.(row)
  }
  // heard here, not by each row: what a row is given stays the same while it does
  const onClick = (e: MouseEvent) => {
    const on = e.target instanceof Element ? e.target : undefined
    const tr = on?.closest<HTMLTableRowElement>('tr[data-index]')
    if (!on || !tr) return
    const at = Number(tr.dataset.index)
    if (selection && on.matches('.tick input')) {
      tick(at, e.shiftKey)
      // after a click with the mouse the row's own keys work on
      if (e.detail > 0) tr.focus()
    } else if (rows?.[at] && on.closest('a')) remember(rows[at])
    else if (open && rows?.[at] && !on.closest('button,input,label')) leave(rows[at])
  }
  const width = columns.length + (selection ? 1 : 0)
  const totals = columns.some((c) => c.total !== undefined)
  return (
    <>
      {!plain && (bar || props.exported || gone > 0 || sideways) && (
        <div className="list-bar">
          {bar}
          {views.on && <SavedViews views={views} columns={chosen.columns} forget={chosen.forget} />}
          <span className="end">
            <ViewMenu
              columns={view.all}
              show={view.show}
              move={view.move}
              reset={view.reset}
              sideways={sideways}
              scroll={setSideways}
            />
            {props.exported && (
              <ExportMenu
                exported={typeof props.exported === 'function' ? props.exported(rows ?? []) : props.exported}
                chosen={view.all.filter((c) => !c.hidden).map((c) => c.key)}
              />
            )}
          </span>
        </div>
      )}
      <div
        ref={frame}
        className={[bar && 'bleed', sideways && 'sideways'].filter(Boolean).join(' ') || undefined}
      >
        {error && !rows && <Failed error={error} {...(retry && { retry })} />}
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
              {seen.before > 0 && <Spacer height={seen.before} width={width} />}
              {rows
                ? seen.indexes.map((i) => {
                    const row = rows[i]!
                    return (
                      <Row
                        key={id(row)}
                        row={row}
                        index={i}
                        columns={columns}
                        name={selection?.name(row)}
                        ticked={selection?.ids.has(selection.id(row)) ?? false}
                        opens={open !== undefined}
                        current={props.current?.(row) ?? false}
                        measure={seen.measure}
                      />
                    )
                  })
                : Waiting({ rows: props.skeletonRows ?? 8, columns, ticks: selection !== undefined })}
              {seen.after > 0 && <Spacer height={seen.after} width={width} />}
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
  const name = c.sort ?? (c.by && c.key)
  const lit = sorting !== undefined && name === sorting.by
  return (
    <th
      scope="col"
      className={c.numeric ? 'num' : undefined}
      style={{ width: c.width }}
      aria-sort={lit ? (sorting.descending ? 'descending' : 'ascending') : undefined}
    >
      {name && sorting ? (
        // of numbers the highest are asked for first
        <button
          type="button"
          onClick={() => sorting.set(name, lit ? !sorting.descending : Boolean(c.numeric))}
        >
          {header}
          {lit &&
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
