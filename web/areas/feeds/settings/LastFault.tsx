import { Alert, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Feed } from '#contract/feeds/feeds.ts'
import { mendOf, type FeedPart } from '#contract/feeds/mend.ts'
import type { FeedRun } from '#contract/feeds/runs.ts'
import { sentence } from '#contract/sentence.ts'
import { api } from '../../../api.ts'
import { links } from '../../../links.ts'
import { useAct } from '../../../ui/act/useAct.ts'
import { HostKeyNotice } from '../../../ui/page/HostKeyNotice.tsx'
import { Ago } from '../../../ui/values.tsx'

/** Why the newest run was rejected, at the setting that fixes it, with the line that it names. */
export function LastFault({
  part,
  run,
  feed,
  line,
}: {
  part: FeedPart
  run: FeedRun | undefined
  feed: Feed
  line: string | null
}) {
  if (run?.state !== 'rejected') return null
  const mend = mendOf(run.reason_code)
  if (mend?.part !== part) return null
  const before = Date.parse(run.insert_tm) < Date.parse(feed.updated_tm)
  return (
    <Alert
      color="red"
      role="status"
      mb="sm"
      title={
        <>
          <Link to={links.feedRun(run.feed_run_id)} className="link">
            Run {run.feed_run_id}
          </Link>{' '}
          was rejected, <Ago tm={run.end_tm ?? run.insert_tm} />
          {before && ', before these settings were saved'}
        </>
      }
    >
      {sentence(run.reason ?? 'The run was rejected')} {mend.todo}
      {line && <FailingLine line={line} />}
    </Alert>
  )
}

/** The line as it is in the file. */
export const FailingLine = ({ line }: { line: string }) => (
  <>
    <Text size="xs" c="dimmed" mt="xs">
      Line in the file:
    </Text>
    <pre className="first-lines" tabIndex={0} aria-label="Failing line">
      {line.trim() || '(blank)'}
    </pre>
  </>
)

/** Changed keys of the feed’s SFTP servers, to accept. */
export function FeedHostKeys({ feed }: { feed: Feed }) {
  const { act, busy } = useAct({
    run: (body: Parameters<typeof api.acceptFeedHostKey>[0]['body']) =>
      api.acceptFeedHostKey({ params: { feed_id: feed.feed_id }, body }),
    doneText: 'Host key accepted',
  })
  return <HostKeyNotice keys={feed.host_keys} busy={busy} accept={act} />
}
