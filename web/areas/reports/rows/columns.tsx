import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { amount, dayText } from '#contract/formats.ts'
import { links } from '../../../links.ts'
import type { Column } from '../../../ui/table/column.ts'

// The columns that most reports have.

interface ColumnSettings<Row> {
  header: string
  leaves?: number
  /** A page of a longer list isn’t sorted here. */
  isPaged?: boolean
  total?: Column<Row>['total']
}
const basicsOf = <Row,>(
  { header, leaves = 0, isPaged = false, total }: ColumnSettings<Row>,
  sortValue: NonNullable<Column<Row>['sortValue']>,
) => ({
  header,
  leaves,
  ...(!isPaged && { sortValue }),
  ...(total !== undefined && { total }),
})

type VendorPage = Parameters<typeof links.vendor>[1]
/** The vendor of a row, leading to its page or to the tab that explains the row. */
export const vendorColumn = <Row extends { vendor_id: number; company: string }>({
  page,
  ...settings
}: Omit<ColumnSettings<Row>, 'header'> & { page?: VendorPage } = {}): Column<Row> => ({
  key: 'company',
  ...basicsOf<Row>({ header: 'Vendor', ...settings }, (row) => row.company),
  cell: (row) => (
    <Link to={links.vendor(row.vendor_id, page)} className="name">
      {row.company}
    </Link>
  ),
})

/** A day of a row; null: it has none. */
export const dayColumn = <Row,>({
  key = 'day',
  day,
  ...settings
}: ColumnSettings<Row> & { key?: string; day: (row: Row) => string | null }): Column<Row> => ({
  key,
  ...basicsOf(settings, day),
  cell: (row) => {
    const text = day(row)
    return text === null ? '—' : dayText(text)
  },
})

/** Dollars of a row, always with two decimals so that they align; null: not known. */
export const amountColumn = <Row,>({
  key = 'amount',
  value,
  total,
  to,
  totalTo,
  ...settings
}: Omit<ColumnSettings<Row>, 'total'> & {
  key?: string
  value: (row: Row) => string | number | null
  total?: string | number | null | undefined
  /** Where the rows of an amount are. */
  to?: (row: Row) => string | undefined
  totalTo?: string
}): Column<Row> => ({
  key,
  numeric: true,
  ...basicsOf<Row>(
    {
      ...settings,
      ...(total !== undefined &&
        total !== null && {
          total: <Amount dollars={total} {...(totalTo !== undefined && { to: totalTo })} />,
        }),
    },
    (row) => {
      const dollars = value(row)
      return dollars === null ? null : Number(dollars)
    },
  ),
  // a text where nothing leads further, so that the table knows a zero
  cell: (row): ReactNode => {
    const dollars = value(row)
    if (dollars === null) return '—'
    const address = to?.(row)
    return Number(dollars) === 0 || address === undefined ? (
      amount(dollars)
    ) : (
      <Amount dollars={dollars} to={address} />
    )
  },
})

/** Dollars that lead to their rows, unless there are none. */
const Amount = ({ dollars, to }: { dollars: string | number; to?: string }) =>
  to === undefined || Number(dollars) === 0 ? (
    amount(dollars)
  ) : (
    <Link className="link" to={to}>
      {amount(dollars)}
    </Link>
  )
