import { runText } from '#contract/feeds/run-states.ts'
import { IconAlertTriangle, IconLoader2 } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { tookMs, type FeedRun } from '#contract/feeds/runs.ts'
import { requesterName } from '#contract/words.ts'
import { links } from '../../../links.ts'
import { Page } from '../../../ui/page/Page.tsx'
import { RecordPage } from '../../../ui/page/RecordPage.tsx'
import { age, duration, shortDay, secondsSince } from '../../../ui/time.ts'
import { usePathId } from '../../../ui/page/usePath.ts'
import { RunStatus } from '../monitoring/run-status.tsx'
import { count, fileSize, many, Moment, momentFact, percent, Status } from '../../../ui/values.tsx'
import { SimilarRuns } from '../compare/SimilarRuns.tsx'
import { answerOf } from './answer.ts'
import { causeText } from './cause.ts'
import { Decision } from './checks/Decision.tsx'
import { FixActs } from '../gate/FixActs.tsx'
import { isFixable } from '../gate/fixes.ts'
import { expectedUpTo } from '../gate/gate-words.ts'
import { isCompleted, mendedOf, rejectedShare, rejectedTone, waitedFor } from './measures.ts'
import { DecideBar, MendButton, RunActModal, RunActs, type Act } from './RunActs.tsx'
import { RunTried } from './RunTried.tsx'
import { brokeOff } from './broken-run.ts'
import { FaultLines } from './FaultLines.tsx'
import { RunCounts } from './RunCounts.tsx'
import { RunChanges } from './RunChanges.tsx'
import { RunFiles } from './RunFiles.tsx'
import { Impact, Issues } from './RunDetails.tsx'
import { Timeline } from './Timeline.tsx'
import { useLiveRun } from './useLiveRun.ts'

/** The states whose answer does not already include the reason. */
const saysMore = new Set<FeedRun['state']>(['held', 'applied', 'unchanged', 'dry'])
const actNames = {
  approved: 'Approved',
  discarded: 'Discarded',
  roll_back: 'Rolled back',
  terminated: 'Terminated',
}

export default function RunPage() {
  const query = useLiveRun(usePathId('feed_run_id'))
  return (
    <RecordPage
      noun="feed run"
      param="feed_run_id"
      query={query}
      wayBack={{ to: links.monitoring(), label: 'Monitoring Dashboard' }}
    >
      {(run) => <Run run={run} />}
    </RecordPage>
  )
}

/** A person ended it, but only its reason says who and why. */
const endedWithoutAct = ({ state, acts }: FeedRun) =>
  (state === 'rolled_back' && acts.every((act) => act.what !== 'roll_back')) ||
  (state === 'terminated' && acts.every((act) => act.what !== 'terminated'))

/** The part of the reason that the answer does not already say. */
function reasonBeyondAnswer({ reason, decision }: FeedRun): string {
  const decisionSentence = decision?.sentence
  if (reason?.startsWith('No changes')) return ''
  if (!reason || !decisionSentence) return reason ?? ''
  if (reason.endsWith(decisionSentence)) return ''
  return reason.startsWith(decisionSentence) ? reason.slice(decisionSentence.length).trim() : reason
}

