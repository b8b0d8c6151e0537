import { SegmentedControl } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { z } from 'zod'
import { dayText } from '#contract/formats.ts'
import type { Result } from '#contract/index.ts'
import {
  newSubscriptionIntervals,
  type NewSubscription,
  type NewSubscriptionWindow,
} from '#contract/reports/cancels.ts'
import { api } from '../../../api.ts'
import { links } from '../../../links.ts'
import { Panel } from '../../../ui/page/Page.tsx'
import { useUrl } from '../../../ui/page/useUrl.ts'
import { ReportPage, type Definition } from '../../../ui/report/ReportPage.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { spanText } from '../../../ui/time.ts'
import { count, many } from '../../../ui/values.tsx'
import { vendorColumn } from '../rows/columns.tsx'
import { ChartSkeleton } from '../../../ui/report/ChartSkeleton.tsx'

const ReportBars = lazy(() => import('../../../ui/report/ReportBars.tsx'))
type Interval = NewSubscriptionWindow['interval']
/** The windows back from now, by their minutes. */
const windows = [
  ['60', '1 hour', 'Minute'],
  ['1440', '1 day', 'Hour'],
  ['10080', '7 days', 'Day'],
  ['43200', '30 days', 'Day'],
] as const
const usual = '1440'
const intervals = ['60', '1440', '10080', '43200'] as const
const url = z.object({ interval: z.enum(intervals).catch(usual).default(usual) })
const definitions: readonly Definition[] = [
  ['Subscription', 'A supplier added to a vendor, by the customer or by staff. Staff accounts don’t count.'],
  ['Period', 'Back from now: 7 days are 168 hours, 30 days are 720 hours, whatever the month.'],
  ['Day', 'A day in UTC. The first one starts with the period, and the last one ends now.'],
  ['First supplier', 'The vendor had never subscribed to any supplier before.'],
  ['Ended since', 'The subscription was added and has ended since. It still counts as new.'],
]
type Report = Result<'listNewSubscriptions'>

/** Who subscribed to a supplier lately. */
export default function NewSubscriptions() {
  const [{ interval }, set] = useUrl(url)
  const shown = Number(interval) as Interval
  const query = useQuery({
    ...api.listNewSubscriptions.query({ body: { interval: shown } }),
    placeholderData: keepPreviousData,
  })
  const [, windowName, barName] = windows.find(([value]) => value === interval) ?? windows[1]
  return (
    <ReportPage
      title="New Subscriptions"
      query={query}
      answer={(report) => answerOf(report, windowName)}
      definitions={definitions}
      note={({ since, until }) => `From ${spanText(since, until)}.`}
      controls={
        <SegmentedControl
          aria-label="Period"
          value={interval}
          onChange={(value) => set({ interval: value === usual ? undefined : value })}
          data={windows.map(([value, label]) => ({ value, label }))}
        />
      }
    >
      {(report) => (
        <>
          {report.total > 0 && (
            <Panel title={`By ${barName.toLowerCase()}`}>
              <Suspense fallback={<ChartSkeleton />}>
                <ReportBars
                  points={report.bars.map((bar) => ({
                    name: barText(bar.since, shown),
                    Subscriptions: bar.subscriptions,
                  }))}
                  series={[{ name: 'Subscriptions', color: 'var(--d1)' }]}
                  value={count}
                />
              </Suspense>
            </Panel>
          )}
          {report.total > report.subscriptions.length && (
            <p className="quiet">The newest {count(report.subscriptions.length)} are listed.</p>
          )}
          <DataTable
            label="New subscriptions"
            exportSource={{ list: 'new_subscriptions', input: { interval: shown } }}
            columns={columns}
            rows={report.subscriptions}
            id={(row) => `${row.vendor_id} ${row.dropshipper_id} ${row.tm}`}
            fetching={query.isFetching}
            empty={`No new subscriptions in the last ${windowName.replace(/^1 /, '')}.`}
          />
        </>
      )}
    </ReportPage>
  )
}

function answerOf({ subscriptions, total }: Report, windowName: string): string {
  const last = `in the last ${windowName.replace(/^1 /, '')}`
  if (total === 0) return `No new subscriptions ${last}.`
  const first = subscriptions.filter((row) => row.is_first).length
  const gone = subscriptions.filter((row) => row.is_gone).length
  const ended = gone > 0 ? `, ${count(gone)} ended since` : ''
  return `${many(total, 'new subscription')} ${last}: ${count(first)} from vendors without a supplier before${ended}.`
}

/** A bar’s day in UTC, or the hour and minute at which it starts. */
const barText = (since: string, interval: Interval) =>
  newSubscriptionIntervals[interval] === 1440 ? dayText(since.slice(0, 10)) : since.slice(11, 16)

const columns: readonly Column<NewSubscription>[] = [
  { key: 'tm', header: 'When', leaves: 0, sortValue: (row) => row.tm, moment: (row) => row.tm },
  vendorColumn({ page: 'subscriptions' }),
  {
    key: 'supplier',
    header: 'Supplier',
    leaves: 0,
    sortValue: (row) => row.supplier_name,
    cell: (row) =>
      row.supplier_name === null ? (
        '—'
      ) : (
        <Link to={links.supplier(row.dropshipper_id)} className="link">
          {row.supplier_name}
        </Link>
      ),
  },
  {
    key: 'is_first',
    header: 'First supplier',
    leaves: 1,
    sortValue: (row) => Number(row.is_first),
    cell: (row) => (row.is_first ? 'Yes' : 'No'),
  },
  {
    key: 'ended',
    header: 'Ended since',
    leaves: 2,
    sortValue: (row) => Number(row.is_gone),
    cell: (row) => (row.is_gone ? 'Yes' : 'No'),
  },
  { key: 'plan', header: 'Plan', leaves: 3, sortValue: (row) => row.plan, cell: (row) => row.plan ?? '—' },
  { key: 'promo_code', header: 'Promo code', leaves: 5, cell: (row) => row.promo_code ?? '—' },
  {
    key: 'by',
    header: 'By',
    leaves: 4,
    cell: (row) => (row.by_customer ? `${row.by_name} (customer)` : row.by_name),
  },
  { key: 'manager', header: 'Manager', leaves: 6, cell: (row) => row.manager ?? '—' },
]
