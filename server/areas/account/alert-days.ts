import type { RawBuilder } from 'kysely'
import { sql } from '#server/platform/database/db.ts'

/** The hour (UTC) from which a day's emails are sent: morning for most customers. */
const morningHour = 11

/** The day whose emails are due by now. */
export const alertDay = (now: number) => new Date(now - morningHour * 3_600_000).toISOString().slice(0, 10)

/** The day of the next email after one sent this day. */
export const nextAlertDay = (day: string, frequency: RawBuilder<unknown>) => sql<string>`
  (${day}::date + case ${frequency}
    when 1 then interval '1 day'
    when 2 then interval '7 days'
    else interval '1 month' end)::date`
