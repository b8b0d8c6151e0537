import type { Parsed } from '#contract/index.ts'
import type { Warehouses } from '#contract/subscriptions/warehouses.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'
import { versionOf } from '#server/platform/database/versions.ts'
import { editedWarehouses } from './edited.ts'
import { knownSubscription, type KnownSubscription } from './known-subscription.ts'

export async function getWarehouses({ db }: Ctx, { params }: Parsed<'getWarehouses'>) {
  return readWarehouses(db, await knownSubscription(db, params))
}

/** A supplier's locations, by name, and those chosen for a vendor. */
export async function readWarehouses(db: Db, subscription: KnownSubscription): Promise<Warehouses> {
  const version = await versionOf(db, editedWarehouses(subscription.vendor_supplier_id))
  const { rows } = await sql<{ warehouse_id: number; name: string; chosen: boolean }>`
    select l.dropshipper_location_id as warehouse_id, l.dropshipper_location_name as name,
      w.vendor_supplier_id is not null as chosen
    from dropshipper_shipping_location s
    join dropshipper_location l using (dropshipper_location_id)
    left join subscription_warehouse w
      on w.vendor_supplier_id = ${subscription.vendor_supplier_id}
      and w.dropshipper_location_id = s.dropshipper_location_id
    where s.dropshipper_id = ${subscription.dropshipper_id}
    order by l.dropshipper_location_name
    limit 500`.execute(db)
  return {
    version,
    dropshipper_name: subscription.dropshipper_name,
    warehouses: rows.map(({ warehouse_id, name }) => ({ warehouse_id, name })),
    warehouse_ids: rows.filter((row) => row.chosen).map((row) => row.warehouse_id),
  }
}
