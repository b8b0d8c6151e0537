import type { Parsed } from '#contract/index.ts'
import { addMonths } from '#contract/marketing/periods.ts'
import {
  isMoneyRow,
  monthText,
  mostTruthRows,
  weekStart,
  type CountedRow,
} from '#contract/reports/the-truth.ts'
import { readReceived } from '#server/areas/ledger/public.ts'
import { sql } from '#server/platform/database/db.ts'
import { forbidden, invalid } from '#server/platform/http/errors.ts'
import type { Ctx } from '#server/platform/services.ts'
import { seesMoney } from '../cancels.ts'
import { facts, shownAs, type Bounds } from './truth-facts.ts'

/** What a number of The Truth counted, by the statement that counted it. */
export async function listTruthRows({ db, who }: Ctx, { query }: Parsed<'listTruthRows'>) {
  const { which, owner } = query
  if (isMoneyRow(which) && !seesMoney(who.role)) throw forbidden()
  const bounds = boundsOf(query)
  const amount = seesMoney(who.role) ? sql`f.amount::numeric(14,2)::text` : sql`null::text`
  const { rows } = await readReceived(db, (received, tx) =>
    sql<CountedRow & { total: number; sum: string }>`
      select row_number() over (order by f.tm, f.vendor_id, f.text)::text as key, f.vendor_id, v.company, f.tm,
        f.text, f.owner, f.value::numeric(14,2)::text as value, ${amount} as amount,
        (count(*) over ())::int as total, (sum(f.value) over ())::numeric(14,2)::text as sum
      from (${facts[which](bounds, received)}) f
      left join vendor v on v.vendor_id = f.vendor_id
      where ${owner === undefined ? sql`true` : sql`f.owner = ${owner}`}
      order by f.tm desc, v.company, f.vendor_id
      limit ${mostTruthRows}`.execute(tx),
  )
  return {
    rows: rows.map(({ total: _total, sum: _sum, ...row }) => ({ ...row, value: shownAs(which, row.value) })),
    total: rows[0]?.total ?? 0,
    sum: shownAs(which, rows[0]?.sum ?? '0.00'),
  }
}

function boundsOf({ view, week, year, month }: Parsed<'listTruthRows'>['query']): Bounds {
  if (view === 'weekly') {
    if (week === undefined) throw invalid({ week: 'Choose a week' })
    return {
      from: new Date(weekStart(week)).toISOString(),
      until: new Date(weekStart(week + 1)).toISOString(),
    }
  }
  if (year === undefined) throw invalid({ year: 'Choose a year' })
  if (month === undefined) throw invalid({ month: 'Choose a month' })
  const chosen = monthText(year, month)
  return { from: `${chosen}-01T00:00:00.000Z`, until: `${addMonths(chosen, 1)}-01T00:00:00.000Z` }
}
