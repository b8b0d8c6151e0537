import { Button, Tooltip } from '@mantine/core'
import {
  IconArrowBackUp,
  IconBan,
  IconCheck,
  IconChevronRight,
  IconDownload,
  IconGitCompare,
  IconRefresh,
  IconTrash,
  IconUpload,
} from '@tabler/icons-react'
import { useHotkeys } from '@mantine/hooks'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { FeedRun } from '#contract/feeds/runs.ts'
import { messages } from '#contract/messages.ts'
import { api } from '../../../api.ts'
import { links } from '../../../links.ts'
import { ReasonModal } from '../../../ui/act/ReasonModal.tsx'
import { Bar } from '../../../ui/form/SaveBar.tsx'
import { useAct } from '../../../ui/act/useAct.ts'
import { count } from '../../../ui/values.tsx'
import { isFixable } from '../gate/fixes.ts'
import { ApplyModal } from './ApplyModal.tsx'
import { MendModal } from './MendModal.tsx'
import { mendAct } from '../monitoring/next-act.ts'
import { againText, brokeOff } from './broken-run.ts'
import { changesText } from './measures.ts'
import { decidedText } from './answer.ts'

export type Act = 'apply' | 'discard' | 'roll_back' | 'terminate' | 'mend'

/** The buttons of a run. */
export function RunActs({ run, ask }: { run: FeedRun; ask: (a: Act) => void }) {
  return (
    <>
      {run.rejected_file && run.rows_rejected > 0 && <MendActs run={run} ask={ask} />}
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
          disabledReason={run.stopping ? 'Already stopping' : run.can.terminate}
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

/** Downloads the rejected rows, and uploads them once they are fixed. */
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
    Upload corrected rows…
  </ActButton>
)

/** The fix for a failed run, and another try. Only on the newest run is one of them primary. */
function BrokenActs({ run }: { run: FeedRun }) {
  // the reason names the missing column
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

/** Runs the feed again. Fixed rows are uploaded again instead. */
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

/** The decision on a held run, always in view. The primary button is the one that changes nothing. */
export function DecideBar({
  run,
  asking,
  ask,
}: {
  run: FeedRun
  /** A dialog is open, which has keys of its own. */
  asking: boolean
  ask: (a: Act) => void
}) {
  const navigate = useNavigate()
  const next = run.held?.next_run_id ?? null
  useHotkeys([
    ['a', () => !asking && run.can.apply === null && ask('apply')],
    ['d', () => !asking && run.can.discard === null && ask('discard')],
    ['n', () => !asking && next !== null && void navigate({ href: links.feedRun(next) })],
  ])
  return (
    <Bar label="Review">
      <span>
        <b>Nothing has changed yet.</b> <span className="quiet">You can roll back after applying.</span>
      </span>
      <span className="acts">
        {next !== null && (
          <Button
            component={Link}
            to={links.feedRun(next)}
            variant="subtle"
            aria-keyshortcuts="n"
            title="Press N"
            rightSection={<IconChevronRight size={15} />}
          >
            Next held run ({count(run.held?.others ?? 0)})
          </Button>
        )}
        <ActButton
          disabledReason={run.can.discard}
          onClick={() => ask('discard')}
          shortcut="d"
          icon={<IconTrash size={15} />}
        >
          Discard
        </ActButton>
        <ActButton
          disabledReason={run.can.apply}
          onClick={() => ask('apply')}
          shortcut="a"
          icon={<IconCheck size={15} />}
        >
          Approve…
        </ActButton>
        {run.source.kind === 'upload' && run.mends_run_id === null ? (
          <Button
            component={Link}
            to={links.feedSettings(run, 'source')}
            variant={isFixable(run) ? 'default' : 'filled'}
            leftSection={<IconUpload size={15} />}
          >
            Choose another file
          </Button>
        ) : (
          <RunAgain run={run} primary={!isFixable(run)} />
        )}
      </span>
    </Bar>
  )
}

/** A button that is disabled, with the reason, if the act is not allowed. */
const ActButton = ({
  disabledReason,
  onClick,
  icon,
  primary,
  small,
  busy = false,
  shortcut,
  children,
}: {
  disabledReason: string | null
  onClick: () => void
  icon: ReactNode
  primary?: boolean
  small?: boolean
  busy?: boolean
  /** The key that does the same. */
  shortcut?: string
  children: ReactNode
}) => (
  <Tooltip
    label={disabledReason ?? `Press ${shortcut?.toUpperCase()}`}
    disabled={disabledReason === null && !shortcut}
  >
    <Button
      {...(small && { size: 'xs' })}
      loading={busy}
      variant={primary ? 'filled' : 'default'}
      leftSection={icon}
      {...(disabledReason !== null && { 'data-disabled': true })}
      aria-disabled={disabledReason !== null}
      {...(shortcut && { 'aria-keyshortcuts': shortcut })}
      onClick={() => disabledReason === null && onClick()}
    >
      {children}
    </Button>
  </Tooltip>
)

/** The outcome is shown at the top. */
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
          title={`Discard run ${run.feed_run_id} of ${run.supplier}?`}
          act="Discard run"
          danger
          run={(reason) => api.discardRun({ params, body: { reason } })}
          doneText={`Run ${run.feed_run_id} of ${run.supplier} discarded`}
          after={toItsHead}
          closingText={decidedText}
          close={close}
        >
          The catalog stays unchanged. A discarded run can’t be approved later.
        </ReasonModal>
      )
    case 'roll_back':
      return (
        <ReasonModal
          title={`Roll back run ${run.feed_run_id} of ${run.supplier}?`}
          act="Roll back"
          danger
          run={(reason) => api.rollBackRun({ params, body: { reason } })}
          doneText={`Rollback of run ${run.feed_run_id} of ${run.supplier} started`}
          after={toItsHead}
          closingText={decidedText}
          close={close}
        >{`Restores the catalog from before this run. Changes undone: ${changes}.`}</ReasonModal>
      )
    case 'terminate':
      return (
        <ReasonModal
          title={`Terminate run ${run.feed_run_id} of ${run.supplier}?`}
          act="Terminate"
          danger
          initial={messages.terminated}
          run={(reason) => api.terminateJob({ body: { job_id: run.job_id ?? 0, reason } })}
          doneText={`Stopping run ${run.feed_run_id} of ${run.supplier}`}
          close={close}
        >
          The run stops at its next batch. No products change.
        </ReasonModal>
      )
  }
}
