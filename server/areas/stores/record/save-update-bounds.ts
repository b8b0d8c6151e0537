import type { Parsed } from '#contract/index.ts'
import type { Bounds } from '#contract/stores/sent-updates.ts'
import { lockVendor } from '#server/areas/vendor-record/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { notFound } from '#server/platform/http/errors.ts'
import { differences, write, type Ctx } from '#server/platform/services.ts'
import { refuseStale, versionOf, type EditedRecord } from '#server/platform/database/versions.ts'
import { sentSince } from '../update/recent-moves.ts'

type StoreKey = { vendor_id: number; vendor_store_id: number }
const editedBounds = (id: number): EditedRecord => ({ entity: 'store', id, types: ['store.bounds'] })

export const getUpdateBounds = ({ db }: Ctx, { params }: Parsed<'getUpdateBounds'>) => readBounds(db, params)

/** Sets the limits above which a store's updates need approval, from the next update on. */
export async function saveUpdateBounds(ctx: Ctx, { params, body }: Parsed<'saveUpdateBounds'>) {
  const { version, ...bounds } = body
  await write(ctx, async (tx, logActivity) => {
    await lockVendor(ctx, tx, params.vendor_id)
    await refuseStale(tx, ctx, editedBounds(params.vendor_store_id), version)
    const { version: _version, vendor_store_name, ...before } = await boundsOf(tx, params)
    const changes = differences(before, bounds)
    if (!changes) return
    await sql`
      update vendor_store
      set hold_zero_percent = ${bounds.hold_zero_percent},
        hold_price_percent = ${bounds.hold_price_percent},
        price_bound_percent = ${bounds.price_bound_percent}
      where vendor_store_id = ${params.vendor_store_id}`.execute(tx)
    await logActivity({
      type: 'store.bounds',
      vendor_id: params.vendor_id,
      entity: 'store',
      entity_id: params.vendor_store_id,
      message: `Approval limits of ${vendor_store_name} changed`,
      changes,
    })
  })
  return readBounds(ctx.db, params)
}

async function readBounds(db: Db, key: StoreKey) {
  const { vendor_store_name: _name, ...bounds } = await boundsOf(db, key)
  return { ...bounds, sent: await sentSince(db, key.vendor_store_id, bounds.price_bound_percent) }
}

async function boundsOf(db: Db, { vendor_id, vendor_store_id }: StoreKey) {
  const version = await versionOf(db, editedBounds(vendor_store_id))
  const { rows } = await sql<Bounds & { vendor_store_name: string }>`
    select vendor_store_name, hold_zero_percent::float8 as hold_zero_percent,
      hold_price_percent::float8 as hold_price_percent, price_bound_percent::float8 as price_bound_percent
    from vendor_store
    where vendor_store_id = ${vendor_store_id} and vendor_id = ${vendor_id}`.execute(db)
  const store = rows[0]
  if (!store) throw notFound('store')
  return { version, ...store }
}
