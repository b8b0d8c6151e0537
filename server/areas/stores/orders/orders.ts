import type { Parsed, Result } from '#contract/index.ts'
import { orderDays, ordersAnHour } from '#contract/stores/orders.ts'
import { tooMany } from '#server/areas/session/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { withinLimit, type Ctx } from '#server/platform/services.ts'
import { knownStore, type KnownStore } from '../record/known-store.ts'
import { orderChannel } from './order-channel.ts'
import { ShopFault } from '../shops/ask.ts'
import { inCircles, type Order } from '../shops/market.ts'
import { retryIfThrottled, signIn } from '../connection/sign-in.ts'

const aDay = 86_400_000

/** A store's orders, read from its market. They are personal data, so nothing is stored. */
export async function listStoreOrders(
  ctx: Ctx,
  { params, query }: Parsed<'listStoreOrders'>,
): Promise<Result<'listStoreOrders'>> {
  const storeRecord = await knownStore(ctx.db, { vid: params.vendor_id, id: params.vendor_store_id })
  const market = signIn(ctx, storeRecord)
  const channel = await orderChannel(ctx.db, { ...storeRecord, market_id: storeRecord.store.market_id })
  const days = query.days ?? channel.days ?? orderDays
  if (!(await withinLimit(ctx.db, `orders requested by ${ctx.who.login_id}`, ordersAnHour, 3600)))
    throw tooMany()
  try {
    const firstDay = new Date(ctx.clock.now() - days * aDay)
    const { orders, next } = await retryIfThrottled(() => market.orders(firstDay, query.cursor))
    if (next !== undefined && next === query.cursor) throw inCircles()
    const newest = orders.toSorted((a, b) => b.placed_tm.localeCompare(a.placed_tm))
    return {
      failed: null,
      days,
      orders: await withSuppliers(ctx.db, storeRecord, newest),
      next: next ?? null,
    }
  } catch (error) {
    if (!(error instanceof ShopFault)) throw error
    return { failed: { sentence: error.message, what_to_do: error.mend }, days, orders: [], next: null }
  }
}

/** Adds each line's supplier, among those that supply the store. */
async function withSuppliers(db: Db, { vendor_id, store }: KnownStore, orders: readonly Order[]) {
  const skus = [...new Set(orders.flatMap(({ lines }) => lines.map((line) => line.sku)))]
  const { rows } = await sql<{ sku: string; dropshipper_id: number }>`
    select distinct on (p.sku) p.sku, p.dropshipper_id
    from product p
    join vendor_market_map m using (dropshipper_id)
    where p.sku = any(${skus}::text[])
      and p.gone_tm is null
      and m.vendor_id = ${vendor_id}
      and m.market_id = ${store.market_id}
    order by p.sku, p.product_id`.execute(db)
  const supplierOf = new Map(rows.map(({ sku, dropshipper_id }) => [sku, dropshipper_id]))
  return orders.map((order) => ({
    ...order,
    lines: order.lines.map((line) => ({ ...line, dropshipper_id: supplierOf.get(line.sku) ?? null })),
  }))
}
