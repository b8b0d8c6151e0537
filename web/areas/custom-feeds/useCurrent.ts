import { useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'

/** A custom feed's current or held run and its status, polled every few seconds. */
export const useCurrent = (vcfi: number) =>
  useQuery({
    ...api.getCurrentCustomFeedRun.query({ params: { vcfi } }),
    // a run may have started or ended since, on its own page
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.run && data.run.state !== 'held' ? 2000 : 15_000),
  })
