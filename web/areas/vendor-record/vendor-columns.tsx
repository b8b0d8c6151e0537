import { Link } from '@tanstack/react-router'
import { links } from '../../links.ts'
import type { Column } from '../../ui/table/DataTable.tsx'
import { Email } from '../../ui/values.tsx'

/**
 * Who a row is about, for lists that are sorted by the server.
 * @param leaves when the id and the email leave, if there is no room
 */
export const vendorColumns = <Row extends { vendor_id: number; company: string; email: string | null }>(
  leaves: { id?: number; email?: number } = {},
): readonly Column<Row>[] => [
  {
    key: 'id',
    sort: 'id',
    header: 'ID',
    numeric: true,
    width: 70,
    ...(leaves.id !== undefined && { leaves: leaves.id }),
    cell: (row) => <span className="mono">{row.vendor_id}</span>,
  },
  {
    key: 'company',
    sort: 'company',
    header: 'Company',
    leaves: 0,
    cell: (row) => (
      <Link to={links.vendor(row.vendor_id)} className="name">
        {row.company}
      </Link>
    ),
  },
  {
    key: 'email',
    sort: 'email',
    header: 'Email',
    ...(leaves.email !== undefined && { leaves: leaves.email }),
    cell: (row) => (row.email ? <Email address={row.email} /> : '—'),
  },
]
