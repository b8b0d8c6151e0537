// What must hold of the ledger, of papers and of periods, each by its own records.
import { vendorStatus } from '#contract/vendors/status.ts'
import { sumsOf } from '#server/areas/ledger/public.ts'
import { sql } from '#server/platform/database/db.ts'
import type { Invariant } from './invariant.ts'
import { hasPendingPrepayment } from '../renewals/periods.ts'

export const unbalancedMovements: Invariant = {
  text: 'A ledger entry has fewer than two postings, or doesn’t sum to zero',
  rows: sql`
    select t.ledger_transaction_id::text as id, t.vendor_id
    from ledger_transaction t
    left join ledger_posting p using (ledger_transaction_id)
    group by t.ledger_transaction_id
    having count(p.*) < 2 or sum(p.amount) <> 0`,
}

export const unequalReversals: Invariant = {
  text: 'A reversal isn’t the exact opposite of its ledger entry, or an entry is reversed twice',
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
  text: 'Stored account balances differ from the ledger entries',
  rows: sql`
    select account || ' ' || month as id, null::int as vendor_id
    from ledger_sum a
    full join (
      select s.* from ledger_summed l cross join lateral (${sumsOf(sql`0`, sql`l.through`)}) s
    ) b using (month, account, how, comes)
    where a.amount is distinct from b.amount`,
}

export const creditDifferences: Invariant = {
  text: 'A vendor’s credit differs from the ledger',
  rows: sql`
    select v.vendor_id::text as id, v.vendor_id
    from vendor v
    left join (
      select vendor_id, -sum(amount) as credit from ledger_posting where account = 'credit' group by vendor_id
    ) l using (vendor_id)
    where v.credit_available <> coalesce(l.credit, 0)`,
}

export const usedCreditDifferences: Invariant = {
  text: 'Credit added differs from credit used plus credit available',
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
  text: 'An invoice’s write-off differs from the ledger',
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
  text: 'A vendor’s balance in the ledger differs from its open invoices',
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
  text: 'Invoice or credit note numbers have a gap',
  rows: sql`
    select c.series as id, null::int as vendor_id
    from invoice_counter c
    left join (select series, count(*) as papers, max(number) as last from invoice group by series) i
      using (series)
    where c.last <> coalesce(i.papers, 0) or c.last <> coalesce(i.last, 0)`,
}

export const lineSumDifferences: Invariant = {
  text: 'The total of an invoice or credit note differs from its lines',
  rows: sql`
    select i.invoice_id::text as id, i.vendor_id
    from invoice i
    left join (select invoice_id, sum(amount) as total from invoice_line group by invoice_id) l
      using (invoice_id)
    where i.total <> coalesce(l.total, 0)`,
}

export const unbookedPapers: Invariant = {
  text: 'An invoice or credit note isn’t in the ledger with its total',
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
  text: 'A vendor’s billing periods overlap, have a gap, or restart without a reason',
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
  text: 'A billing period has no invoice, or a renewal invoice has no period',
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
  text: 'A vendor is still unbilled more than a day after its charge date',
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
  text: 'Frozen suppliers weren’t billed at $9 each',
  rows: sql`
    select l.invoice_id || ' ' || l.line_no as id, i.vendor_id
    from invoice_line l
    join invoice i using (invoice_id)
    where l.kind = 'frozen' and l.amount <> 9 * (regexp_match(l.text, '^\\d+'))[1]::int`,
}

export const promoDifferences: Invariant = {
  text: 'Promo code discounts differ from the invoice, or exceed it',
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
  text: 'A promo code was applied to too many bills',
  rows: sql`
    select u.promo_code_usage_id::text as id, u.vendor_id
    from promo_code_usage u
    join promo_code p using (promo_code_id)
    join promo_redemption r using (promo_code_usage_id)
    group by u.promo_code_usage_id, p.promo_code_id
    having count(*) > case when p.is_recurring then p.recurring_billing_cycles else 1 end`,
}
