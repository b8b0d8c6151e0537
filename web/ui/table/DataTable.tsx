import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { RowData } from '@tanstack/react-table'
import { Empty, LoadError } from '../page/Page.tsx'
import { ExportMenu } from './export/ExportMenu.tsx'
import type { TableProps } from './column.ts'
import { HeaderCell, SelectAllCell } from './HeaderCell.tsx'
import { classOf, Row, SkeletonRows } from './Row.tsx'
import { useTableModel, type TableModel } from './useTableModel.ts'
import { SavedViews } from './SavedViews.tsx'
import { ViewMenu } from './ViewMenu.tsx'

export type { Column } from './column.ts'

interface PartProps<Data extends RowData> {
  table: TableProps<Data>
  model: TableModel<Data>
}

/**
 * The one list: a header that stays in sight, sorting by header, chosen columns, columns dropped if they
 * don't fit, keys (`useRowKeys`), skeleton rows the first time, old rows dimmed later.
 */
export function DataTable<Data extends RowData>(props: TableProps<Data>) {
  const { bar, error, retry, plain } = props
  const model = useTableModel(props)
  const { frame, rows, scrolling } = model
  const { sideways, dropCount } = scrolling
  return (
    <>
      {!plain && (bar || props.exportSource || dropCount > 0 || sideways) && (
        <ListBar table={props} model={model} />
      )}
      <div
        ref={frame}
        className={[bar && 'bleed', sideways && 'sideways'].filter(Boolean).join(' ') || undefined}
      >
        {error && !rows && <LoadError error={error} {...(retry && { retry })} />}
        {error && rows && <Stale error={error} retry={retry} />}
        {rows?.length === 0 && <Empty act={props.emptyAct}>{props.empty}</Empty>}
        {!(error && !rows) && rows?.length !== 0 && <Grid table={props} model={model} />}
      </div>
    </>
  )
}

/** Above the list: its filters, saved views, the choice of columns, and the export. */
function ListBar<Data extends RowData>({ table, model }: PartProps<Data>) {
  const { views, choice, view, scrolling } = model
  const { exportSource } = table
  return (
    <div className="list-bar">
      {table.bar}
      {views.hasViews && <SavedViews views={views} columns={choice.columns} forget={choice.forget} />}
      <span className="end">
        <ViewMenu
          columns={view.all}
          show={view.show}
          move={view.move}
          reset={view.reset}
          sideways={scrolling.sideways}
          scroll={scrolling.setSideways}
        />
        {exportSource && (
          <ExportMenu
            source={typeof exportSource === 'function' ? exportSource(model.rows ?? []) : exportSource}
            shownColumns={view.all.filter((c) => !c.isHidden).map((c) => c.key)}
          />
        )}
      </span>
    </div>
  )
}

function Grid<Data extends RowData>({ table, model }: PartProps<Data>) {
  const { label, fetching, error, selection } = table
  const { rows, view, keys, body, tickAll, onClick } = model
  const { columns } = view
  return (
    <table
      className="table long"
      aria-label={label}
      aria-busy={(fetching && !error) || !rows}
      aria-rowcount={rows && rows.length + 1}
    >
      <thead {...keys.head}>
        <tr>
          {selection && <SelectAllCell rows={rows} selection={selection} tickAll={tickAll} />}
          {columns.map((column) => (
            <HeaderCell key={column.key} column={column} rows={rows} sorting={view.sorting} />
          ))}
        </tr>
      </thead>
      <tbody
        ref={body}
        {...keys.rows}
        onClick={onClick}
        className={fetching && rows ? 'dimmed-rows' : undefined}
      >
        {rows ? (
          <Rows table={table} model={model} rows={rows} />
        ) : (
          <SkeletonRows rows={table.skeletonRows ?? 8} columns={columns} ticks={selection !== undefined} />
        )}
      </tbody>
      {rows && columns.some((column) => column.total !== undefined) && (
        <tfoot>
          <tr>
            {selection && <td />}
            {columns.map((column) => (
              <td key={column.key} className={classOf(column)}>
                {column.total}
              </td>
            ))}
          </tr>
        </tfoot>
      )}
    </table>
  )
}

/** The rows that are in the page, with the room of those that aren't. */
function Rows<Data extends RowData>({ table, model, rows }: PartProps<Data> & { rows: readonly Data[] }) {
  const { id, open, current, selection } = table
  const { columns } = model.view
  const { before, after, indexes, measure } = model.rowWindow
  const width = columns.length + (selection ? 1 : 0)
  return (
    <>
      {before > 0 && <Spacer height={before} width={width} />}
      {indexes.map((index) => {
        const row = rows[index]
        return (
          row !== undefined && (
            <Row
              key={id(row)}
              row={row}
              index={index}
              columns={columns}
              name={selection?.name(row)}
              isTicked={selection?.ids.has(selection.id(row)) ?? false}
              opens={open !== undefined}
              current={current?.(row) ?? false}
              measure={measure}
            />
          )
        )
      })}
      {after > 0 && <Spacer height={after} width={width} />}
    </>
  )
}

/** The rows are from the previous read: what failed, and a retry. */
const Stale = ({ error, retry }: { error: Error; retry: (() => void) | undefined }) => (
  <div className="stale" role="alert">
    <IconAlertTriangle size={15} aria-hidden />
    <span>Couldn’t refresh. These rows may be out of date: {error.message}</span>
    {retry && (
      <Button size="compact-xs" variant="default" onClick={retry}>
        Try again
      </Button>
    )}
  </div>
)

const Spacer = ({ height, width }: { height: number; width: number }) => (
  <tr className="spacer" aria-hidden>
    <td colSpan={width} style={{ height }} />
  </tr>
)
