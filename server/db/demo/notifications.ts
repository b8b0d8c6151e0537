import { sql, type Tx } from '#server/platform/database/db.ts'

/** Weeks that are planned ahead. */
const weeks = 4

/** Support on call by turns with the account manager, who also hears of every stopped store. */
export async function seedNotificationRules(tx: Tx): Promise<void> {
  await sql`
    insert into notice_turn (step, login_id, from_tm, until_tm)
    select step, l.login_id, monday + week * interval '7 days', monday + (week + 1) * interval '7 days'
    from generate_series(0, ${weeks - 1}::int) as week
    cross join generate_series(1, 2) as step
    cross join (select date_trunc('week', now()) as monday) w
    join login l on l.email = case
      when (week + step) % 2 = 1 then 'support@feedstock.test'
      else 'manager@feedstock.test'
    end`.execute(tx)
  await sql`
    insert into notice_rule (owner_login_id, name, categories, min_severity, scope, target, to_login_id, at_once)
    select login_id, 'Stores of my vendors', '{store}', 1, 'mine', 'person', login_id, true
    from login
    where email = 'manager@feedstock.test'`.execute(tx)
}
