import type { Books, MoneyWaiting } from '#contract/payments/books.ts'
import { many } from '../../../ui/values.tsx'

export interface MoneyAnswer {
  before: string
  loud?: string
  after?: string
  tone: 'good' | 'wait' | 'bad'
}

/** The state of the books in one sentence: what is broken, then what needs a person. */
export function moneyAnswer(books: Books, waiting: MoneyWaiting): MoneyAnswer {
  const { checks, checked_tm } = books
  const brokenCount = checks.filter((check) => check.broken > 0).length
  if (brokenCount > 0)
    return {
      before: '',
      loud: `${brokenCount} of ${many(checks.length, 'ledger check')} failed`,
      after: '.',
      tone: 'bad',
    }
  if (waiting.stopped_run)
    return {
      before: '',
      loud: 'Renewals are stopped',
      after: ': they would charge more than usual.',
      tone: 'bad',
    }
  const sound =
    checked_tm === null ? 'No ledger checks yet.' : `All ${many(checks.length, 'ledger check')} passed.`
  const waits = waitText(waiting)
  return waits === null
    ? { before: `${sound} Nothing needs attention.`, tone: 'good' }
    : { before: `${sound} `, loud: waits, after: '.', tone: 'wait' }
}

/** What needs a person; null if nothing does. */
function waitText({ under_way, approvals, differences, disputes, set_aside }: MoneyWaiting): string | null {
  const flaggedPayments = under_way.filter((payment) => payment.flagged_tm !== null)
  const all = [
    { n: flaggedPayments.length, noun: 'pending payment' },
    { n: approvals.length, noun: 'approval' },
    { n: differences.length, noun: 'gateway difference' },
    { n: disputes.length, noun: 'open dispute' },
    { n: set_aside.length, noun: 'failed renewal' },
  ].filter(({ n }) => n > 0)
  if (all.length === 0) return null
  const verb = all.length === 1 && all[0]?.n === 1 ? 'needs' : 'need'
  return `${all.map(({ n, noun }) => many(n, noun)).join(', ')} ${verb} attention`
}

/** What a difference is, in words. */
export const differenceText = {
  unknown: 'Only at the gateway',
  missing: 'Missing at the gateway',
  amount: 'Different amount',
  state: 'Different status',
} as const

/** What fails for a vendor that is set aside. */
export const setAsideText = {
  settle: 'Couldn’t end or freeze subscriptions, not billed',
  bill: 'Couldn’t create the bill',
  retry: 'Couldn’t retry the card',
  delist: 'Couldn’t remove products from stores',
} as const
