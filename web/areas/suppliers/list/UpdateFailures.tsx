import { SegmentedControl, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleX, IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { monitoredHours } from '#contract/feeds/standing.ts'
import { failureMarks, type FailureRow } from '#contract/suppliers/failures.ts'
import type { Result } from '#contract/index.ts'
import { api } from '../../../api.ts'
import { links } from '../../../links.ts'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { Facts, Page } from '../../../ui/page/Page.tsx'
import { useUrl } from '../../../ui/page/useUrl.ts'
import { WaitingStores } from './WaitingStores.tsx'
import { Ago, count, limitPercent, percent, Status } from '../../../ui/values.tsx'

const url = z.object({
  of: z.enum(['suppliers', 'vendors', 'stores']).catch('suppliers').default('suppliers'),
})
const levels = {
  fine: { tone: 'off', icon: IconInfoCircle, text: 'Some' },
  moderate: { tone: 'wait', icon: IconAlertTriangle, text: 'Moderate' },
  severe: { tone: 'bad', icon: IconCircleX, text: 'Severe' },
} as const
type Rate = Pick<
  FailureRow,
  'updates' | 'failed' | 'failure_rate' | 'level' | 'last_failure_tm' | 'last_reason'
>

const rates: readonly Column<Rate>[] = [
  {
    key: 'level',
    header: 'Level',
    sortValue: (r) => r.failure_rate,
    width: 110,
    cell: (r) => (
      <Status tone={levels[r.level].tone} icon={levels[r.level].icon}>
        {levels[r.level].text}
      </Status>
    ),
  },
  {
    key: 'rate',
    header: 'Failed',
    width: 240,
    sortValue: (r) => r.failure_rate,
    cell: (r) => (
      <div className="measure">
        <div className={`bar tone-${levels[r.level].tone}`} aria-hidden>
          <i style={{ left: 0, width: `${r.failure_rate}%` }} />
          <em style={{ left: `${failureMarks.moderate}%` }} />
          <em style={{ left: `${failureMarks.severe}%` }} />
        </div>
        <span className="num">
          {percent(r.failure_rate)}{' '}
          <span className="faint">
            {count(r.failed)} of {count(r.updates)}
          </span>
        </span>
      </div>
    ),
  },
  {
    key: 'last',
    header: 'Last failure',
    sortValue: (r) => r.last_failure_tm,
    cell: (r) => <Ago tm={r.last_failure_tm} />,
  },
  {
    key: 'reason',
    header: 'Reason',
    sortValue: (r) => r.last_reason,
    leaves: 0,
    wrap: true,
    cell: (r) => r.last_reason ?? '—',
  },
]

const answers = {
  suppliers: (
    <>
      Feed runs in the last {failureMarks.days} days. For the last {monitoredHours} hours, see the{' '}
      <Link to={links.monitoring({ mode: 'summary' })} className="link">
        monitoring summary
      </Link>
      .
    </>
  ),
  vendors: undefined,
  stores: 'Stores that are stopped, held, or failing.',
} as const

/** Updates that failed within three days, with marks at 25 and 90 percent. */
export default function UpdateFailures() {
  const [{ of: failureKind }, set] = useUrl(url)
  const suppliers = useQuery({ ...api.listSupplierFailures.query(), refetchInterval: 60_000 })
  const vendors = useQuery({
    ...api.listVendorFailures.query(),
    refetchInterval: 60_000,
    enabled: failureKind === 'vendors',
  })
  const rows: readonly Rate[] | undefined = {
    suppliers: suppliers.data,
    vendors: vendors.data,
    stores: undefined,
  }[failureKind]
  const countAt = (level: FailureRow['level']) => rows?.filter((r) => r.level === level).length ?? 0
  const levelCounts = [
    [`Severe, over ${limitPercent(failureMarks.severe)}`, countAt('severe')],
    [`Moderate, over ${limitPercent(failureMarks.moderate)}`, countAt('moderate')],
    ['Some failures', countAt('fine')],
  ] as const
  const bar = (
    <SegmentedControl
      aria-label="Failures by"
      value={failureKind}
      onChange={(v) => set({ of: v === 'suppliers' ? undefined : v })}
      data={[
        { value: 'suppliers', label: 'Suppliers' },
        { value: 'vendors', label: 'Vendors' },
        { value: 'stores', label: 'Stores' },
      ]}
    />
  )
  return (
    <Page title="Update Failures" count={rows && count(rows.length)} answer={answers[failureKind]}>
      <Stack gap="sm">
        {failureKind === 'stores' ? (
          <WaitingStores bar={bar} />
        ) : (
          <Facts
            facts={[
              ...levelCounts.filter(([, n]) => n > 0).map(([name, n]) => [name, count(n)] as const),
              ['Period', `Last ${failureMarks.days} days`],
            ]}
          />
        )}
        {failureKind === 'suppliers' && <SupplierFailures query={suppliers} bar={bar} />}
        {failureKind === 'vendors' && <VendorFailures query={vendors} bar={bar} />}
      </Stack>
    </Page>
  )
}

interface FailuresProps<Row> {
  query: { data: readonly Row[] | undefined; error: Error | null; refetch: () => unknown }
  bar: ReactNode
}

const SupplierFailures = ({ query, bar }: FailuresProps<Result<'listSupplierFailures'>[number]>) => (
  <DataTable
    label="Supplier update failures"
    bar={bar}
    exportSource={{ list: 'supplier_failures', input: {} }}
    rows={query.data}
    id={(r) => r.dropshipper_id}
    error={query.error}
    retry={() => void query.refetch()}
    empty="No supplier updates failed in the last 3 days."
    columns={[
      {
        key: 'name',
        header: 'Supplier',
        sortValue: (r) => r.supplier_name,
        cell: (r) => (
          <Link to={links.supplier(r.dropshipper_id, 'monitoring')} className="name">
            {r.supplier_name}
          </Link>
        ),
      },
      ...rates,
      {
        key: 'run',
        header: 'Run',
        numeric: true,
        cell: (r) => (r.last_run_id ? <Link to={links.feedRun(r.last_run_id)}>{r.last_run_id}</Link> : '—'),
      },
    ]}
  />
)

const VendorFailures = ({ query, bar }: FailuresProps<Result<'listVendorFailures'>[number]>) => (
  <DataTable
    label="Vendor update failures"
    bar={bar}
    exportSource={{ list: 'vendor_failures', input: {} }}
    rows={query.data}
    id={(r) => r.vendor_id}
    error={query.error}
    retry={() => void query.refetch()}
    empty="No vendor updates failed in the last 3 days."
    columns={[
      {
        key: 'name',
        header: 'Vendor',
        sortValue: (r) => r.company,
        cell: (r) => (
          <div>
            <Link to={links.vendor(r.vendor_id)} className="name">
              {r.company}
            </Link>
            <Text size="xs" c="dimmed">
              {r.email}
            </Text>
          </div>
        ),
      },
      ...rates,
      {
        key: 'job',
        header: 'Job',
        numeric: true,
        cell: (r) => (r.last_job_id ? <Link to={links.job(r.last_job_id)}>{r.last_job_id}</Link> : '—'),
      },
    ]}
  />
)
