import { activation } from '#contract/integrations/activation.ts'
import { fieldName } from '#contract/activity/names.ts'
import type { Parsed } from '#contract/index.ts'
import {
  isMaximumTooLow,
  maximumTooLow,
  type IntegrationDetails,
} from '#contract/integrations/integrations.ts'
import { markStoresOfVendorBehind } from '#server/areas/stores/public.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import { invalid } from '#server/platform/http/errors.ts'
import { differences, write, type Ctx } from '#server/platform/services.ts'
import { refuseStale } from '#server/platform/database/versions.ts'
import {
  editedIntegration,
  lockIntegration,
  activityTarget,
  type KnownIntegration,
} from './known-integration.ts'
import { detailColumns, readIntegration } from './read.ts'
import { keepSettingAnswers } from './setting-answers.ts'

/** Saves how an integration is set up and what it sends; its stores are sent what that changes. */
export async function saveIntegration(ctx: Ctx, { params, body }: Parsed<'saveIntegration'>) {
  await write(ctx, async (tx, logActivity) => {
    const integration = await lockIntegration(ctx, tx, params)
    await refuseStale(tx, ctx, editedIntegration(params.vmmid), body.version)
    const before = await readDetails(tx, params.vmmid)
    const changedSettings = Object.fromEntries(
      Object.entries(body.integration).filter(([, value]) => value !== undefined),
    )
    const after: IntegrationDetails = { ...before, ...changedSettings }
    after.weight_scale = String(Number(after.weight_scale))
    if (isMaximumTooLow(after)) throw invalid({ 'integration.quantity_maximum': maximumTooLow })
    const changes = differences({ ...before }, { ...after })
    if (!changes) return
    if ('is_activated' in changes && after.is_activated !== activation.onboarding)
      await refuseUnsubscribed(tx, integration)
    // of one that stops as well as of one that begins
    await markStoresOfVendorBehind(tx, integration.vendor_id, [integration.dropshipper_id])
    await tx
      .updateTable('vendor_market_map')
      .set({ ...after, last_modified_tm: sql<string>`now()` })
      .where('vendor_market_map_id', '=', params.vmmid)
      .execute()
    await keepSettingAnswers(tx, integration, false)
    await markStoresOfVendorBehind(tx, integration.vendor_id, [integration.dropshipper_id])
    await logActivity({
      type: 'integration.save',
      ...activityTarget(integration),
      message: `${integration.name}: ${Object.keys(changes).map(fieldName).join(', ')} changed`,
      changes,
    })
  })
  return readIntegration(ctx.db, params)
}

async function readDetails(tx: Tx, id: number): Promise<IntegrationDetails> {
  const { rows } = await sql<IntegrationDetails>`
    select ${detailColumns} from vendor_market_map m where vendor_market_map_id = ${id}`.execute(tx)
  const row = singleRow(rows)
  return { ...row, weight_scale: String(Number(row.weight_scale)) }
}

async function refuseUnsubscribed(tx: Tx, integration: KnownIntegration): Promise<void> {
  const subscription = await tx
    .selectFrom('subscription')
    .select('vendor_id')
    .where('vendor_id', '=', integration.vendor_id)
    .where('dropshipper_id', '=', integration.dropshipper_id)
    .executeTakeFirst()
  if (!subscription)
    throw invalid({
      'integration.is_activated': `Add a subscription to ${integration.dropshipper_name} first`,
    })
}
