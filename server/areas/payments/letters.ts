import { dayText, money } from '#contract/formats.ts'
import { delistAfterDays } from '#contract/payments/dunning.ts'
import { numberOf } from '#contract/billing/papers.ts'
import { noticeAddresses } from '#server/areas/vendor-record/public.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import type { Content, Part } from '#server/platform/mail/letter.ts'
import { owedText } from './papers/owed.ts'
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
const giveCard: Part = { action: 'Open billing information', url: '/account/billing-information' }

/** The card didn't pay an invoice and will be charged again. */
export const declinedLetter = (facts: TryFacts): Content => ({
  subject: `Your payment of ${money(facts.amount)} failed`,
  parts: presentParts(
    `We couldn’t charge ${money(facts.amount)} to ${facts.card ?? 'your card'} for invoice ${numberOf(facts)}.`,
    facts.refusal && `Reason: ${facts.refusal.message}`,
    facts.refusal?.code === 'authentication_required'
      ? 'Your bank needs you to confirm this payment. You can do that in your billing information.'
      : 'Check your card in your billing information, or add another one. We’ll charge a new card right away.',
    giveCard,
    facts.next_try && `If the invoice is still unpaid, we’ll try again on ${dayText(facts.next_try)} (UTC).`,
  ),
})
/** Staff sends it while a card fails. */
export const cardLinkLetter = (facts: {
  owed: string
  numbers: readonly string[]
  card: string | null
  reason: string
  token: string
  /** The last day of the link, in UTC. */
  until: string
}): Content => ({
  subject: `Change your card: ${money(facts.owed)} is unpaid`,
  parts: [
    `${owedText(facts.owed, facts.numbers)} unpaid. We couldn’t charge ${facts.card ?? 'your card'}. Reason: ${facts.reason}.`,
    'Save another card with this link. We’ll charge it right away.',
    { action: 'Change card', url: `/account/billing-information?card_link=${facts.token}` },
    `The link works with your sign-in until ${dayText(facts.until)} (UTC).`,
  ],
})
export const suspendedLetter = (facts: TryFacts): Content => ({
  subject: 'Your account is suspended for non-payment',
  parts: [
    `We tried ${facts.tries} times to charge your card ${money(facts.amount)} for invoice ${numberOf(facts)}. It was declined each time.`,
    'Your stores won’t get updates until it’s paid, so stock and prices will go out of date.',
    `After ${delistAfterDays} days without payment, we’ll remove the products we sent to your stores.`,
    'Add another card in your billing information. We’ll charge it right away and resume updates.',
    giveCard,
  ],
})
/** @param owed the amount and its invoices, if it owes any */
export const delistedLetter = (owed: string | undefined): Content => ({
  subject: 'We’re removing our products from your stores',
  parts: [
    `Your account has been suspended for ${delistAfterDays} days${owed ? `, and ${owed} still unpaid` : ''}.`,
    'The next update will remove the products we sent to your stores.',
    'Add another card in your billing information. We’ll charge it right away, and your products will return with the next update.',
    giveCard,
  ],
})
/** A renewal run was stopped before its first card. */
export const stoppedRunLetter = (run: string): Content => ({
  subject: 'Renewals stopped: two people must approve',
  parts: [
    `Today’s renewals would charge ${run}. That is more than usual, so nothing was charged.`,
    'Review the charges on Money. The run continues when two people approve it.',
    { action: 'Open Money', url: '/billing/' },
  ],
})
export const recoveredLetter = (facts: TryFacts): Content => ({
  subject: 'Payment received: your account is active again',
  parts: [
    `Thank you. We received ${money(facts.amount)} for invoice ${numberOf(facts)}.`,
    'Store updates have resumed. Removed products return with the next update.',
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
  delistedLetter: delistedLetter(owedText(example.amount, [numberOf(example)])),
  recoveredLetter: recoveredLetter(example),
  cardLinkLetter: cardLinkLetter({
    owed: example.amount,
    numbers: [numberOf(example)],
    card: example.card,
    reason: 'Not enough money on the card',
    token: 'example',
    until: '2026-12-06',
  }),
  stoppedRunLetter: stoppedRunLetter('2,016 invoices, $468,748.21'),
}
