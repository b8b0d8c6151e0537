import { Button, SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { z } from 'zod'
import { endedStatuses, jobCategories } from '#contract/jobs/types.ts'
import { api } from '../../../api.ts'
import { links } from '../../../links.ts'
import { Page, Panel } from '../../../ui/page/Page.tsx'
import { useUrl } from '../../../ui/page/useUrl.ts'
import { JobParts } from './JobParts.tsx'
import { labels } from '../job-values.tsx'
import { JobTable } from '../JobTable.tsx'
import { ScheduleJob } from '../ScheduleJob.tsx'
import { Servers } from './Servers.tsx'
import { trendHours, Trends, type trendSpans } from './Trends.tsx'

const url = z.object({
  hours: z.enum(trendHours).catch('24').default('24'),
  category: z.enum(jobCategories).optional().catch(undefined),
})

export default function JobDashboard() {
  const [{ hours, category }, set] = useUrl(url)
  const [scheduling, setScheduling] = useState(false)
  const endedJobs = useQuery({
    ...api.listJobs.query({ body: { job_status: [...endedStatuses], category } }),
    refetchInterval: 15_000,
  })
  return (
    <Page
      title="Job Dashboard"
      actions={
        <>
          <SegmentedControl
            size="xs"
            aria-label="Category"
            value={category ?? 'all'}
            onChange={(v) => set({ category: v === 'all' ? undefined : v })}
            data={[
              { value: 'all', label: 'All' },
              ...jobCategories.map((c) => ({ value: c, label: labels[c] })),
            ]}
          />
          <Button onClick={() => setScheduling(true)}>Schedule job</Button>
        </>
      }
    >
      <JobParts category={category}>
        <Trends
          hours={Number(hours) as keyof typeof trendSpans}
          category={category}
          change={(h) => set({ hours: h === '24' ? undefined : h })}
        />
        <Servers />
        <Panel
          title="Recently ended"
          actions={
            <Button
              component={Link}
              to={links.jobs(category ? { category } : {})}
              size="compact-xs"
              variant="default"
            >
              All jobs
            </Button>
          }
        >
          <JobTable
            label="Recently ended jobs"
            rows={endedJobs.data?.slice(0, 15)}
            error={endedJobs.error}
            retry={() => void endedJobs.refetch()}
            empty="No jobs yet."
          />
        </Panel>
      </JobParts>
      {scheduling && <ScheduleJob close={() => setScheduling(false)} />}
    </Page>
  )
}
