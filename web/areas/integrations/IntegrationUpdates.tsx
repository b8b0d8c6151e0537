import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useMemo } from 'react'
import { z } from 'zod'
import {
  failedUpdate,
  updateDays,
  type IntegrationUpdate,
  type IntegrationView,
} from '#contract/integrations/integrations.ts'
import { isOpen } from '#contract/jobs/types.ts'
import { requesterName } from '#contract/words.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { ChartGridLoading } from '../../ui/report/ChartGrid.tsx'
import { Filters } from '../../ui/table/filter/Filters.tsx'
import { duration } from '../../ui/time.ts'
import { LoadError, Panel } from '../../ui/page/Page.tsx'
import { useUrl } from '../../ui/page/useUrl.ts'
import { Ago, count } from '../../ui/values.tsx'
import { JobState } from '../jobs/public.tsx'
import { updatesInWords } from './updates-in-words.ts'

const url = z.object({ result: z.enum(['failed', 'held', 'sent', 'open']).optional().catch(undefined) })
const results = {
  failed: failedUpdate,
  held: (u: IntegrationUpdate) => u.held !== null,
  sent: (u: IntegrationUpdate) => (u.sent ?? 0) > 0,
  open: (u: IntegrationUpdate) => isOpen(u.job_status),
}
const liveMs = 3000

const columns: readonly Column<IntegrationUpdate>[] = [
  {
    key: 'job',
    header: 'Job',
    numeric: true,
    leaves: 0,
    width: 80,
    sortValue: (u) => u.job_id,
    cell: (u) => (
      <Link to={links.job(u.job_id)} className="mono name">
        {u.job_id}
      </Link>
    ),
  },
  {
    key: 'state',
    header: 'Status',
    leaves: 0,
    sortValue: (u) => u.job_state,
    cell: (u) => <JobState job={u} />,
  },
  {
    key: 'store',
    header: 'Store',
    leaves: 5,
    sortValue: (u) => u.vendor_store_name,
    cell: (u) => u.vendor_store_name,
  },
  {
    key: 'sent',
    header: 'Products sent',
    numeric: true,
    leaves: 0,
    sortValue: (u) => u.sent,
    cell: (u) => (u.sent === null ? '—' : count(u.sent)),
  },
  {
    key: 'queued',
    header: 'Queued',
    leaves: 3,
    sortValue: (u) => u.queued_tm,
    moment: (u) => u.queued_tm,
  },
  {
    key: 'ended',
    header: 'Ended',
    leaves: 0,
    sortValue: (u) => u.job_end_time,
    cell: (u) => <Ago tm={u.job_end_time} />,
  },
  {
    key: 'took',
    header: 'Duration',
    numeric: true,
    leaves: 2,
    sortValue: (u) => tookOf(u),
    cell: (u) => {
      const took = tookOf(u)
      return took === null ? '—' : duration(took)
    },
  },
  {
    key: 'by',
    header: 'Requested by',
    leaves: 4,
    sortValue: (u) => requesterName(u.requested_by),
    cell: (u) => requesterName(u.requested_by),
  },
  {
    key: 'why',
    header: 'Reason',
    leaves: 1,
    wrap: true,
    cell: (u) => whyOf(u) ?? '—',
  },
]
const whyOf = (u: IntegrationUpdate) => {
  if (u.reason) return u.reason
  if (isOpen(u.job_status)) return u.progress_text
  if (u.held) return `Held: ${u.held}`
  return u.waits ? `Postponed: ${u.waits}` : null
}
const tookOf = ({ job_start_time: from, job_end_time: to }: IntegrationUpdate) =>
  from && to ? (Date.parse(to) - Date.parse(from)) / 1000 : null

const UpdateDays = lazy(() => import('./UpdateDays.tsx'))

function Days({ params }: { params: { vid: number; vmmid: number } }) {
  const { data, error } = useQuery(api.listIntegrationDays.query({ params }))
  const loading = <ChartGridLoading names={['products', 'updates']} />
  return (
    <Panel title={`Last ${updateDays} days`}>
      {error ? (
        <LoadError error={error} />
      ) : (
        <Suspense fallback={loading}>{data ? <UpdateDays days={data} /> : loading}</Suspense>
      )}
    </Panel>
  )
}

/** The updates of the integration's stores: what each sent, and why some failed. */
export default function IntegrationUpdates({ view }: { view: IntegrationView }) {
  const navigate = useNavigate()
  const [{ result }, set] = useUrl(url)
  const params = { vid: view.integration.vendor_id, vmmid: view.integration.vendor_market_map_id }
  const { data, error, isFetching, refetch } = useQuery({
    ...api.listIntegrationUpdates.query({ params }),
    refetchInterval: ({ state }) => (state.data?.some((u) => isOpen(u.job_status)) ? liveMs : false),
  })
  const noUpdates =
    view.stores.length === 0 ? `No store in ${view.market_name}, so nothing to update.` : 'No updates yet.'
  const rows = useMemo(() => (result ? data?.filter(results[result]) : data), [data, result])
  return (
    <>
      {!error && (
        <Text size="sm" mb="sm" role="status">
          {data ? updatesInWords(data, view) : '…'}
        </Text>
      )}
      <Days params={params} />
      <DataTable
        label="Updates"
        bar={
          <Filters
            filters={[
              {
                key: 'result',
                label: 'Result',
                kind: 'choice',
                options: [
                  { value: 'failed', label: 'Failed' },
                  { value: 'held', label: 'Held' },
                  { value: 'sent', label: 'Sent' },
                  { value: 'open', label: 'Queued or running' },
                ],
              },
            ]}
            values={{ result }}
            set={set}
          />
        }
        columns={columns}
        rows={rows}
        id={(u) => u.job_id}
        open={(u) => void navigate({ href: links.job(u.job_id) })}
        fetching={isFetching && !data}
        error={error}
        retry={() => void refetch()}
        empty={result ? 'No updates match this filter.' : noUpdates}
      />
    </>
  )
}
