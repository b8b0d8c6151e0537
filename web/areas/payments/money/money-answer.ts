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
  const brokenChecks = books.checks.filter((check) => check.broken > 0).length
  if (brokenChecks > 0)
    return {
      before: 'The books aren’t sound: ',
      loud: `${brokenChecks} of ${many(books.checks.length, 'thing')} that must hold ${brokenChecks === 1 ? 'doesn’t' : 'don’t'}`,
      after: '.',
      tone: 'bad',
    }
  const sound =
    books.checked_tm === null
      ? 'The books were never looked at yet'
      : `The books are sound: all ${many(books.checks.length, 'thing')} that must hold do`
  const waits = waitText(waiting)
  return waits === null
    ? { before: `${sound}; nothing waits for a person.`, tone: 'good' }
    : { before: `${sound}; `, loud: waits, after: '.', tone: 'wait' }
}

/** What needs a person; null if nothing does. */
function waitText({ under_way, approvals, differences, disputes, set_aside }: MoneyWaiting): string | null {
  const flaggedPayments = under_way.filter((payment) => payment.flagged_tm !== null)
  const all = [
    { n: flaggedPayments.length, noun: 'payment', more: ' without an answer' },
    { n: approvals.length, noun: 'act', more: ' to be agreed to' },
    { n: differences.length, noun: 'difference', more: ' from the gateway' },
    { n: disputes.length, noun: 'open dispute', more: '' },
    { n: set_aside.length, noun: 'renewal', more: ' that can’t be done' },
  ].filter(({ n }) => n > 0)
  if (all.length === 0) return null
  const waits = all.length === 1 && all[0]?.n === 1 ? 'waits' : 'wait'
  return `${all.map(({ n, noun, more: suffix }) => many(n, noun) + suffix).join(', ')} ${waits}`
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
