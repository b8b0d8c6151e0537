import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { CurrentRun } from '#contract/feeds/runs.ts'
import { inTrouble } from '#contract/feeds/standing.ts'
import { api, refresh } from '../../../api.ts'
import { links, type FeedPlace } from '../../../links.ts'
import { useAct } from '../../../ui/act/useAct.ts'
import { nextAct, runNow } from './next-act.ts'

/** The next thing to do about a feed, at the top of its page. */
export function FeedActs({
  feed,
  place,
  inSettings,
}: {
  feed: CurrentRun
  place: FeedPlace & { feed_id: number }
  /** In the settings, the guide or the form has the primary button. */
  inSettings: boolean
}) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const open = feed.run?.feed_run_id
  const before = useRef(open)
  useEffect(() => {
    // a run that ended while the page was open changed more than what is polled
    if (before.current !== undefined && before.current !== open) void refresh(client)
    before.current = open
  }, [client, open])
  const { act, busy } = useAct({
    run: () => api.startRun({ params: { feed_id: place.feed_id }, body: { dry: false } }),
    after: ({ feed_run_id }) => navigate({ href: links.feedRun(feed_run_id) }),
  })
  const to = (href: string, text: string, main = false) => (
    <Button component={Link} to={href} variant={main ? 'filled' : 'default'}>
      {text}
    </Button>
  )
  if (feed.held_run_id) return to(links.feedRun(feed.held_run_id), 'Review run', true)
  if (feed.run) return to(links.feedRun(feed.run.feed_run_id), 'View run')
  if (feed.standing === 'never_ran')
    return inSettings ? null : to(links.feedSettings(place), 'Set up feed', true)
  const { dropshipper_id, vendor_id, vendor_custom_feed_id } = place
  const next = inTrouble(feed.standing)
    ? nextAct({ ...feed, dropshipper_id, ...(vendor_id && { vendor_id, vendor_custom_feed_id }) })
    : undefined
  const first = next && next.label !== runNow && !inSettings
  return (
    <>
      <Button
        variant={feed.succeeding || inSettings || first ? 'default' : 'filled'}
        loading={busy}
        onClick={() => act()}
      >
        {runNow}
      </Button>
      {first && to(next.to, next.label, true)}
    </>
  )
}
