import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { amount, monthText } from '#contract/formats.ts'
import { fromCents, toCents } from '#contract/billing/cents.ts'
import type { MoneyMonth, MoneySums as Sums } from '#contract/payments/books.ts'
import { api } from '../../../api.ts'
import { links } from '../../../links.ts'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { LoadError, Panel } from '../../../ui/page/Page.tsx'

const MonthBars = lazy(() => import('./MonthBars.tsx'))

const sum = (key: Exclude<keyof MoneyMonth, 'month'>, header: string): Column<MoneyMonth> => ({
  key,
  header,
  numeric: true,
  sortValue: (month) => Number(month[key]),
  cell: (month) => amount(month[key]),
})
const monthColumns: readonly Column<MoneyMonth>[] = [
  {
    key: 'month',
    header: 'Month (UTC)',
    leaves: 0,
    sortValue: ({ month }) => month,
    cell: ({ month }) => monthText(month),
  },
  { ...sum('charged', 'Charged'), leaves: 0 },
  { ...sum('refunded', 'Refunded'), leaves: 4 },
  { ...sum('disputed', 'Disputed'), leaves: 5 },
  { ...sum('kept', 'Net'), leaves: 0 },
  { ...sum('credit_given', 'Credit added'), leaves: 7 },
  { ...sum('credit_used', 'Credit used'), leaves: 6 },
]
const accountColumns = (all: Sums['accounts']): readonly Column<Sums['accounts'][number]>[] => [
  {
    key: 'name',
    header: 'Account',
    sortValue: ({ name }) => name,
    cell: ({ account, name }) =>
      account === 'receivable' ? (
        <Link className="link" to={links.invoices({ state: 'open' })}>
          {name}
        </Link>
      ) : (
        name
      ),
    total: 'All accounts',
  },
  {
    key: 'balance',
    header: 'Balance',
    numeric: true,
    leaves: 0,
    sortValue: ({ balance }) => Number(balance),
    cell: ({ balance }) => amount(balance),
    total: amount(fromCents(all.reduce((sum, { balance }) => sum + toCents(balance), 0))),
  },
]

/** The ledger's sums: card payments by month, and each account. */
export function MoneySums() {
  const [asTable, setAsTable] = useState(false)
  const { data, error, refetch } = useQuery(api.getMoneySums.query())
  if (error && !data) return <LoadError error={error} retry={() => void refetch()} />
  if (!data) return <Skeleton height={220} />
  return (
    <>
      <Panel
        title="By month"
        actions={
          data.months.length > 0 && (
            <Button size="compact-xs" variant="default" onClick={() => setAsTable(!asTable)}>
              {asTable ? 'Chart' : 'Table'}
            </Button>
          )
        }
      >
        {data.months.length === 0 && <p className="quiet">No card charges yet.</p>}
        {data.months.length > 0 && !asTable && (
          <Suspense fallback={<Skeleton height={220} />}>
            <MonthBars months={data.months} />
          </Suspense>
        )}
        {asTable && (
          <DataTable
            label="Totals by month"
            exportSource={{ list: 'money_months', input: {} }}
            columns={monthColumns}
            rows={data.months}
            id={({ month }) => month}
            empty="No card charges yet."
          />
        )}
      </Panel>
      <Panel title="By account">
        <p className="quiet">All balances sum to zero. Empty accounts are hidden.</p>
        <DataTable
          label="Balances by account"
          columns={accountColumns(data.accounts)}
          rows={data.accounts.filter(({ balance }) => Number(balance) !== 0)}
          id={({ account }) => account}
          empty="No balances yet."
        />
      </Panel>
    </>
  )
}
