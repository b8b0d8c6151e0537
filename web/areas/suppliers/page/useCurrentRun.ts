import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api.ts'

/** A supplier's current or held run and its feed's status, polled every few seconds. */
export const useCurrentRun = (id: number) =>
  useQuery({
    ...api.getCurrentRun.query({ params: { id } }),
    // a run may have started or ended since, on its own page
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.run && data.run.state !== 'held' ? 2000 : 15_000),
  })
