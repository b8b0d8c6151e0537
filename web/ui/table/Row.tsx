import { Checkbox, Skeleton } from '@mantine/core'
import { memo, type ReactNode } from 'react'
import { Moment } from '../values.tsx'
import type { Column } from './column.ts'

interface Props<Row> {
  row: Row
  index: number
  columns: readonly Column<Row>[]
  /** The row's name, if it can be ticked. */
  name: string | undefined
  isTicked: boolean
  opens: boolean
  current: boolean
  measure: ((node: HTMLTableRowElement | null) => void) | undefined
}

export const classOf = (c: { numeric?: boolean; wrap?: boolean }, isEmpty = false) =>
  [c.numeric && 'num', c.wrap && 'wrap', isEmpty && 'none'].filter(Boolean).join(' ') || undefined

function cellOf<Row>(c: Column<Row>, row: Row): ReactNode {
  if (c.cell) return c.cell(row)
  const tm = c.moment(row)
  return tm === null ? '—' : <Moment tm={tm} />
}

/** What a row has none of is faint. */
const isNothing = (cell: ReactNode) => cell === '0' || cell === '$0.00' || cell === '—'

function Cells<Row>({ row, index, columns, name, isTicked, opens, current, measure }: Props<Row>) {
  return (
    <tr
      ref={measure}
      data-index={index}
      aria-rowindex={index + 2}
      tabIndex={index === 0 ? 0 : -1}
      className={opens ? 'opens' : undefined}
      aria-current={current || undefined}
      data-selected={isTicked || undefined}
    >
      {name !== undefined && (
        <td className="tick">
          <Checkbox size="xs" aria-label={`Select ${name}`} checked={isTicked} readOnly />
        </td>
      )}
      {columns.map((c) => {
        const cell = cellOf(c, row)
        return (
          <td key={c.key} className={classOf(c, isNothing(cell))}>
            {cell}
          </td>
        )
      })}
    </tr>
  )
}

/** A row, rendered again only when it, its columns or its state change, not when the same rows are read again. */
export const Row = memo(Cells) as typeof Cells

/** Placeholder rows of the right height until the first ones come. */
export const SkeletonRows = <Row,>({
  rows,
  columns,
  ticks,
}: {
  rows: number
  columns: readonly Column<Row>[]
  ticks: boolean
}) =>
  Array.from({ length: rows }, (_, i) => (
    // not a row's key, or the row in its place would seem to have moved
    <tr key={`waits ${i}`}>
      {ticks && <td />}
      {columns.map((c, columnIndex) => (
        <td key={c.key}>
          {/* of different lengths, aligned like the column */}
          <Skeleton
            height={9}
            width={`${50 + ((i * 17 + columnIndex * 29) % 41)}%`}
            ml={c.numeric ? 'auto' : 0}
          />
        </td>
      ))}
    </tr>
  ))
