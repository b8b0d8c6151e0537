import type { ReactNode } from 'react'
import type { ExportedList } from '#contract/lists/exports.ts'
import { zoneName } from '../time.ts'

interface ColumnBasics<Row> {
  key: string
  header: string
  /** The marks of the scale that its drawings share, shown in the header in place of its name. */
  marks?: ReactNode
  numeric?: boolean
  /** Its header asks the caller to sort by this. */
  sort?: string
  /** Its header sorts the loaded rows by this; blanks come last. */
  sortValue?: (row: Row) => string | number | null | undefined
  /** Shown in the last line, under the column. */
  total?: ReactNode
  width?: number | string
  /**
   * If there is no room, columns are dropped, the highest number first; 0 stays. Without a number, those on the
   * right are dropped before those on the left, and the first stays.
   */
  leaves?: number
  /** Hidden until a person chooses to see it. */
  isOff?: true
  /** Text that may wrap into a second line. */
  wrap?: boolean
}
/** A column with moments, alone or within its cells, has the time zone in its header. */
type CellContent<Row> =
  | { cell: (row: Row) => ReactNode; moment?: undefined; momentInCell?: (row: Row) => string | null }
  | { moment: (row: Row) => string | null; cell?: undefined; momentInCell?: undefined }
export type Column<Row> = ColumnBasics<Row> & CellContent<Row>

export interface Sorting {
  column: string
  descending: boolean
  set: (by: string, descending: boolean) => void
}

/** Rows that can be ticked: by a box, by `x`, and a range with Shift. */
export interface Selection<Row> {
  ids: ReadonlySet<number>
  set: (ids: ReadonlySet<number>) => void
  id: (row: Row) => number
  name: (row: Row) => string
}

export interface TableProps<Row> {
  label: string
  /** The key its columns are stored under, if another list has the same label. */
  name?: string
  columns: readonly Column<Row>[]
  rows: readonly Row[] | undefined
  id: (row: Row) => string | number
  open?: (row: Row) => void
  /** The row that is open beside the table. */
  current?: (row: Row) => boolean
  /** The caller sorts. */
  sorting?: Sorting
  /**
   * Filters, to the left of saved views and the choice of columns; with it the table reaches from edge to edge
   * of the sheet.
   */
  bar?: ReactNode
  /** What an export contains: the list and its filters, or the rows as shown. */
  exportSource?: ExportedList | ((rows: readonly Row[]) => ExportedList) | undefined
  /** New rows are loading: the old ones stay, dimmed. */
  fetching?: boolean
  error?: Error | null
  retry?: () => void
  empty: ReactNode
  /** The way out of an empty list. */
  emptyAct?: ReactNode
  skeletonRows?: number
  /** The maximum number of rows, after sorting. */
  maxRows?: number
  selection?: Selection<Row>
  /** For customers: nothing is above it, and columns can't be chosen. */
  plain?: boolean
}

/** A column's name, with the zone of its moments. */
export function headerOf<Row>(
  { header, moment, momentInCell }: Column<Row>,
  rows: readonly Row[] | undefined,
): string {
  const momentOf = moment ?? momentInCell
  return momentOf ? `${header} (${zoneName(rows?.map(momentOf))})` : header
}

/** The columns in the order in which they are dropped. */
export const leaving = <Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] =>
  columns
    .map((column, place) => ({ column, rank: column.leaves ?? place }))
    .filter(({ rank }) => rank > 0)
    .toSorted((a, b) => b.rank - a.rank)
    .map(({ column }) => column)
