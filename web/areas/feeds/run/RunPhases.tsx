import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api.ts'
import { Timeline } from './Timeline.tsx'

/** The phases of a run on the page of its job, to scale; followed while the job runs. */
export function RunPhases({ runId, isOpen }: { runId: number; isOpen: boolean }) {
  const { data: run } = useQuery({
    ...api.getRun.query({ params: { feed_run_id: runId } }),
    refetchInterval: isOpen ? 2000 : false,
  })
  if (!run) return <Skeleton height={83} />
  return run.phases.length > 0 && <Timeline run={run} going={isOpen} />
}
