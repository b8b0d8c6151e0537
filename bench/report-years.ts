import type pg from 'pg'
import { fillUnindexed } from './filled.ts'

const months = 36
const suppliers = 40

/**
 * Three years of vendors' bills and payments, as the acts of the product leave them: nine in ten vendors started in
 * the first half-year, one in four left, one in twelve was suspended and paid later. A tenth of all first attempts is
 * declined, one payment in fifty is refunded in part, and `charges` are reached by other charges.
 */
export async function fillYears(client: pg.Client, vendors: number, charges: number): Promise<void> {
  // this data already meets what the triggers enforce
  await client.query(`set session_replication_role = replica`)
  await fillPeople(client, vendors)
  await fillUnindexed(client, ['invoice', 'invoice_line', 'billing_period'], () => fillBills(client))
  await fillUnindexed(client, ['vendor_charge'], () => fillCharges(client, charges))
  await fillUnindexed(client, ['ledger_transaction', 'ledger_posting'], () => fillLedger(client))
  await fillHistory(client)
  await client.query(`set session_replication_role = origin`)
  await client.query('vacuum analyze')
}

async function fillPeople(client: pg.Client, vendors: number): Promise<void> {
  await client.query(`
    insert into plan_type (vendor_plan_type_id, name, monthly_fee)
    values (1, 'Pro', 49), (2, 'Plus', 199), (3, 'IA', 99)`)
  await client.query(
    `insert into dropshipper (supplier_name, dropshipper_prefix) select 'Supplier ' || n, 'S' || n from generate_series(1, $1::int) n`,
    [suppliers],
  )
  await client.query(
    `insert into vendor (company, is_staff) select 'Seller ' || n, true from generate_series(1, 8) n`,
  )
  await client.query(
    `insert into vendor (company, vendor_status_id, vendor_plan_type_id, account_manager_vendor_id,
        crm_owner_vendor_id, insert_tm)
      select 'Vendor ' || n, 1, 1 + n % 3, s.first + n % 4, case when n % 5 > 0 then s.first + 4 + n % 4 end,
        date_trunc('month', now()) - make_interval(months => 35 - case when n % 10 = 0 then n % 35 else n % 6 end,
          days => 3)
      from generate_series(1, $1::int) n
      cross join (select min(vendor_id) as first from vendor where company like 'Seller %') s`,
    [vendors],
  )
  await client.query('analyze vendor')
}

/** A bill a month for each vendor from its start until today or until it left. */
async function fillBills(client: pg.Client): Promise<void> {
  await client.query(
    `create temporary table bill as
      select (row_number() over (order by starts, vendor_id))::int8 as invoice_id, b.*,
        coalesce(lag(ends) over (partition by vendor_id order by starts) = starts, false) as continues,
        plan + extra - code as total
      from (
        select v.vendor_id, p.name as plan_name,
          ((date_trunc('month', now()) - make_interval(months => $1::int - 1 - m))::date + v.vendor_id % 28) as starts,
          ((date_trunc('month', now()) - make_interval(months => $1::int - 2 - m))::date + v.vendor_id % 28) as ends,
          p.monthly_fee + case when m >= 18 and v.vendor_id % 7 = 0 then 50 else 0 end as plan,
          case when v.vendor_id % 2 = 0 then 20 * (1 + m % 3 / 2) else 0 end as extra,
          case when v.vendor_id % 10 = 3 then 10 else 0 end as code
        from vendor v
        join plan_type p using (vendor_plan_type_id)
        cross join generate_series(0, $1::int - 1) m
        where not v.is_staff
          and m >= case when v.vendor_id % 10 = 0 then v.vendor_id % 35 else v.vendor_id % 6 end
          and (v.vendor_id % 4 <> 1 or m < 12 + v.vendor_id * 7 % 24)
          -- a month without: suspended
          and not (v.vendor_id % 12 = 5 and m = 9 + v.vendor_id % 20)) b
      where starts <= current_date`,
    [months],
  )
  await client.query('analyze bill')
  await client.query(`
    insert into invoice (invoice_id, vendor_id, series, number, kind, issued_on, issued_tm, total, bill_to, paid_tm,
      tries, period_starts, period_ends)
    overriding system value
    select invoice_id, vendor_id, 'INV', invoice_id, 'renewal', starts, starts + time '06:00', total, '{}',
      case when invoice_id % 60 <> 0 then starts + time '06:01' end, 1 + (invoice_id % 10 = 1)::int, starts, ends
    from bill`)
  await client.query(`
    insert into invoice_line (invoice_id, line_no, kind, text, amount)
    select b.invoice_id, l.line_no, l.kind, l.kind, l.amount
    from bill b
    cross join lateral (values (1, 'plan', plan), (2, 'extra', extra), (3, 'promo', -code)) l (line_no, kind, amount)
    where l.amount <> 0`)
  await client.query(`
    insert into billing_period (vendor_id, starts, ends, follows, anew, invoice_id, plan_name, plan_fee)
    select vendor_id, starts, ends, case when continues then starts end, case when not continues then 'first' end,
      invoice_id, plan_name, plan
    from bill`)
  await client.query(
    `select setval(pg_get_serial_sequence('invoice', 'invoice_id'), (select max(invoice_id) from invoice))`,
  )
}

