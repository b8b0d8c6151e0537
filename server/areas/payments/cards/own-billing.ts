import { chargeStatus } from '#contract/billing/billing.ts'
import type { Bill } from '#contract/billing/bill.ts'
import { addDays } from '#contract/billing/days.ts'
import { numberOf } from '#contract/billing/papers.ts'
import type { Parsed } from '#contract/index.ts'
import { delistAfterDays, isHardDecline, retryDays } from '#contract/payments/dunning.ts'
import { paperPageSize, type OwnBilling, type OwnPaper } from '#contract/payments/own-billing.ts'
import { unpaidOf } from '#contract/stores/unpaid.ts'
import { isActive, vendorStatus } from '#contract/vendors/status.ts'
import { readNextBill } from '#server/areas/billing/public.ts'
import { sql } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import type { Ctx } from '#server/platform/services.ts'
import { requireCustomer } from './own-customer.ts'
import { byHolder } from '../intents/holder-confirmation.ts'
import { paperOf } from '../papers/download-invoice.ts'
import { isOfCardOnFile } from '../intents/open-intents.ts'
import { isOpen, openPaper } from '../papers/open-papers.ts'
import { askedAgainOn } from '../renewals/retry-invoices.ts'

/** The signed-in customer's plan, next charge, what is owed, and what follows (docs/domain/cards.md, Own billing). */
export async function getOwnBilling(ctx: Ctx): Promise<OwnBilling> {
  const { db, clock } = ctx
  const vendorId = requireCustomer(ctx)
  const [bill, standing, open] = await Promise.all([
    readNextBill(db, clock, vendorId),
    readStanding(ctx, vendorId),
    readOpen(ctx, vendorId),
  ])
  const { vendor_status_id, suspended_on, refused: lastRefusal, ...stands } = standing
  const unpaid = unpaidOf(vendor_status_id)
  // Free and Canceled vendors are charged nothing; a vendor that hasn't paid sees what it owes
  const isCharged = isActive(standing) || unpaid !== null
  return {
    ...bill,
    ...(!isCharged && { bill: noBill, next_charge_date: null }),
    ...stands,
    ...open,
    uncharged: isCharged ? null : unchargedReason(vendor_status_id),
    unpaid,
    suspended_on,
    delisted_on: unpaid && suspended_on ? addDays(suspended_on, delistAfterDays) : null,
    refused: lastRefusal && open.open_invoices.length > 0 ? toRefused(lastRefusal) : null,
  }
}

const unchargedReason = (statusId: number) => (statusId === vendorStatus.canceled ? 'canceled' : 'free')

const noBill: Bill = { lines: [], promos: [], frozen: '0.00', total: '0.00' }

interface LastRefusal {
  tm: string
  amount: string
  card: string | null
  card_exception: string | null
  decline_code: string | null
  card_now: 'same' | 'none'
}
type Standing = Pick<OwnBilling, 'uses' | 'under_way' | 'suspended_on'> & {
  vendor_status_id: number
  refused: LastRefusal | null
}

async function readStanding({ db }: Ctx, vendorId: number): Promise<Standing> {
  const { rows } = await sql<Standing>`
    select v.vendor_status_id, v.suspended_on, to_jsonb(last) as refused,
      exists (
        select
        from money_intent m
        where m.vendor_id = v.vendor_id
          and m.state = 'open'
          -- a payment to be confirmed by the cardholder can be started again
          and not m.terms @> ${JSON.stringify(byHolder)}::jsonb
      ) as under_way,
      (
        select jsonb_build_object(
          'suppliers', count(*) filter (where s.paused_at is null),
          'to_end', count(*) filter (where s.paused_at is null and s.is_cancel_pending),
          'to_freeze', count(*) filter (
            where s.paused_at is null and s.is_pause_pending and not s.is_cancel_pending),
          'frozen', count(*) filter (where s.paused_at is not null),
          'frozen_to_end', count(*) filter (where s.paused_at is not null and s.is_cancel_pending),
          'stores', (select count(*) from vendor_store st where st.vendor_id = v.vendor_id),
          'listed', (
            select count(*)
            from vendor_store st
            join store_product sp using (vendor_store_id)
            where st.vendor_id = v.vendor_id and sp.in_store and coalesce(sp.active, true)))
        from subscription s
        where s.vendor_id = v.vendor_id
      ) as uses
    from vendor v
    left join lateral (
      -- a try of another card says nothing about the card on file
      select c.tm, c.amount::text, c.card, c.card_exception, c.decline_code,
        case when m.vendor_id is null then 'none' else 'same' end as card_now
      from invoice i
      join vendor_charge c on c.invoice_id = i.invoice_id
      left join payment_method m on m.vendor_id = c.vendor_id and m.removed_tm is null
      where i.vendor_id = v.vendor_id
        and ${openPaper('i')}
        and c.vendor_charge_status_id in (${sql.lit(chargeStatus.declined)}, ${sql.lit(chargeStatus.failed)})
        and (m.vendor_id is null or ${isOfCardOnFile})
      order by c.vendor_charge_id desc
      limit 1) last on true
    where v.vendor_id = ${vendorId}`.execute(db)
  return singleRow(rows)
}

