import type { Parsed } from '#contract/index.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { invalid } from '#server/platform/http/errors.ts'
import { differences, write, type Ctx } from '#server/platform/services.ts'
import { refuseStale } from '#server/platform/database/versions.ts'
import { editedWarehouses } from './edited.ts'
import { lockSubscription } from './known-subscription.ts'
import { readWarehouses } from './warehouses.ts'

/** Chooses the locations from which a supplier serves a vendor; choosing none means all. */
export const saveWarehouses = (ctx: Ctx, { params, body }: Parsed<'saveWarehouses'>) =>
  write(ctx, async (tx, logActivity) => {
    const subscription = await lockSubscription(ctx, tx, params)
    const { vendor_supplier_id, vendor_id, dropshipper_id } = subscription
    await refuseStale(tx, ctx, editedWarehouses(vendor_supplier_id), body.version)
    const previousWarehouses = await readWarehouses(tx, subscription)
    const unknown = body.warehouse_ids.filter(
      (id) => !previousWarehouses.warehouses.some((w) => w.warehouse_id === id),
    )
    if (unknown.length > 0)
      throw invalid({
        warehouse_ids: `${subscription.dropshipper_name} doesn’t ship from ${await locationsNamed(tx, unknown)}`,
      })
    const names = (ids: readonly number[]) =>
      previousWarehouses.warehouses.filter((w) => ids.includes(w.warehouse_id)).map((w) => w.name)
    const changes = differences(
      { warehouses: names(previousWarehouses.warehouse_ids) },
      { warehouses: names(body.warehouse_ids) },
    )
    if (!changes) return previousWarehouses
    await sql`
      delete from subscription_warehouse
      where vendor_supplier_id = ${vendor_supplier_id}
        and dropshipper_location_id <> all(${body.warehouse_ids}::int[])`.execute(tx)
    await sql`
      insert into subscription_warehouse (vendor_supplier_id, dropshipper_id, dropshipper_location_id)
      select ${vendor_supplier_id}::int, ${dropshipper_id}::int, unnest(${body.warehouse_ids}::int[])
      on conflict do nothing`.execute(tx)
    await logActivity({
      type: 'subscription.warehouses',
      vendor_id,
      dropshipper_id,
      entity: 'subscription',
      entity_id: vendor_supplier_id,
      message: `Warehouses of ${subscription.dropshipper_name}: ${names(body.warehouse_ids).join(', ') || 'all'}`,
      changes,
    })
    return readWarehouses(tx, subscription)
  })

async function locationsNamed(tx: Tx, ids: readonly number[]): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select coalesce(l.dropshipper_location_name, 'location ' || x.id) as name
    from unnest(${ids}::int[]) with ordinality x (id, place)
    left join dropshipper_location l on l.dropshipper_location_id = x.id
    order by x.place`.execute(tx)
  return rows.map((row) => row.name).join(', ')
}
