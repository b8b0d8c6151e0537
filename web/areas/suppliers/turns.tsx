import { Button, Progress, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { refresh } from '#web/api.ts'
import { IconCheck, IconClock, IconLoader2, IconX } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import type { schedulableTypes } from '#contract/jobs/types.ts'
import type { Turn } from '#contract/products/turns.ts'
import { api } from '../../api.ts'
import { tellScheduled } from '../jobs/public.tsx'
import { links } from '../../links.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { notify } from '../../ui/notify.tsx'
import { duration, since } from '../../ui/time.ts'
import { Ago, count, Moment, Status } from '../../ui/values.tsx'

const states = [
  { tone: 'off', icon: IconClock },
  { tone: 'run', icon: IconLoader2 },
  { tone: 'good', icon: IconCheck },
  { tone: 'bad', icon: IconX },
  { tone: 'off', icon: IconClock },
] as const

/** Past turns of a supplier's image check or index sync, with the counts that each left. */
export function TurnHistory({
  label,
  turns,
  error,
  counts,
  empty,
}: {
  label: string
  turns: readonly Turn[] | undefined
  error: Error | null
  counts: Record<string, string>
  empty: string
}) {
  const navigate = useNavigate()
  return (
    <DataTable
      label={label}
      rows={turns}
      id={(t) => t.job_id}
      error={error}
      empty={empty}
      skeletonRows={4}
      open={(t) => void navigate({ href: links.job(t.job_id) })}
      columns={[
        {
          key: 'job',
          header: 'Job',
          numeric: true,
          width: 80,
          cell: (t) => (
            <Link to={links.job(t.job_id)} className="mono" style={{ color: 'var(--mantine-color-anchor)' }}>
              {t.job_id}
            </Link>
          ),
        },
        {
          key: 'state',
          header: 'State',
          cell: (t) => (
            <Status tone={states[t.job_status]!.tone} icon={states[t.job_status]!.icon}>
              {t.job_state}
            </Status>
          ),
        },
        { key: 'start', header: 'Started', cell: (t) => <Moment tm={t.job_start_time ?? t.queued_tm} /> },
        {
          key: 'took',
          header: 'Took',
          numeric: true,
          cell: (t) => (t.job_start_time && t.job_end_time ? duration((Date.parse(t.job_end_time) - Date.parse(t.job_start_time)) / 1000) : '—'),
        },
        ...Object.entries(counts).map(([key, header]) => ({
          key,
          header,
          numeric: true,
          cell: (t: Turn) => (t.counts[key] === undefined ? '—' : count(t.counts[key])),
        })),
        { key: 'by', header: 'Asked for by', cell: (t) => t.requested_by },
      ]}
    />
  )
}

/** The turn that waits or runs now. */
export const CurrentTurn = ({ turn }: { turn: Turn }) => (
  <div className="callout tone-run" role="status">
    <b>
      {turn.job_status === 1 ? 'It runs now' : 'It waits for free vCPUs'} · <Link to={links.job(turn.job_id)}>job {turn.job_id}</Link>
    </b>
    {turn.job_status === 1 ? (
      <>
        <Progress value={(turn.progress ?? 0) * 100} animated={turn.progress === null} size="sm" my={4} aria-label="Progress" />
        <Text size="xs">
          {turn.progress_text || 'It begins'} {turn.job_start_time && `· ${duration(since(turn.job_start_time))}`}
        </Text>
      </>
    ) : (
      <>
        Queued <Ago tm={turn.queued_tm} />
      </>
    )}
  </div>
)

/** Queues a job of a type for a supplier. */
export function ScheduleButton({ type, id, label }: { type: (typeof schedulableTypes)[number]; id: number; label: string }) {
  const client = useQueryClient()
  const schedule = useMutation({
    mutationFn: () => api.scheduleJob({ body: { job_type: type, param_name: 'dropshipper_id', param_value: String(id) } }),
    onSuccess: async (answer) => {
      tellScheduled(answer, { job_type: type, param_value: String(id) })
      await refresh(client, 'suppliers', 'feeds', 'products', 'activity')
      await refresh(client, 'variants')
    },
    onError: (e) => notify('error', e.message),
  })
  return (
    <Button size="xs" variant="default" loading={schedule.isPending} onClick={() => schedule.mutate()}>
      {label}
    </Button>
  )
}
