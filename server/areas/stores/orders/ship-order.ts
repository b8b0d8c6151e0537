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
import { patiently, signIn } from '../connection/sign-in.ts'

/** Tells a store's market that an order was shipped: each part of it once, however often it is asked to. */
export async function shipOrder(
  ctx: Ctx,
  { params, body }: Parsed<'shipOrder'>,
): Promise<Result<'shipOrder'>> {
  const { vendor_id, vendor_store_id: id, order_id } = params
  // a deleted or locked vendor is refused before the market is told
  await ctx.db.transaction().execute((tx) => lockVendor(ctx, tx, vendor_id))
  const of = await knownStore(ctx.db, { vid: vendor_id, id })
  const { untold } = await orderChannel(ctx.db, { ...of, market_id: of.store.market_id })
  if (untold !== null)
    throw conflict(
      `The channel ${untold} of the order manager tells no tracking to ${of.market_name}: turn that off there first`,
    )
  const market = signIn(ctx, of)
  if (!(await withinLimit(ctx.db, `shipments told by ${ctx.who.login_id}`, shipmentsAnHour, 3600)))
    throw tooMany()
  const shipment: Shipment = { ...body, order_id }
  // other lines under the same number are another telling
  const lines = JSON.stringify(body.lines ?? 'all')
  const key = createHash('sha256').update(`${id} ${order_id} ${body.tracking} ${lines}`).digest('hex')
  let outcome: ShippedOrder | undefined
  // of two at once the second looks once the first has told
  // its lock is held on a connection that no request waits for
  await alone(ctx.jobDatabase.db, `ship order ${id} ${order_id}`, 'wait', async () => {
    outcome = await told(market, shipment, key)
  })
  const done = outcome!
  if (done.state === 'refused')
    throw conflict(`${of.market_name}: ${done.text} ${mends[done.why] ?? ''}`.trim())
  if (done.state === 'already') return { state: 'already', lines: [], left: done.left, refused: null }
  const what = `${body.carrier} ${body.tracking}`
  const part = done.state === 'part' ? 'a part of ' : ''
  await write(ctx, (_tx, logActivity) =>
    logActivity({
      type: 'store.ship',
      vendor_id,
      entity: 'store',
      entity_id: id,
      message: `${of.store.vendor_store_name} was told ${part}a shipment of order ${order_id}: ${what} with ${contents(done.lines)}`,
    }),
  )
  const refused = done.state === 'part' ? `${of.market_name}: ${done.text}` : null
  return { state: done.state, lines: done.lines, left: done.left, refused }
}

/** What is in a parcel, as far as a line of the log takes it. */
const contents = (lines: readonly ShippedLine[]): string => {
  const named = lines.slice(0, mostNamed).map(({ sku, quantity }) => `${quantity} × ${sku}`)
  const more = lines.length - mostNamed
  return [...named, ...(more > 0 ? [many(more, 'other line')] : [])].join(', ')
}
const mostNamed = 20

async function told(market: Market, shipment: Shipment, key: string): Promise<ShippedOrder> {
  try {
    return await patiently(() => market.ship(shipment, key))
  } catch (error) {
    throw error instanceof ShopFault ? conflict(`${error.message} ${error.mend}`) : error
  }
}
/** What a person does about it, where that isn't about a product. */
const mends: Partial<Record<keyof typeof refusals, string>> = {
  credentials: refusals.credentials,
  permission: refusals.permission,
}
