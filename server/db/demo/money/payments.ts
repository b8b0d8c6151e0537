import { chargeStatus, transType } from '#contract/billing/billing.ts'
import { dayOf } from '#contract/billing/days.ts'
import { vendorStatus } from '#contract/vendors/status.ts'
import { learnFromBooks } from '#server/areas/payments/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { insertPromoLines, takeOffBills } from './promo-codes.ts'

/** Cards, and two years of bills, charges and refunds that balance, as renewals leave them. */
export async function seedPayments(tx: Tx): Promise<void> {
  await seedCards(tx)
  await planBills(tx)
  await takeOffBills(tx)
  await forgiveNothing(tx)
  await seedInvoices(tx)
  await seedCharges(tx)
  await seedRefunds(tx)
  await book(tx)
  await learnFromBooks(tx, dayOf(databaseNow()))
}

const isBilled = sql`v.vendor_status_id <> ${sql.lit(vendorStatus.free)} and not v.is_staff and v.vendor_plan_type_id is not null`
const owes = sql`(v.billing_failures > 0 and v.vendor_status_id in (${sql.lit(vendorStatus.active)}, ${sql.lit(vendorStatus.suspended)}, ${sql.lit(vendorStatus.delisted)}))`

/** Vendors that owe have a card that declines; the others' cards work. */
async function seedCards(tx: Tx): Promise<void> {
  await sql`
    insert into sandbox_card (method, customer, behaviour, brand, last4, exp_month, exp_year, created_tm)
    select 'pm_sandbox_demo_' || v.vendor_id, 'cus_sandbox_' || v.vendor_id,
      case when ${owes} then 'saves, declined' else 'works' end,
      case when not ${owes} and v.vendor_id % 3 = 0 then 'mastercard' else 'visa' end,
      case when ${owes} then '0341' when v.vendor_id % 3 = 0 then '4444' else '4242' end,
      1 + v.vendor_id % 12, extract(year from now())::int + 1 + v.vendor_id % 4, v.insert_tm
    from vendor v
    where ${isBilled}`.execute(tx)
  await sql`
    insert into payment_customer
    select v.vendor_id, 'sandbox', c.customer
    from vendor v
    join sandbox_card c on c.method = 'pm_sandbox_demo_' || v.vendor_id`.execute(tx)
  await sql`
    insert into payment_method (vendor_id, gateway, method, card_type_id, brand, last4, exp_month, exp_year,
      name_on_card, insert_tm)
    select v.vendor_id, 'sandbox', c.method, case c.brand when 'visa' then 1 else 2 end, initcap(c.brand),
      c.last4, c.exp_month, c.exp_year, concat_ws(' ', k.first_name, k.last_name), c.created_tm
    from vendor v
    join sandbox_card c on c.method = 'pm_sandbox_demo_' || v.vendor_id
    left join contact k on k.contact_id = v.primary_contact_id`.execute(tx)
}

