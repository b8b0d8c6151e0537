import type { OwnBilling } from '#contract/payments/own-billing.ts'
import { dayText } from '../../../ui/time.ts'
import { count, many } from '../../../ui/values.tsx'

type Uses = Pick<OwnBilling['uses'], 'suppliers' | 'to_end' | 'to_freeze' | 'frozen' | 'frozen_to_end'>

/** How many suppliers there are today, and how many will end or be paused. */
export function suppliersInWords({
  suppliers,
  to_end,
  to_freeze,
  frozen: frozenCount,
  frozen_to_end,
}: Uses): string {
  const going = inParentheses([to_end, 'ending'], [to_freeze, 'pausing'])
  const pausedText =
    frozenCount > 0 ? `, ${count(frozenCount)} paused${inParentheses([frozen_to_end, 'ending'])}` : ''
  return `${count(suppliers)}${going}${pausedText}`
}
function inParentheses(...parts: readonly [number, string][]): string {
  const texts = parts.filter(([n]) => n > 0).map(([n, label]) => `${count(n)} ${label}`)
  return texts.length > 0 ? ` (${texts.join(', ')})` : ''
}

/** Why the next charge has other pauses than there are today. */
export function pausesOfCharge({ to_freeze, frozen_to_end }: Uses, day: string | null): string[] {
  const dayPart = day === null ? 'with your next charge' : `on ${dayText(day)}`
  const [pauses, pauseFees] = to_freeze === 1 ? ['pauses', 'fee is'] : ['pause', 'fees are']
  const [ends, endFees] = frozen_to_end === 1 ? ['ends', 'fee isn’t'] : ['end', 'fees aren’t']
  return [
    to_freeze > 0 && `${many(to_freeze, 'supplier')} ${pauses} ${dayPart}; the pause ${pauseFees} included.`,
    frozen_to_end > 0 &&
      `${many(frozen_to_end, 'paused supplier')} ${ends} ${dayPart}; the pause ${endFees} included.`,
  ].filter((sentence) => sentence !== false)
}
