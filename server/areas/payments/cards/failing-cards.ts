import { chargeStatus } from '#contract/billing/billing.ts'
import { funnelDays, mostFailingCards, type FailingCard } from '#contract/payments/failing-cards.ts'
import { declineText } from '#contract/payments/decline-words.ts'
import { sql } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import type { Ctx } from '#server/platform/services.ts'
import { openPaper } from '../papers/open-papers.ts'
import { askedAgainOn } from '../renewals/retry-invoices.ts'

/** Whether the invoice `i` is open because its card failed and is retried. */
export const isFailing = sql<boolean>`(i.next_try is not null and ${openPaper('i')})`
export const hasFailed = sql<boolean>`c.vendor_charge_status_id in (${sql.lit(chargeStatus.declined)}, ${sql.lit(chargeStatus.failed)})`

type Row = Omit<FailingCard, 'reason'> & { card_exception: string | null; decline_code: string | null }

/** Vendors whose card fails, those that owe most first, and what became of failed payments lately. */
export async function listFailingCards({ db, clock }: Ctx) {
  const [{ rows }, funnel] = await Promise.all([
    sql<Row>`
      select v.vendor_id, v.company, f.owed, f.invoices, f.next_try, last.since,
        last.vendor_charge_id, last.card_exception, last.decline_code,
        coalesce(m.brand || ' ' || m.last4, last.card) as card, l.insert_tm as link_tm, l.opened_tm as link_opened_tm
      from (
        select i.vendor_id, sum(i.total)::text as owed, count(*) as invoices, min(${askedAgainOn}) as next_try,
          array_agg(i.invoice_id) as ids
        from invoice i
        join vendor v using (vendor_id)
        where ${isFailing}
        group by i.vendor_id
        order by sum(i.total) desc, i.vendor_id
        limit ${mostFailingCards}) f
      join vendor v using (vendor_id)
      left join payment_method m on m.vendor_id = v.vendor_id and m.removed_tm is null
      left join lateral (
        select c.vendor_charge_id, c.card, c.card_exception, c.decline_code, min(c.tm) over () as since
        from vendor_charge c
        where c.invoice_id = any(f.ids) and ${hasFailed}
        order by c.vendor_charge_id desc
        limit 1) last on true
      left join lateral (
        select insert_tm, opened_tm
        from card_link
        where vendor_id = v.vendor_id
        order by insert_tm desc
        limit 1) l on true
      order by f.owed::numeric desc, v.vendor_id`.execute(db),
    readFunnel(db, clock.now()),
  ])
  return {
    cards: rows.map(({ card_exception, decline_code, ...row }) => ({
      ...row,
      reason: row.vendor_charge_id === null ? null : declineText(decline_code, card_exception),
    })),
    funnel,
  }
}

const dayMs = 86_400_000
interface Funnel {
  declined: number
  retried: number
  mailed: number
  changed: number
  paid: number
  written_off: number
}
/** What became of the invoices whose first attempt failed in the last days. */
async function readFunnel(db: Ctx['db'], now: number): Promise<Funnel> {
  const { rows } = await sql<Funnel>`
    select count(*) as declined,
      count(*) filter (where f.attempts > 1) as retried,
      count(*) filter (where exists (
        select
        from card_link l
        where l.vendor_id = i.vendor_id and l.insert_tm between f.tm and coalesce(i.paid_tm, 'infinity'))) as mailed,
      count(*) filter (where exists (
        select
        from payment_method m
        where m.vendor_id = i.vendor_id and m.insert_tm > f.tm and m.insert_tm <= coalesce(i.paid_tm, 'infinity')))
        as changed,
      count(*) filter (where i.paid_tm is not null) as paid,
      count(*) filter (where i.paid_tm is null and i.written_off_tm is not null) as written_off
    from (
      select c.invoice_id, min(c.tm) filter (where ${hasFailed}) as tm, count(*) as attempts
      from vendor_charge c
      where c.tm > ${new Date(now - funnelDays * dayMs).toISOString()}::timestamptz
        and c.invoice_id is not null
        and c.refund_of is null
      group by c.invoice_id
      having count(*) filter (where ${hasFailed}) > 0) f
    join invoice i using (invoice_id)`.execute(db)
  return singleRow(rows)
}
