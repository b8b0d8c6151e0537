import { Button, SegmentedControl, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { z } from 'zod'
import { mendOf } from '#contract/feeds/mend.ts'
import { schedulableTypes, type JobCategory } from '#contract/jobs/types.ts'
import { causeText, type FailureGroup } from '#contract/jobs/failures.ts'
import { api } from '../../../api.ts'
import { links } from '../../../links.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { Panel } from '../../../ui/page/Page.tsx'
import { ReasonModal } from '../../../ui/act/ReasonModal.tsx'
import { useUrl } from '../../../ui/page/useUrl.ts'
import { Ago, count, many } from '../../../ui/values.tsx'
import { failuresText } from './answer.ts'
import { tellScheduled } from '../ScheduledJob.tsx'

const spans = ['24', '72', '168'] as const
const url = z.object({ failures: z.enum(spans).catch('24').default('24') })
type Schedulable = (typeof schedulableTypes)[number]

/** The cause in the words of its newest job, with its numbers. */
const reasonText = (g: FailureGroup) => g.newest_reason ?? causeText(g.cause)
const mend = (g: FailureGroup) => mendOf(g.last_reason_code)
const fixOf = (g: FailureGroup) => mend(g)?.todo
const isOver = (g: FailureGroup) => g.records > 0 && g.well_since === g.records
const alike = (g: FailureGroup) => (g.reasons > 1 ? `and ${many(g.reasons - 1, 'similar reason')}` : '')

export function useFailureGroups(category: JobCategory | undefined) {
  const [{ failures: hours }] = useUrl(url)
  return useQuery({
    ...api.listFailureGroups.query({ query: { hours: Number(hours), category } }),
    refetchInterval: 30_000,
  })
}

/** Failed jobs by cause, with a button to run a whole group again. */
export function FailureGroups({ category }: { category?: JobCategory | undefined }) {
  const [{ failures: hours }, set] = useUrl(url)
  const [replaying, setReplaying] = useState<FailureGroup | null>(null)
  const { data, error, refetch } = useFailureGroups(category)
  const navigate = useNavigate()
  return (
    <Panel
      title="Failures by cause"
      actions={
        <SegmentedControl
          size="xs"
          aria-label="Period"
          value={hours}
          onChange={(v) => set({ failures: v === '24' ? undefined : v })}
          data={[
            { value: '24', label: '24 h' },
            { value: '72', label: '3 days' },
            { value: '168', label: '7 days' },
          ]}
        />
      }
    >
      {data && data.length > 0 && <p className="quiet">{failuresText(data, Number(hours))}</p>}
      <DataTable
        label="Failures by cause"
        rows={data}
        id={(g) => `${g.job_type} ${g.cause}`}
        error={error}
        retry={() => void refetch()}
        skeletonRows={2}
        empty={failuresText([], Number(hours))}
        open={(g) =>
          void navigate({ href: links.jobs({ job_type: g.job_type, state: '3', cause: g.cause }) })
        }
        columns={[
          {
            key: 'cause',
            header: 'Cause',
            sortValue: reasonText,
            wrap: true,
            cell: (g) => (
              <div>
                <Link
                  to={links.jobs({ job_type: g.job_type, state: '3', cause: g.cause })}
                  className="link"
                  style={{ fontWeight: isOver(g) ? 400 : 600 }}
                >
                  {reasonText(g)}
                </Link>
                <span className="faint"> {[g.label, alike(g)].filter(Boolean).join(' · ')}</span>
                {!isOver(g) && mend(g) && <div className="quiet reason">{mend(g)?.todo}</div>}
              </div>
            ),
          },
          {
            key: 'jobs',
            header: 'Jobs',
            numeric: true,
            sortValue: (g) => g.jobs,
            cell: (g) => (
              <>
                {g.unrecovered > 0 && g.unrecovered < g.jobs && (
                  <span className="faint">{count(g.jobs - g.unrecovered)} recovered of </span>
                )}
                {count(g.jobs)}
              </>
            ),
          },
          {
            key: 'records',
            header: 'Records',
            numeric: true,
            sortValue: (g) => g.records,
            cell: (g) => <Records group={g} />,
          },
          { key: 'last', header: 'Latest', sortValue: (g) => g.last_tm, cell: (g) => <Ago tm={g.last_tm} /> },
          {
            key: 'subject',
            header: 'Latest record',
            sortValue: (g) => g.last_subject,
            cell: (g) => (
              <Link to={links.job(g.last_job_id)}>{g.last_subject ?? `Job ${g.last_job_id}`}</Link>
            ),
          },
          {
            key: 'act',
            leaves: 0,
            header: 'Action',
            width: 132,
            cell: (g) => <Acts group={g} replay={setReplaying} />,
          },
        ]}
      />
      {replaying && (
        <ReasonModal
          title={`Retry ${many(replaying.waiting, 'record')}?`}
          act={`Retry ${many(replaying.waiting, 'record')}`}
          close={() => setReplaying(null)}
          run={(reason) =>
            api.replayFailureGroup({
              body: {
                job_type: replaying.job_type as Schedulable,
                cause: replaying.cause,
                hours: Number(hours),
                reason,
              },
            })
          }
          after={(answer) =>
            tellScheduled(answer, { job_type: 'JOB_REPLAY_JOB', param_value: replaying.cause })
          }
        >
          <Text size="sm">
            {fixOf(replaying) && <b>{fixOf(replaying)} </b>}
            {replaying.label}: “{reasonText(replaying)}” {alike(replaying)}. Each record is queued once as a
            separate job. You can track or terminate the retry like any other job.
          </Text>
        </ReasonModal>
      )}
    </Panel>
  )
}

/** How many records it affects, and how many of them have recovered. */
const Records = ({ group: g }: { group: FailureGroup }) => (
  <>
    {g.well_since > 0 && (
      <span className="faint">{isOver(g) ? 'recovered: ' : `${count(g.well_since)} recovered of `}</span>
    )}
    {count(g.records)}
  </>
)

function whyNoAct(group: FailureGroup): string | null {
  if (isOver(group)) return 'All recovered'
  if (group.waiting === 0) return 'Already retried'
  return group.replayable ? null : 'Can’t be retried here'
}

/** What helps: a broken file or a wrong setting is fixed before anything runs again. */
function Acts({ group: g, replay }: { group: FailureGroup; replay: (g: FailureGroup) => void }) {
  const mends = mend(g)
  const noActText = whyNoAct(g)
  if (noActText)
    return (
      <Text size="xs" c="dimmed">
        {noActText}
      </Text>
    )
  const first = mends && !mends.mayRetry
  return (
    <Stack gap={4} align="flex-start">
      {first && (
        <Button
          component={Link}
          size="compact-xs"
          variant="default"
          to={
            g.last_dropshipper_id === null
              ? links.job(g.last_job_id)
              : links.feedSettings({ dropshipper_id: g.last_dropshipper_id }, mends.part)
          }
          aria-label={`Check ${mends.part} of ${g.last_subject ?? 'the latest record'}: ${reasonText(g)}`}
        >
          Check {mends.part}
        </Button>
      )}
      {(!first || g.waiting > 1) && (
        <Button
          size="compact-xs"
          variant={first ? 'subtle' : 'default'}
          onClick={() => replay(g)}
          aria-label={`Retry: ${reasonText(g)}`}
        >
          Retry
        </Button>
      )}
    </Stack>
  )
}
