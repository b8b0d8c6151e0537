import type { FeedRun } from '#contract/feeds/runs.ts'
import { rejectedShare, rejectedTone, runningPhase } from './measures.ts'
import { count, many, percent, runText } from '../../ui/values.tsx'

/** A run's answer in one sentence; `loud` is the part that must not be overlooked. */
export interface Answer {
  before: string
  loud: string
  after: string
  tone?: 'bad' | 'wait'
}
type Measure = NonNullable<FeedRun['decision']>['measures'][number]

/** What happened, or what would, before anything else on the run's page. */
export function answerOf(run: FeedRun): Answer {
  const plain = (text: string): Answer => ({ before: text, loud: '', after: '' })
  const tone = rejectedTone(run)
  const changed = `${count(run.created)} created, ${count(run.updated)} updated, ${count(run.deleted)} gone`
  switch (run.state) {
    case 'queued':
      return plain('Waits for its turn.')
    case 'running':
      return plain(
        `${run.stopping ? 'Stopping. It was' : 'Running:'} ${runningPhase(run)}, ${many(run.rows_read, 'row')} read.`,
      )
    case 'held': {
      const worst = worstOf(run)
      if (!worst) return plain(run.reason ?? 'Held for a person.')
      if (worst.hold === 0)
        return { before: 'Held, because ', loud: wouldBe(worst), after: ': the limit lets nothing move.' }
      const times = Math.abs(worst.moved) / worst.hold
      const limit = times >= 2 ? `${times.toFixed(1)} times the limit` : 'more than the limit'
      return { before: 'Held, because ', loud: wouldBe(worst), after: `: ${limit} of ${worst.hold}%.` }
    }
    case 'applied':
    case 'unchanged':
    case 'dry': {
      const said = run.state === 'dry' ? 'A dry run, nothing was changed' : runText(run.state)
      if (tone !== 'good')
        return {
          before: `${said}, but `,
          loud: `${count(run.rows_rejected)} of ${many(run.rows_read, 'row')} were rejected`,
          tone,
          after: `, ${percent(rejectedShare(run))}${run.state === 'unchanged' ? '.' : `; ${changed}.`}`,
        }
      if (run.state === 'unchanged') return plain('Unchanged: the file says what the catalogue says.')
      return plain(`${said}: ${changed}.`)
    }
    case 'rolled_back':
      return plain('Rolled back: the catalogue is what it was before.')
    case 'terminated':
      return plain('Terminated: no product was changed.')
    case 'discarded':
      return plain('Discarded: nothing was changed.')
    case 'rejected':
    case 'failed':
      return {
        before: `${runText(run.state)}: `,
        loud: run.reason ?? 'for no reason that was kept',
        after: '',
      }
    default:
      return plain(run.reason ? `${runText(run.state)}: ${run.reason}` : `${runText(run.state)}.`)
  }
}

const worstOf = (run: FeedRun): Measure | undefined =>
  run.decision?.measures
    .filter((m) => m.verdict === 'hold')
    .toSorted((a, b) => Math.abs(b.moved) / b.hold - Math.abs(a.moved) / a.hold || rank(a) - rank(b))[0]
/** Of measures that moved alike the one a person feels first. */
const rank = (m: Measure) => ['products', 'in_stock', 'prices'].indexOf(m.name) + 1 || 9

function wouldBe(m: Measure): string {
  if (m.name === 'prices') return `${many(m.after, 'price')} would change`
  if (m.name.startsWith('fill:'))
    return `“${m.label}” would ${m.after < m.before ? 'fall' : 'rise'} from ${percent(m.before)} to ${percent(m.after)}`
  if (m.name === 'products' && m.after < m.before)
    return `${count(m.before - m.after)} of ${many(m.before, 'product')} would disappear`
  const what = m.name === 'products' ? 'the catalogue' : 'products in stock'
  return `${what} would ${m.after < m.before ? 'fall' : 'grow'} from ${count(m.before)} to ${count(m.after)}`
}
