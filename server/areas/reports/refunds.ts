import { chargeStatus, transType } from '#contract/billing/charge-codes.ts'
import { fromCents } from '#contract/billing/cents.ts'
import { dayOf, daysBetween } from '#contract/billing/days.ts'
import { numberOf } from '#contract/billing/papers.ts'
import type { Parsed } from '#contract/index.ts'
import { lastMonth, type DayRange } from '#contract/marketing/periods.ts'
import {
  mostRefunds,
  refundReason,
  type RefundGroup,
  type RefundRange,
  type RefundReport,
  type RefundState,
  type ReportedRefund,
} from '#contract/reports/refunds.ts'
import { endOf, startOf } from '#server/areas/marketing/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import type { FileAnswer } from '#server/platform/http/http.ts'
import type { Ctx } from '#server/platform/services.ts'
import { rangeOr } from './range.ts'
import { sendReport } from './report-file.ts'

const isDone = sql`coalesce(c.vendor_charge_status_id, ${sql.lit(chargeStatus.succeeded)}) = ${sql.lit(chargeStatus.succeeded)}`

export const getRefundReport = ({ db, clock }: Ctx, { query }: Parsed<'getRefundReport'>) =>
  readRefundReport(db, query, dayOf(clock.now()))

export async function readRefundReport(db: Db, asked: RefundRange, today: string): Promise<RefundReport> {
  const range = rangeOr(asked, lastMonth(today))
  const [{ rows }, { rows: doneRows }, { rows: sumRows }] = await Promise.all([
    refundsOf(range, mostRefunds).execute(db),
    doneOf(range).execute(db),
    sql<{ charged: string }>`
      select coalesce(sum(c.amount), 0)::numeric(14,2)::text as charged
      from vendor_charge c
      where c.vendor_charge_trans_type_id = ${sql.lit(transType.charge)} and ${isDone}
        and c.tm >= ${startOf(range.start)}::timestamptz
        and c.tm < ${endOf(range.end)}::timestamptz`.execute(db),
  ])
  const done = doneRows.map(({ note, ...row }) => ({ ...row, reason: refundReason(note ?? '') }))
  return {
    ...range,
    refunds: rows.map(toRefund),
    total: rows[0]?.total ?? 0,
    done: countOf(done),
    amount: sumOf(done),
    credit_back: fromCents(done.reduce((sum, row) => sum + row.credit_cents, 0)),
    charged: singleRow(sumRows).charged,
    by_reason: groupsOf(done, ({ reason }) => reason),
    by_person: groupsOf(done, ({ by }) => by),
    repeated: repeatedOf(done),
  }
}

interface Paper {
  series: string
  number: number
}
export type RefundRow = Omit<
  ReportedRefund,
  'reason' | 'days' | 'invoice' | 'credit_note' | 'note' | 'second_person'
> & {
  note: string | null
  second_person: string | null
  invoice: Paper | null
  credit_note: Paper | null
  total: number
}
/** Refunds and those under way, newest first. @param most null: all of them */
const refundsOf = ({ start, end }: DayRange, most: number | null) => sql<RefundRow>`
  with found as (
    select 'charge ' || c.vendor_charge_id as key, c.tm, c.vendor_id, c.amount, c.refund_of, c.money_intent_id,
      c.invoice_id, case when ${isDone} then 'done' else 'failed' end as state, c.charge_description as what
    from vendor_charge c
    where c.vendor_charge_trans_type_id = ${sql.lit(transType.refund)}
      and c.tm >= ${startOf(start)}::timestamptz
      and c.tm < ${endOf(end)}::timestamptz
    union all
    select 'payment ' || i.money_intent_id, i.insert_tm, i.vendor_id, i.amount, i.refund_of, i.money_intent_id,
      null, 'pending', 'Refund'
    from money_intent i
    where i.kind = 'refund' and i.state = 'open'
      and i.insert_tm >= ${startOf(start)}::timestamptz
      and i.insert_tm < ${endOf(end)}::timestamptz
  )
  select f.key, f.tm, f.vendor_id, v.company, f.state::text as state, f.amount,
    (coalesce((i.terms->>'credit_back')::numeric / 100, 0))::numeric(12,2)::text as credit_back,
    c.vendor_charge_id, c.tm as charged_tm, c.amount as charged, (c.amount - c.refunded)::text as kept, f.what,
    i.terms->>'note' as note, coalesce(i.asked_by_name, '') as by, a.decided_by_name as second_person,
    case when p.invoice_id is not null then jsonb_build_object('series', p.series, 'number', p.number) end
      as invoice,
    case when n.invoice_id is not null then jsonb_build_object('series', n.series, 'number', n.number) end
      as credit_note,
    (count(*) over ())::int as total
  from found f
  join vendor v on v.vendor_id = f.vendor_id
  left join vendor_charge c on c.vendor_charge_id = f.refund_of
  left join money_intent i on i.money_intent_id = f.money_intent_id
  left join lateral (
    select decided_by_name
    from money_approval
    where money_intent_id = f.money_intent_id and state = 'approved'
    limit 1) a on true
  left join invoice p on p.invoice_id = c.invoice_id
  left join invoice n on n.invoice_id = f.invoice_id
  order by f.tm desc, f.key desc
  limit ${most}::int`

