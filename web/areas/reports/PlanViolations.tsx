import { Button, SegmentedControl } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import {
  violationKinds,
  violationsKeptMinutes,
  type PlanViolation,
  type PlanViolations as Report,
  type ViolationKind,
} from '#contract/reports/plan-violations.ts'
import { planViolationsAnswer } from '#contract/reports/answers.ts'
import { definitions } from '#contract/reports/definitions.ts'
import { api } from '../../api.ts'
import { useAct } from '../../ui/act/useAct.ts'
import { useUrl } from '../../ui/page/useUrl.ts'
import { ListedOfAll } from '../../ui/report/ListedOfAll.tsx'
import { ReportPage } from '../../ui/report/ReportPage.tsx'
import type { Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { Ago, count, many } from '../../ui/values.tsx'
import { amountColumn, vendorColumn } from './rows/columns.tsx'

const kindNames = Object.keys(violationKinds) as [ViolationKind, ...ViolationKind[]]
const url = z.object({ kind: z.enum(kindNames).optional().catch(undefined) })

/** Vendors that use more than their plan includes. */
export default function PlanViolations() {
  const [{ kind }, set] = useUrl(url)
  const queryClient = useQueryClient()
  const read = api.getPlanViolations.query()
  const query = useQuery({ ...read, staleTime: 60_000 })
  const { act: recompute, busy } = useAct({
    run: () => api.getPlanViolations({ query: { clearCache: 'true' } }),
    after: (report: Report) => queryClient.setQueryData(read.queryKey, report),
  })
  return (
    <ReportPage
      report="plan-violations"
      title="Plan Violations"
      query={query}
      answer={planViolationsAnswer}
      definitions={definitions['plan-violations']}
      note={(report) => (
        <>
          Computed <Ago tm={report.computed_tm} />, kept for {violationsKeptMinutes} minutes.
        </>
      )}
      actions={
        <Button variant="default" loading={busy} onClick={() => recompute()}>
          Recompute
        </Button>
      }
      controls={
        query.data && (
          <SegmentedControl
            aria-label="Violation"
            value={kind ?? 'all'}
            onChange={(value) => set({ kind: value === 'all' ? undefined : value })}
            data={[
              { value: 'all', label: `All ${count(query.data.total)}` },
              ...query.data.counts
                .filter(({ violations }) => violations > 0)
                .map((one) => ({
                  value: one.kind,
                  label: `${shortNames[one.kind]} ${count(one.violations)}`,
                })),
            ]}
          />
        )
      }
    >
      {(report) => (
        <>
          <ListedOfAll
            listed={report.violations.length}
            total={report.total}
            noun="violation"
            which="oldest"
          />
          <DataTable
            label="Plan violations"
            exportSource={{ list: 'plan_violations', input: {} }}
            columns={columnsOf(report, kind)}
            rows={report.violations.filter((row) => kind === undefined || row.kind === kind)}
            id={(row) => row.key}
            fetching={query.isFetching}
            empty={
              kind === undefined
                ? 'No violations. Every vendor’s plan includes what the vendor uses.'
                : 'No violations of this kind.'
            }
          />
        </>
      )}
    </ReportPage>
  )
}

const shortNames: Record<ViolationKind, string> = {
  platform: 'Platform',
  order_automation: 'Order automation',
  unbilled: 'Not billed',
  expired: 'Expired',
  priority: 'Priority support',
}

function columnsOf(report: Report, kind: ViolationKind | undefined): readonly Column<PlanViolation>[] {
  const ofKind = report.counts.find((one) => one.kind === kind)
  const [violations, difference] = ofKind
    ? [ofKind.violations, ofKind.difference]
    : [report.total, report.difference]
  return [
    vendorColumn({ page: 'billing', total: many(violations, 'violation') }),
    {
      key: 'kind',
      header: 'Violation',
      leaves: 1,
      sortValue: (row) => violationKinds[row.kind][0],
      cell: (row) => violationKinds[row.kind][0],
    },
    { key: 'since', header: 'Since', leaves: 4, sortValue: (row) => row.since, moment: (row) => row.since },
    { key: 'what', header: 'Used by', leaves: 3, wrap: true, cell: (row) => row.what },
    {
      key: 'plan',
      header: 'Plan',
      leaves: 5,
      sortValue: (row) => row.plan,
      cell: (row) => row.plan ?? 'None',
    },
    {
      key: 'needs',
      header: 'Needs',
      leaves: 2,
      sortValue: (row) => row.needs,
      cell: (row) => row.needs ?? '—',
    },
    amountColumn({
      key: 'difference',
      header: 'Difference a month',
      value: (row) => row.difference,
      total: difference,
    }),
    {
      key: 'manager',
      header: 'Manager',
      leaves: 6,
      sortValue: (row) => row.manager,
      cell: (row) => row.manager ?? '—',
    },
  ]
}
