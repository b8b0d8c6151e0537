import { Button, Pill, SegmentedControl, Select, TextInput } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { causeText } from '#contract/jobs/failures.ts'
import { jobCategories, jobTypes, type JobType, recordNoun } from '#contract/jobs/types.ts'
import { jobPageSize } from '#contract/jobs/jobs.ts'
import { api } from '../../api.ts'
import { FilterBox } from '../../ui/FilterBox.tsx'
import { Page } from '../../ui/Page.tsx'
import { dayAfter, dayOf, secondsOf, shortTime, zoneName } from '../../ui/time.ts'
import { useUrl } from '../../ui/useUrl.ts'
import { count } from '../../ui/values.tsx'
import { labels } from './job-values.tsx'
import { JobTable } from './JobTable.tsx'
import { ScheduleJob } from './ScheduleJob.tsx'

const seconds = z.coerce.number().int().min(0).optional().catch(undefined)
const url = z.object({
  search: z.string().max(200).catch('').default(''),
  category: z.enum(jobCategories).optional().catch(undefined),
  state: z.enum(['1', '2', '3', '4']).optional().catch(undefined),
  job_type: z.string().max(60).optional().catch(undefined),
  param_value: z.string().max(100).optional().catch(undefined),
  cause: z.string().max(300).optional().catch(undefined),
  start: seconds,
  end: seconds,
  oldest: z.stringbool().catch(false).default(false),
})
const time = (at: number) => shortTime(new Date(at * 1000).toISOString())
/** A moment that a day begins with is chosen as a day, any other said as it is. */
const isDay = (at: number | undefined) => at === undefined || secondsOf(dayOf(at)) === at

/** Every job there was, by keyset: millions are no slower than hundreds. */
export default function JobList() {
  const [{ search, category, state, job_type, param_value, cause, start, end, oldest }, set] = useUrl(url)
  const [scheduling, setScheduling] = useState(false)
  const filters = {
    search,
    category,
    job_type,
    cause,
    start,
    end,
    ...(param_value ? { param_value } : {}),
    job_status: state ? [Number(state)] : [],
  }
  const counted = useQuery(api.countJobs.query({ body: filters }))
  const pages = useInfiniteQuery({
    queryKey: [...api.listJobs.key(), 'pages', filters, oldest],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam }) =>
      api.listJobs({ body: { ...filters, oldest_first: oldest, beyond: pageParam } }),
    getNextPageParam: (last) => (last.length === jobPageSize ? last.at(-1)!.job_id : undefined),
  })
  const whole = isDay(start) && isDay(end)
  const param = job_type ? (jobTypes[job_type as JobType]?.param ?? null) : null
  return (
    <Page
      title="Jobs"
      count={counted.data && `${count(counted.data.jobs)}${counted.data.more ? '+' : ''}`}
      acts={<Button onClick={() => setScheduling(true)}>Schedule a job</Button>}
    >
      <JobTable
        label="Jobs"
        exported={{ list: 'jobs', input: { ...filters, oldest_first: oldest } }}
        zone={zoneName()}
        sorting={{
          by: 'queued',
          descending: !oldest,
          set: (_, descending) => set({ oldest: !descending }),
        }}
        bar={
          <>
            <FilterBox
              label="Search jobs"
              placeholder="Record or reason"
              value={search}
              set={(text) => set({ search: text }, { replace: true })}
              width={180}
            />
            <SegmentedControl
              size="xs"
              aria-label="State"
              value={state ?? 'all'}
              onChange={(v) => set({ state: v === 'all' ? undefined : v })}
              data={[
                { value: 'all', label: 'All' },
                { value: '4', label: 'Scheduled' },
                { value: '1', label: 'Executing' },
                { value: '2', label: 'Successful' },
                { value: '3', label: 'With errors' },
              ]}
            />
            <Select
              size="xs"
              w={120}
              aria-label="Category"
              placeholder="Any category"
              data={jobCategories.map((value) => ({ value, label: labels[value] }))}
              value={category ?? null}
              onChange={(v) => set({ category: v ?? undefined })}
              clearable
              clearButtonProps={{ 'aria-label': 'Any category' }}
            />
            <Select
              size="xs"
              w={160}
              aria-label="Job type"
              placeholder="Any type"
              data={Object.entries(jobTypes).map(([value, t]) => ({ value, label: t.label }))}
              value={job_type ?? null}
              onChange={(v) => set({ job_type: v ?? undefined })}
              clearable
              clearButtonProps={{ 'aria-label': 'Any type' }}
            />
            {whole ? (
              <>
                <TextInput
                  size="xs"
                  w={118}
                  type="date"
                  aria-label="Queued from the day"
                  value={start === undefined ? '' : dayOf(start)}
                  max={end === undefined ? undefined : dayOf(end - 1)}
                  onChange={(e) => set({ start: secondsOf(e.currentTarget.value) })}
                />
                <TextInput
                  size="xs"
                  w={118}
                  type="date"
                  aria-label="Queued to the day"
                  value={end === undefined ? '' : dayOf(end - 1)}
                  min={start === undefined ? undefined : dayOf(start)}
                  onChange={(e) => set({ end: dayAfter(e.currentTarget.value) })}
                />
              </>
            ) : (
              <Chip remove={() => set({ start: undefined, end: undefined })} name="Any time">
                queued {start === undefined ? '' : `from ${time(start)} `}
                {end === undefined ? '' : `until ${time(end)}`}
              </Chip>
            )}
            {param_value && (
              <Chip remove={() => set({ param_value: undefined })} name="Any record">
                {`${recordNoun(param)} ${causeText(param_value)}`}
              </Chip>
            )}
            {cause && (
              <Chip remove={() => set({ cause: undefined })} name="Any cause">
                {causeText(cause).slice(0, 60)}
              </Chip>
            )}
          </>
        }
        rows={pages.data?.pages.flat()}
        error={pages.error}
        retry={() => void pages.refetch()}
        fetching={pages.isFetching && !pages.isFetchingNextPage && pages.data !== undefined}
        empty="No job matches these filters."
        skeletonRows={15}
      />
      {pages.hasNextPage && (
        <Button
          variant="default"
          size="xs"
          w="max-content"
          loading={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          {oldest ? 'Newer jobs' : 'Older jobs'}
        </Button>
      )}
      {scheduling && <ScheduleJob close={() => setScheduling(false)} />}
    </Page>
  )
}

const Chip = ({
  name,
  remove,
  children,
}: {
  name: string
  remove: () => void
  children: React.ReactNode
}) => (
  <Pill
    withRemoveButton
    onRemove={remove}
    removeButtonProps={{ 'aria-label': name, 'aria-hidden': false, tabIndex: 0 }}
  >
    {children}
  </Pill>
)
