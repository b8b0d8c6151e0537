import { sql, type Tx } from '#server/platform/database/db.ts'

/** Goals and entered numbers of the last seven months, as finance enters them on the third of a month. */
export const seedReportGoals = (tx: Tx) =>
  sql`
    insert into report_goal (year, month, which, text, value, less_than, by_login, by_name, tm)
    select extract(year from m.month), extract(month from m.month), g.which, g.text, g.value, g.less_than,
      l.login_id, 'Frances Finance', least(m.month + interval '2 days 9 hours', now())
    from (
      select n, date_trunc('month', now() at time zone 'UTC') - make_interval(months => n) as month
      from generate_series(0, 6) as n) m
    cross join lateral (
      values ('weekly', '12', 12, false), ('monthly', '45', 45, false),
        ('new_visitors', to_char(8400 - 310 * n, 'FM9,999'), 8400 - 310 * n, false),
        ('helpscout', (260 + 17 * n)::text, 260 + 17 * n, false),
        ('live_chat', (140 + 9 * n)::text, 140 + 9 * n, false)) as g (which, text, value, less_than)
    join login l on l.role = 'finance'
    -- one number of this month is still missing
    where not (m.n = 0 and g.which = 'live_chat')`.execute(tx)
