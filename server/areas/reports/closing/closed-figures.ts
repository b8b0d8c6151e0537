import { closedFiguresOf } from '#contract/reports/closing.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { byMonth, readFigures, type Figure } from '../revenue/figures.ts'

/** What months keep when they are closed, from the oldest of them on, as of now; 0 where a month has none. */
export async function readClosedFigures(db: Db, months: readonly string[], today: string): Promise<Figure[]> {
  const [first] = months
  if (first === undefined) return []
  const figures = byMonth([...(await readFigures(db, first, today)), ...(await readCohortCells(db, months))])
  return months.flatMap((month) =>
    closedFiguresOf(month).map(({ measure, key }) => ({
      month,
      measure,
      key,
      value: figures.get(month)?.cents(measure, key) ?? 0,
    })),
  )
}

const readCohortCells = async (db: Db, months: readonly string[]): Promise<Figure[]> =>
  (
    await sql<Figure>`
      select day::text as month, measure, key, value::int8
      from report_day
      where measure in ('cohort_vendors', 'cohort_mrr') and day = any(${months as string[]}::date[])`.execute(
      db,
    )
  ).rows
