import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Feed } from '#contract/feeds/feeds.ts'
import type { FeedRun } from '#contract/feeds/runs.ts'
import { api } from '../../../api.ts'
import { links } from '../../../links.ts'
import { useAct } from '../../../ui/act/useAct.ts'
import { useLiveRun } from '../run/useLiveRun.ts'

export interface DryRun {
  /** The newest dry run. */
  run: FeedRun | undefined
  /** The newest run, dry or not. */
  last: FeedRun | undefined
  /** It ran with other settings than those saved now. */
  stale: boolean
  busy: boolean
  /** Any run of the feed is queued or running. */
  going: boolean
  start: (dry: boolean) => void
}

/** The feed's newest dry run, and how to start one. */
export function useDryRun(feed: Feed): DryRun {
  const navigate = useNavigate()
  const [startedRunId, setStartedRunId] = useState<number | null>(null)
  const custom = feed.vendor_custom_feed_id
  const supplierRuns = useQuery({
    ...api.listRuns.query({ params: { id: feed.dropshipper_id }, query: {} }),
    enabled: custom === null,
    staleTime: 0,
  })
  const vendorRuns = useQuery({
    ...api.listCustomFeedHistory.query({ params: { vcfi: custom ?? 0 }, query: {} }),
    enabled: custom !== null,
    staleTime: 0,
  })
  const { data } = custom === null ? supplierRuns : vendorRuns
  const newest = data?.[0]
  const id = Math.max(startedRunId ?? 0, newest?.feed_run_id ?? 0)
  const { data: run } = useLiveRun(id || null)
  const { act, busy } = useAct({
    run: (dry: boolean) => api.startRun({ params: { feed_id: feed.feed_id }, body: { dry } }),
    after: ({ feed_run_id }, dry) => {
      if (dry) setStartedRunId(feed_run_id)
      else void navigate({ href: links.feedRun(feed_run_id) })
    },
  })
  return {
    run: run?.dry ? run : undefined,
    last: run,
    stale: run !== undefined && Date.parse(run.insert_tm) < Date.parse(feed.updated_tm),
    busy,
    going: run?.state === 'queued' || run?.state === 'running',
    start: act,
  }
}
