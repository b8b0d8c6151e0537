import type { ReactNode } from 'react'
import type { Exported } from '#contract/lists/exports.ts'
import { zoneName } from '../time.ts'

interface ColumnBasics<Row> {
  key: string
  header: string
  /** The marks of the scale that its drawings share: they stand in its header for its name. */
  marks?: ReactNode
  numeric?: boolean
  /** Given: its header asks the caller to sort by this. */
  sort?: string
  /** Given: its header sorts the rows that are here by this; blanks come last. */
  sortValue?: (row: Row) => string | number | null | undefined
  /** What stands in the last line, under the column. */
  total?: ReactNode
  width?: number | string
  /**
   * Where there is no room columns leave, the highest first: 0 stays. Not given, those on the right leave
   * before those on the left, and the first stays.
   */
  leaves?: number
  /** Text that may take a second line. */
  wrap?: boolean
}
/** Of moments, alone or in what its cells say, its header says the zone. */
type CellContent<Row> =
  | { cell: (row: Row) => ReactNode; moment?: undefined; momentInCell?: (row: Row) => string | null }
  | { moment: (row: Row) => string | null; cell?: undefined; momentInCell?: undefined }
export type Column<Row> = ColumnBasics<Row> & CellContent<Row>

export interface Sorting {
  column: string
  descending: boolean
  set: (by: string, descending: boolean) => void
}

/** Rows that can be ticked: by a box, by `x`, and a span of them with Shift. */
export interface Selection<Row> {
  ids: ReadonlySet<number>
  set: (ids: ReadonlySet<number>) => void
  id: (row: Row) => number
  name: (row: Row) => string
}

export interface TableProps<Row> {
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

/** A column's name, and the zone that its moments are in. */
export function headerOf<Row>(
  { header, moment, momentInCell }: Column<Row>,
  rows: readonly Row[] | undefined,
): string {
  const momentOf = moment ?? momentInCell
  return momentOf ? `${header} (${zoneName(rows?.map(momentOf))})` : header
}

/** The columns in the order in which they leave. */
export const leaving = <Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] =>
  columns
    .map((column, place) => ({ column, rank: column.leaves ?? place }))
    .filter(({ rank }) => rank > 0)
    .toSorted((a, b) => b.rank - a.rank)
    .map(({ column }) => column)
