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
    const events = new EventSource(api.feeds.watch.url({ params: { feed_run_id: runId } }))
    events.onmessage = (event: MessageEvent<string>) => {
      const now = JSON.parse(event.data) as LiveRun
      client.setQueryData<FeedRun>(query.queryKey, (old) => (old ? { ...old, ...now, state: going(now.state) ? now.state : old.state } : old))
      if (going(now.state)) return
      events.close()
      void client.invalidateQueries({ queryKey: query.queryKey })
      void client.invalidateQueries({ queryKey: ['suppliers'] })
    }
    return () => events.close()
  }, [client, live, runId, query.queryKey[2] ? runId : 0])
  return result
}
