import { vendorStatus } from '#contract/vendors/status.ts'
import { activeUser } from '#server/areas/vendors/public.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'

/** How many vendors were active on each of the past 400 days, including those that have left. */
export const seedActiveDays = (tx: Tx) =>
  sql`
    with users as materialized (
      select v.vendor_id, v.insert_tm, ${activeUser} as is_active,
        v.vendor_status_id <> ${sql.lit(vendorStatus.active)} as has_left
      from vendor v)
    insert into active_vendor_day (day, users)
    select days.day, (
        select count(*)
        from users u
        where u.insert_tm < days.day at time zone 'UTC'
          and (u.is_active or u.has_left and u.vendor_id % 400 < days.ago))
    from (
      select ago, ((now() at time zone 'UTC')::date - ago)::timestamp as day
      from generate_series(0, 400) ago) days`.execute(tx)
