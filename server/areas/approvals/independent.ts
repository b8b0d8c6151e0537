import { dayText } from '#contract/formats.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { forbidden } from '#server/platform/http/errors.ts'

/** For so long after a role was given, who gave it and who got it can't approve for each other. */
export const newRoleDays = 7

/**
 * Refuses that two logins which may be one person's approve for each other: one gave the other its role lately, or a
 * third gave it to both, directly or through others. It doesn't count while the giver's own login is as new, so that
 * a new installation can begin (docs/domain/moving-money.md, Second person).
 */
export async function refuseNewRole(db: Db, person: number, others: readonly number[]): Promise<void> {
  const reasons = await newRolesOf(db, person, others)
  const [reason] = reasons.values()
  if (reason !== undefined) throw forbidden(reason)
}

/** Why a person can't approve for others, by the other's login; the longest reason first. */
export async function newRolesOf(
  db: Db,
  person: number,
  others: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ other: number; until: string }>`
    with recursive giver as (
      select login_id as person, login_id, role_by, role_tm, insert_tm, null::timestamptz as given_tm
      from login
      where login_id = any(${[person, ...others]}::int[])
      union
      select g.person, l.login_id, l.role_by, l.role_tm, l.insert_tm, greatest(g.given_tm, g.role_tm)
      from giver g
      join login l on l.login_id = g.role_by
      where g.role_tm > now() - make_interval(days => ${newRoleDays}::int)
    ) cycle login_id set is_cycle using path
    select theirs.person as other, (max(greatest(mine.given_tm, theirs.given_tm)) + make_interval(days => ${newRoleDays}::int))::date as until
    from giver mine
    join giver theirs using (login_id)
    where mine.person = ${person}
      and theirs.person <> ${person}
      and mine.insert_tm < now() - make_interval(days => ${newRoleDays}::int)
    group by theirs.person
    order by until desc`.execute(db)
  return new Map(
    rows.map(({ other, until }) => [
      other,
      `One of you was given a role by the other lately, or both by the same admin. Until ${dayText(until)} you can’t approve for each other`,
    ]),
  )
}
