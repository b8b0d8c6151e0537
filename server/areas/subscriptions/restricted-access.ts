import type { Parsed } from '#contract/index.ts'
import { isRestricted, type RestrictedAccess } from '#contract/subscriptions/restricted-access.ts'
import { activeIntegration, rowsOfVendor } from '#server/areas/vendor-record/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'

export const listRestrictedAccess = async ({ db }: Ctx, { params }: Parsed<'listRestrictedAccess'>) =>
  rowsOfVendor(db, params.vid, await readAccess(db, params.vid))

type Row = Omit<RestrictedAccess, 'restricted'> & { allow_browse: number }

/**
 * Newest first.
 * @param supplierId for this supplier only
 */
export async function readAccess(db: Db, vendorId: number, supplierId?: number): Promise<RestrictedAccess[]> {
  const { rows } = await sql<Row>`
    select r.vendor_id, r.dropshipper_id, d.supplier_name as dropshipper_name, r.note, r.created_tm,
      r.added_by, d.allow_browse, d.active_products, m.integrations, m.active_integrations,
      exists (
        select
        from subscription s
        where s.vendor_id = r.vendor_id and s.dropshipper_id = r.dropshipper_id
      ) as subscribed,
      exists (
        select
        from vendor_custom_feed f
        where f.vendor_id = r.vendor_id
          and f.dropshipper_id = r.dropshipper_id
          and f.active
          and f.dynamic_restricted_access
      ) as dynamic
    from restricted_access r
    join dropshipper d using (dropshipper_id)
    cross join lateral (
      select count(*)::int as integrations,
        (count(*) filter (where ${activeIntegration}))::int as active_integrations
      from vendor_market_map m
      where m.vendor_id = r.vendor_id and m.dropshipper_id = r.dropshipper_id
    ) m
    where r.vendor_id = ${vendorId}
      and ${supplierId === undefined ? sql`true` : sql`r.dropshipper_id = ${supplierId}`}
    order by r.created_tm desc, r.dropshipper_id
    limit 2000`.execute(db)
  return rows.map(({ allow_browse, ...row }) => ({ ...row, restricted: isRestricted(allow_browse) }))
}
