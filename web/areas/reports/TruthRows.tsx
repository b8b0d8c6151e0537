import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { amount, dayText } from '#contract/formats.ts'
import { dealKinds, type DealKind } from '#contract/reports/closed-deals.ts'
import { movementNames } from '#contract/reports/customers.ts'
import {
  isMoneyRow,
  truthRows,
  type CountedRow,
  type MeasuredRow,
  type TruthPeriod,
} from '#contract/reports/the-truth.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { LoadError, Panel } from '../../ui/page/Page.tsx'
import type { Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { count, many } from '../../ui/values.tsx'

/** What a number counted. */
export function TruthRows({
  measure,
  owner,
  period,
  periodName,
  close,
}: {
  measure: MeasuredRow
  owner: string | undefined
  period: TruthPeriod
  periodName: string
  close: () => void
}) {
  const { week, year, month } = period
  const { data, error, refetch, isFetching } = useQuery(
    api.listTruthRows.query({
      query: {
        which: measure,
        ...(owner !== undefined && { owner }),
        ...(week === null ? { view: 'monthly', year, month } : { view: 'weekly', week }),
      },
    }),
  )
  const name = truthRows[measure][0]
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => top.current?.scrollIntoView({ block: 'nearest' }), [measure, owner, period.start])
  return (
    <div ref={top}>
      <Panel
        title={`${name}, ${periodName}${owner === undefined ? '' : `, ${owner}`}`}
        actions={
          <Button size="xs" variant="default" className="no-print" onClick={close}>
            Close rows
          </Button>
        }
      >
        {error && <LoadError error={error} retry={() => void refetch()} />}
        {!data && !error && <Skeleton height={120} />}
        {data && (
          <>
            {data.total > data.rows.length && (
              <p className="quiet">
                The newest {count(data.rows.length)} of {many(data.total, 'row')} are listed.
              </p>
            )}
            <DataTable
              label="Rows"
              columns={columnsOf(measure, data.sum)}
              rows={data.rows}
              id={(row) => row.key}
              fetching={isFetching}
              empty="Nothing was counted."
            />
          </>
        )}
      </Panel>
    </div>
  )
}

const textOf = (measure: MeasuredRow, text: string) => {
  if (measure === 'deals') return dealKinds[text as DealKind]
  return (movementNames as Record<string, string>)[text] ?? text
}
const byDay: readonly MeasuredRow[] = ['deals', 'mrr_added', 'mrr_lost', 'net_mrr']
function columnsOf(measure: MeasuredRow, sum: string): readonly Column<CountedRow>[] {
  const isOfMoney = isMoneyRow(measure)
  return [
    {
      key: 'tm',
      header: byDay.includes(measure) ? 'Day' : 'When',
      leaves: 0,
      sortValue: (row) => row.tm,
      total: 'Total',
      ...(byDay.includes(measure)
        ? { cell: (row) => dayText(row.tm.slice(0, 10)) }
        : { moment: (row) => row.tm }),
    },
    {
      key: 'company',
      header: 'Vendor',
      leaves: 0,
      sortValue: (row) => row.company ?? '',
      cell: (row) =>
        row.vendor_id === null ? (
          '—'
        ) : (
          <Link to={links.vendor(row.vendor_id)} className="name">
            {row.company}
          </Link>
        ),
    },
    ...(['registrations', 'new_paying'].includes(measure)
      ? []
      : [
          {
            key: 'text',
            header: measure === 'cancels' ? 'Supplier' : 'Kind',
            leaves: 1,
            cell: (row: CountedRow) => textOf(measure, row.text),
          },
        ]),
    ...(measure === 'deals'
      ? [{ key: 'owner', header: 'Owner', leaves: 0, cell: (row: CountedRow) => row.owner ?? '—' }]
      : []),
    {
      key: 'value',
      header: isOfMoney ? 'Amount' : 'Counts',
      numeric: true,
      leaves: 0,
      sortValue: (row) => Number(row.value),
      cell: (row) => (isOfMoney ? amount(row.value) : count(Number(row.value))),
      total: isOfMoney ? amount(sum) : count(Number(sum)),
    },
  ]
}
