import { Button, Tooltip } from '@mantine/core'
import {
  IconArrowBackUp,
  IconBan,
  IconCheck,
  IconDownload,
  IconGitCompare,
  IconTrash,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { messages } from '#contract/messages.ts'
import { mendOf, type FeedPart } from '#contract/feeds/mend.ts'
import { tookMs, type FeedRun } from '#contract/feeds/runs.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { Page } from '../../ui/Page.tsx'
import { RecordPage } from '../../ui/RecordPage.tsx'
import { ReasonModal } from '../../ui/ReasonModal.tsx'
import { Bar } from '../../ui/SaveBar.tsx'
import { duration } from '../../ui/time.ts'
import { usePathId } from '../../ui/usePath.ts'
import { count, fileSize, Moment, RunStatus, signed } from '../../ui/values.tsx'
import { answerOf } from './answer.ts'
import { Decision } from './Decision.tsx'
import { Impact, Issues } from './RunDetails.tsx'
import { Timeline } from './Timeline.tsx'
import { useLiveRun } from './useLiveRun.ts'

/** The states whose answer doesn't hold their reason already. */
const saysMore = new Set<FeedRun['state']>(['held', 'applied', 'unchanged', 'dry'])
type Act = 'apply' | 'discard' | 'roll_back' | 'terminate'

export default function RunPage() {
  const query = useLiveRun(usePathId('feed_run_id'))
  return (
    <RecordPage
      noun="feed run"
      param="feed_run_id"
      query={query}
      back={{ to: links.monitoring(), label: 'Monitoring Dashboard' }}
    >
      {(run) => <Run run={run} />}
    </RecordPage>
  )
}

function Run({ run }: { run: FeedRun }) {
  const [act, setAct] = useState<Act | null>(null)
  const going = run.state === 'queued' || run.state === 'running'
  const ms = tookMs(run.phases)
  const answer = answerOf(run)
  return (
    <Page
      title={`${run.dry ? 'Dry run' : 'Run'} ${run.feed_run_id} of ${run.supplier}`}
      status={<RunStatus state={run.state} />}
      acts={<Acts run={run} ask={setAct} />}
      facts={[
        [
          'Supplier',
          <Link key="s" to={links.supplier(run.dropshipper_id, 'monitoring')} className="link">
            {run.supplier}
          </Link>,
        ],
        ['Began', <Moment key="b" tm={run.start_tm ?? run.insert_tm} />],
        ['Took', going || ms === null ? '—' : duration(ms / 1000)],
        ['Started by', run.started_by],
        [
          'File',
          run.file_name ? `${run.file_name}${run.file_bytes ? ` · ${fileSize(run.file_bytes)}` : ''}` : '—',
        ],
        ['Encoding', run.encoding?.toUpperCase() ?? '—'],
        ...(run.attempt > 1 ? ([['Attempt', String(run.attempt)]] as const) : []),
      ]}
    >
      <div aria-live="polite">
        <p className="verdict">
          {answer.before}
          {answer.loud && <em>{answer.loud}</em>}
          {answer.after}
        </p>
        {run.approved_by && (
          <p className="why">
            Approved by {run.approved_by}: {run.approve_reason}
          </p>
        )}
        {saysMore.has(run.state) && run.reason && <p className="why">{run.reason}</p>}
        {run.state === 'rejected' && <MendIt run={run} />}
      </div>
      {run.roll_back_job_id !== null && (
        <div className="callout tone-run" role="status">
          <b>It is being rolled back</b>
          <Link to={links.job(run.roll_back_job_id)}>Job {run.roll_back_job_id}</Link> restores what the
          catalogue held before.
        </div>
      )}
      <Counts run={run} going={going} />
      <Timeline run={run} going={going} />
      {run.decision && <Decision decision={run.decision} />}
      {run.impact && !going && <Impact run={run} />}
      {run.issues.length > 0 && <Issues run={run} />}
      {run.state === 'held' && <DecideBar run={run} ask={setAct} />}
      {act && <ActModal act={act} run={run} close={() => setAct(null)} />}
    </Page>
  )
}

/** What to do about a rejected run, and where. */
function MendIt({ run }: { run: FeedRun }) {
  const mend = mendOf(run.reason_code)
  if (!mend) return null
  // the reason names the column that isn't there any more
  const column = run.reason_code === 'column_gone' ? /“(.+?)”/.exec(run.reason ?? '')?.[1] : undefined
  return (
    <p className="why">
      {mend.todo}{' '}
      <Link to={links.feedSettings(run.dropshipper_id, mend.at, column)} className="link">
        {partNames[mend.at]} in Configuration
      </Link>
    </p>
  )
}
const partNames: Record<FeedPart, string> = { source: 'Source', format: 'Format', mapping: 'Mapping' }

/** Counts that add up: read = accepted + rejected, accepted = created + updated + unchanged. */
function Counts({ run, going }: { run: FeedRun; going: boolean }) {
  const rate = going && run.rate !== null ? `${count(run.rate)} a second` : undefined
  const warned = run.rows_warned ? `${count(run.rows_warned)} with warnings` : undefined
  const items: readonly (readonly [string, string, (string | undefined)?])[] = [
    ['Rows read', count(run.rows_read), rate],
    ['= accepted', count(run.rows_accepted), warned],
    ['+ rejected', count(run.rows_rejected)],
    ['Created', signed(run.created)],
    ['Updated', count(run.updated)],
    ['Unchanged', count(run.unchanged)],
    ['Gone', signed(-run.deleted)],
    ['In stock', run.stats?.in_stock === undefined ? '—' : count(run.stats.in_stock)],
  ]
  return (
    <section aria-label="Counts">
      <dl className="counts">
        {items.map(([label, value, hint]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {value}
              {hint && <small>{hint}</small>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Acts({ run, ask }: { run: FeedRun; ask: (a: Act) => void }) {
  return (
    <>
      {run.rejected_file && (
        <Button
          size="xs"
          variant="default"
          component="a"
          href={api.downloadRejectedRows.url({ params: { feed_run_id: run.feed_run_id } })}
          leftSection={<IconDownload size={15} />}
        >
          Rejected rows
        </Button>
      )}
      {run.previous_run_id && run.state === 'applied' && (
        <Button
          size="xs"
          variant="default"
          component={Link}
          to={links.compare(run.dropshipper_id, run.previous_run_id, run.feed_run_id)}
          leftSection={<IconGitCompare size={15} />}
        >
          Compare with {run.previous_run_id}
        </Button>
      )}
      {(run.state === 'queued' || run.state === 'running') && (
        <ActButton why={run.can.terminate} onClick={() => ask('terminate')} icon={<IconBan size={15} />}>
          Terminate
        </ActButton>
      )}
      {run.state === 'applied' && (
        <ActButton
          why={run.can.roll_back}
          onClick={() => ask('roll_back')}
          icon={<IconArrowBackUp size={15} />}
        >
          Roll back…
        </ActButton>
      )}
    </>
  )
}

/** What a held run waits for, always in sight. */
const DecideBar = ({ run, ask }: { run: FeedRun; ask: (a: Act) => void }) => (
  <Bar label="Decide">
    <span>
      <b>Nothing is changed yet.</b>{' '}
      <span className="quiet">What is applied can be rolled back afterwards.</span>
    </span>
    <span className="acts">
      <ActButton why={run.can.discard} onClick={() => ask('discard')} icon={<IconTrash size={15} />}>
        Discard
      </ActButton>
      <ActButton why={run.can.apply} onClick={() => ask('apply')} icon={<IconCheck size={15} />} primary>
        Apply…
      </ActButton>
    </span>
  </Bar>
)

/** What may not be done is disabled with the reason shown. */
const ActButton = ({
  why,
  onClick,
  icon,
  primary,
  children,
}: {
  why: string | null
  onClick: () => void
  icon: ReactNode
  primary?: boolean
  children: ReactNode
}) => (
  <Tooltip label={why ?? ''} disabled={why === null}>
    <Button
      variant={primary ? 'filled' : 'default'}
      leftSection={icon}
      {...(why !== null && { 'data-disabled': true })}
      aria-disabled={why !== null}
      onClick={() => why === null && onClick()}
    >
      {children}
    </Button>
  </Tooltip>
)

function ActModal({ act, run, close }: { act: Act; run: FeedRun; close: () => void }) {
  const params = { feed_run_id: run.feed_run_id }
  const changes = `${count(run.created)} created, ${count(run.updated)} updated, ${count(run.deleted)} gone`
  const touches = run.impact
    ? ` It touches ${count(run.impact.vendors)} vendors and ${count(run.impact.integrations)} integrations.`
    : ''
  switch (act) {
    case 'apply':
      return (
        <ReasonModal
          title={`Apply run ${run.feed_run_id} of ${run.supplier}`}
          act={`Apply to ${count(run.created + run.updated + run.deleted)} products`}
          run={(reason) => api.applyRun({ params, body: { reason } })}
          done={`Run ${run.feed_run_id} of ${run.supplier} is being applied`}
          close={close}
        >{`${changes}.${touches} It can be rolled back afterwards.`}</ReasonModal>
      )
    case 'discard':
      return (
        <ReasonModal
          title={`Discard run ${run.feed_run_id} of ${run.supplier}`}
          act="Discard the run"
          danger
          run={(reason) => api.discardRun({ params, body: { reason } })}
          done={`Run ${run.feed_run_id} of ${run.supplier} is discarded`}
          close={close}
        >
          The catalogue stays as it is. The run can’t be applied any more; the feed’s next run decides anew.
        </ReasonModal>
      )
    case 'roll_back':
      return (
        <ReasonModal
          title={`Roll back run ${run.feed_run_id} of ${run.supplier}`}
          act="Roll back"
          danger
          run={(reason) => api.rollBackRun({ params, body: { reason } })}
          done={`Run ${run.feed_run_id} of ${run.supplier} is being rolled back`}
          close={close}
        >{`The catalogue becomes what it was before: ${changes} are taken back.`}</ReasonModal>
      )
    case 'terminate':
      return (
        <ReasonModal
          title={`Terminate run ${run.feed_run_id} of ${run.supplier}`}
          act="Terminate"
          danger
          initial={messages.terminated}
          run={(reason) => api.terminateJob({ body: { job_id: run.job_id ?? 0, reason } })}
          done={`Run ${run.feed_run_id} of ${run.supplier} stops`}
          close={close}
        >
          It stops at its next batch and changes no product.
        </ReasonModal>
      )
  }
}
