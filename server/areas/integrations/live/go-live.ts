import { activation } from '#contract/integrations/activation.ts'
import { fieldName } from '#contract/activity/names.ts'
import type { Parsed } from '#contract/index.ts'
import { unpaidOf, unpaidTexts } from '#contract/stores/unpaid.ts'
import { markStoresOfVendorBehind, queueStoreUpdate } from '#server/areas/stores/public.ts'
import { requireVendor, suppliersClosedTo } from '#server/areas/vendor-record/public.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { conflict, notFound } from '#server/platform/http/errors.ts'
import { differences, write, type Ctx } from '#server/platform/services.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import { activityTarget, lockIntegration, type KnownIntegration } from '../known-integration.ts'
import { keepSettingAnswers } from '../setting-answers.ts'

const live = {
  is_activated: activation.active,
  market_is_on: true,
  supplier_account_confirmed: true,
  access_details_provided: true,
  tools_configured: true,
} as const

/** Activates an integration and starts the first update of its store. */
export const goLive = (ctx: Ctx, { params, body }: Parsed<'goLive'>) =>
  write(ctx, async (tx, logActivity) => {
    const integration = await lockIntegration(ctx, tx, params)
    const store = await readStore(tx, integration, body.vendor_store_id)
    await refuseUnready(tx, integration, store)
    const before = await readBefore(tx, integration)
    const changes = differences({ ...before }, { ...live })
    await tx
      .updateTable('vendor_market_map')
      .set({ ...live, last_modified_tm: sql<string>`now()` })
      .where('vendor_market_map_id', '=', params.vmmid)
      .execute()
    await keepSettingAnswers(tx, integration, false)
    await markStoresOfVendorBehind(tx, integration.vendor_id, [integration.dropshipper_id])
    const job_id = await queueStoreUpdate(ctx, tx, store.vendor_store_id, { requester: ctx.who.name })
    await logActivity({
      type: 'integration.save',
      ...activityTarget(integration),
      message: changes
        ? `${integration.name} is live in ${store.vendor_store_name}: ${Object.keys(changes).map(fieldName).join(', ')} changed`
        : `${integration.name}: update of ${store.vendor_store_name} started`,
      changes,
    })
    return { job_id }
  })

interface LiveStore {
  vendor_store_id: number
  vendor_store_name: string
  connected: boolean
  stopped_reason: string | null
}
async function readStore(tx: Tx, integration: KnownIntegration, id: number): Promise<LiveStore> {
  const { rows } = await sql<LiveStore>`
    select vendor_store_id, vendor_store_name, coalesce(drop_to ->> 'kind', 'none') <> 'none' as connected,
      stopped_reason
    from vendor_store
    where vendor_store_id = ${id}
      and vendor_id = ${integration.vendor_id}
      and market_id = ${integration.market_id}`.execute(tx)
  if (!rows[0]) throw notFound('store')
  return rows[0]
}

/** Nothing would be sent: says what is missing, rather than going live in name. */
async function refuseUnready(tx: Tx, integration: KnownIntegration, store: LiveStore): Promise<void> {
  const { vendor_id, dropshipper_id, dropshipper_name } = integration
  if (!store.connected) throw conflict('Connect the store first')
  if (store.stopped_reason !== null)
    throw conflict('Updates of this store are stopped. Resolve the problem first')
  const unpaid = unpaidOf((await requireVendor(tx, vendor_id)).vendor_status_id)
  if (unpaid !== null) throw conflict(unpaidTexts[unpaid])
  const { rows } = await sql<{ subscribed: boolean; frozen: boolean }>`
    select s.vendor_id is not null as subscribed, m.paused_at is not null as frozen
    from vendor_market_map m
    left join subscription s using (vendor_id, dropshipper_id)
    where m.vendor_market_map_id = ${integration.vendor_market_map_id}`.execute(tx)
  const { subscribed: isSubscribed, frozen: isFrozen } = singleRow(rows)
  if (!isSubscribed) throw conflict(`Add a subscription to ${dropshipper_name} first`)
  if (isFrozen) throw conflict(`The subscription to ${dropshipper_name} is frozen. Resume it first`)
  if ((await suppliersClosedTo(tx, vendor_id)).includes(dropshipper_id))
    throw conflict(`${dropshipper_name} is restricted. Grant access first`)
}

async function readBefore(tx: Tx, { vendor_market_map_id: id }: KnownIntegration) {
  const { rows } = await sql<Record<keyof typeof live, unknown>>`
    select is_activated, market_is_on, supplier_account_confirmed, access_details_provided, tools_configured
    from vendor_market_map
    where vendor_market_map_id = ${id}`.execute(tx)
  return singleRow(rows)
}