/** Billing dates, counted back from the next charge, the suspension, or the cancellation. */
async function planBills(tx: Tx): Promise<void> {
  // vendors that owe were billed long enough ago for all tries to have passed
  await sql`
    update vendor v
    set suspended_on = case v.vendor_status_id
        when 2 then current_date - 1 - v.vendor_id % 28
        when 3 then current_date - 31 - v.vendor_id % 60 end,
      next_charge_date = (
        case v.vendor_status_id
          when 2 then current_date - 8 - v.vendor_id % 28
          when 3 then current_date - 38 - v.vendor_id % 60
          else current_date - (array[0, 1, 3, 5])[least(v.billing_failures, 4)] end
        + interval '1 month')::date
    where ${owes} and ${isBilled}`.execute(tx)
  // the planner doesn't know this transaction's rows yet
  await sql`analyze vendor, contact, demo_month`.execute(tx)
  await sql`
    create temp table demo_bill on commit drop as
    select row_number() over (order by starts, vendor_id) as invoice_id, *,
      least(starts::timestamptz + interval '5 hours', now()) as tm
    from (
      select v.vendor_id, m.month,
        (e.ends - make_interval(months => m.month))::date as starts,
        (e.ends - make_interval(months => m.month - 1))::date as ends,
        m.month = max(m.month) over (partition by v.vendor_id) as is_first,
        p.name as plan_name, p.monthly_fee as fee,
        case
          when p.monthly_fee = 0 then 0
          when ${owes} and m.month = 1 then
            case when v.vendor_status_id = ${sql.lit(vendorStatus.active)} then least(v.billing_failures, 4) else 5 end
          when m.declined then 2
          else 1 end as tries,
        not (${owes} and m.month = 1 and p.monthly_fee > 0) as paid
      from vendor v
      join plan_type p using (vendor_plan_type_id)
      cross join lateral (
        select coalesce(v.next_charge_date, current_date - v.vendor_id % 300) as ends) e
      join (
        select vendor_id, month, bool_or(declined) as declined
        from (
          select vendor_id, month, declined from demo_month
          union all
          select v.vendor_id, 1, false from vendor v where ${owes}) d
        group by vendor_id, month) m using (vendor_id)
      where ${isBilled}
        -- nobody is billed before signing up, or owes from before that
        and ((e.ends - make_interval(months => m.month))::date > v.insert_tm::date or (m.month = 1 and ${owes}))
      ) b`.execute(tx)
  await sql`analyze demo_bill`.execute(tx)
  await sql`
    update vendor v
    set insert_tm = least(v.insert_tm, b.starts::timestamptz)
    from demo_bill b
    where b.vendor_id = v.vendor_id and b.month = 1`.execute(tx)
}

/** A bill of $0 is paid. */
const forgiveNothing = (tx: Tx) =>
  sql`
    update vendor v
    set billing_failures = 0, suspended_on = null, vendor_status_id = ${sql.lit(vendorStatus.active)}
    where ${owes} and v.vendor_id in (select vendor_id from demo_bill where month = 1 and fee = 0)`.execute(
    tx,
  )

async function seedInvoices(tx: Tx): Promise<void> {
  await sql`
    insert into invoice (invoice_id, vendor_id, series, number, kind, issued_on, issued_tm, total, bill_to,
      paid_tm, next_try, tries, period_starts, period_ends)
    overriding system value
    select b.invoice_id, b.vendor_id, 'INV', b.invoice_id, 'renewal', b.starts, b.tm, b.fee,
      jsonb_build_object('company', v.company, 'name', concat_ws(' ', k.first_name, k.last_name),
        'email', k.email, 'address1', k.address1, 'city', k.city, 'state', k.state, 'zip', k.zip,
        'country', k.country),
      case when b.paid then b.tm + make_interval(days => greatest(b.tries - 1, 0)) end,
      case when not b.paid and v.vendor_status_id = ${sql.lit(vendorStatus.active)} then
        greatest(b.starts + (array[1, 3, 5, 7])[b.tries], current_date + 1) end,
      b.tries, b.starts, b.ends
    from demo_bill b
    join vendor v using (vendor_id)
    left join contact k on k.contact_id = v.primary_contact_id`.execute(tx)
  await sql`
    insert into invoice_line
    select invoice_id, 1, 'plan',
      plan_name || ' plan, ' || to_char(starts, 'Mon FMDD')
        || case when extract(year from starts) <> extract(year from ends - 1) then to_char(starts, ', YYYY')
          else '' end
        || ' to ' || to_char(ends - 1, 'Mon FMDD, YYYY'),
      fee + off
    from demo_bill`.execute(tx)
  await insertPromoLines(tx)
  await sql`
    insert into billing_period (vendor_id, starts, ends, follows, anew, invoice_id, plan_name, plan_fee)
    select vendor_id, starts, ends, case when not is_first then starts end, case when is_first then 'first' end,
      invoice_id, plan_name, fee
    from demo_bill`.execute(tx)
}

