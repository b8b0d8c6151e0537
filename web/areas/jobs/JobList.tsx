import { Button, Pill, SegmentedControl, Select, TextInput } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { jobCategories, jobTypes } from '#contract/jobs/types.ts'
import { jobPageSize } from '#contract/jobs/jobs.ts'
import { api } from '../../api.ts'
import { intoRows } from '../../ui/FilterBox.tsx'
import { Page } from '../../ui/Page.tsx'
import { shortTime } from '../../ui/time.ts'
import { useUrl } from '../../ui/useUrl.ts'
import { idName, labels } from './job-values.tsx'
import { JobTable } from './JobTable.tsx'
import { ScheduleJob } from './ScheduleJob.tsx'

const seconds = z.coerce.number().int().min(0).optional().catch(undefined)
const url = z.object({
  category: z.enum(jobCategories).optional().catch(undefined),
  state: z.enum(['1', '2', '3', '4']).optional().catch(undefined),
  job_type: z.string().max(60).optional().catch(undefined),
  param_value: z.string().max(100).optional().catch(undefined),
  cause: z.string().max(300).optional().catch(undefined),
  start: seconds,
  end: seconds,
})
const time = (at: number) => shortTime(new Date(at * 1000).toISOString())

/**
 * Every job there was, newest first. It counts nothing and pages by key, so millions are no slower than
 * hundreds.
 */
export default function JobList() {
  const [{ category, state, job_type, param_value, cause, start, end }, set] = useUrl(url)
  const [scheduling, setScheduling] = useState(false)
  const templates = useQuery(api.listSchedulableJobs.query())
  const filters = {
    category,
    job_type,
    cause,
    start,
    end,
    ...(param_value ? { param_value } : {}),
    job_status: state ? [Number(state)] : [],
  }
  const pages = useInfiniteQuery({
    queryKey: [...api.listJobs.key(), 'pages', filters],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam }) => api.listJobs({ body: { ...filters, before: pageParam } }),
    getNextPageParam: (last) => (last.length === jobPageSize ? last.at(-1)!.job_id : undefined),
  })
  return (
    <Page title="Jobs" acts={<Button onClick={() => setScheduling(true)}>Schedule a job</Button>}>
      <JobTable
        label="Jobs"
        exported={{ list: 'jobs', input: filters }}
        bar={
          <>
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
              w={260}
              aria-label="Job type"
              placeholder="Any type"
              data={Object.entries(jobTypes).map(([value, t]) => ({ value, label: t.label }))}
              value={job_type ?? null}
              onChange={(v) => set({ job_type: v ?? undefined })}
              clearable
              clearButtonProps={{ 'aria-label': 'Any type' }}
            />
            <TextInput
              size="xs"
              data-filter
              aria-label="Record"
              placeholder={idName(templates.data?.find((t) => t.job_type === job_type)?.param_name)}
              key={param_value ?? ''}
              defaultValue={param_value ?? ''}
              w={130}
              onKeyDown={(e) =>
                e.key === 'ArrowDown'
                  ? intoRows(e)
                  : e.key === 'Enter' && set({ param_value: e.currentTarget.value.trim() || undefined })
              }
              onBlur={(e) =>
                e.currentTarget.value.trim() !== (param_value ?? '') &&
                set({ param_value: e.currentTarget.value.trim() || undefined })
              }
            />
            {cause && (
              <Pill
                withRemoveButton
                onRemove={() => set({ cause: undefined })}
                removeButtonProps={{ 'aria-label': 'Any cause', 'aria-hidden': false, tabIndex: 0 }}
              >
                {cause.length > 60 ? `${cause.slice(0, 60)}…` : cause}
              </Pill>
            )}
            {(start !== undefined || end !== undefined) && (
              <Pill
                withRemoveButton
                onRemove={() => set({ start: undefined, end: undefined })}
                removeButtonProps={{ 'aria-label': 'Any time', 'aria-hidden': false, tabIndex: 0 }}
              >
                queued {start === undefined ? '' : `from ${time(start)} `}
                {end === undefined ? '' : `until ${time(end)}`}
              </Pill>
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
          Older jobs
        </Button>
      )}
      {scheduling && <ScheduleJob close={() => setScheduling(false)} />}
    </Page>
  )
}
