import type { Parsed } from '#contract/index.ts'
import type { RestrictedAccess } from '#contract/vendors/restricted-access.ts'
import { sql } from '#server/platform/db.ts'
import type { Ctx } from '#server/platform/services.ts'
import { rowsOfVendor } from './known-vendor.ts'

/** Newest first. */
export async function listRestrictedAccess({ db }: Ctx, { params }: Parsed<'listRestrictedAccess'>) {
  const { rows } = await sql<RestrictedAccess>`
    select r.vendor_id, r.dropshipper_id, d.supplier_name as dropshipper_name, r.note, r.created_tm,
      r.added_by,
      exists (
        select
        from subscription s
        where s.vendor_id = r.vendor_id and s.dropshipper_id = r.dropshipper_id
      ) as subscribed
    from restricted_access r
    join dropshipper d using (dropshipper_id)
    where r.vendor_id = ${params.vid}
    order by r.created_tm desc, r.dropshipper_id
    limit 2000`.execute(db)
  return rowsOfVendor(db, params.vid, rows)
}
