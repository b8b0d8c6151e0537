import { IconCalendarOff, IconCircleCheck, IconUsersMinus } from '@tabler/icons-react'
import { discountText } from '#contract/billing/promos.ts'
import { billsText, promoCodeStates } from '#contract/promo-codes/kinds.ts'
import type { PromoCode } from '#contract/promo-codes/promo-codes.ts'
import { dayText } from '../../ui/time.ts'
import { count, Status, type Tone } from '../../ui/values.tsx'

const looks: Record<PromoCode['state'], [Tone, typeof IconCircleCheck]> = {
  open: ['good', IconCircleCheck],
  ended: ['off', IconCalendarOff],
  used_up: ['off', IconUsersMinus],
}
export function CodeState({ state }: { state: PromoCode['state'] }) {
  const [tone, icon] = looks[state]
  return (
    <Status tone={tone} icon={icon}>
      {promoCodeStates[state]}
    </Status>
  )
}

/** Whose bills it goes off, in words. */
function scopeText(code: PromoCode): string {
  const parts = [
    code.dropshipper_name && `subscribed to ${code.dropshipper_name}`,
    code.market_name && `active in ${code.market_name}`,
    code.billing_plan_name && `on the plan ${code.billing_plan_name}`,
    code.plan_only && `on ${code.plan_only} plans`,
  ].filter(Boolean)
  return parts.length > 0 ? `users ${parts.join(', ')}` : 'any user'
}

/** What a code does, in a sentence. */
export function codeSentence(code: PromoCode): string {
  const bills = !code.is_recurring
    ? 'one bill'
    : code.recurring_billing_cycles === null
      ? 'every bill'
      : billsText(code).replace(/^(\d)/, 'the first $1')
  const validity =
    code.state === 'ended'
      ? `It was given until ${dayText(code.ends_on!)}.`
      : code.state === 'used_up'
        ? `It was given to ${count(code.usage_limit!)} users, as many as it is for.`
        : code.ends_on
          ? `It is given until ${dayText(code.ends_on)}.`
          : ''
  return `Takes ${discountText(code)} off ${bills} of ${scopeText(code)}. ${validity}`.trim()
}