const toRefused = ({
  card_now,
  decline_code,
  card_exception,
  ...last
}: LastRefusal): OwnBilling['refused'] => ({
  ...last,
  // JSON spells timestamps differently
  tm: new Date(last.tm).toISOString(),
  reason: card_exception,
  remedy: remedyFor(card_now, decline_code),
})

function remedyFor(
  cardNow: LastRefusal['card_now'],
  declineCode: string | null,
): NonNullable<OwnBilling['refused']>['remedy'] {
  if (cardNow === 'none') return 'card'
  if (declineCode === 'authentication_required') return 'confirm'
  return isHardDecline(declineCode) ? 'another_card' : 'look'
}

type OpenInvoices = Pick<OwnBilling, 'open_invoices' | 'balance'>
async function readOpen({ db }: Ctx, vendorId: number): Promise<OpenInvoices> {
  const { rows } = await sql<
    Omit<OpenInvoices['open_invoices'][number], 'number' | 'tries_left'> & {
      series: string
      number: number
      tries: number
      balance: string
    }
  >`
    select invoice_id, series, number, issued_on, total, tries, ${askedAgainOn} as next_try,
      (sum(total) over ())::numeric(12,2)::text as balance
    from invoice
    join vendor v using (vendor_id)
    where vendor_id = ${vendorId} and ${isOpen}
    order by invoice_id
    limit 100`.execute(db)
  return {
    balance: rows[0]?.balance ?? '0.00',
    open_invoices: rows.map(({ series, number, tries, balance: _sum, ...row }) => ({
      ...row,
      number: numberOf({ series, number }),
      tries_left: Math.max(0, retryDays.length + 1 - tries),
    })),
  }
}

type PaperRow = Pick<OwnPaper, 'invoice_id' | 'issued_on' | 'total' | 'state' | 'kind' | 'period'> & {
  series: string
  number: number
}
export async function listOwnPapers(ctx: Ctx, { query: { page } }: Parsed<'listOwnPapers'>) {
  const vendorId = requireCustomer(ctx)
  const [{ rows: sums }, { rows }] = await Promise.all([
    sql<{ total: number }>`select count(*) as total from invoice where vendor_id = ${vendorId}`.execute(
      ctx.db,
    ),
    sql<PaperRow>`
      select invoice_id, series, number, issued_on, total,
        case when kind = 'credit_note' then 'credit_note' else 'invoice' end as kind,
        case
          when paid_tm is not null or kind = 'credit_note' then 'paid'
          when written_off_tm is not null then 'written_off'
          else 'open' end as state,
        case when period_starts is not null then
          jsonb_build_object('starts', period_starts, 'ends', period_ends) end as period
      from invoice
      where vendor_id = ${vendorId}
      order by issued_on desc, invoice_id desc
      limit ${paperPageSize}
      offset ${(page - 1) * paperPageSize}`.execute(ctx.db),
  ])
  return {
    total: singleRow(sums).total,
    papers: rows.map(({ series, number, ...row }) => ({ ...row, number: numberOf({ series, number }) })),
  }
}

export const downloadOwnPaper = (ctx: Ctx, { params }: Parsed<'downloadOwnPaper'>) =>
  paperOf(ctx, requireCustomer(ctx), params.invoice_id)
