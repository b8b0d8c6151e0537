import { money, monthName } from '#contract/formats.ts'
import type { Books, MoneySums, MoneyWaiting } from '#contract/payments/books.ts'
import type { Aging } from '#contract/payments/papers.ts'
import { many } from '../../../ui/values.tsx'

export interface MoneyAnswer {
  before: string
  loud?: string
  after?: string
  tone: 'good' | 'wait' | 'bad'
}

/** What was collected this month and is owed, then what is broken or needs a person. */
export function moneyAnswer(books: Books, waiting: MoneyWaiting, sums: MoneySums, aging: Aging): MoneyAnswer {
  const { checks } = books
  const brokenCount = checks.filter((check) => check.broken > 0).length
  const before = `${standingText(sums, aging)} `
  if (brokenCount > 0)
    return {
      before,
      loud: `${brokenCount} of ${many(checks.length, 'ledger check')} failed`,
      after: '.',
      tone: 'bad',
    }
  if (waiting.stopped_run)
    return {
      before,
      loud: 'Renewals are stopped',
      after: ': they would charge more than usual.',
      tone: 'bad',
    }
  const items = itemsWaiting(waiting)
  return items === 0
    ? { before: `${before}Nothing needs attention.`, tone: 'good' }
    : {
        before,
        loud: `${many(items, 'item')} ${items === 1 ? 'needs' : 'need'} attention`,
        after: '.',
        tone: 'wait',
      }
}

/** These lead to the lists of what they count. */
export const owingText = (invoices: number): string => many(invoices, 'invoice')
export const failingText = (cards: number): string => `${many(cards, 'card')} failing`

/** “$312,410 collected in November, $27,648.30 owed on 107 invoices, 14 cards failing.” */
function standingText({ months }: MoneySums, { open, invoices, failing_cards }: Aging): string {
  const [newest] = months
  const parts = [
    ...(newest ? [`${money(newest.charged)} collected in ${monthName(newest.month)}`] : []),
    invoices === 0 ? 'nothing owed' : `${money(open)} owed on ${owingText(invoices)}`,
    ...(failing_cards > 0 ? [failingText(failing_cards)] : []),
  ]
  const text = parts.join(', ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

/** How the ledger was found, for the line under the answer. */
export function checksText({ checks, checked_tm }: Books): string {
  if (checked_tm === null) return 'No ledger checks yet.'
  const passed = checks.filter((check) => check.broken === 0).length
  return passed === checks.length
    ? `All ${many(passed, 'ledger check')} passed.`
    : `${passed} of ${many(checks.length, 'ledger check')} passed.`
}

/** How much needs a person. */
const itemsWaiting = ({ under_way, approvals, differences, disputes, set_aside }: MoneyWaiting): number =>
  under_way.filter((payment) => payment.flagged_tm !== null).length +
  approvals.length +
  differences.length +
  disputes.length +
  set_aside.length

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
