import { Button, Tooltip } from '@mantine/core'
import {
  IconArrowBackUp,
  IconBan,
  IconCheck,
  IconDownload,
  IconGitCompare,
  IconRefresh,
  IconTrash,
  IconUpload,
} from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { FeedRun } from '#contract/feeds/runs.ts'
import { messages } from '#contract/messages.ts'
import { api } from '../../../api.ts'
import { links } from '../../../links.ts'
import { ReasonModal } from '../../../ui/act/ReasonModal.tsx'
import { Bar } from '../../../ui/form/SaveBar.tsx'
import { useAct } from '../../../ui/act/useAct.ts'
import { ApplyModal } from './ApplyModal.tsx'
import { MendModal } from './MendModal.tsx'
import { mendAct } from '../monitoring/next-act.ts'
import { againText, brokeOff } from './broken-run.ts'
import { changesText } from './measures.ts'
import { decidedText } from './answer.ts'

export type Act = 'apply' | 'discard' | 'roll_back' | 'terminate' | 'mend'

/** What may be done with a run. */
export function RunActs({ run, ask }: { run: FeedRun; ask: (a: Act) => void }) {
  return (
    <>
      {run.rejected_file && <MendActs run={run} ask={ask} />}
      {brokeOff(run) && <BrokenActs run={run} />}
      {run.previous_run_id && run.state === 'applied' && (
        <Button
          size="xs"
          variant="default"
          component={Link}
          to={links.compare(run.dropshipper_id, run.previous_run_id, run.feed_run_id)}
          leftSection={<IconGitCompare size={15} />}
        >
          Compare with run {run.previous_run_id}
        </Button>
      )}
      {(run.state === 'queued' || run.state === 'running') && (
        <ActButton
          disabledReason={run.stopping ? 'It stops at its next batch' : run.can.terminate}
          onClick={() => ask('terminate')}
          icon={<IconBan size={15} />}
        >
          Terminate
        </ActButton>
      )}
      {run.state === 'applied' && (
        <ActButton
          disabledReason={run.can.roll_back}
          onClick={() => ask('roll_back')}
          icon={<IconArrowBackUp size={15} />}
        >
          Roll back…
        </ActButton>
      )}
    </>
  )
}

/** The rejected rows, and the way back for them once they are mended. */
const MendActs = ({ run, ask }: { run: FeedRun; ask: (a: Act) => void }) => (
  <>
    <Button
      size="xs"
      variant="default"
      component="a"
      href={api.downloadRejectedRows.url({ params: { feed_run_id: run.feed_run_id } })}
      leftSection={<IconDownload size={15} />}
    >
      Rejected rows
    </Button>
    <MendButton run={run} ask={ask} />
  </>
)
export const MendButton = ({ run, ask }: { run: FeedRun; ask: (a: Act) => void }) => (
  <ActButton small disabledReason={run.can.mend} onClick={() => ask('mend')} icon={<IconUpload size={15} />}>
    Upload mended rows…
  </ActButton>
)

/** What mends a run that broke off, and another try; of the newest alone one of them stands out. */
function BrokenActs({ run }: { run: FeedRun }) {
  // the reason names the column that isn't there any more
  const column = run.reason_code === 'column_gone' ? /“(.+?)”/.exec(run.reason ?? '')?.[1] : undefined
  const mend = mendAct(run, run.reason_code, column)
  return (
    <>
      <RunAgain run={run} primary={!mend && run.newest} />
      {mend && (
        <Button component={Link} to={mend.to} variant={run.newest ? 'filled' : 'default'}>
          {mend.label}
        </Button>
      )}
    </>
  )
}

/** Another run of the feed, from where it stands: mended rows are uploaded anew. */
function RunAgain({ run, primary = false }: { run: FeedRun; primary?: boolean }) {
  const navigate = useNavigate()
  const { act, busy } = useAct({
    run: () => api.startRun({ params: { feed_id: run.feed_id }, body: { dry: run.dry } }),
    after: ({ feed_run_id }) => navigate({ href: links.feedRun(feed_run_id) }),
  })
  if (run.mends_run_id !== null) return null
  return (
    <ActButton
      disabledReason={run.can.run_again}
      onClick={() => act()}
      icon={<IconRefresh size={15} />}
      primary={primary}
      busy={busy}
    >
      {againText(run)}
    </ActButton>
  )
}

/**
 * What a held run waits for, always in sight; what changes nothing stands out, applying it is the unusual.
 */
export const DecideBar = ({ run, ask }: { run: FeedRun; ask: (a: Act) => void }) => (
  <Bar label="Decide">
    <span>
      <b>Nothing is changed yet.</b>{' '}
      <span className="quiet">What is applied can be rolled back afterwards.</span>
    </span>
    <span className="acts">
      <ActButton
        disabledReason={run.can.discard}
        onClick={() => ask('discard')}
        icon={<IconTrash size={15} />}
      >
        Discard
      </ActButton>
      <ActButton disabledReason={run.can.apply} onClick={() => ask('apply')} icon={<IconCheck size={15} />}>
        Apply…
      </ActButton>
      {run.source.kind === 'upload' && run.mends_run_id === null ? (
        <Button
          component={Link}
          to={links.feedSettings(run, 'source')}
          leftSection={<IconUpload size={15} />}
        >
          Choose another file
        </Button>
      ) : (
        <RunAgain run={run} primary />
      )}
    </span>
  </Bar>
)

/** What may not be done is disabled with the reason shown. */
const ActButton = ({
  disabledReason,
  onClick,
  icon,
  primary,
  small,
  busy = false,
  children,
}: {
  disabledReason: string | null
  onClick: () => void
  icon: ReactNode
  primary?: boolean
  small?: boolean
  busy?: boolean
  children: ReactNode
}) => (
  <Tooltip label={disabledReason ?? ''} disabled={disabledReason === null}>
    <Button
      {...(small && { size: 'xs' })}
      loading={busy}
      variant={primary ? 'filled' : 'default'}
      leftSection={icon}
      {...(disabledReason !== null && { 'data-disabled': true })}
      aria-disabled={disabledReason !== null}
      onClick={() => disabledReason === null && onClick()}
    >
      {children}
    </Button>
  </Tooltip>
)

/** What became of it stands there. */
const toItsHead = () => window.scrollTo({ top: 0 })

export function RunActModal({ act, run, close }: { act: Act; run: FeedRun; close: () => void }) {
  const params = { feed_run_id: run.feed_run_id }
  const changes = changesText(run)
  switch (act) {
    case 'apply':
      return <ApplyModal run={run} after={toItsHead} close={close} />
    case 'mend':
      return <MendModal run={run} close={close} />
    case 'discard':
      return (
        <ReasonModal
          title={`Discard run ${run.feed_run_id} of ${run.supplier}`}
          act="Discard the run"
          danger
          run={(reason) => api.discardRun({ params, body: { reason } })}
          done={`Run ${run.feed_run_id} of ${run.supplier} is discarded`}
          after={toItsHead}
          settled={decidedText}
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
          done={`The rollback of run ${run.feed_run_id} of ${run.supplier} is begun`}
          after={toItsHead}
          settled={decidedText}
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
