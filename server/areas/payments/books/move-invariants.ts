// What must hold of money that moves: what the gateway was asked for, and what became of it.
import { chargeStatus, transType } from '#contract/billing/billing.ts'
import { sql } from '#server/platform/database/db.ts'
import type { Invariant } from './invariant.ts'

const success = sql`coalesce(c.vendor_charge_status_id, ${sql.lit(chargeStatus.succeeded)}) = ${sql.lit(chargeStatus.succeeded)}`

export const mismatchedCharges: Invariant = {
  text: 'A payment has no charge, or a charge with another amount or state',
  rows: sql`
    select i.money_intent_id as id, i.vendor_id
    from money_intent i
    left join vendor_charge c using (money_intent_id)
    where (i.state = 'open') <> (c.vendor_charge_id is null)
      or c.amount <> i.amount
      or (i.state = 'succeeded') <> (c.vendor_charge_status_id = ${sql.lit(chargeStatus.succeeded)})`,
}

export const unbookedMoney: Invariant = {
  text: 'A payment is missing from the ledger, or a ledger entry has no payment',
  rows: sql`
    select i.money_intent_id as id, i.vendor_id
    from money_intent i
    join vendor_charge c using (money_intent_id)
    left join ledger_transaction t on t.key = 'charge ' || c.vendor_charge_id
    left join ledger_transaction r on r.reverses = t.ledger_transaction_id
    left join ledger_posting p on p.ledger_transaction_id = t.ledger_transaction_id and p.account = 'gateway'
    where i.kind <> 'auth'
      and case
        when i.state = 'succeeded' then
          p.amount is distinct from case i.kind when 'refund' then -i.amount else i.amount end
          or r.ledger_transaction_id is not null
        else t.ledger_transaction_id is not null and r.ledger_transaction_id is null
      end`,
}

export const sharedReferences: Invariant = {
  text: 'Two of our payments have the same gateway payment',
  rows: sql`
    select min(money_intent_id) as id, min(vendor_id) as vendor_id
    from money_intent
    where gateway_ref is not null
    group by gateway, gateway_ref
    having count(*) > 1`,
}

export const overpaidInvoices: Invariant = {
  text: 'An invoice was overpaid, or is marked paid without a payment',
  rows: sql`
    select i.invoice_id::text as id, i.vendor_id
    from invoice i
    left join (
      select c.invoice_id, sum(c.amount) as paid
      from vendor_charge c
      where c.vendor_charge_trans_type_id = ${sql.lit(transType.charge)} and ${success}
      group by c.invoice_id
    ) p using (invoice_id)
    where i.kind = 'renewal'
      and (
        coalesce(p.paid, 0) > i.total
        or (i.total > 0 and (i.paid_tm is not null) <> (coalesce(p.paid, 0) = i.total)))`,
}

export const refundDifferences: Invariant = {
  text: 'A charge’s refunds don’t match its refunded amount, or exceed the charge',
  rows: sql`
    select c.vendor_charge_id::text as id, c.vendor_id
    from vendor_charge c
    left join (
      select r.refund_of, sum(r.amount) as given
      from vendor_charge r
      where r.vendor_charge_trans_type_id = ${sql.lit(transType.refund)} and coalesce(r.vendor_charge_status_id, ${sql.lit(chargeStatus.succeeded)}) = ${sql.lit(chargeStatus.succeeded)}
      group by r.refund_of
    ) r on r.refund_of = c.vendor_charge_id
    where c.vendor_charge_trans_type_id = ${sql.lit(transType.charge)}
      and c.money_intent_id is not null
      and (
        c.refunded <> coalesce(r.given, 0)
        or c.refunded > c.amount
        or (c.refund_tm is not null) <> (c.refunded = c.amount and c.amount > 0))`,
}

export const staleReservations: Invariant = {
  text: 'A refund amount is reserved without a pending refund',
  rows: sql`
    select c.vendor_charge_id::text as id, c.vendor_id
    from vendor_charge c
    left join (
      select refund_of, sum(amount) as asked from money_intent where state = 'open' group by refund_of
    ) i on i.refund_of = c.vendor_charge_id
    where c.refund_reserved <> coalesce(i.asked, 0)`,
}

export const unansweredIntents = (now: string): Invariant => ({
  text: 'A payment was pending for two days and staff weren’t notified',
  rows: sql`
    select money_intent_id as id, vendor_id
    from money_intent
    where state = 'open' and flagged_tm is null and insert_tm < ${now}::timestamptz - interval '50 hours'`,
})

