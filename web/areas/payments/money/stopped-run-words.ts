import { money } from '#contract/formats.ts'
import type { StoppedRun } from '#contract/payments/renewal-stops.ts'
import { count, many } from '../../../ui/values.tsx'

/** One of the four figures that a run is judged by. */
export interface FigureRow {
  name: string
  now: string
  most: string
  isOver: boolean
}

export function figureRows({ invoices, amount, percent, days }: StoppedRun): FigureRow[] {
  return [
    {
      name: 'Invoices',
      now: count(invoices.now),
      most: count(invoices.most),
      isOver: invoices.now > invoices.most,
    },
    {
      name: 'Amount',
      now: money(amount.now),
      most: money(amount.most),
      isOver: Number(amount.now) > Number(amount.most),
    },
    {
      name: 'Share of active vendors',
      now: `${percent.now}%`,
      most: `${percent.most}%`,
      isOver: percent.now > percent.most,
    },
    {
      name: 'Since the last complete run',
      now: days.now === null ? 'First run' : many(days.now, 'day'),
      most: many(days.most, 'day'),
      isOver: (days.now ?? 0) > days.most,
    },
  ]
}

/** What happens next with a stopped run. */
export function nextText({ state, agreed, refused_by }: StoppedRun): string {
  if (state === 'refused')
    return `Rejected by ${refused_by ?? 'staff'}. Renewals stay stopped today, unless they are within the usual limits again. Tomorrow they need a new decision.`
  const [first] = agreed
  if (!first) return 'Nothing is charged until two people approve.'
  return first.own
    ? 'You approved. One more person must approve before anything is charged.'
    : `${first.name} approved. One more person must approve before anything is charged.`
}

export const stoppedText = ({ invoices, amount }: StoppedRun) =>
  `Today’s renewals come to ${many(invoices.now, 'invoice')}, ${money(amount.now)}. That is more than usual.`
