import { vendorStatus } from '#contract/vendors/status.ts'
import { activeUser } from '#server/areas/vendors/public.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'

/** How many vendors were active on each of the past 400 days, including those that have left. */
export const seedActiveDays = (tx: Tx) =>
  sql`
    insert into active_vendor_day (day, users)
    select days.day, (
        select count(*)
        from vendor v
        where v.insert_tm < days.day at time zone 'UTC'
          and (${activeUser}
            or v.vendor_status_id <> ${sql.lit(vendorStatus.active)} and v.vendor_id % 400 < days.ago))
    from (
      select ago, ((now() at time zone 'UTC')::date - ago)::timestamp as day
      from generate_series(0, 400) ago) days`.execute(tx)
