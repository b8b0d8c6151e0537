import { useQuery, useQueryClient } from '@tanstack/react-query'
import { refresh } from '#web/api.ts'
import { useEffect } from 'react'
import type { FeedRun, LiveRun } from '#contract/feeds/runs.ts'
import { api } from '../../../api.ts'

const going = (state: string | undefined) => state === 'queued' || state === 'running'

/**
 * A run that stays up to date. While it runs, its events are merged into it; when it ends, it and
 * everything loaded before its end are loaded again. While it is being rolled back or its fixed rows are
 * running, it is loaded every second.
 */
export function useLiveRun(id: number | null) {
  const runId = id ?? 0
  const client = useQueryClient()
  const query = api.getRun.query({ params: { feed_run_id: runId } })
  const result = useQuery({
    ...query,
    enabled: id !== null,
    refetchInterval: ({ state: { data } }) =>
      data?.roll_back_job_id || data?.mended_by.some((run) => going(run.state)) ? 1000 : false,
  })
  const live = going(result.data?.state)
  const rollingBack = Boolean(result.data?.roll_back_job_id)
  useEffect(() => {
    if (rollingBack) return () => void refresh(client)
    return undefined
  }, [client, rollingBack])
  useEffect(() => {
    if (!live) return
    const { queryKey } = api.getRun.query({ params: { feed_run_id: runId } })
    const events = new EventSource(api.watchRun.url({ params: { feed_run_id: runId } }))
    events.onmessage = (event: MessageEvent<string>) => {
      const now = JSON.parse(event.data) as LiveRun
      client.setQueryData<FeedRun>(
        queryKey,
        (old) => old && { ...old, ...now, state: going(now.state) ? now.state : old.state },
      )
      if (going(now.state)) return
      events.close()
      void client.invalidateQueries({ queryKey })
    }
    return () => events.close()
  }, [client, live, runId])
  const hasEnded = result.data !== undefined && !live
  useEffect(() => {
    if (hasEnded) void refresh(client, api.getRun.query({ params: { feed_run_id: runId } }).queryKey)
  }, [client, hasEnded, runId])
  return result
}
