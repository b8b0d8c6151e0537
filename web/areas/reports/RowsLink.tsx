import { Link } from '@tanstack/react-router'
import type { CountedRowFilters } from '#contract/reports/counted-rows.ts'
import type { MovementKind } from '#contract/reports/customers.ts'
import { links } from '../../links.ts'

/** Where the vendors or invoices of a number are listed. */
export const rowsLink = (filters: CountedRowFilters) => links.report('monthly-revenue/rows', filters)
/** The vendors of a movement of a month. */
export const movementsLink = (month: string, kind: MovementKind) =>
  rowsLink({ number: 'movements', month, kind })

/** A number that leads to what it counts, unless it counts nothing. */
export const RowsLink = ({
  filters,
  value,
  text,
}: {
  filters: CountedRowFilters
  value: number | null
  text: string
}) =>
  value === null || value === 0 ? (
    text
  ) : (
    <Link className="link" to={rowsLink(filters)}>
      {text}
    </Link>
  )
