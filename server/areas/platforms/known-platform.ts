import { sql, type Db, type Tx } from '#server/platform/database/db.ts'
import { notFound } from '#server/platform/http/errors.ts'
import type { EditedRecord } from '#server/platform/database/versions.ts'

/** What the two forms of a platform's page edit. */
export const editedPlatform = (id: number): EditedRecord => ({
  entity: 'platform',
  id,
  types: ['platform.save'],
})
export const editedFields = (id: number): EditedRecord => ({
  entity: 'platform',
  id,
  types: ['platform.fields'],
})

/** Platform names and the owners of markets are decided one at a time. */
export const platformsAlone = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtextextended('names of platforms', 0))`.execute(tx)

/** Throws if there is no such platform. */
export async function requirePlatform(db: Db, id: number): Promise<void> {
  const platform = await db
    .selectFrom('platform')
    .select('platform_id')
    .where('platform_id', '=', id)
    .executeTakeFirst()
  if (!platform) throw notFound('platform')
}

export async function lockPlatform(tx: Tx, id: number) {
  const platform = await tx
    .selectFrom('platform')
    .select(['platform_name', 'market_id', 'display_url', 'logo_key', 'is_purchasable', 'is_mcm'])
    .select(['supports_order_automation', 'requires_pro_plan', 'requires_enterprise_plan'])
    .select(['is_marketplace', 'hide_confirm_integration_type'])
    .where('platform_id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!platform) throw notFound('platform')
  return platform
}
