import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { JobCategory } from '#contract/jobs/types.ts'
import { api } from '../../../api.ts'
import { LoadError } from '../../../ui/page/Page.tsx'
import { Capacity } from './Capacity.tsx'
import { CurrentJobs, useCurrentJobs } from './CurrentJobs.tsx'
import { FailureGroups, useFailureGroups } from './FailureGroups.tsx'
import { Verdict } from './Verdict.tsx'

/** How the jobs stand, those that run, and those that failed: at once, so that nothing moves as each arrives. */
export function JobParts({
  category,
  notice,
  children,
}: {
  category: JobCategory | undefined
  /** Before the current jobs. */
  notice?: ReactNode
  /** What follows. */
  children: ReactNode
}) {
  const summary = useQuery({ ...api.getJobSummary.query(), refetchInterval: 10_000 })
  const current = useCurrentJobs()
  const failures = useFailureGroups(category)
  const [isComplete, setComplete] = useState(false)
  // only the first time: a change of the period waits in its own part
  if (!isComplete && !summary.isPending && !current.isPending && !failures.isPending) setComplete(true)
  if (!isComplete) return <Skeleton height={640} />
  return (
    <>
      {summary.error ? (
        <LoadError error={summary.error} retry={() => void summary.refetch()} />
      ) : (
        <>
          <Verdict summary={summary.data} category={category} />
          <Capacity summary={summary.data} category={category} />
        </>
      )}
      {notice}
      <CurrentJobs category={category} />
      <FailureGroups category={category} />
      {children}
    </>
  )
}