/** All refunds of a range, for a file. */
export const selectRefunds = (asked: RefundRange, today: string) =>
  refundsOf(rangeOr(asked, lastMonth(today)), null)
export const toRefund = ({ total: _total, ...row }: RefundRow): ReportedRefund => ({
  ...row,
  state: row.state as RefundState,
  note: row.note ?? '',
  reason: refundReason(row.note ?? ''),
  days:
    row.charged_tm === null
      ? null
      : daysBetween(dayOf(Date.parse(row.charged_tm)), dayOf(Date.parse(row.tm))),
  invoice: row.invoice && numberOf(row.invoice),
  credit_note: row.credit_note && numberOf(row.credit_note),
})

interface DoneGroup {
  vendor_id: number
  company: string
  by: string
  refunds: number
  cents: number
  credit_cents: number
}
/** All refunds of a range that went through, however many are listed: by vendor, person and note. */
const doneOf = ({ start, end }: DayRange) => sql<DoneGroup & { note: string | null }>`
  select c.vendor_id, v.company, coalesce(i.asked_by_name, '') as by, i.terms->>'note' as note,
    count(*) as refunds, (sum(c.amount) * 100)::int8 as cents,
    coalesce(sum((i.terms->>'credit_back')::numeric), 0)::int8 as credit_cents
  from vendor_charge c
  join vendor v using (vendor_id)
  left join money_intent i using (money_intent_id)
  where c.vendor_charge_trans_type_id = ${sql.lit(transType.refund)} and ${isDone}
    and c.tm >= ${startOf(start)}::timestamptz
    and c.tm < ${endOf(end)}::timestamptz
  group by 1, 2, 3, 4`

const countOf = (groups: readonly DoneGroup[]) => groups.reduce((sum, row) => sum + row.refunds, 0)
const sumOf = (groups: readonly DoneGroup[]) => fromCents(groups.reduce((sum, row) => sum + row.cents, 0))

/** Sums by a name, the largest first. */
const groupsOf = <Group extends DoneGroup>(
  done: readonly Group[],
  nameOf: (group: Group) => string,
): RefundGroup[] =>
  [...Map.groupBy(done, nameOf)]
    .map(([name, groups]) => ({ name, refunds: countOf(groups), amount: sumOf(groups) }))
    .toSorted((a, b) => Number(b.amount) - Number(a.amount) || a.name.localeCompare(b.name))

/** Vendors with several refunds, the most first. */
const mostRepeated = 100
const repeatedOf = (done: readonly DoneGroup[]): RefundReport['repeated'] =>
  [...Map.groupBy(done, ({ vendor_id }) => vendor_id)]
    .map(([vendor_id, groups]) => ({
      vendor_id,
      name: groups[0]?.company ?? '',
      refunds: countOf(groups),
      amount: sumOf(groups),
    }))
    .filter(({ refunds }) => refunds > 1)
    .toSorted((a, b) => b.refunds - a.refunds || Number(b.amount) - Number(a.amount))
    .slice(0, mostRepeated)

export const downloadRefundReport = (
  ctx: Ctx,
  { query }: Parsed<'downloadRefundReport'>,
): Promise<FileAnswer> => sendReport(ctx, 'refunds', rangeOr(query, lastMonth(dayOf(ctx.clock.now()))))
