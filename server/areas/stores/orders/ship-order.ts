import { createHash } from 'node:crypto'
import type { Parsed, Result } from '#contract/index.ts'
import { shipmentsAnHour } from '#contract/stores/orders.ts'
import { refusals } from '#contract/stores/shops.ts'
import { many } from '#contract/words.ts'
import { tooMany } from '#server/areas/session/public.ts'
import { lockVendor } from '#server/areas/vendor-record/public.ts'
import { alone } from '#server/platform/database/db.ts'
import { conflict } from '#server/platform/http/errors.ts'
import { withinLimit, write, type Ctx } from '#server/platform/services.ts'
import { knownStore } from '../record/known-store.ts'
import { orderChannel } from './order-channel.ts'
import { ShopFault } from '../shops/ask.ts'
import type { Market, Shipment, ShippedLine, ShippedOrder } from '../shops/market.ts'
import { retryIfThrottled, signIn } from '../connection/sign-in.ts'

/** Reports an order's shipment to the store's market: each part once, however often it is requested. */
export async function shipOrder(
  ctx: Ctx,
  { params, body }: Parsed<'shipOrder'>,
): Promise<Result<'shipOrder'>> {
  const { vendor_id, vendor_store_id: id, order_id } = params
  // a deleted or locked vendor is refused before the market is told
  await ctx.db.transaction().execute((tx) => lockVendor(ctx, tx, vendor_id))
  const storeRecord = await knownStore(ctx.db, { vid: vendor_id, id })
  const { untold } = await orderChannel(ctx.db, { ...storeRecord, market_id: storeRecord.store.market_id })
  if (untold !== null)
    throw conflict(
      `The order manager’s channel ${untold} doesn’t send tracking to ${storeRecord.market_name}. Change that setting first`,
    )
  const market = signIn(ctx, storeRecord)
  if (!(await withinLimit(ctx.db, `shipments sent by ${ctx.who.login_id}`, shipmentsAnHour, 3600)))
    throw tooMany()
  const shipment: Shipment = { ...body, order_id }
  // other lines under the same tracking number are a separate report
  const lines = JSON.stringify(body.lines ?? 'all')
  const key = createHash('sha256').update(`${id} ${order_id} ${body.tracking} ${lines}`).digest('hex')
  let outcome: ShippedOrder | undefined
  // two at once: the second looks after the first has reported
  // its lock is held on a connection that no request waits for
  await alone(ctx.jobDatabase.db, `ship order ${id} ${order_id}`, 'wait', async () => {
    outcome = await shipAtMarket(market, shipment, key)
  })
  const shippedOrder = outcome!
  if (shippedOrder.state === 'refused')
    throw conflict(`${storeRecord.market_name}: ${shippedOrder.text} ${mends[shippedOrder.why] ?? ''}`.trim())
  if (shippedOrder.state === 'already')
    return { state: 'already', lines: [], left: shippedOrder.left, refused: null }
  const parcel = `${body.carrier} ${body.tracking}`
  const part = shippedOrder.state === 'part' ? 'Partial shipment' : 'Shipment'
  await write(ctx, (_tx, logActivity) =>
    logActivity({
      type: 'store.ship',
      vendor_id,
      entity: 'store',
      entity_id: id,
      message: `${part} for order ${order_id} sent to ${storeRecord.store.vendor_store_name}: ${parcel} with ${contents(shippedOrder.lines)}`,
    }),
  )
  const refusalText =
    shippedOrder.state === 'part' ? `${storeRecord.market_name}: ${shippedOrder.text}` : null
  return {
    state: shippedOrder.state,
    lines: shippedOrder.lines,
    left: shippedOrder.left,
    refused: refusalText,
  }
}

/** A parcel's contents, as far as a line of the log has room. */
const contents = (lines: readonly ShippedLine[]): string => {
  const itemTexts = lines.slice(0, mostNamed).map(({ sku, quantity }) => `${quantity} × ${sku}`)
  const restCount = lines.length - mostNamed
  return [...itemTexts, ...(restCount > 0 ? [many(restCount, 'other line')] : [])].join(', ')
}
const mostNamed = 20

async function shipAtMarket(market: Market, shipment: Shipment, key: string): Promise<ShippedOrder> {
  try {
    return await retryIfThrottled(() => market.ship(shipment, key))
  } catch (error) {
    throw error instanceof ShopFault ? conflict(`${error.message} ${error.mend}`) : error
  }
}
/** What a person can do about refusals that don't concern a product. */
const mends: Partial<Record<keyof typeof refusals, string>> = {
  credentials: refusals.credentials,
  permission: refusals.permission,
}
