import { runText } from '#contract/feeds/run-states.ts'
import type { FeedRun } from '#contract/feeds/runs.ts'
import { sentence } from '#contract/sentence.ts'
import type { HttpError } from '../../../api.ts'
import { shortTime } from '../../../ui/time.ts'
import { isCounted, timesLimit } from '../gate/gate-words.ts'
import { changesText, isCompleted, rejectedShare, rejectedTone, runningPhase } from './measures.ts'
import { count, limitPercent, many, percent } from '../../../ui/values.tsx'

/** A run's outcome in one sentence; `loud` is the part that must not be overlooked. */
export interface Answer {
  before: string
  loud: string
  after: string
  tone?: 'bad' | 'wait'
}

/** What happened or would happen, at the top of the run's page. */
export function answerOf(run: FeedRun): Answer {
  const plain = (text: string): Answer => ({ before: text, loud: '', after: '' })
  const tone = rejectedTone(run)
  const changes = changesText(run)
  const skippedText = run.skipped > 0 ? `, ${many(run.skipped, 'row')} for unknown products skipped` : ''
  switch (run.state) {
    case 'queued':
      return plain(`Queued. ${run.waits_for ?? ''}`.trim())
    case 'running':
      if (run.waits_for && !run.stopping) return plain(sentence(run.waits_for))
      return plain(
        `${run.stopping ? 'Stopping:' : 'Running:'} ${runningPhase(run)}, ${many(run.rows_read, 'row')} read.`,
      )
    case 'held': {
      const sentence = run.decision?.sentence
      return sentence
        ? { before: 'Held. ', loud: sentence, after: pastLimitText(run) }
        : plain(run.reason ?? 'Held for approval.')
    }
    case 'applied':
    case 'unchanged':
    case 'dry': {
      if (run.state === 'dry' && run.decision?.verdict === 'hold')
        return {
          before: 'Dry run (nothing changed). Would be held: ',
          loud: run.decision.sentence,
          after: '',
        }
      const outcome = run.state === 'dry' ? 'Dry run (nothing changed)' : runText(run.state)
      if (tone !== 'good')
        return {
          before: `${outcome}, but `,
          loud: `${count(run.rows_rejected)} of ${many(run.rows_read, 'row')} were rejected`,
          tone,
          after: `, ${percent(rejectedShare(run))}${run.state === 'unchanged' ? '.' : `; ${changes}.`}`,
        }
      if (run.decision?.sentence && run.state !== 'unchanged')
        return { before: `${outcome}: ${changes}. `, loud: run.decision.sentence, after: '', tone: 'wait' }
      if (run.state === 'unchanged')
        return plain(
          run.kept > 0
            ? `Unchanged. ${many(run.kept, 'product')} kept because their rows were rejected.`
            : 'Unchanged: the file matches the catalog.',
        )
      return plain(`${outcome}: ${changes}${skippedText}${completedText(run)}.`)
    }
    case 'rolled_back':
      return plain('Rolled back: the previous catalog was restored.')
    case 'terminated':
      return plain('Terminated: no products changed.')
    case 'discarded':
      return plain(`Discarded: nothing changed.${wasHeld(run)}`)
    case 'rejected':
    case 'failed':
      return {
        before: `${runText(run.state)}: `,
        loud: run.reason ?? 'no reason recorded',
        after: '',
      }
    default:
      return plain(sentence(`${runText(run.state)}${run.reason ? `: ${run.reason}` : ''}`) + wasHeld(run))
  }
}

/** How far the gravest measure is past its limit; empty for one that has none, or is hardly past it. */
function pastLimitText({ decision }: FeedRun): string {
  const worst = decision?.measures[0]
  const times = worst ? timesLimit(worst) : 0
  if (!worst || isCounted(worst.name) || !Number.isFinite(times) || times < leastTimes) return ''
  return ` ${times.toFixed(1)} times the limit of ${limitPercent(worst.hold ?? worst.warn ?? 0)}.`
}
const leastTimes = 1.1

/** Rejected rows that were fixed and uploaded since. */
const completedText = (run: FeedRun) =>
  isCompleted(run) ? `; ${many(run.rows_rejected, 'rejected row')} corrected since` : ''

/** Why it was held, once that is decided. */
const wasHeld = ({ decision }: FeedRun) =>
  decision?.verdict === 'hold' && decision.sentence ? ` Held because: ${decision.sentence}` : ''

/**
 * Who decided about a run in the meantime, what and when; undefined if the refusal is about something
 * else.
 */
export function decidedText({ changed: changes }: Pick<HttpError, 'changed'>): string | undefined {
  const state = changes.find((change) => change.field === 'state')
  if (!state) return undefined
  const verb = { applied: 'approved', discarded: 'discarded', rolled_back: 'rolled back' }[String(state.to)]
  return verb && `${state.by} ${verb} this run at ${shortTime(state.tm)}.`
}
