import { money } from '#contract/formats.ts'
import { delistAfterDays } from '#contract/payments/dunning.ts'
import { numberOf } from '#contract/billing/papers.ts'
import { sql, type Tx } from '#server/platform/db.ts'
import type { Tried } from './settle-renewals.ts'

/** Where letters about billing go: the addresses that want them, else the primary contact. */
export async function lettersTo(tx: Tx, vendorIds: readonly number[]): Promise<Map<number, string[]>> {
  if (vendorIds.length === 0) return new Map()
  const { rows } = await sql<{ vendor_id: number; recipients: string[] }>`
    select v.vendor_id,
      coalesce(
        (
          select array_agg(n.email order by n.email)
          from notification_email n
          where n.vendor_id = v.vendor_id and n.billing
        ),
        array_remove(array[coalesce(b.contact->>'email', c.email)], null)) as recipients
    from vendor v
    left join contact c on c.contact_id = v.primary_contact_id
    left join billing_contact b on b.vendor_id = v.vendor_id
    where v.vendor_id = any(${vendorIds as number[]}::int[])`.execute(tx)
  return new Map(rows.map((row) => [row.vendor_id, row.recipients]))
}

const paragraphs = (...all: (string | null)[]): string => all.filter((text) => text !== null).join('\n\n')

const billingPage = (publicUrl: string) => `${publicUrl}/account/billing-information`

/** The card didn't pay an invoice, and is asked again. */
export const declinedLetter = (one: Tried, publicUrl: string) => ({
  subject: `Your payment of ${money(one.amount)} could not be made`,
  body: paragraphs(
    `We couldn't take ${money(one.amount)} for ${numberOf(one)}${one.card ? ` from ${one.card}` : ''}.`,
    one.refusal && `Your bank says: ${one.refusal.message}`,
    one.refusal?.code === 'authentication_required'
      ? `Your bank wants you to confirm the payment yourself: ${billingPage(publicUrl)}`
      : `Please look at your card, or give another one, which is charged at once: ${billingPage(publicUrl)}`,
    one.next_try && `Otherwise we try again on ${one.next_try} (UTC).`,
  ),
})
export const suspendedLetter = (one: Tried, publicUrl: string) => ({
  subject: 'Your account is suspended for billing',
  body: paragraphs(
    `We tried ${one.tries} times to take ${money(one.amount)} for ${numberOf(one)}, and your card didn't pay.`,
    'Nothing is sent to your stores any more until it is paid: what they show stays as it is, prices and stock too.',
    `After ${delistAfterDays} days without payment the products that we sent are taken out of your stores.`,
    `Give another card: it is charged at once, and all goes on. ${billingPage(publicUrl)}`,
  ),
})
export const delistedLetter = {
  subject: 'Your products are taken out of your stores',
  body: paragraphs(
    `Your account has been suspended for ${delistAfterDays} days, and what it owes isn't paid.`,
    'The products that we sent are taken out of your stores with their next update.',
    'Give another card in your billing information: it is charged at once, and they come back.',
  ),
}
export const recoveredLetter = (one: Tried) => ({
  subject: 'Your payment has arrived, your account is active again',
  body: paragraphs(
    `Thank you: ${money(one.amount)} for ${numberOf(one)} is paid.`,
    'Your stores are updated again; what was taken out of them comes back with their next update.',
  ),
})
