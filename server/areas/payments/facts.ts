import { chargeStatus, transType } from '#contract/billing/billing.ts'
import { money } from '#contract/formats.ts'
import type { ChargeFacts } from '#contract/payments/manual-charge.ts'
import { freeCredit } from '#server/areas/ledger/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import { conflict, notFound } from '#server/platform/http/errors.ts'
import { openPaper } from './papers/open-papers.ts'

/** How a vendor pays: the facts that a charge is planned from. */
export interface PaymentFacts extends ChargeFacts {
  vendor_status_id: number
  customer: string | null
  method: string | null
}
export async function paymentFacts(db: Db, vendorId: number, today: string): Promise<PaymentFacts> {
  const { rows } = await sql<PaymentFacts>`
    select v.vendor_status_id, ${freeCredit} as credit_available, v.next_charge_date, v.billing_anchor,
      m.brand || ' ' || m.last4 as card, m.method, c.customer,
      (
        -- fully refunded or written-off days aren't paid for, but the first of them isn't billed again
        select jsonb_build_object('starts', b.starts, 'ends',
          case when ${isGivenBack} then least(b.ends, greatest(b.starts + 1, ${today}::date)) else b.ends end)
        from billing_period b
        where b.vendor_id = v.vendor_id
        order by b.ends desc
        limit 1
      ) as period,
      (
        select coalesce(sum(i.total), 0)::numeric(12,2)::text
        from invoice i
        where i.vendor_id = v.vendor_id and ${openPaper('i')}
      ) as balance
    from vendor v
    left join payment_method m on m.vendor_id = v.vendor_id and m.removed_tm is null
    left join payment_customer c on c.vendor_id = v.vendor_id and c.gateway = m.gateway
    where v.vendor_id = ${vendorId} and not v.is_staff`.execute(db)
  if (!rows[0]) throw notFound('vendor')
  return rows[0]
}

/** Whether the charge `c` succeeded and isn't fully refunded, including one paid by credit alone. */
const isKept = sql<boolean>`(
  c.vendor_charge_trans_type_id = ${sql.lit(transType.charge)}
  and coalesce(c.vendor_charge_status_id, ${sql.lit(chargeStatus.succeeded)}) = ${sql.lit(chargeStatus.succeeded)}
  and c.refund_tm is null)`
/** Whether all that was charged for the period `b` was refunded, or its invoice was written off. */
const isGivenBack = sql<boolean>`(
  select (count(*) filter (where c.refund_tm is not null) > 0 or bool_or(i.written_off_tm is not null))
    and count(*) filter (where ${isKept}) = 0
  from invoice i
  left join vendor_charge c using (invoice_id)
  where i.invoice_id = b.invoice_id)`

/** Refuses while a vendor's last payment has no answer yet. */
export async function refuseUnderWay(db: Db, vendorId: number): Promise<void> {
  const open = await db
    .selectFrom('money_intent')
    .select(['amount', 'kind'])
    .where('vendor_id', '=', vendorId)
    .where('state', '=', 'open')
    .limit(1)
    .executeTakeFirst()
  if (open)
    throw conflict(
      `A ${open.kind === 'refund' ? 'refund' : 'charge'} of ${money(open.amount)} is pending at the gateway. Try again when it’s done`,
    )
}

/**
 * Whether a vendor's current period is fully refunded and nothing is owed, so its subscriptions can end at once
 * (docs/domain/charges-and-refunds.md, Cancel after a refund).
 *
 * @param givenBack a charge to treat as fully refunded
 */
export async function isCancelEligible(
  db: Db,
  vendorId: number,
  today: string,
  givenBack: number | null = null,
): Promise<boolean> {
  const { rows } = await sql<{ eligible: boolean }>`
    select
      exists (
        select
        from billing_period b
        join vendor_charge c on c.invoice_id = b.invoice_id
        where b.vendor_id = ${vendorId}
          and b.ends > ${today}::date
          and (c.refund_tm is not null or c.vendor_charge_id = ${givenBack}::bigint))
      and not exists (
        select
        from billing_period b
        join vendor_charge c on c.invoice_id = b.invoice_id
        where b.vendor_id = ${vendorId}
          and b.ends > ${today}::date
          and ${isKept}
          and c.vendor_charge_id is distinct from ${givenBack}::bigint)
      and not exists (
        select
        from invoice i
        where i.vendor_id = ${vendorId} and ${openPaper('i')})
      and not exists (
        select from money_intent i where i.vendor_id = ${vendorId} and i.state = 'open') as eligible`.execute(
    db,
  )
  return singleRow(rows).eligible
}
