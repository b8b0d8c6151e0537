import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api.ts'

/** A supplier's run at work or held, and how its feed stands; one that ends is told so within seconds. */
export const useCurrentRun = (id: number) =>
  useQuery({
    ...api.getCurrentRun.query({ params: { id } }),
    // a run may have begun or ended since, on a page of its own
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.run && data.run.state !== 'held' ? 2000 : 15_000),
  })
