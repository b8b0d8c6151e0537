import { money } from '#contract/formats.ts'
import { dayText } from '../../ui/time.ts'
import { many } from '../../ui/values.tsx'
import type { Vendor } from './vendor.ts'

/** How a vendor is, in a sentence: what is wrong, worst first, else what it has and what comes. */
export function answerOf(vendor: Vendor): string {
  const [worst, ...others] = vendor.troubles
  if (vendor.deletion) return 'This account is deleted: nobody of it can sign in.'
  if (vendor.vendor_status_id === 4) return 'This account is canceled: nothing is billed, nothing is sent.'
  if (!worst) return `Nothing is wrong: ${having(vendor)}.`
  const more = others.length > 0 ? ` ${many(others.length, 'more thing')} on the dashboard.` : ''
  return `${worst.text}.${more}`
}

const having = (v: Vendor) =>
  `${many(v.subscription_count, 'subscription')}, ${many(v.total_active_integrations, 'active integration')}` +
  (v.next_charge_date ? `, next charge ${dayText(v.next_charge_date)}` : '')

/** The plan with its fee: `Pro, $199 a month`. */
export const planText = ({ plan, monthly_fee }: Pick<Vendor, 'plan' | 'monthly_fee'>) =>
  plan === null ? 'None' : monthly_fee === null ? plan : `${plan}, ${money(monthly_fee)} a month`
