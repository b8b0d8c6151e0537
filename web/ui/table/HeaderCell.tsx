import { Checkbox, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { headerOf, type Column, type Selection, type Sorting } from './column.ts'

/** A column's name, which sorts by it where the column can be sorted. */
export function HeaderCell<Row>({
  column,
  rows,
  sorting,
}: {
  column: Column<Row>
  rows: readonly Row[] | undefined
  sorting: Sorting | undefined
}) {
  const header = headerOf(column, rows)
  const name = column.sort ?? (column.sortValue && column.key)
  const order = sorting && name === sorting.column ? orderOf(sorting) : undefined
  return (
    <th
      scope="col"
      className={column.numeric ? 'num' : undefined}
      style={{ width: column.width }}
      aria-sort={order}
    >
      {name && sorting ? (
        <button
          type="button"
          // numbers are sorted highest first
          onClick={() => sorting.set(name, order ? !sorting.descending : Boolean(column.numeric))}
        >
          {header}
          {order === 'descending' && <IconArrowDown size={13} aria-hidden />}
          {order === 'ascending' && <IconArrowUp size={13} aria-hidden />}
        </button>
      ) : (
        <PlainHeader marks={column.marks} header={header} />
      )}
    </th>
  )
}

const orderOf = ({ descending }: Sorting) => (descending ? 'descending' : 'ascending')

const PlainHeader = ({ marks, header }: { marks: React.ReactNode; header: string }) => (
  <>
    {marks}
    {marks ? <VisuallyHidden>{header}</VisuallyHidden> : header}
  </>
)

/** The box above the rows' boxes. */
export function SelectAllCell<Row>({
  rows,
  selection,
  tickAll,
}: {
  rows: readonly Row[] | undefined
  selection: Selection<Row>
  tickAll: (shouldTick: boolean) => void
}) {
  const areAllTicked = rows?.every((row) => selection.ids.has(selection.id(row))) ?? false
  return (
    <th scope="col" className="tick-head">
      <Checkbox
        size="xs"
        aria-label="Select all rows"
        checked={Boolean(rows?.length) && areAllTicked}
        indeterminate={selection.ids.size > 0 && !areAllTicked}
        onChange={(e) => tickAll(e.currentTarget.checked)}
      />
    </th>
  )
}
