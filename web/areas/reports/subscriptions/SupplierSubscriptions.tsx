import { IconCircleCheck, IconCircleDashed, IconCircleX } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { inTrouble, standings, type Standing } from '#contract/feeds/standing.ts'
import { dayText } from '#contract/formats.ts'
import type { Result } from '#contract/index.ts'
import { rangeFault } from '#contract/marketing/periods.ts'
import {
  churnDays,
  subscriptionFigures,
  type SubscriptionFigure,
  type SupplierSubscriptions as Report,
  type SupplierSubscriptionsRow,
} from '#contract/reports/supplier-subscriptions.ts'
import { feedStatuses } from '#contract/statuses.ts'
import { subscriptionStates } from '#contract/subscriptions/standing.ts'
import { supplierSubscriptionsAnswer } from '#contract/reports/answers.ts'
import { definitions } from '#contract/reports/definitions.ts'
import { api } from '../../../api.ts'
import { links } from '../../../links.ts'
import { Panel } from '../../../ui/page/Page.tsx'
import { useUrl } from '../../../ui/page/useUrl.ts'
import { Compared, type ComparedFigure } from '../../../ui/report/Compared.tsx'
import { faultsOf } from '../../../ui/report/faults.ts'
import { RangePicker } from '../../../ui/report/RangePicker.tsx'
import { ReportPage } from '../../../ui/report/ReportPage.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import type { Filter } from '../../../ui/table/filter/filter.ts'
import { Filters } from '../../../ui/table/filter/Filters.tsx'
import { count, percent, Status } from '../../../ui/values.tsx'
import { subscriptionsUrl } from './subscriptions-url.ts'
import { ChartSkeleton } from '../../../ui/report/ChartSkeleton.tsx'

const ReportBars = lazy(() => import('../../../ui/report/ReportBars.tsx'))
const drawn = 20

const compared: readonly ComparedFigure<Report>[] = [
  { name: 'Added', value: ({ totals }) => totals.added, text: count },
  { name: 'Ended', value: ({ totals }) => totals.ended, text: count },
  { name: 'Closing', value: ({ totals }) => totals.closing, text: count },
]

/** Who subscribes to which supplier, and who of them sells with it. */
export default function SupplierSubscriptions() {
  const [{ start, end, without, ...chosen }, set] = useUrl(subscriptionsUrl)
  const navigate = useNavigate()
  const range = start !== undefined && end !== undefined ? { start, end } : {}
  const fault = start !== undefined && end !== undefined ? rangeFault({ start, end }) : undefined
  const filters = { ...range, ...chosen, without_integration: without === 'integration' }
  const query = useQuery({
    ...api.getSupplierSubscriptions.query({ body: filters }),
    placeholderData: keepPreviousData,
    enabled: fault === undefined,
  })
  const { data: choices } = useQuery({ ...api.listActiveChoices.query(), staleTime: 600_000 })
  const { data } = query
  const isFiltered = Object.values(chosen).some((value) => value !== undefined) || without !== undefined
  return (
    <ReportPage
      report="supplier_subscriptions"
      title="Supplier Subscriptions"
      query={query}
      faults={fault}
      answer={supplierSubscriptionsAnswer}
      definitions={definitions.supplier_subscriptions}
      note={(report) =>
        `Opening, added, ended and closing from ${dayText(report.start)} to ${dayText(report.end)}; all else as of now.`
      }
      controls={
        <RangePicker
          range={{ start: start ?? data?.start ?? '', end: end ?? data?.end ?? '' }}
          isUsual={start === undefined && end === undefined}
          usualName="This month"
          faults={fault ?? faultsOf(query.error)}
          set={set}
        />
      }
    >
      {(report) => (
        <>
          {report.suppliers.length > 0 && (
            <Panel title={report.suppliers.length > drawn ? `Largest ${drawn} suppliers` : 'By supplier'}>
              <Suspense
                fallback={<ChartSkeleton bars={Math.min(drawn, report.suppliers.length)} hasLegend />}
              >
                <ReportBars
                  sideways
                  stacked
                  label="Subscriptions by supplier"
                  points={report.suppliers.slice(0, drawn).map((row) => ({
                    name: row.supplier_name,
                    Integrated: row.with_integration,
                    'Not integrated': row.subscribers - row.with_integration,
                  }))}
                  series={[
                    { name: 'Integrated', color: 'var(--d1)' },
                    { name: 'Not integrated', color: 'var(--d3)' },
                  ]}
                  value={count}
                  open={(place) => {
                    const row = report.suppliers[place]
                    if (row) void navigate({ href: links.supplier(row.dropshipper_id, 'subscriptions') })
                  }}
                />
              </Suspense>
            </Panel>
          )}
          {report.totals.added !== null && (
            <Compared
              report={report}
              range={report}
              figures={compared}
              read={(days) => api.getSupplierSubscriptions.query({ body: { ...filters, ...days } })}
            />
          )}
          <DataTable
            label="Subscriptions by supplier"
            exportSource={{
              list: 'supplier_subscriptions',
              input: { ...filters, start: report.start, end: report.end },
            }}
            bar={
              <Filters
                filters={filtersOf(choices)}
                values={{
                  supplier: chosen.supplier?.toString(),
                  market: chosen.market?.toString(),
                  status: chosen.status,
                  without,
                }}
                set={set}
              />
            }
            columns={columnsOf(report, { ...range, ...chosen, without })}
            rows={report.suppliers}
            id={(row) => row.dropshipper_id}
            fetching={query.isFetching}
            empty={
              isFiltered
                ? 'No subscriptions match these filters.'
                : 'No subscriptions yet. They are added on a vendor’s page.'
            }
          />
        </>
      )}
    </ReportPage>
  )
}

