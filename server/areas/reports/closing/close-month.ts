import { addMonths, dayOf } from '#contract/billing/days.ts'
import { monthText } from '#contract/formats.ts'
import type { Parsed } from '#contract/index.ts'
import { closingDays } from '#contract/reports/closing.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { conflict, Refusal } from '#server/platform/http/errors.ts'
import { write, type Ctx, type Services, type Who } from '#server/platform/services.ts'
import { monthOf } from '../monthly-revenue.ts'
import { readBlockers, tooEarly } from './blockers.ts'
import { readClosedFigures } from './closed-figures.ts'

type Closer = Pick<Services, 'db' | 'clock'> & Partial<Pick<Ctx, 'who' | 'once' | 'requestId'>>

/** Closes a month: its figures stay as they are now (docs/domain/reports.md, Closed months). */
export const closeMonth = (ctx: Ctx, { body }: Parsed<'closeMonth'>) => close(ctx, monthOf(body.month))

const close = (closer: Closer, month: string): Promise<void> =>
  write(closer, async (tx, logActivity) => {
    const now = closer.clock.now()
    await requireClosable(tx, month, dayOf(now))
    await freezeMonths(tx, [month], { now, closer: closer.who ?? null })
    await sql`
      update report_kept
      set open_month = null, open_since = null, open_reason = null
      where open_month = ${month}::date`.execute(tx)
    await logActivity({
      type: 'report.close',
      entity: 'report_month',
      entity_id: month,
      message: `Month closed: ${monthText(month)}`,
    })
  })

/** Keeps the figures of months, oldest first, as they are now. */
export async function freezeMonths(
  tx: Tx,
  months: readonly string[],
  { now, closer }: { now: number; closer: Pick<Who, 'login_id' | 'name'> | null },
): Promise<void> {
  if (months.length === 0) return
  const tm = new Date(now).toISOString()
  const figures = await readClosedFigures(tx, months, dayOf(now))
  await sql`
    with closing as (
      insert into report_closing (month, closed_tm, closed_by, closed_by_name)
      select month, ${tm}::timestamptz, ${closer?.login_id ?? null}, ${closer?.name ?? 'Feedstock'}
      from unnest(${months as string[]}::date[]) month
      returning report_closing_id, month)
    insert into report_month (report_closing_id, month, measure, key, value, frozen_tm)
    select c.report_closing_id, c.month, f.measure, f.key, f.value, ${tm}::timestamptz
    from closing c
    join jsonb_to_recordset(${JSON.stringify(figures)}::jsonb)
      as f (month date, measure text, key text, value bigint) using (month)`.execute(tx)
}

async function requireClosable(tx: Tx, month: string, today: string): Promise<void> {
  // waits for figures that are being made, and keeps new ones out until this is done
  await sql`select from report_kept for update`.execute(tx)
  const early = tooEarly(month, today)
  if (early !== null) throw conflict(early)
  const { rows } = await sql`
    select from report_closing where month = ${month}::date and reopened_tm is null`.execute(tx)
  if (rows.length > 0) throw conflict(`${monthText(month)} is already closed`)
  const { rows: numbers } = await sql`
    select from report_day where day >= ${month}::date and day < ${addMonths(month, 1)}::date limit 1`.execute(
    tx,
  )
  if (numbers.length === 0) throw conflict(`${monthText(month)} has no numbers`)
  const blockers = await readBlockers(tx, today, addMonths(month, 1))
  if (blockers.length > 0) throw conflict(blockers.map(({ text }) => text).join('. '))
}

/**
 * Closes last month from the tenth on, if no person has. While something is in the way it stays open, which staff are
 * notified of. A month that was reopened is closed by a person.
 */
export async function closeDueMonth({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const today = dayOf(clock.now())
  const month = addMonths(monthOf(today), -1)
  if (Number(today.slice(8)) < closingDays.itself) return
  const { rows } = await sql`select from report_closing where month = ${month}::date limit 1`.execute(db)
  if (rows.length > 0) return
  try {
    await close({ db, clock }, month)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await sql`
      update report_kept
      set open_since = case when open_month = ${month}::date then open_since
          else ${new Date(clock.now()).toISOString()}::timestamptz end,
        open_month = ${month}::date, open_reason = ${error.message}`.execute(db)
  }
}
