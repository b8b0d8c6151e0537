// What must hold of the ledger, of papers and of periods, each by its own records.
import { vendorStatus } from '#contract/vendors/status.ts'
import { sumsOf } from '#server/areas/ledger/public.ts'
import { sql } from '#server/platform/database/db.ts'
import type { Invariant } from './invariant.ts'
import { hasPendingPrepayment } from '../renewals/periods.ts'

export const unbalancedMovements: Invariant = {
  text: 'A movement of the ledger has fewer than two postings, or doesn’t sum to zero',
  rows: sql`
    select t.ledger_transaction_id::text as id, t.vendor_id
    from ledger_transaction t
    left join ledger_posting p using (ledger_transaction_id)
    group by t.ledger_transaction_id
    having count(p.*) < 2 or sum(p.amount) <> 0`,
}

export const unequalReversals: Invariant = {
  text: 'A movement that takes another back isn’t its exact opposite, or it is taken back twice',
  rows: sql`
    select t.ledger_transaction_id::text as id, t.vendor_id
    from ledger_transaction t
    where t.reverses is not null
      and (
        exists (
          select account
          from ledger_posting p
          where p.ledger_transaction_id in (t.ledger_transaction_id, t.reverses)
          group by account, p.vendor_id
          having sum(amount) <> 0)
        or exists (
          select
          from ledger_transaction o
          where o.reverses = t.reverses and o.ledger_transaction_id < t.ledger_transaction_id))`,
}

export const ledgerSumDifferences: Invariant = {
  text: 'The sums that are kept of the ledger aren’t those of its movements',
  rows: sql`
    select account || ' ' || month as id, null::int as vendor_id
    from ledger_sum a
    full join (
      select s.* from ledger_summed l cross join lateral (${sumsOf(sql`0`, sql`l.through`)}) s
    ) b using (month, account, how, comes)
    where a.amount is distinct from b.amount`,
}

export const creditDifferences: Invariant = {
  text: 'A vendor’s credit isn’t what the ledger has of it',
  rows: sql`
    select v.vendor_id::text as id, v.vendor_id
    from vendor v
    left join (
      select vendor_id, -sum(amount) as credit from ledger_posting where account = 'credit' group by vendor_id
    ) l using (vendor_id)
    where v.credit_available <> coalesce(l.credit, 0)`,
}

export const usedCreditDifferences: Invariant = {
  text: 'Credit that was given isn’t what was used of it and what is left',
  rows: sql`
    select coalesce(l.vendor_id, p.vendor_id)::text as id, coalesce(l.vendor_id, p.vendor_id) as vendor_id
    from (
      select vendor_id, sum(amount) as left_over
      from ledger_posting
      where account in ('credit', 'credit_granted')
      group by vendor_id
    ) l
    full join (
      select i.vendor_id, sum(l.amount) as papers
      from invoice_line l
      join invoice i using (invoice_id)
      where l.kind in ('credit', 'kept')
      group by i.vendor_id
    ) p using (vendor_id)
    where coalesce(l.left_over, 0) <> -coalesce(p.papers, 0)`,
}

export const writeOffDifferences: Invariant = {
  text: 'An invoice is written off and the ledger doesn’t have it so, or the other way round',
  rows: sql`
    select coalesce(i.invoice_id::text, l.invoice_id) as id, coalesce(i.vendor_id, l.vendor_id) as vendor_id
    from (select * from invoice where written_off_tm is not null) i
    full join (
      select split_part(t.key, ' ', 2) as invoice_id, t.vendor_id, p.amount
      from ledger_posting p
      join ledger_transaction t using (ledger_transaction_id)
      where p.account = 'bad_debt'
        and t.reverses is null
        and not exists (
          select from ledger_transaction r where r.reverses = t.ledger_transaction_id)
    ) l on l.invoice_id = i.invoice_id::text
    where i.total is distinct from l.amount`,
}

export const receivableDifferences: Invariant = {
  text: 'What a vendor owes by the ledger isn’t the sum of its open invoices',
  rows: sql`
    select coalesce(l.vendor_id, i.vendor_id)::text as id, coalesce(l.vendor_id, i.vendor_id) as vendor_id
    from (
      select vendor_id, sum(amount) as owed from ledger_posting where account = 'receivable' group by vendor_id
    ) l
    full join (
      select vendor_id, sum(total) as open
      from invoice
      where paid_tm is null and written_off_tm is null
      group by vendor_id
    ) i using (vendor_id)
    where coalesce(l.owed, 0) <> coalesce(i.open, 0)`,
}

