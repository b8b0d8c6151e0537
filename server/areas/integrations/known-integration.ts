import { lockVendor } from '#server/areas/vendor-record/public.ts'
import { sql, type Db, type Tx } from '#server/platform/database/db.ts'
import { notFound } from '#server/platform/http/errors.ts'
import type { Ctx } from '#server/platform/services.ts'
import type { EditedRecord } from '#server/platform/database/versions.ts'

export interface IntegrationKey {
  vid: number
  vmmid: number
}
export interface KnownIntegration {
  vendor_market_map_id: number
  vendor_id: number
  market_id: number
  platform_id: number | null
  dropshipper_id: number
  dropshipper_name: string
  /** What a person calls it. */
  name: string
}

/** Refuses an integration that isn't there, or is another vendor's. */
export async function knownIntegration(db: Db, { vid, vmmid }: IntegrationKey): Promise<KnownIntegration> {
  const { rows } = await sql<KnownIntegration>`
    select m.vendor_market_map_id, m.vendor_id, m.market_id, k.platform_id, m.dropshipper_id,
      d.supplier_name as dropshipper_name, d.supplier_name || ' in ' || k.market_name as name
    from vendor_market_map m
    join market k using (market_id)
    join dropshipper d using (dropshipper_id)
    join vendor v on v.vendor_id = m.vendor_id and not v.is_staff
    where m.vendor_market_map_id = ${vmmid} and m.vendor_id = ${vid}`.execute(db)
  if (!rows[0]) throw notFound('integration')
  return rows[0]
}

/** The same, its vendor and then itself held until the write ends. */
export async function lockIntegration(ctx: Ctx, tx: Tx, key: IntegrationKey): Promise<KnownIntegration> {
  await lockVendor(ctx, tx, key.vid)
  await sql`
    select from vendor_market_map where vendor_market_map_id = ${key.vmmid} for update`.execute(tx)
  return knownIntegration(tx, key)
}

export const editedIntegration = (id: number): EditedRecord => ({
  entity: 'integration',
  id,
  types: ['integration.save'],
})
export const editedConfigs = (id: number): EditedRecord => ({
  entity: 'integration',
  id,
  types: ['integration.configs'],
})
/** Where its acts stand in the log. */
export const activityTarget = ({ vendor_id, dropshipper_id, vendor_market_map_id }: KnownIntegration) => ({
  vendor_id,
  dropshipper_id,
  entity: 'integration',
  entity_id: vendor_market_map_id,
})