async function fillCharges(client: pg.Client, charges: number): Promise<void> {
  await client.query(`
    insert into vendor_charge (vendor_id, tm, amount, vendor_charge_trans_type_id, vendor_charge_status_id,
      vendor_charge_type_id, transaction_num, charge_description, invoice_id, card)
    select vendor_id, starts + time '06:00' + make_interval(mins => t.try), total, 1, t.state, 1,
      'ch_' || invoice_id || '_' || t.try, 'Renewal, INV-' || invoice_id, invoice_id, 'Visa 4242'
    from bill
    cross join lateral (
      select 1 as state, 1 as try where invoice_id % 60 <> 0
      union all select 2, 0 where invoice_id % 10 = 1 or invoice_id % 60 = 0) t`)
  await client.query(`
    insert into vendor_charge (vendor_id, tm, amount, vendor_charge_trans_type_id, vendor_charge_status_id,
      vendor_charge_type_id, transaction_num, charge_description, card, refund_of)
    select vendor_id, tm + interval '5 days', 15, 3, 1, 1, 're_' || vendor_charge_id, 'Refund', card, vendor_charge_id
    from vendor_charge
    where vendor_charge_id % 50 = 0 and vendor_charge_status_id = 1 and tm < now() - interval '5 days'`)
  await client.query(
    `insert into vendor_charge (vendor_id, tm, amount, vendor_charge_trans_type_id, vendor_charge_status_id,
        vendor_charge_type_id, transaction_num, charge_description, card)
      select v.first + n % v.vendors, now() - n * interval '3 years' / $1::int, 30 + n % 200,
        case when n % 4 = 0 then 5 else 1 end, 1, 2 + n % 3, 'ch_other_' || n, 'Custom work', 'Visa 4242'
      from generate_series(1, greatest(0, $1::int - (select count(*)::int from vendor_charge))) n
      cross join (
        select min(vendor_id) as first, count(*)::int as vendors from vendor where not is_staff) v`,
    [charges],
  )
  await client.query('analyze vendor_charge')
}

/** Bills are owed, payments come in at the gateway or outside, refunds go out. */
async function fillLedger(client: pg.Client): Promise<void> {
  await client.query(`
    insert into ledger_transaction (key, vendor_id, tm, what)
    select key, vendor_id, tm, what
    from (
      select 'invoice ' || invoice_id as key, vendor_id, starts + time '06:00' as tm, 'INV-' || invoice_id as what
      from bill
      union all
      select 'charge ' || vendor_charge_id, vendor_id, tm, charge_description
      from vendor_charge
      where vendor_charge_status_id = 1) t
    order by tm`)
  await client.query(`
    insert into ledger_posting (ledger_transaction_id, line_no, vendor_id, account, amount)
    select t.ledger_transaction_id, l.line_no, t.vendor_id, l.account, l.amount
    from bill b
    join ledger_transaction t on t.key = 'invoice ' || b.invoice_id
    cross join lateral (values (1, 'receivable', b.total), (2, 'revenue_plan', -b.total)) l (line_no, account, amount)`)
  await client.query(`
    insert into ledger_posting (ledger_transaction_id, line_no, vendor_id, account, amount)
    select t.ledger_transaction_id, l.line_no, t.vendor_id, l.account,
      l.amount * case when c.vendor_charge_trans_type_id = 3 then -1 else 1 end
    from vendor_charge c
    join ledger_transaction t on t.key = 'charge ' || c.vendor_charge_id
    cross join lateral (values
      (1, case when c.vendor_charge_trans_type_id = 5 then 'outside' else 'gateway' end, c.amount),
      (2, 'receivable', -c.amount)) l (line_no, account, amount)
    where c.vendor_charge_status_id = 1`)
  await client.query('analyze ledger_transaction, ledger_posting')
}

/** Registrations, suspensions with payment a month later, three subscriptions a vendor, a third of them ended. */
async function fillHistory(client: pg.Client): Promise<void> {
  await client.query(`
    insert into vendor_status_change (vendor_id, tm, from_id, to_id, why, by_name)
    select vendor_id, insert_tm, null, 1, null, 'Feedstock' from vendor where not is_staff
    union all
    select f.vendor_id, f.ends + time '06:05', case f.what when 'paid' then 2 else 1 end,
      case f.what when 'paid' then 1 else 2 end, f.what, 'Feedstock'
    from (
      select vendor_id, ends, 'renewal' as what
      from (
        select vendor_id, ends, lead(starts) over (partition by vendor_id order by starts) as next_starts
        from bill where vendor_id % 12 = 5) b
      where next_starts > ends
      union all
      select vendor_id, starts, 'paid' from bill where vendor_id % 12 = 5 and not continues
        and starts > (select min(starts) + 200 from bill)) f
    order by 2`)
  await client.query(`
    insert into subscription_event (vendor_id, dropshipper_id, tm, what, reason_id, by_customer, by_name, had_days)
    select v.vendor_id, 1 + (v.vendor_id + k * 11) % ${suppliers}, v.insert_tm + make_interval(days => k * 30 + e.day),
      e.what, e.reason_id, true, 'Feedstock', e.had_days
    from vendor v
    cross join generate_series(0, 2) k
    cross join lateral (values ('added', 0, null::int, null::int),
      ('cancel_asked', 300 + v.vendor_id % 400, 1 + v.vendor_id % 5, null),
      ('ended', 310 + v.vendor_id % 400, 1 + v.vendor_id % 5, 310 + v.vendor_id % 400)) e (what, day, reason_id, had_days)
    where not v.is_staff and (e.what = 'added' or (v.vendor_id + k) % 3 = 0)
      and v.insert_tm + make_interval(days => k * 30 + e.day) < now()
    order by 3`)
  await client.query(`
    insert into subscription (vendor_id, dropshipper_id, insert_tm)
    select vendor_id, dropshipper_id, min(tm)
    from subscription_event
    group by 1, 2
    having count(*) filter (where what = 'ended') = 0`)
  await client.query(`
    insert into report_dirty (vendor_id, from_day, what)
    select vendor_id, min(starts), 'period' from bill group by vendor_id`)
}
