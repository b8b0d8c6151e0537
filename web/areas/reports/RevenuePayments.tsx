import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { z } from 'zod'
import { money, monthText } from '#contract/formats.ts'
import type { Result } from '#contract/index.ts'
import {
  moneyKindNames,
  moneyKinds,
  revenuePageSize,
  type RevenuePayment,
} from '#contract/reports/monthly-revenue.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { useUrl } from '../../ui/page/useUrl.ts'
import type { Column } from '../../ui/table/column.ts'
import { amountColumn, vendorColumn } from './rows/columns.tsx'
import { CountedRows, NoNumber } from './rows/CountedRows.tsx'

const url = z.object({
  month: z.iso.date().optional().catch(undefined),
  what: z.enum(moneyKindNames).optional().catch(undefined),
  page: z.coerce.number().int().min(1).max(10_000).catch(1).default(1),
})
const report = ['Monthly Revenue', links.report('monthly-revenue')] as const

/** The movements behind a figure of a month; their sum is that figure. */
export default function RevenuePayments() {
  const [{ month = '', what, page }, set] = useUrl(url)
  const query = useQuery({
    ...api.listRevenuePayments.query({ query: { month, what, page } }),
    placeholderData: keepPreviousData,
    enabled: month !== '',
  })
  const title = 'Payments of a Month'
  if (month === '') return <NoNumber title={title} report={report} rows="payments" />
  const name = what ? moneyKinds[what][0] : 'Kept'
  return (
    <CountedRows
      title={title}
      report={report}
      answer={(data) => `${name} in ${monthText(month)}: ${money(data.amount)}`}
      label="Payments"
      query={query}
      rows={({ payments }) => payments}
      columns={columnsOf(query.data)}
      id={(row) => row.ledger_transaction_id}
      exportSource={{ list: 'revenue_payments', input: { month, what } }}
      empty="No payments in this month."
      page={page}
      pageSize={revenuePageSize}
      set={set}
    />
  )
}

const columnsOf = (data: Result<'listRevenuePayments'> | undefined): readonly Column<RevenuePayment>[] => [
  { key: 'tm', header: 'When', leaves: 0, moment: (row) => row.tm, total: 'Total' },
  vendorColumn({ page: 'billing_history', isPaged: true }),
  { key: 'what', header: 'Kind', leaves: 2, cell: (row) => moneyKinds[row.what][0] },
  {
    key: 'text',
    header: 'Description',
    leaves: 3,
    wrap: true,
    cell: (row) =>
      row.vendor_charge_id === null ? (
        row.text
      ) : (
        <Link to={links.charge(row.vendor_id, row.vendor_charge_id)} className="link">
          {row.text}
        </Link>
      ),
  },
  amountColumn({ header: 'Amount', isPaged: true, value: (row) => row.amount, total: data?.amount }),
]
