import { money } from '#contract/formats.ts'
import type { Result } from '#contract/index.ts'
import { times } from '#contract/vendors/health.ts'
import { isActive, vendorStatus } from '#contract/vendors/status.ts'
import { dayText, shortDay } from '../../../ui/time.ts'
import { count, many } from '../../../ui/values.tsx'
import type { Vendor } from './vendor.ts'

/** A vendor's state in a sentence: its worst trouble; empty if it has none. */
export function answerOf(vendor: Vendor): string {
  const [worst] = vendor.troubles
  if (vendor.deletion) return 'Account deleted. No one can sign in.'
  if (vendor.vendor_status_id === vendorStatus.canceled) return canceledAnswer(vendor)
  return worst ? `${worst.text}.` : ''
}

function canceledAnswer(v: Vendor): string {
  const open = [
    v.subscription_count > 0 && many(v.subscription_count, 'subscription'),
    v.total_active_integrations > 0 && many(v.total_active_integrations, 'active integration'),
    v.next_charge_date && `the charge on ${dayText(v.next_charge_date)}`,
    v.owed && 'an unpaid charge',
  ].filter((part) => typeof part === 'string')
  if (open.length === 0) return 'Account canceled. Nothing is billed or sent.'
  return `Account canceled, but still open: ${new Intl.ListFormat('en').format(open)}.`
}

type Debt = NonNullable<Result<'getVendorDashboard'>['owed']>

/** What wasn't paid: how much, how often it was tried, and when the next charge is, if known. */
export function owedText(debt: Debt, next: string | null): string {
  const { declined: declinedCharge, failures, suspended: isSuspended, open } = debt
  const isSaid = declinedCharge !== null || failures > 0
  return [
    causeText(debt),
    isSuspended && isSaid && 'Billing is suspended.',
    next === null && (isSaid || open) && 'The next attempt isn’t scheduled.',
    next !== null && !isSuspended && `The next charge is on ${dayText(next)}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

function causeText({ declined: declinedCharge, failures, open }: Debt): string {
  if (declinedCharge) {
    const { amount, tm, failed: hasFailed } = declinedCharge
    const attempts = failures > 0 ? `, tried ${times(failures)}` : ''
    return `A charge of ${money(amount)} ${hasFailed ? 'failed' : 'was declined'} on ${shortDay(tm)}${attempts}.`
  }
  if (failures > 0) return `A charge failed ${times(failures)}.`
  return open
    ? 'Billing is suspended, but the unpaid charge isn’t on record.'
    : 'Billing is suspended, but nothing is owed. Set the status to Active in Basic Info to resume.'
}

/** How many are in each state, as on the integrations' tab: `3 active, 1 paused`. */
export const integrationsText = ({ integration_states }: Pick<Vendor, 'integration_states'>): string =>
  integration_states
    .toReversed()
    .map(({ status, number }) => `${count(number)} ${status.toLowerCase()}`)
    .join(', ') || 'None'

/** Active subscriptions of all: `10 of 11`. */
export const suppliersText = (v: Pick<Vendor, 'subscription_count' | 'active_subscription_count'>): string =>
  v.active_subscription_count === v.subscription_count
    ? count(v.subscription_count)
    : `${count(v.active_subscription_count)} of ${count(v.subscription_count)}`

/** The markets of its stores, with their number if a market has several: `Shopify, eBay`. */
export const storesText = ({
  store_count,
  store_markets,
}: Pick<Vendor, 'store_count' | 'store_markets'>): string => {
  if (store_count === 0) return 'None'
  const [first, second, ...otherMarkets] = store_markets
  const names = [first, second, otherMarkets.length > 0 && `${count(otherMarkets.length)} more`]
    .filter(Boolean)
    .join(', ')
  return store_count > store_markets.length ? `${count(store_count)} (${names})` : names
}

/** The plan that counts with its fee, and the plan type if it differs: `Custom plan, $79.50 a month (Pro)`. */
export function planText({ plan, counts }: Pick<Vendor, 'plan' | 'counts'>): string {
  if (counts === null) return 'None'
  const fee = `${counts.name}, ${money(counts.monthly_fee)} a month`
  return plan === null || plan === counts.name ? fee : `${fee} (${plan})`
}

/** The day of the next charge; suspended, Free and Canceled vendors aren't billed on it. */
export const nextChargeText = (v: Pick<Vendor, 'next_charge_date' | 'vendor_status_id'>): string => {
  if (v.next_charge_date === null) return '—'
  return isActive(v) ? dayText(v.next_charge_date) : `${dayText(v.next_charge_date)}, not billed`
}