function Run({ run }: { run: FeedRun }) {
  const [act, setAct] = useState<Act | null>(null)
  const going = run.state === 'queued' || run.state === 'running'
  const ms = tookMs(run)
  const waitSeconds = waitedFor(run)
  const answer = answerOf(run)
  const hasCounts = run.rows_read > 0 || !brokeOff(run)
  const changes = run.created + run.updated + run.deleted > 0
  return (
    <Page
      title={`${run.dry ? 'Dry run' : 'Run'} ${run.feed_run_id} of ${run.supplier}`}
      trail={
        run.vendor_id === null
          ? [
              [run.supplier, links.supplier(run.dropshipper_id)],
              ['Monitoring', links.feedMonitoring(run)],
            ]
          : [
              [run.company ?? '', links.vendor(run.vendor_id)],
              ['Custom feeds', links.vendor(run.vendor_id, 'custom_feed')],
              [run.supplier, links.feedMonitoring(run)],
            ]
      }
      status={<Head run={run} />}
      actions={<RunActs run={run} ask={setAct} />}
      facts={[
        [
          'Supplier',
          <Link key="s" to={links.supplier(run.dropshipper_id, 'monitoring')} className="link">
            {run.supplier}
          </Link>,
        ],
        ...(run.vendor_id === null
          ? []
          : ([
              [
                'Custom feed of',
                <Link key="v" to={links.feedMonitoring(run)} className="link">
                  {run.company}
                </Link>,
              ],
            ] as const)),
        momentFact('Started', run.start_tm ?? run.insert_tm),
        ['Duration', going || ms === null ? '—' : duration(ms / 1000)],
        ...(waitSeconds === null ? [] : ([['Waited for approval', duration(waitSeconds)]] as const)),
        ['Started by', requesterName(run.started_by)],
        [
          'File',
          [run.file_name ?? '—', ...(run.file_name && run.file_bytes ? [fileSize(run.file_bytes)] : [])].join(
            ' · ',
          ),
        ],
        ['Encoding', run.encoding?.toUpperCase() ?? '—'],
        ...(run.mends_run_id === null
          ? []
          : ([['Corrected rows of', <RunLink key="m" id={run.mends_run_id} />]] as const)),
        ...(run.attempt > 1 ? ([['Attempt', String(run.attempt)]] as const) : []),
      ]}
    >
      <div aria-live="polite">
        <p className="verdict">
          {answer.before}
          {answer.loud && <em className={answer.tone === 'wait' ? 'tone-wait' : undefined}>{answer.loud}</em>}
          {answer.after}
        </p>
        {causeText(run) && <p className="why">{causeText(run)}</p>}
        {saysMore.has(run.state) && reasonBeyondAnswer(run) && (
          <p className="why">{reasonBeyondAnswer(run)}</p>
        )}
        {isFixable(run) && <FixActs run={run} />}
        {endedWithoutAct(run) && <p className="why">{run.reason}</p>}
        {run.acts.map((act) => (
          <p key={act.tm} className="why">
            {act.what === 'roll_back' && run.state !== 'rolled_back'
              ? 'Rollback requested'
              : actNames[act.what]}{' '}
            by {act.by}, <Moment tm={act.tm} />: {act.reason}
          </p>
        ))}
      </div>
      {run.state === 'rejected' && run.file_bytes !== null && <FaultLines run={run} />}
      {brokeOff(run) && <RunTried run={run} />}
      {run.expected.length > 0 && <ExpectedMeasures run={run} />}
      {run.mended_by.length > 0 && <MendedBy run={run} />}
      {run.roll_back_job_id !== null && (
        <div className="callout tone-run" role="status">
          <b>Rolling back</b>
          <Link to={links.job(run.roll_back_job_id)}>Job {run.roll_back_job_id}</Link> restores the previous
          catalog.
        </div>
      )}
      {run.state !== 'held' && hasCounts && <RunCounts run={run} going={going} />}
      <RunFiles run={run} />
      <Timeline run={run} going={going} />
      {run.decision && <Decision run={run} decision={run.decision} />}
      {run.impact && !going && <Impact run={run} impact={run.impact} />}
      {run.alike.length > 0 && <SimilarRuns runs={run.alike} />}
      {run.state === 'held' && hasCounts && <RunCounts run={run} going={going} />}
      {run.issues.length > 0 && (
        <Issues
          run={run}
          acts={run.rejected_file && run.rows_rejected > 0 && <MendButton run={run} ask={setAct} />}
        />
      )}
      {changes && !going && <RunChanges run={run} />}
      {run.state === 'held' && <DecideBar run={run} asking={act !== null} ask={setAct} />}
      {act && <RunActModal act={act} run={run} close={() => setAct(null)} />}
    </Page>
  )
}

const RunLink = ({ id }: { id: number }) => (
  <Link to={links.feedRun(id)} className="link">
    run {id}
  </Link>
)

/** What the person who approved the run expects of the feed, while that still applies. */
const ExpectedMeasures = ({ run }: { run: FeedRun }) => (
  <p className="why">
    {run.expected.map((expectation) => (
      <span key={expectedUpTo(expectation)}>
        {expectedUpTo(expectation)} until {shortDay(expectation.until_tm)}.{' '}
      </span>
    ))}
    <Link to={links.feedSettings(run, 'expected')} className="link">
      All expected changes
    </Link>
  </p>
)

/** The runs of its fixed rows; once all have arrived, the run is no longer amber. */
const MendedBy = ({ run }: { run: FeedRun }) => (
  <p className="why">
    {isCompleted(run) ? 'All rejected rows were corrected in ' : 'Corrected rows: '}
    {run.mended_by.map((mendingRun, i) => (
      <span key={mendingRun.feed_run_id}>
        {i > 0 && '; '}
        <RunLink id={mendingRun.feed_run_id} />, {many(mendingRun.rows_read, 'row')},{' '}
        {runText(mendingRun.state).toLowerCase()}
        {mendingRun.rows_rejected > 0 && `, ${count(mendingRun.rows_rejected)} rejected again`}
      </span>
    ))}
    .
  </p>
)

/** The run's state; not green if many of its rows were rejected or while it is stopping. */
function Head({ run }: { run: FeedRun }) {
  const tone = rejectedTone(run)
  if (run.stopping)
    return (
      <Status tone="wait" icon={IconLoader2}>
        Stopping
      </Status>
    )
  if (run.state === 'held')
    return (
      <>
        <RunStatus state={run.state} />
        {run.end_tm && <span className="quiet">for {age(secondsSince(run.end_tm))}</span>}
      </>
    )
  if (isCompleted(run))
    return (
      <>
        <RunStatus state={run.state} />
        <span className="quiet">corrected by run {mendedOf(run).runs.at(-1)}</span>
      </>
    )
  if (tone === 'good' || !saysMore.has(run.state)) return <RunStatus state={run.state} />
  return (
    <Status tone={tone} icon={IconAlertTriangle}>
      {`${runText(run.state)}, ${percent(rejectedShare(run))} rejected`}
    </Status>
  )
}
