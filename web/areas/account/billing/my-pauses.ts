import type { OwnBilling } from '#contract/payments/own-billing.ts'
import { dayText } from '../../../ui/time.ts'
import { count, many } from '../../../ui/values.tsx'

type Uses = Pick<OwnBilling['uses'], 'suppliers' | 'to_end' | 'to_freeze' | 'frozen' | 'frozen_to_end'>

/** The suppliers as they stand today, and what is to come of them. */
export function suppliersInWords({ suppliers, to_end, to_freeze, frozen, frozen_to_end }: Uses): string {
  const going = ofThem([to_end, 'to end'], [to_freeze, 'to be paused'])
  const paused = frozen > 0 ? `; ${count(frozen)} paused${ofThem([frozen_to_end, 'to end'])}` : ''
  return `${count(suppliers)}${going}${paused}`
}
function ofThem(...parts: readonly [number, string][]): string {
  const some = parts.filter(([n]) => n > 0).map(([n, what]) => `${count(n)} ${what}`)
  return some.length > 0 ? `, of them ${some.join(' and ')}` : ''
}

/** Why the next charge counts other pauses than there are today. */
export function pausesOfCharge({ to_freeze, frozen_to_end }: Uses, day: string | null): string[] {
  const on = day === null ? 'with your next charge' : `on ${dayText(day)}`
  const are = (n: number) => (n === 1 ? 'is' : 'are')
  return [
    ...(to_freeze > 0
      ? [
          `${many(to_freeze, 'supplier')} ${are(to_freeze)} still active and ${are(to_freeze)} paused ${on}: the pause is in this charge.`,
        ]
      : []),
    ...(frozen_to_end > 0
      ? [
          `${many(frozen_to_end, 'paused supplier')} ${frozen_to_end === 1 ? 'ends' : 'end'} ${on}: this charge has no pause of ${frozen_to_end === 1 ? 'it' : 'them'}.`,
        ]
      : []),
  ]
}
