import type { FeedRun } from '#contract/feeds/runs.ts'
import { count, many, runText } from '../../ui/values.tsx'

/** A run's answer in one sentence; `loud` is the part that must not be overlooked. */
export interface Answer {
  before: string
  loud: string
  after: string
}
type Measure = NonNullable<FeedRun['decision']>['measures'][number]
/** A larger share of rejected rows than this is said first, percent. */
const noticeable = 5

/** What happened, or what would, before anything else on the run's page. */
export function answerOf(run: FeedRun): Answer {
  const plain = (text: string): Answer => ({ before: text, loud: '', after: '' })
  const rejected = run.rows_read > 0 ? (run.rows_rejected / run.rows_read) * 100 : 0
  const changed = `${count(run.created)} created, ${count(run.updated)} updated, ${count(run.deleted)} gone`
  switch (run.state) {
    case 'queued':
      return plain('Waits for its turn.')
    case 'running':
      return plain(`Running: ${run.phase ?? 'about to begin'}, ${many(run.rows_read, 'row')} read.`)
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
      if (rejected > noticeable)
        return {
          before: `${said}, but `,
          loud: `${count(run.rows_rejected)} of ${many(run.rows_read, 'row')} were rejected`,
          after: run.state === 'unchanged' ? '.' : `; ${changed}.`,
        }
      if (run.state === 'unchanged') return plain('Unchanged: the file says what the catalogue says.')
      return plain(`${said}: ${changed}.`)
    }
    // its reason says the word itself
    case 'rolled_back':
      return plain(run.reason ?? 'Rolled back.')
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
    return `“${m.label}” would ${m.after < m.before ? 'fall' : 'rise'} from ${m.before}% to ${m.after}%`
  if (m.name === 'products' && m.after < m.before)
    return `${count(m.before - m.after)} of ${many(m.before, 'product')} would disappear`
  const what = m.name === 'products' ? 'the catalogue' : 'products in stock'
  return `${what} would ${m.after < m.before ? 'fall' : 'grow'} from ${count(m.before)} to ${count(m.after)}`
}
