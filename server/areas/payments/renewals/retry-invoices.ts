import { vendorStatus } from '#contract/vendors/status.ts'
import { dayOf } from '#contract/billing/days.ts'
import { isHardDecline } from '#contract/payments/dunning.ts'
import { toCents } from '#contract/billing/cents.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import type { Ctx, Services, Who } from '#server/platform/services.ts'
import type { Condition } from '#server/platform/database/sql.ts'
import { tryInvoices } from './issue-renewals.ts'
import { noCard } from './no-card.ts'
import { isOfCardOnFile } from '../intents/open-intents.ts'
import { forAllDue, isEligibleFor, lockAndReread, type Work } from './renewal-steps.ts'
import { settleRenewals } from './settle-renewals.ts'
import type { Refusal } from '../gateways/gateway.ts'
import { openPaper } from '../papers/open-papers.ts'

const atOnce = 200
interface Due {
  invoice_id: number
  vendor_id: number
  series: 'INV'
  number: number
  total: string
  try_no: number
  last: Refusal | null
}

/** Charges the cards again for invoices whose retry day has come; returns how many. */
export const retryInvoices = (services: Services, vendorIds?: readonly number[]): Promise<number> =>
  forAllDue(services, retriesDue(services), vendorIds)
export function retriesDue(services: Services): Work<Due> {
  const now = services.clock.now()
  return {
    step: 'retry',
    hold: (tx, vendorIds) => openInvoices(tx, isRetryDay(now, vendorIds)),
    carryOut: (tx, due) => tryDue(services, tx, due),
  }
}

const isRetryDay = (now: number, vendorIds: readonly number[] | null) => sql<boolean>`(
  i.next_try <= ${dayOf(now)}::date
  and v.vendor_status_id = ${sql.lit(vendorStatus.active)}
  and v.deleted_tm is null
  and ${isEligibleFor('retry', now, vendorIds)})`
/** Whether the invoice `i` of the vendor `v` is retried now. */
export const isRetryDue = (now: number, vendorIds: readonly number[] | null) =>
  sql<boolean>`(${isToAsk} and ${isRetryDay(now, vendorIds)})`

/** The day of an invoice's next automatic try; null unless its vendor `v` is Active. */
export const askedAgainOn = sql<
  string | null
>`case when v.vendor_status_id = ${sql.lit(vendorStatus.active)} then next_try end`

/** A card that its bank has written off isn't charged, but its retry day counts. */
async function tryDue(services: Services, tx: Tx, due: readonly Due[]): Promise<void> {
  const hardDeclines = due.filter((invoice) => isHardDecline(invoice.last?.decline_code ?? null))
  await askAgain(
    services,
    tx,
    due.filter((invoice) => !hardDeclines.includes(invoice)),
  )
  const tm = new Date(services.clock.now()).toISOString()
  const failedTries = hardDeclines.map((invoice) =>
    noCard({ ...invoice, total: toCents(invoice.total) }, invoice.last),
  )
  await settleRenewals(services, tx, failedTries, tm)
}

/**
 * Charges a vendor's open invoices at once, because it saved another card or staff asked. This doesn't count
 * as a scheduled try (docs/domain/renewals.md, Card retries).
 */
export const retryVendor = (
  services: Services & Partial<Pick<Ctx, 'who'>>,
  tx: Tx,
  vendorId: number,
): Promise<string[]> =>
  openInvoices(tx, sql`i.vendor_id = ${vendorId}`).then((due) =>
    askAgain(
      services,
      tx,
      due.map((invoice) => ({ ...invoice, try_no: null })),
      services.who,
    ),
  )

const askAgain = (
  services: Services,
  tx: Tx,
  due: readonly (Omit<Due, 'try_no'> & { try_no: number | null })[],
  requester?: Who,
) =>
  tryInvoices(
    services,
    tx,
    due.map((invoice) => ({ ...invoice, total: toCents(invoice.total) })),
    { tm: new Date(services.clock.now()).toISOString(), requester },
  )

/** Locks invoices without a try under way, and their vendors; with the last refusal of the card on file. */
const openInvoices = (tx: Tx, condition: Condition): Promise<Due[]> =>
  lockAndReread(
    async () => {
      const { rows } = await sql<{ invoice_id: number }>`
        select i.invoice_id
        from invoice i
        join vendor v using (vendor_id)
        where ${isToAsk} and ${condition}
        order by i.invoice_id
        limit ${atOnce}
        for no key update of v, i skip locked`.execute(tx)
      return rows.map((row) => row.invoice_id)
    },
    async (lockedIds) => {
      const { rows } = await sql<Due>`
        select i.invoice_id, i.vendor_id, i.series, i.number, i.total, i.tries + 1 as try_no,
          case when l.decline_code is not null then
            jsonb_build_object('code', 'card_declined', 'decline_code', l.decline_code,
              'message', l.card_exception) end as last
        from invoice i
        join vendor v using (vendor_id)
        left join lateral (
          select c.decline_code, c.card_exception
          from vendor_charge c
          join payment_method m on m.vendor_id = c.vendor_id and m.removed_tm is null
          where c.vendor_id = i.vendor_id and c.invoice_id = i.invoice_id and ${isOfCardOnFile}
          order by c.vendor_charge_id desc
          limit 1) l on true
        where i.invoice_id = any(${lockedIds as number[]}::bigint[]) and ${isToAsk} and ${condition}
        order by i.invoice_id`.execute(tx)
      return rows
    },
  )
const isToAsk = sql<boolean>`(${openPaper('i')} and not exists (
  select from money_intent m where m.invoice_id = i.invoice_id and m.state = 'open'))`
