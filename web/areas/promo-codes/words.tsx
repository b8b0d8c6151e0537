import { IconCalendarOff, IconCircleCheck, IconUsersMinus } from '@tabler/icons-react'
import { discountText } from '#contract/billing/promos.ts'
import { billsText, promoCodeStates } from '#contract/promo-codes/kinds.ts'
import type { PromoCode } from '#contract/promo-codes/promo-codes.ts'
import { dayText } from '../../ui/time.ts'
import { many, Status, type Tone } from '../../ui/values.tsx'

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

/** Which users' bills it applies to, in words. */
function scopeText(code: PromoCode): string {
  const parts = [
    code.dropshipper_name && `subscribed to ${code.dropshipper_name}`,
    code.market_name && `active in ${code.market_name}`,
    code.billing_plan_name && `on the ${code.billing_plan_name} plan`,
    code.plan_only && `on ${code.plan_only} plans`,
  ].filter(Boolean)
  return parts.length > 0 ? `vendors ${parts.join(', ')}` : 'any vendor'
}

/** What a code does, in a sentence. */
export const codeSentence = (code: PromoCode): string =>
  `${discountText(code)} off ${billCount(code)} for ${scopeText(code)}. ${validityText(code)}`.trim()

function billCount(code: PromoCode): string {
  if (!code.is_recurring) return 'one bill'
  if (code.recurring_billing_cycles === null) return 'every bill'
  return billsText(code).replace(/^(\d)/, 'the first $1')
}

function validityText({ state, ends_on, usage_limit }: PromoCode): string {
  if (state === 'used_up') return `Limit of ${many(usage_limit ?? 0, 'vendor')} reached.`
  if (!ends_on) return ''
  return state === 'ended' ? `Expired on ${dayText(ends_on)}.` : `Redeem by ${dayText(ends_on)}.`
}
