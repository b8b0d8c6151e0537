import { createHash } from 'node:crypto'
import type { Parsed, Result } from '#contract/index.ts'
import { shipmentsAnHour } from '#contract/stores/orders.ts'
import { refusals } from '#contract/stores/shops.ts'
import { tooMany } from '#server/areas/session/public.ts'
import { lockVendor } from '#server/areas/vendors/public.ts'
import { alone } from '#server/platform/db.ts'
import { conflict } from '#server/platform/errors.ts'
import { withinLimit, write, type Ctx } from '#server/platform/services.ts'
import { knownStore } from './known-store.ts'
import { ShopFault } from './shops/ask.ts'
import type { Market, Shipment, Shipped } from './shops/market.ts'
import { patiently, signIn } from './sign-in.ts'

/** Tells a store's market that an order was shipped: once, however often it is asked to. */
export async function shipOrder(
  ctx: Ctx,
  { params, body }: Parsed<'shipOrder'>,
): Promise<Result<'shipOrder'>> {
  const { vendor_id, vendor_store_id: id, order_id } = params
  // a deleted or locked vendor is refused before the market is told
  await ctx.db.transaction().execute((tx) => lockVendor(ctx, tx, vendor_id))
  const of = await knownStore(ctx.db, { vid: vendor_id, id })
  const market = signIn(ctx, of)
  if (!(await withinLimit(ctx.db, `shipments told by ${ctx.who.login_id}`, shipmentsAnHour, 3600)))
    throw tooMany()
  const shipment: Shipment = { ...body, order_id }
  const key = createHash('sha256').update(`${id} ${order_id} ${body.tracking}`).digest('hex')
  let outcome: Shipped | undefined
  // of two at once the second looks once the first has told
  // its lock is held on a connection that no request waits for
  await alone(ctx.jobDatabase.db, `ship order ${id} ${order_id}`, 'wait', async () => {
    outcome = await told(market, shipment, key)
  })
  const { state, ...why } = outcome!
  if ('text' in why) throw conflict(`${of.market_name}: ${why.text} ${mends[why.why] ?? ''}`.trim())
  if (state === 'told')
    await write(ctx, (_tx, logActivity) =>
      logActivity({
        type: 'store.ship',
        vendor_id,
        entity: 'store',
        entity_id: id,
        message: `${of.store.vendor_store_name} was told a shipment of order ${order_id}: ${body.carrier} ${body.tracking}`,
      }),
    )
  return { state: state === 'told' ? 'told' : 'already' }
}

async function told(market: Market, shipment: Shipment, key: string): Promise<Shipped> {
  try {
    return await patiently(() => market.ship(shipment, key))
  } catch (error) {
    if (!(error instanceof ShopFault)) throw error
    if (error.status !== undefined && error.status < 500) throw said(error)
  }
  // nobody knows what became of it: the market is looked at, and told only what it hasn't got
  try {
    const outcome = await market.ship(shipment, key)
    return outcome.state === 'already' ? { state: 'told' } : outcome
  } catch (error) {
    throw error instanceof ShopFault ? said(error) : error
  }
}
const said = ({ message, mend }: ShopFault) => conflict(`${message} ${mend}`)
/** What a person does about it, where that isn't about a product. */
const mends: Partial<Record<keyof typeof refusals, string>> = {
  credentials: refusals.credentials,
  permission: refusals.permission,
}
