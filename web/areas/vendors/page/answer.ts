import { money } from '#contract/formats.ts'
import type { Result } from '#contract/index.ts'
import { times } from '#contract/vendors/health.ts'
import { isActive } from '#contract/vendors/status.ts'
import { dayText, shortDay } from '../../../ui/time.ts'
import { count, many } from '../../../ui/values.tsx'
import type { Vendor } from './vendor.ts'

/** How a vendor is, in a sentence: what is wrong, worst first, else what it has and what comes. */
export function answerOf(vendor: Vendor): string {
  const [worst, ...others] = vendor.troubles
  if (vendor.deletion) return 'This account is deleted: nobody of it can sign in.'
  if (vendor.vendor_status_id === 4) return canceled(vendor)
  if (!worst) return `Nothing is wrong: ${having(vendor)}.`
  const more = others.length > 0 ? ` ${many(others.length, 'more thing')} on the dashboard.` : ''
  return `${worst.text}.${more}`
}

function canceled(v: Vendor): string {
  const open = [
    v.subscription_count > 0 && many(v.subscription_count, 'subscription'),
    v.total_active_integrations > 0 && many(v.total_active_integrations, 'active integration'),
    v.next_charge_date && `the charge of ${dayText(v.next_charge_date)}`,
    v.owed && 'a charge that wasn’t paid',
  ].filter((part) => typeof part === 'string')
  if (open.length === 0) return 'This account is canceled: nothing is billed, nothing is sent.'
  return `This account is canceled, but still open: ${new Intl.ListFormat('en').format(open)}.`
}

/** What wasn't paid: how much, how often it was tried, and when the next charge comes, as far as is known. */
export function owedText(
  owed: NonNullable<Result<'getVendorDashboard'>['owed']>,
  next: string | null,
): string {
  const { declined, failures, suspended, open } = owed
  const tried = failures > 0 ? `, tried ${times(failures)}` : ''
  const what = declined
    ? `A charge of ${money(declined.amount)} ${declined.failed ? 'failed' : 'was declined'} on ` +
      `${shortDay(declined.tm)}${tried}.`
    : failures > 0
      ? `A charge failed ${times(failures)}.`
      : open
        ? 'It is suspended for billing; which charge wasn’t paid isn’t known.'
        : 'It is suspended for billing, and owes nothing: it goes on once it is made Active in Basic Info.'
  const isSaid = declined !== null || failures > 0
  return [
    what,
    suspended && isSaid && 'It is suspended for billing.',
    next === null
      ? (isSaid || open) && 'No day is set for the next try.'
      : !suspended && `The next charge is set for ${dayText(next)}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** How many stand how, as the integrations' own tab has it: `3 active, 1 paused`. */
export const integrationsText = ({ integration_states }: Pick<Vendor, 'integration_states'>): string =>
  integration_states
    .toReversed()
    .map(({ status, number }) => `${count(number)} ${status.toLowerCase()}`)
    .join(', ') || 'None'

const having = (v: Vendor) =>
  `${many(v.subscription_count, 'subscription')}, ${many(v.total_active_integrations, 'active integration')}` +
  (v.next_charge_date ? `, next charge ${dayText(v.next_charge_date)}` : '')

/** The plan that counts with its fee, and its plan type where that is another: `Custom plan, $79.50 a month (Pro)`. */
export const planText = ({ plan, counts }: Pick<Vendor, 'plan' | 'counts'>) =>
  counts === null
    ? 'None'
    : `${counts.name}, ${money(counts.monthly_fee)} a month${plan === null || plan === counts.name ? '' : ` (${plan})`}`

/** The day of the next charge, and whether it is one; suspended, Free and Canceled users aren’t billed on it. */
export const nextChargeText = (v: Pick<Vendor, 'next_charge_date' | 'vendor_status_id'>): string => {
  if (v.next_charge_date === null) return '—'
  return isActive(v) ? dayText(v.next_charge_date) : `${dayText(v.next_charge_date)}, not billed`
}
