import { dayText, money } from '#contract/formats.ts'
import { delistAfterDays } from '#contract/payments/dunning.ts'
import { numberOf } from '#contract/billing/papers.ts'
import { noticeAddresses } from '#server/areas/vendor-record/public.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import type { Content, Part } from '#server/platform/mail/letter.ts'
import type { RenewalTry } from './renewals/renewal-try.ts'

/** What a letter says about a try. */
type TryFacts = Pick<RenewalTry, 'amount' | 'series' | 'number' | 'card' | 'refusal' | 'next_try' | 'tries'>

/** Addresses for billing letters: those that want them, else the primary contact. */
export async function billingRecipients(
  tx: Tx,
  vendorIds: readonly number[],
): Promise<Map<number, string[]>> {
  if (vendorIds.length === 0) return new Map()
  const { rows } = await sql<{ vendor_id: number; recipients: string[] }>`
    select v.vendor_id,
      coalesce(
        ${noticeAddresses('billing')},
        array_remove(array[coalesce(b.contact->>'email', c.email)], null)) as recipients
    from vendor v
    left join contact c on c.contact_id = v.primary_contact_id
    left join billing_contact b on b.vendor_id = v.vendor_id
    where v.vendor_id = any(${vendorIds as number[]}::int[])`.execute(tx)
  return new Map(rows.map((row) => [row.vendor_id, row.recipients]))
}

const presentParts = (...all: readonly (Part | null | undefined | false)[]): Part[] =>
  all.filter((part) => part !== null && part !== undefined && part !== false)
const giveCard: Part = { action: 'Open your billing information', url: '/account/billing-information' }

/** The card didn't pay an invoice and will be charged again. */
export const declinedLetter = (facts: TryFacts): Content => ({
  subject: `Your payment of ${money(facts.amount)} could not be made`,
  parts: presentParts(
    `We couldn’t take ${money(facts.amount)} for ${numberOf(facts)}${facts.card ? ` from ${facts.card}` : ''}.`,
    facts.refusal && `The reason given: ${facts.refusal.message}`,
    facts.refusal?.code === 'authentication_required'
      ? 'Your bank wants you to confirm the payment yourself: it takes a minute, in your billing information.'
      : 'Please check your card in your billing information, or give another one; it is charged at once.',
    giveCard,
    facts.next_try && `Otherwise we try again on ${dayText(facts.next_try)} (UTC).`,
  ),
})
export const suspendedLetter = (facts: TryFacts): Content => ({
  subject: 'Your account is suspended for billing',
  parts: [
    `We tried ${facts.tries} times to take ${money(facts.amount)} for ${numberOf(facts)}, and your card didn’t pay.`,
    'Nothing is sent to your stores any more until it is paid: what they show stays as it is, prices and stock too.',
    `After ${delistAfterDays} days without payment the products that we sent are taken out of your stores.`,
    'Give another card in your billing information: it is charged at once, and all goes on.',
    giveCard,
  ],
})
export const delistedLetter = (): Content => ({
  subject: 'Your products are taken out of your stores',
  parts: [
    `Your account has been suspended for ${delistAfterDays} days, and what it owes isn’t paid.`,
    'The products that we sent are taken out of your stores with their next update.',
    'Give another card in your billing information: it is charged at once, and they come back.',
    giveCard,
  ],
})
export const recoveredLetter = (facts: TryFacts): Content => ({
  subject: 'Your payment has arrived, your account is active again',
  parts: [
    `Thank you: ${money(facts.amount)} for ${numberOf(facts)} is paid.`,
    'Your stores are updated again; what was taken out of them comes back with their next update.',
  ],
})

const example: TryFacts = {
  amount: '49',
  series: 'INV',
  number: 1042,
  card: 'Visa ending in 0341',
  refusal: { code: 'card_declined', decline_code: null, message: 'Your card was declined.' },
  next_try: '2026-12-03',
  tries: 5,
}
/** An example of each letter, by name. */
export const samples = {
  declinedLetter: declinedLetter(example),
  suspendedLetter: suspendedLetter(example),
  delistedLetter: delistedLetter(),
  recoveredLetter: recoveredLetter(example),
}