function filtersOf(choices: Result<'listActiveChoices'> | undefined): readonly Filter[] {
  const optionsOf = (named: readonly { id: number; name: string }[] = []) =>
    named.map(({ id, name }) => ({ value: String(id), label: name }))
  return [
    { key: 'supplier', label: 'Supplier', kind: 'choice', options: optionsOf(choices?.suppliers) },
    { key: 'market', label: 'Market', kind: 'choice', options: optionsOf(choices?.markets) },
    {
      key: 'status',
      label: 'Status',
      kind: 'choice',
      options: Object.entries(subscriptionStates).map(([value, label]) => ({ value, label })),
    },
    {
      key: 'without',
      label: 'Integration',
      kind: 'choice',
      options: [{ value: 'integration', label: 'None active' }],
    },
  ]
}

/** What is dropped first where there is no room. */
const leaves: Record<SubscriptionFigure, number> = {
  opening: 7,
  added: 0,
  ended: 0,
  closing: 8,
  subscribers: 0,
  active: 6,
  cancel_pending: 1,
  freeze_pending: 5,
  frozen: 4,
  with_integration: 2,
  only_this: 3,
}
type Search = Parameters<typeof links.report>[1]
const columnsOf = ({ totals }: Report, search: Search): readonly Column<SupplierSubscriptionsRow>[] => [
  {
    key: 'supplier',
    header: 'Supplier',
    leaves: 0,
    sortValue: (row) => row.supplier_name,
    cell: (row) => (
      <Link to={links.supplier(row.dropshipper_id)} className="name">
        {row.supplier_name}
      </Link>
    ),
    total: 'Total',
  },
  ...(Object.keys(subscriptionFigures) as SubscriptionFigure[]).map(
    (figure): Column<SupplierSubscriptionsRow> => ({
      key: figure,
      header: subscriptionFigures[figure][0],
      numeric: true,
      leaves: leaves[figure],
      sortValue: (row) => row[figure] ?? -1,
      cell: (row) => (
        <Subscribers n={row[figure]} figure={figure} search={{ ...search, supplier: row.dropshipper_id }} />
      ),
      total: <Subscribers n={totals[figure]} figure={figure} search={search} />,
    }),
  ),
  {
    key: 'churn',
    header: `Churn, ${churnDays} days`,
    numeric: true,
    leaves: 9,
    sortValue: (row) => row.churn ?? -1,
    cell: (row) => (row.churn === null ? '—' : percent(row.churn * 100)),
  },
  {
    key: 'feed',
    header: 'Feed',
    leaves: 4,
    sortValue: (row) => (row.standing ? standings.indexOf(row.standing) : standings.length),
    cell: ({ dropshipper_id, standing, standing_reason }) =>
      standing === null ? (
        standing_reason
      ) : (
        <Link to={links.supplier(dropshipper_id, 'monitoring')}>
          <Feed standing={standing} reason={standing_reason} />
        </Link>
      ),
  },
]
/** The worst feed of a supplier; its reason is on hover. */
function Feed({ standing, reason }: { standing: Standing; reason: string }) {
  const { tone, icon } = signOf(standing)
  return (
    <span title={reason}>
      <Status tone={tone} icon={icon}>
        {feedStatuses[standing]}
      </Status>
    </span>
  )
}
function signOf(standing: Standing) {
  if (standing === 'fresh') return { tone: 'good', icon: IconCircleCheck } as const
  if (inTrouble(standing)) return { tone: 'bad', icon: IconCircleX } as const
  return { tone: 'off', icon: IconCircleDashed } as const
}

/** A number that leads to its subscriptions. */
function Subscribers({
  n,
  figure,
  search,
}: {
  n: number | null
  figure: SubscriptionFigure
  search: Search
}) {
  if (n === null) return '—'
  if (n === 0) return count(n)
  return (
    <Link className="link" to={links.report('supplier_subscriptions/rows', { ...search, figure })}>
      {count(n)}
    </Link>
  )
}
