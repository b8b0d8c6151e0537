import { sql, type Db } from '../../platform/database/db.ts'

/** Days with so many renewals that no run is stopped (docs/domain/renewals.md, Brake). */
export const makeBusyDays = (db: Db) =>
  sql`
    insert into renewal_day (day, completed_tm, invoices, amount, vendors)
    select day, day, 1000000, 100000000, 1000000
    from generate_series(timestamptz '2026-11-01', '2036-12-31', '1 day') day
    on conflict do nothing`.execute(db)
