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
  const going = ofThem([to_end, 'to end'], [to_freeze, 'to be paused'])
  const pausedText =
    frozenCount > 0 ? `; ${count(frozenCount)} paused${ofThem([frozen_to_end, 'to end'])}` : ''
  return `${count(suppliers)}${going}${pausedText}`
}
function ofThem(...parts: readonly [number, string][]): string {
  const texts = parts.filter(([n]) => n > 0).map(([n, label]) => `${count(n)} ${label}`)
  return texts.length > 0 ? `, of them ${texts.join(' and ')}` : ''
}

/** Why the next charge has other pauses than there are today. */
export function pausesOfCharge({ to_freeze, frozen_to_end }: Uses, day: string | null): string[] {
  const dayPart = day === null ? 'with your next charge' : `on ${dayText(day)}`
  const verbFor = (n: number) => (n === 1 ? 'is' : 'are')
  const [ends, it] = frozen_to_end === 1 ? ['ends', 'it'] : ['end', 'them']
  return [
    to_freeze > 0 &&
      `${many(to_freeze, 'supplier')} ${verbFor(to_freeze)} still active and ${verbFor(to_freeze)} paused ${dayPart}: the pause is in this charge.`,
    frozen_to_end > 0 &&
      `${many(frozen_to_end, 'paused supplier')} ${ends} ${dayPart}: this charge has no pause of ${it}.`,
  ].filter((sentence) => sentence !== false)
}
