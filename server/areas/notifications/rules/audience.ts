import { usualHours } from '#contract/notifications/hours.ts'
import type { StaffRole } from '#contract/staff/roles.ts'
import { sql, type Db, type Tx } from '#server/platform/database/db.ts'
import type { Audience, PlanningPerson, PlanningRule, PlanningSilence } from './plan-notice.ts'

/** How long ago a turn or silence may have ended and still be known. */
const knownDays = 8

/** Everybody who may hear, and the rules, turns and silences that decide it: of now and the last days. */
export async function readAudience(db: Db | Tx): Promise<Audience> {
  const { rows: rules } = await sql<PlanningRule>`
    select r.notice_rule_id, r.owner_login_id, r.categories, r.min_severity, r.scope, r.scope_ids, r.target,
      r.to_login_id, r.to_role, r.to_endpoint_id, r.at_once
    from notice_rule r
    left join notice_endpoint e on e.notice_endpoint_id = r.to_endpoint_id
    where r.active and (e.notice_endpoint_id is null or e.state <> 'off')
    order by r.notice_rule_id`.execute(db)
  const { rows: people } = await sql<PersonRow>`
    select l.login_id, l.role, p.time_zone, p.quiet_from::text as quiet_from, p.quiet_until::text as quiet_until,
      p.work_days, p.digests::text[] as digests, p.away_until::text as away_until
    from login l
    left join notice_person p using (login_id)
    where l.role <> 'customer' and l.disabled_tm is null
    order by l.login_id`.execute(db)
  const { rows: turns } = await sql<Audience['turns'][number]>`
    select step, login_id, ${msOf('from_tm')} as from_tm, ${msOf('until_tm')} as until_tm
    from notice_turn
    where until_tm > now() - make_interval(days => ${knownDays}::int)
    order by notice_turn_id`.execute(db)
  const { rows: silences } = await sql<PlanningSilence>`
    select login_id, category, kind, dropshipper_id, vendor_id, ${msOf('from_tm')} as from_tm,
      ${msOf('until_tm')} as until_tm
    from notice_silence
    where until_tm > now() - make_interval(days => ${knownDays}::int)
    order by notice_silence_id`.execute(db)
  return { rules, people: new Map(people.map((row) => [row.login_id, personOf(row)])), turns, silences }
}

interface PersonRow {
  login_id: number
  role: StaffRole
  time_zone: string | null
  quiet_from: string | null
  quiet_until: string | null
  work_days: number[] | null
  digests: string[] | null
  away_until: string | null
}
const minutesOf = (time: string) => time.slice(0, 5)
const personOf = (row: PersonRow): PlanningPerson => ({
  login_id: row.login_id,
  role: row.role,
  hours: {
    time_zone: row.time_zone ?? usualHours.time_zone,
    quiet_from: minutesOf(row.quiet_from ?? usualHours.quiet_from),
    quiet_until: minutesOf(row.quiet_until ?? usualHours.quiet_until),
    work_days: row.work_days ?? usualHours.work_days,
    digests: (row.digests ?? usualHours.digests).map(minutesOf),
    away_until: row.away_until,
  },
})

/** A time as epoch milliseconds. */
export const msOf = (column: string) => sql`extract(epoch from ${sql.ref(column)})::float8 * 1000`

/** The notifications' columns for planning, of `system_message m`. */
export const plannedColumns = sql`
  m.id, m.kind, m.severity, ${msOf('m.insert_tm')} as insert_tm, ${msOf('m.ended_tm')} as ended_tm, m.ended_by,
  m.reopened, ${msOf('m.last_tm')} as last_tm, ${msOf('m.flapping_tm')} as flapping_tm, ${msOf('m.taken_tm')} as taken_tm, m.dropshipper_id,
  m.vendor_id, ${managerOf()} as manager_login_id,
  exists (select from system_message parent where parent.id = m.parent_id and parent.ended_tm is null) as has_parent`

/** The login of the account manager of the notification's vendor. */
function managerOf() {
  return sql`(
    select l.login_id
    from vendor v
    join login l on l.vendor_id = v.account_manager_vendor_id
    where v.vendor_id = m.vendor_id
    order by l.login_id
    limit 1)`
}