async function seedCharges(tx: Tx): Promise<void> {
  await sql`
    create temp table demo_try on commit drop as
    select b.*, t as try_no, 'fs_demo_' || b.invoice_id || '_' || t as key, b.paid and t = b.tries as succeeds,
      b.tm + make_interval(days => case when b.paid then t - 1 else (array[0, 1, 3, 5, 7])[t] end) as tried_tm
    from demo_bill b
    cross join generate_series(1, b.tries) t`.execute(tx)
  await sql`analyze demo_try, payment_method`.execute(tx)
  await sql`
    insert into sandbox_payment (ref, vendor_id, customer, method, amount, description, hold, state, code,
      decline_code, message, created_tm, confirmed_tm)
    select 'pi_sandbox_' || key, vendor_id, 'cus_sandbox_' || vendor_id, 'pm_sandbox_demo_' || vendor_id, fee,
      'Renewal', false, case when succeeds then 'succeeded' else 'refused' end,
      case when not succeeds then 'card_declined' end, case when not succeeds then 'generic_decline' end,
      case when not succeeds then 'Your card was declined.' end, tried_tm, tried_tm
    from demo_try`.execute(tx)
  await sql`
    insert into money_intent (money_intent_id, vendor_id, kind, amount, state, gateway, gateway_ref, request, card,
      invoice_id, try_no, insert_tm, sent_tm, checks, next_check_tm, settled_tm)
    select t.key, t.vendor_id, 'renewal', t.fee, case when succeeds then 'succeeded' else 'declined' end, 'sandbox',
      'pi_sandbox_' || t.key, '{}', m.brand || ' ' || m.last4, t.invoice_id, t.try_no, t.tried_tm, t.tried_tm, 1,
      t.tried_tm, t.tried_tm
    from demo_try t
    join payment_method m using (vendor_id)`.execute(tx)
  await sql`
    insert into vendor_charge (vendor_id, tm, amount, vendor_charge_trans_type_id, vendor_charge_status_id,
      vendor_charge_type_id, transaction_num, charge_description, money_intent_id, invoice_id, card,
      card_exception, decline_code)
    select t.vendor_id, t.tried_tm, t.fee, 1, case when succeeds then 1 else 2 end, 1,
      case when succeeds then 'ch_sandbox_' || t.key end,
      'Renewal, INV-' || lpad(t.invoice_id::text, 6, '0')
        || case when t.try_no > 1 then ', attempt ' || t.try_no else '' end,
      t.key, t.invoice_id, m.brand || ' ' || m.last4,
      case when not succeeds then 'Your card was declined.' end,
      case when not succeeds then 'generic_decline' end
    from demo_try t
    join payment_method m using (vendor_id)
    order by t.tried_tm, t.invoice_id`.execute(tx)
}

/** Some charges were refunded three days later, fully or in part. */
const refundNotes = [
  'Feed was down for two days',
  'Charged twice in one week',
  'Canceled before the period started',
  'Wrong plan was billed',
  'Agreed on the phone, as a courtesy',
]
async function seedRefunds(tx: Tx): Promise<void> {
  await sql`
    create temp table demo_refund on commit drop as
    select row_number() over (order by c.tm, c.vendor_charge_id) as number, c.vendor_charge_id, c.vendor_id,
      c.invoice_id, c.charge_description, c.money_intent_id as paid_by, c.tm + interval '3 days' as tm,
      'fs_demo_refund_' || c.vendor_charge_id as key,
      case when c.vendor_charge_id % 61 = 0 then c.amount else 10 end as amount,
      (select max(invoice_id) from invoice) + row_number() over (order by c.tm, c.vendor_charge_id) as note_id
    from vendor_charge c
    where c.vendor_charge_status_id = ${sql.lit(chargeStatus.succeeded)}
      and c.amount > 10
      and c.tm < now() - interval '4 days'
      and (c.vendor_charge_id % 61 = 0 or c.vendor_charge_id % 97 = 0)`.execute(tx)
  await sql`
    insert into sandbox_refund (ref, payment, amount, state, settled_state, created_tm, settles_tm)
    select 're_sandbox_' || key, 'pi_sandbox_' || paid_by, amount, 'succeeded', 'succeeded', tm, tm
    from demo_refund`.execute(tx)
  await sql`
    insert into invoice (invoice_id, vendor_id, series, number, kind, issued_on, issued_tm, total,
      credit_note_of, bill_to, paid_tm)
    overriding system value
    select r.note_id, r.vendor_id, 'CN', r.number, 'credit_note', r.tm::date, r.tm, -r.amount, r.invoice_id,
      i.bill_to, r.tm
    from demo_refund r
    join invoice i using (invoice_id)`.execute(tx)
  await sql`
    insert into invoice_line
    select note_id, 1, 'refund', 'Refund of ' || charge_description, -amount from demo_refund`.execute(tx)
  await sql`
    insert into money_intent (money_intent_id, vendor_id, kind, amount, state, gateway, gateway_ref, request,
      refund_of, terms, asked_by_name, insert_tm, sent_tm, checks, next_check_tm, settled_tm)
    select key, vendor_id, 'refund', amount, 'succeeded', 'sandbox', 're_sandbox_' || key, '{}', vendor_charge_id,
      jsonb_build_object('note', (${refundNotes}::text[])[1 + number % ${refundNotes.length}]),
      case when number % 4 = 0 then 'Marco Manager' else 'Frances Finance' end, tm, tm, 1, tm, tm
    from demo_refund`.execute(tx)
  await sql`
    insert into vendor_charge (vendor_id, tm, amount, vendor_charge_trans_type_id, vendor_charge_status_id,
      vendor_charge_type_id, transaction_num, charge_description, money_intent_id, invoice_id, card, refund_of)
    select r.vendor_id, r.tm, r.amount, 3, 1, c.vendor_charge_type_id, 're_sandbox_' || r.key,
      'Refund of ' || r.charge_description, r.key, r.note_id, c.card, r.vendor_charge_id
    from demo_refund r
    join vendor_charge c using (vendor_charge_id)
    order by r.tm`.execute(tx)
  await sql`
    update vendor_charge c
    set refunded = r.amount, refund_tm = case when r.amount = c.amount then r.tm end
    from demo_refund r
    where r.vendor_charge_id = c.vendor_charge_id`.execute(tx)
  await sql`
    update invoice_counter c set last = (select count(*) from invoice i where i.series = c.series)`.execute(
    tx,
  )
  await sql`
    select setval(pg_get_serial_sequence('invoice', 'invoice_id'), greatest((select max(invoice_id) from invoice), 1))`.execute(
    tx,
  )
}

