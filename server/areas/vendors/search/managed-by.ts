import { sql } from '#server/platform/database/db.ts'

/** Whether this manager looks after vendor `v`. */
export const managedBy = (manager: number | null) =>
  manager === null
    ? sql<boolean>`(v.account_manager_vendor_id is null and v.erased_tm is null)`
    : sql<boolean>`v.account_manager_vendor_id = ${manager}`
