import { sql } from '#server/platform/database/db.ts'

/**
 * Invoices and credit notes by the days that they pay for: `rate` cents each day from `first` on, the rest on `last`.
 * Days before the issue, `past`, are earned on the day of issue, so that a closed month stays. A credit note takes back
 * the days of its invoice the same way; what pays for no days is earned when it is issued (docs/domain/reports.md,
 * Earned and deferred).
 */
export const earnedShares = ({ from, until }: { from: string; until: string }) => sql`
      select invoice_id, vendor_id, issued_on, key, cents, ends - starts as days,
        round(cents / (ends - starts), 8) as rate,
        greatest(starts, issued_on) as first, greatest(ends - 1, issued_on) as last,
        least(greatest(starts, issued_on) - starts, ends - starts - 1) as past
      from (
        select invoice_id, vendor_id, issued_on, total * 100 as cents,
          coalesce(period_starts, issued_on) as starts, coalesce(period_ends, issued_on + 1) as ends,
          case when kind = 'credit_note' then 'credited' when period_starts is null then 'once' else 'period' end as key
        from invoice
        where credit_note_of is null and issued_on <= ${until}::date
          and (issued_on >= ${from}::date or period_ends > ${from}::date)
        union all
        select i.invoice_id, i.vendor_id, i.issued_on, i.total * 100,
          coalesce(i.period_starts, o.period_starts, i.issued_on),
          coalesce(i.period_ends, o.period_ends, i.issued_on + 1),
          case
            when i.kind = 'credit_note' then 'credited'
            when coalesce(i.period_starts, o.period_starts) is null then 'once'
            else 'period'
          end
        from invoice i
        join invoice o on o.invoice_id = i.credit_note_of
        where i.kind <> 'renewal' and i.issued_on <= ${until}::date
          and (i.issued_on >= ${from}::date or coalesce(i.period_ends, o.period_ends) > ${from}::date)) paper`