/** Books all of it in the ledger, and vendors' credit. */
async function book(tx: Tx): Promise<void> {
  await sql`
    create temp table demo_movement (key text, vendor_id int, tm timestamptz, what text, debit text, credit text,
      amount numeric, off numeric) on commit drop`.execute(tx)
  await sql`
    insert into demo_movement
    select 'paper ' || invoice_id, vendor_id, tm, 'INV-' || lpad(invoice_id::text, 6, '0'), 'receivable',
      'revenue_plan', fee, off
    from demo_bill
    where fee > 0
    union all
    select 'charge ' || c.vendor_charge_id, c.vendor_id, c.tm, c.charge_description, 'gateway', 'receivable',
      c.amount, 0
    from vendor_charge c
    where c.vendor_charge_trans_type_id = ${sql.lit(transType.charge)} and c.vendor_charge_status_id = ${sql.lit(chargeStatus.succeeded)}
    union all
    select 'paper ' || note_id, vendor_id, tm, 'CN-' || lpad(number::text, 6, '0'), 'refunds', 'receivable', amount,
      0
    from demo_refund
    union all
    select 'charge ' || c.vendor_charge_id, c.vendor_id, c.tm, c.charge_description, 'receivable', 'gateway',
      c.amount, 0
    from vendor_charge c
    where c.vendor_charge_trans_type_id = ${sql.lit(transType.refund)}
    union all
    select 'opening credit of ' || vendor_id, vendor_id, insert_tm, 'Credit added', 'credit_granted', 'credit',
      credit_available, 0
    from vendor
    where credit_available > 0`.execute(tx)
  await sql`
    insert into ledger_transaction (key, vendor_id, tm, what)
    select key, vendor_id, tm, what from demo_movement order by tm, key`.execute(tx)
  await sql`analyze demo_movement, ledger_transaction`.execute(tx)
  await sql`
    insert into ledger_posting
    select t.ledger_transaction_id, l.line_no, m.vendor_id, l.account, l.amount
    from demo_movement m
    join ledger_transaction t using (key)
    cross join lateral (
      values (1, m.debit, m.amount), (2, m.credit, -m.amount - m.off), (3, 'discount', m.off)
    ) l (line_no, account, amount)
    where l.amount <> 0`.execute(tx)
}
