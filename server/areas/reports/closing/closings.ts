import { fromCents } from '#contract/billing/cents.ts'
import { addMonths, dayOf } from '#contract/billing/days.ts'
import {
  closedFiguresOf,
  shownClosings,
  type ClosedChange,
  type MonthClosing,
} from '#contract/reports/closing.ts'
import { sql } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'
import { monthOf } from '../monthly-revenue.ts'
import { closableFrom, readBlockers } from './blockers.ts'

type Change = Pick<ClosedChange, 'measure' | 'key' | 'differs_tm' | 'why'> & { was: number; now: number }
type Row = Omit<MonthClosing, 'changes' | 'from_day'> & { changes: Change[] }

/** Months with figures, whether they are closed, and what changed since. */
export async function listMonthClosings({ db, clock }: Ctx) {
  const today = dayOf(clock.now())
  const last = addMonths(monthOf(today), -1)
  const [{ rows }, blockers] = await Promise.all([
    sql<Row>`
      select m.month::text, c.closed_tm, c.closed_by_name,
        case when c.month is null and r.month is not null then jsonb_build_object(
          'tm', r.reopened_tm, 'by_name', r.reopened_by_name, 'reason', r.reopen_reason) end as reopened,
        (
          select a.asked_by_name
          from money_approval a
          where a.act = 'reopen_month' and a.state = 'waiting'
            and date_trunc('month', (a.request->'body'->>'month')::date) = m.month
          limit 1
        ) as reopen_requested_by,
        (
          select coalesce(jsonb_agg(jsonb_build_object('measure', f.measure, 'key', f.key, 'was', f.value,
            'now', f.value_now, 'differs_tm', f.differs_tm, 'why', (
              select coalesce(jsonb_agg(w || jsonb_build_object('company', v.company)
                order by w->>'day', v.company), '[]')
              from jsonb_array_elements(f.differs_why) w
              left join vendor v on v.vendor_id = (w->>'vendor_id')::int))), '[]')
          from report_month f
          where f.report_closing_id = c.report_closing_id and f.value_now is not null
        ) as changes
      from generate_series(
        greatest(
          (select date_trunc('month', min(day)) from report_day),
          ${addMonths(last, 1 - shownClosings)}::timestamp),
        ${last}::timestamp, interval '1 month') m (month)
      left join report_closing c on c.month = m.month and c.reopened_tm is null
      left join lateral (
        select o.month, o.reopened_tm, o.reopened_by_name, o.reopen_reason
        from report_closing o
        where o.month = m.month and o.reopened_tm is not null
        order by o.reopened_tm desc
        limit 1) r on true
      order by m.month desc`.execute(db),
    readBlockers(db, today, addMonths(last, 1)),
  ])
  return {
    months: rows.map(({ changes, ...row }): MonthClosing => ({
      ...row,
      month: row.month.slice(0, 10),
      from_day: closableFrom(row.month.slice(0, 10)),
      changes: closedFiguresOf(row.month.slice(0, 10)).flatMap(({ measure, key, name, isCount = false }) => {
        const found = changes.find((change) => change.measure === measure && change.key === key)
        const textOf = (value: number) => (isCount ? String(value) : fromCents(value))
        return found
          ? { ...found, name, is_count: isCount, was: textOf(found.was), now: textOf(found.now) }
          : []
      }),
    })),
    blockers,
    today,
  }
}
