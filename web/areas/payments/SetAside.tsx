import { Link } from '@tanstack/react-router'
import type { SetAside } from '#contract/payments/books.ts'
import { links } from '../../links.ts'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { Panel } from '../../ui/Page.tsx'
import { Ago, count } from '../../ui/values.tsx'
import { setAsideText } from './money-answer.ts'

const columns: readonly Column<SetAside>[] = [
  {
    key: 'of',
    header: 'Of',
    leaves: 0,
    by: (one) => one.company,
    cell: (one) => (
      <Link className="link" to={links.vendor(one.vendor_id, 'billing_history')}>
        {one.company}
      </Link>
    ),
  },
  { key: 'what', header: 'What fails', leaves: 0, cell: (one) => setAsideText[one.step] },
  { key: 'why', header: 'Why', wrap: true, cell: (one) => one.error },
  { key: 'since', header: 'Since', by: (one) => one.since_tm, cell: (one) => <Ago tm={one.since_tm} /> },
  { key: 'tries', header: 'Tried', numeric: true, cell: (one) => `${count(one.tries)} ×` },
  { key: 'next', header: 'Tried again', cell: (one) => <Ago tm={one.next_try_tm} /> },
]

/** Vendors of whom a step of the renewals fails: the others are billed without them. */
export const SetAsidePanel = ({ rows }: { rows: readonly SetAside[] }) => (
  <Panel title="Set aside from the renewals">
    <p className="quiet">
      The others are billed without them. Each is tried again every hour, and bills what it missed under its
      own days once the cause is mended.
    </p>
    <DataTable
      label="Set aside from the renewals"
      columns={columns}
      rows={rows}
      id={(one) => `${one.vendor_id} ${one.step}`}
      empty="None is."
    />
  </Panel>
)
