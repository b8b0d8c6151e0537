import type { Parsed } from '#contract/index.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import type { Ctx, Services } from '#server/platform/services.ts'
import { activeUser } from './active.ts'

interface Row {
  day: string
  users: number
}
const countActive = sql<number>`(select count(*) from vendor v where ${activeUser})`
/** Days are UTC days, whatever the session's time zone. */
const today = sql`(now() at time zone 'UTC')::date`

/**
 * Records how many users are active at the beginning of a day: once a day, by whichever process is first.
 */
export const keepActiveDay = ({ db }: Services) =>
  sql`
    insert into active_vendor_day (day, users)
    select day, ${countActive}
    from (select ${today} as day) d
    where not exists (select from active_vendor_day kept where kept.day = d.day)
    on conflict do nothing`.execute(db)

export async function getActiveUserTrends({ db }: Ctx, { body }: Parsed<'getActiveUserTrends'>) {
  const [head, days] = await Promise.all([headOf(db), daysOf(db, body.days)])
  return { ...head, days }
}

/** With more than this many, counting is slow, and a count a minute old is good enough. */
const many = 50_000
const keptMs = 60_000
const countsByDatabase = new WeakMap<Db, { at: number; head: Promise<Head> }>()

/** How many are active now, or up to a minute ago if there are very many. */
async function headOf(db: Db): Promise<Head> {
  const startMs = performance.now()
  const keptCount = countsByDatabase.get(db)
  if (keptCount && startMs - keptCount.at < keptMs) return keptCount.head
  const head = readHead(db)
  if ((await head).now > many) countsByDatabase.set(db, { at: startMs, head })
  return head
}

interface Head {
  kept_since: string | null
  now: number
}
async function readHead(db: Db) {
  const { rows } = await sql<Head>`
    select (select min(day)::text from active_vendor_day) as kept_since, ${countActive} as now`.execute(db)
  return singleRow(rows)
}

async function daysOf(db: Db, days: number) {
  const { rows } = await sql<Row>`
    select day::text, users
    from active_vendor_day
    where day > ${today} - ${days}::int and day <= ${today}
    order by day`.execute(db)
  return rows
}

export async function getNewUserTrends({ db }: Ctx, { body }: Parsed<'getNewUserTrends'>) {
  const interval = body.days === 365 ? ('month' as const) : ('week' as const)
  // an index range per interval: half a million new users are counted in 60 ms, grouped in 250
  const { rows } = await sql<Row>`
    select p.starts::date::text as day, (
        select count(*)
        from vendor v
        where not v.is_staff
          and v.insert_tm >= p.starts at time zone 'UTC'
          and v.insert_tm < (p.starts + ${`1 ${interval}`}::interval) at time zone 'UTC') as users
    from generate_series(
      date_trunc(${interval}, (${today} - ${body.days - 1}::int)::timestamp), ${today}::timestamp,
      ${`1 ${interval}`}::interval) as p(starts)
    order by p.starts`.execute(db)
  return { by: interval, periods: rows }
}
