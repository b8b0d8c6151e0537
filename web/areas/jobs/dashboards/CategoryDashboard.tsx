import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { z } from 'zod'
import { endedStatuses, jobTypes, type JobCategory } from '#contract/jobs/types.ts'
import { api } from '../../../api.ts'
import { links } from '../../../links.ts'
import { Page, Panel } from '../../../ui/page/Page.tsx'
import { useUrl } from '../../../ui/page/useUrl.ts'
import { JobParts } from './JobParts.tsx'
import { labels } from '../job-values.tsx'
import { JobTable } from '../JobTable.tsx'
import { trendHours, Trends, type trendSpans } from './Trends.tsx'

const url = z.object({ hours: z.enum(trendHours).catch('24').default('24') })

/** The jobs of one category: the Updating, Ordering and Image pages. */
export function CategoryDashboard({
  title,
  category,
  interval,
  emptyText,
}: {
  title: string
  category: JobCategory
  interval?: number
  emptyText: string
}) {
  const [{ hours }, set] = useUrl(url)
  const endedJobs = useQuery({
    ...api.listJobs.query({ body: { job_status: [...endedStatuses], category } }),
    refetchInterval: 15_000,
  })
  const kinds = Object.values(jobTypes).filter((type) => type.category === category).length
  return (
    <Page title={title}>
      <JobParts
        category={category}
        notice={
          kinds === 0 && (
            <div className="callout tone-off" role="note">
              <b>No {title.toLowerCase()} yet</b>
              Nothing queues {title.toLowerCase()} at the moment.
            </div>
          )
        }
      >
        {kinds > 0 && (
          <Trends
            hours={Number(hours) as keyof typeof trendSpans}
            category={category}
            {...(interval !== undefined && { interval })}
            change={(h) => set({ hours: h === '24' ? undefined : h })}
          />
        )}
        <Panel
          title="Recently ended"
          actions={
            <Button component={Link} to={links.jobs({ category })} size="compact-xs" variant="default">
              All {labels[category].toLowerCase()} jobs
            </Button>
          }
        >
          <JobTable
            label="Recently ended jobs"
            rows={endedJobs.data?.slice(0, 25)}
            error={endedJobs.error}
            retry={() => void endedJobs.refetch()}
            empty={emptyText}
            skeletonRows={kinds === 0 ? 1 : 8}
          />
        </Panel>
      </JobParts>
    </Page>
  )
}