export const numberGaps: Invariant = {
  text: 'A series of papers has a gap',
  rows: sql`
    select c.series as id, null::int as vendor_id
    from invoice_counter c
    left join (select series, count(*) as papers, max(number) as last from invoice group by series) i
      using (series)
    where c.last <> coalesce(i.papers, 0) or c.last <> coalesce(i.last, 0)`,
}

export const lineSumDifferences: Invariant = {
  text: 'A paper isn’t the sum of its lines',
  rows: sql`
    select i.invoice_id::text as id, i.vendor_id
    from invoice i
    left join (select invoice_id, sum(amount) as total from invoice_line group by invoice_id) l
      using (invoice_id)
    where i.total <> coalesce(l.total, 0)`,
}

export const unbookedPapers: Invariant = {
  text: 'A paper isn’t in the ledger with its total',
  rows: sql`
    select i.invoice_id::text as id, i.vendor_id
    from invoice i
    left join ledger_transaction t on t.key = 'paper ' || i.invoice_id
    left join ledger_posting p
      on p.ledger_transaction_id = t.ledger_transaction_id and p.account = 'receivable'
    where i.total <> coalesce(p.amount, 0)
      or (
        t.ledger_transaction_id is null
        and exists (select from invoice_line l where l.invoice_id = i.invoice_id and l.amount <> 0))`,
}

export const brokenPeriods: Invariant = {
  text: 'A vendor’s periods overlap, leave a gap, or begin anew without a reason',
  rows: sql`
    select b.vendor_id || ' ' || b.starts as id, b.vendor_id
    from (
      select *, lag(ends) over (partition by vendor_id order by starts) as before from billing_period
    ) b
    where b.starts < b.before
      or (b.follows is not null and b.before is distinct from b.starts)
      or (b.follows is null and b.before = b.starts)
      or (b.before is not null and b.anew = 'first')`,
}

export const unmatchedPeriods: Invariant = {
  text: 'A period has no invoice of its vendor, or a renewal’s invoice no period',
  rows: sql`
    select b.vendor_id || ' ' || b.starts as id, b.vendor_id
    from billing_period b
    join invoice i using (invoice_id)
    where i.vendor_id <> b.vendor_id or i.kind = 'credit_note'
    union all
    select i.invoice_id::text, i.vendor_id
    from invoice i
    where i.kind = 'renewal'
      and not exists (select from billing_period b where b.invoice_id = i.invoice_id)`,
}

export const unbilledVendors = (today: string): Invariant => ({
  text: 'A vendor whose charge day was more than a day ago isn’t billed',
  rows: sql`
    select v.vendor_id::text as id, v.vendor_id
    from vendor v
    where v.next_charge_date < ${today}::date - 1
      and v.vendor_status_id = ${sql.lit(vendorStatus.active)}
      and v.deleted_tm is null
      and not v.is_staff
      and not ${hasPendingPrepayment}`,
})

export const frozenFeeDifferences: Invariant = {
  text: 'Frozen suppliers were billed at another amount than $9.00 each',
  rows: sql`
    select l.invoice_id || ' ' || l.line_no as id, i.vendor_id
    from invoice_line l
    join invoice i using (invoice_id)
    where l.kind = 'frozen' and l.amount <> 9 * (regexp_match(l.text, '^\\d+'))[1]::int`,
}

export const promoDifferences: Invariant = {
  text: 'What promo codes took off isn’t on the period’s invoice, or is more than it',
  rows: sql`
    select b.vendor_id || ' ' || b.starts as id, b.vendor_id
    from billing_period b
    join lateral (
      select coalesce(sum(amount) filter (where kind = 'promo'), 0) as off,
        coalesce(sum(amount) filter (where kind in ('plan', 'extra', 'frozen')), 0) as monthly
      from invoice_line l
      where l.invoice_id = b.invoice_id) l on true
    left join (
      select vendor_id, period_starts, sum(amount) as amount
      from promo_redemption
      group by vendor_id, period_starts
    ) r on r.vendor_id = b.vendor_id and r.period_starts = b.starts
    where l.off <> -coalesce(r.amount, 0) or -l.off > l.monthly`,
}

export const overusedPromoCodes: Invariant = {
  text: 'A promo code went off more bills than it may',
  rows: sql`
    select u.promo_code_usage_id::text as id, u.vendor_id
    from promo_code_usage u
    join promo_code p using (promo_code_id)
    join promo_redemption r using (promo_code_usage_id)
    group by u.promo_code_usage_id, p.promo_code_id
    having count(*) > case when p.is_recurring then p.recurring_billing_cycles else 1 end`,
}
