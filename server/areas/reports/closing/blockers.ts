import { closingDays } from '#contract/reports/closing.ts'
import { addDays, addMonths } from '#contract/billing/days.ts'
import { dayText, monthText } from '#contract/formats.ts'
import { many } from '#contract/words.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'

export interface Blocker {
  text: string
  where: 'money' | 'reports'
}

/** The first day on which a month can be closed. */
export const closableFrom = (month: string): string => addDays(addMonths(month, 1), closingDays.from - 1)

/** Why a month can't be closed yet by its day; null: it can. */
export const tooEarly = (month: string, today: string): string | null =>
  today >= closableFrom(month)
    ? null
    : `${monthText(month)} can be closed from ${dayText(closableFrom(month))}`

/**
 * Why no month can be closed now: open differences, broken books, or figures of the days before `until` that aren’t up
 * to date.
 */
export async function readBlockers(db: Db, today: string, until: string): Promise<Blocker[]> {
  const monthEnd = `${today.slice(0, 7)}-01`
  const { rows } = await sql<{
    differences: number
    is_reconciled: boolean
    broken: number
    is_checked: boolean
    is_dirty: boolean
  }>`
    select (
        select count(*)::int from gateway_difference where gone_tm is null and accepted_tm is null) as differences,
      coalesce(
        (select max(reconciled_tm) from gateway_watch) >= ${monthEnd}::timestamp at time zone 'UTC', false)
        as is_reconciled,
      (select count(*)::int from books_check where broken > 0) as broken,
      coalesce(
        (select min(checked_tm) from books_check) >= ${monthEnd}::timestamp at time zone 'UTC', false) as is_checked,
      exists (select from report_dirty where from_day < ${until}::date) or not exists (select from report_day) as is_dirty`.execute(
    db,
  )
  const { differences, is_reconciled, broken: brokenChecks, is_checked, is_dirty } = singleRow(rows)
  const blockers: (Blocker | false)[] = [
    differences > 0 && {
      text: `${many(differences, 'payment')} ${differences === 1 ? 'differs' : 'differ'} from the gateway. Resolve or accept on Money`,
      where: 'money',
    },
    !is_reconciled && {
      text: 'Payments haven’t been compared with the gateway since the month ended. That happens daily',
      where: 'money',
    },
    brokenChecks > 0 && {
      text: `${many(brokenChecks, 'ledger check')} failed. See Money`,
      where: 'money',
    },
    !is_checked && {
      text: 'The ledger wasn’t checked since the month ended. Run the ledger checks on Money',
      where: 'money',
    },
    is_dirty && { text: 'Reports are being brought up to date. Try again in a minute', where: 'reports' },
  ]
  return blockers.filter((blocker) => blocker !== false)
}
