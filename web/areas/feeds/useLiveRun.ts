import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { FeedRun, LiveRun } from '#contract/feeds.ts'
import { api } from '../../api.ts'

const going = (state: string | undefined) => state === 'queued' || state === 'running'

/** A run that stays true: while it goes, its events are laid over it; when it ends, it is read once more. */
export function useLiveRun(runId: number) {
  const client = useQueryClient()
  const query = api.feeds.run.query({ params: { feed_run_id: runId } })
  const result = useQuery({ ...query, enabled: runId > 0 })
  const live = going(result.data?.state)
  useEffect(() => {
    if (!live) return
    const { queryKey } = api.feeds.run.query({ params: { feed_run_id: runId } })
    const events = new EventSource(api.feeds.watch.url({ params: { feed_run_id: runId } }))
    events.onmessage = (event: MessageEvent<string>) => {
      const now = JSON.parse(event.data) as LiveRun
      client.setQueryData<FeedRun>(queryKey, (old) => (old ? { ...old, ...now, state: going(now.state) ? now.state : old.state } : old))
      if (going(now.state)) return
      events.close()
      void client.invalidateQueries({ queryKey })
      void client.invalidateQueries({ queryKey: ['suppliers'] })
    }
    return () => events.close()
  }, [client, live, runId])
  return result
}