export const gatewayDifferences: Invariant = {
  text: 'The gateway’s total for a vendor differs from charges less refunds and disputes',
  rows: sql`
    select l.vendor_id::text as id, l.vendor_id
    from (
      select vendor_id, sum(amount) as at_gateway
      from ledger_posting
      where account in ('gateway', 'disputed', 'dispute_loss')
      group by vendor_id
    ) l
    full join (
      select c.vendor_id,
        sum(case when c.vendor_charge_trans_type_id = ${sql.lit(transType.refund)} then -c.amount else c.amount end) as charged
      from vendor_charge c
      where c.money_intent_id is not null and c.vendor_charge_trans_type_id in (${sql.lit(transType.charge)}, ${sql.lit(transType.refund)}) and ${success}
      group by c.vendor_id
    ) c using (vendor_id)
    where coalesce(l.at_gateway, 0) <> coalesce(c.charged, 0)`,
}

export const disputeDifferences: Invariant = {
  text: 'Disputed amounts differ from the ledger',
  rows: sql`
    select coalesce(l.vendor_id, d.vendor_id)::text as id, coalesce(l.vendor_id, d.vendor_id) as vendor_id
    from (
      select vendor_id, account, sum(amount) as amount
      from ledger_posting
      where account in ('disputed', 'dispute_loss')
      group by vendor_id, account
    ) l
    full join (
      select vendor_id, case state when 'open' then 'disputed' else 'dispute_loss' end as account,
        sum(amount) as amount
      from dispute
      where state in ('open', 'lost')
      group by vendor_id, state
    ) d using (vendor_id, account)
    where coalesce(l.amount, 0) <> coalesce(d.amount, 0)`,
}

export const needlessTries: Invariant = {
  text: 'A card is being charged for a paid or written-off invoice',
  rows: sql`
    select i.invoice_id::text as id, i.vendor_id
    from invoice i
    where i.written_off_tm is not null
      and (
        i.next_try is not null
        or exists (
          select from money_intent m where m.invoice_id = i.invoice_id and m.insert_tm > i.written_off_tm))
    union all
    select i.invoice_id::text as id, i.vendor_id
    from invoice i
    where i.paid_tm is not null
      and (
        i.next_try is not null
        or i.invoice_id in (
          select p.invoice_id
          from invoice p
          join money_intent m using (invoice_id)
          where m.insert_tm > p.paid_tm
            -- a try answered before the payment, or the payment itself, was sent before: a clock went back
            and coalesce((
              select c.vendor_charge_id from vendor_charge c where c.money_intent_id = m.money_intent_id
            ) > (
              select min(c.vendor_charge_id)
              from vendor_charge c
              where c.invoice_id = p.invoice_id and c.vendor_charge_trans_type_id = ${sql.lit(transType.charge)} and ${success}
            ), true)))`,
}

export const unapprovedMoney: Invariant = {
  text: 'An amount above the limit moved without approval',
  rows: sql`
    select i.money_intent_id as id, i.vendor_id
    from money_intent i
    where i.amount > i.second_person_above
      and not exists (
        select
        from money_approval a
        where a.money_intent_id = i.money_intent_id
          and a.state = 'approved'
          and a.decided_by <> a.asked_by)
    union all
    select a.money_approval_id::text, a.vendor_id
    from money_approval a
    where a.state = 'approved' and (a.decided_by is null or a.decided_by = a.asked_by)
    union all
    select m.money_alone_id::text, m.vendor_id
    from (
      select m.*, sum(m.amount) over (
        partition by m.vendor_id, m.login_id, m.across_acts, case when m.across_acts then '' else m.act end
        order by m.tm
        -- anything a day old counts no longer
        range between interval '1 day' - interval '1 microsecond' preceding and current row) as of_a_day
      from money_alone m
      left join money_intent i using (money_intent_id)
      where coalesce(i.state in ('open', 'succeeded'), true)
    ) m
    where m.of_a_day > m.second_person_above`,
}

export const unprocessedEvents = (now: string): Invariant => ({
  text: 'A gateway event is unprocessed after an hour',
  rows: sql`
    select event_id as id, null::int as vendor_id
    from gateway_event
    where processed_tm is null and tm < ${now}::timestamptz - interval '1 hour'`,
})
