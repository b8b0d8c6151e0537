import { Button, SegmentedControl } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { causeText } from '#contract/jobs/failures.ts'
import { jobCategories, jobTypes, type JobType, recordNoun } from '#contract/jobs/types.ts'
import { jobPageSize, jobSorts } from '#contract/jobs/jobs.ts'
import { api } from '../../api.ts'
import { FilterBox } from '../../ui/FilterBox.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { dayAfter, dayOf, secondsOf, shortTime } from '../../ui/time.ts'
import { dayFrom, isLastDays, type Filter } from '../../ui/table/filter/filter.ts'
import { Filters } from '../../ui/table/filter/Filters.tsx'
import { useUrl } from '../../ui/page/useUrl.ts'
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
  vendor_id: z.coerce.number().int().min(1).max(2_147_483_647).optional().catch(undefined),
  last: z.string().refine(isLastDays).optional().catch(undefined),
  start: seconds,
  end: seconds,
  begun: z.stringbool().catch(false).default(false),
  stopped: z.stringbool().optional().catch(undefined),
  sort_on: z.enum(jobSorts).catch('queued').default('queued'),
  oldest: z.stringbool().catch(false).default(false),
})
const time = (epochSeconds: number) => shortTime(new Date(epochSeconds * 1000).toISOString())
/** Whether a time is the start of a day, which can be shown as a day. */
const isDay = (epochSeconds: number | undefined) =>
  epochSeconds === undefined || secondsOf(dayOf(epochSeconds)) === epochSeconds

const spanText = (start: number | undefined, end: number | undefined) =>
  [start !== undefined && `from ${time(start)}`, end !== undefined && `until ${time(end)}`]
    .filter(Boolean)
    .join(' ')
const choices: readonly Filter[] = [
  {
    key: 'category',
    label: 'Category',
    kind: 'choice',
    options: jobCategories.map((value) => ({ value, label: labels[value] })),
  },
  {
    key: 'job_type',
    label: 'Type',
    kind: 'choice',
    options: Object.entries(jobTypes).map(([value, { label }]) => ({ value, label })),
  },
]

/** All jobs, paged by keyset: millions are as fast as hundreds. */
export default function JobList() {
  const [view, set] = useUrl(url)
  const { search, category, state, job_type, param_value, cause, last, end, oldest, sort_on, vendor_id } =
    view
  const { begun: isByStart, stopped: isStopped } = view
  const start = last === undefined ? view.start : secondsOf(dayFrom(last, 'here')!)
  const [scheduling, setScheduling] = useState(false)
  const filters = {
    search,
    category,
    job_type,
    cause,
    vendor_id,
    start,
    end,
    begun: isByStart,
    stopped: isStopped,
    ...(param_value ? { param_value } : {}),
    job_status: state ? [Number(state)] : [],
  }
  const jobCount = useQuery(api.countJobs.query({ body: filters }))
  const { data: user } = useQuery({
    ...api.getVendor.query({ params: { vendor_id: vendor_id ?? 0 } }),
    enabled: vendor_id !== undefined,
  })
  const pages = useInfiniteQuery({
    queryKey: [...api.listJobs.key(), 'pages', filters, sort_on, oldest],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam }) =>
      api.listJobs({ body: { ...filters, sort_on, oldest_first: oldest, beyond: pageParam } }),
    getNextPageParam: (last) => (last.length === jobPageSize ? last.at(-1)?.job_id : undefined),
  })
  const whole = isDay(start) && isDay(end) && !isByStart
  const narrow = (change: Record<string, string | undefined>) => {
    const { from, to, span: _, ...others } = change
    set({
      ...others,
      ...('span' in change && { start: undefined, end: undefined, begun: undefined }),
      ...('from' in change &&
        (isLastDays(from)
          ? { last: from, start: undefined }
          : { last: undefined, start: from && secondsOf(from) })),
      ...('to' in change && { end: to && dayAfter(to) }),
    })
  }
  const param = job_type ? (jobTypes[job_type as JobType]?.param ?? null) : null
  const jobs = pages.data?.pages.flat()
  const spanLabel = isByStart ? 'Started' : 'Queued'
  const nextJobs = oldest ? 'Newer jobs' : 'Older jobs'
  return (
    <Page
      title="Jobs"
      count={jobCount.data && `${count(jobCount.data.jobs)}${jobCount.data.more ? '+' : ''}`}
      actions={<Button onClick={() => setScheduling(true)}>Schedule job</Button>}
    >
      <JobTable
        label="Jobs"
        exported={{ list: 'jobs', input: { ...filters, sort_on, oldest_first: oldest } }}
        sorting={{
          column: sort_on,
          descending: !oldest,
          set: (sortKey, descending) =>
            set({ sort_on: sortKey === 'queued' ? undefined : sortKey, oldest: !descending }),
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
              aria-label="Status"
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
            <Filters
              filters={[
                ...choices,
                whole
                  ? { key: 'queued', label: 'Queued', kind: 'days', from: 'from', to: 'to' }
                  : {
                      key: 'span',
                      label: spanLabel,
                      kind: 'given',
                      text: spanText(start, end),
                    },
                {
                  key: 'stopped',
                  label: 'Terminated manually',
                  kind: 'given',
                  text: isStopped ? 'yes' : 'no',
                },
                {
                  key: 'param_value',
                  label: 'Record',
                  kind: 'given',
                  text: `${recordNoun(param)} ${causeText(param_value ?? '')}`,
                },
                {
                  key: 'vendor_id',
                  label: 'Vendor',
                  kind: 'given',
                  text: user && 'company' in user ? user.company : `#${vendor_id}`,
                },
                { key: 'cause', label: 'Cause', kind: 'given', text: causeText(cause ?? '').slice(0, 60) },
              ]}
              values={{
                category,
                job_type,
                param_value,
                cause,
                stopped: isStopped?.toString(),
                vendor_id: vendor_id?.toString(),
                // the URL has timestamps; days are in the person's time zone
                from: last ?? (whole && start !== undefined ? dayOf(start) : undefined),
                to: whole && end !== undefined ? dayOf(end - 1) : undefined,
                span: whole ? undefined : 'given',
              }}
              set={narrow}
            />
          </>
        }
        rows={jobs}
        error={pages.error}
        retry={() => void pages.refetch()}
        fetching={pages.isFetching && !pages.isFetchingNextPage && pages.data !== undefined}
        empty="No jobs match these filters."
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
          {sort_on === 'queued' ? nextJobs : 'More jobs'}
        </Button>
      )}
      {scheduling && <ScheduleJob close={() => setScheduling(false)} />}
    </Page>
  )
}
