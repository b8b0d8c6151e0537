import { fieldName } from '#contract/activity/names.ts'
import type { Parsed } from '#contract/index.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { invalid } from '#server/platform/http/errors.ts'
import { differences, write, type Ctx } from '#server/platform/services.ts'
import { refuseStale } from '#server/platform/database/versions.ts'
import { editedPlatform, lockPlatform, platformsAlone } from './known-platform.ts'
import { marketNames, saveImplementations } from './markets.ts'
import { readPlatform } from './read.ts'

/** Saves a platform's basic info and the markets it is sold through. */
export async function savePlatform(ctx: Ctx, { params, body }: Parsed<'savePlatform'>) {
  const id = params.platform_id
  await write(ctx, async (tx, logActivity) => {
    await platformsAlone(tx)
    const { logo_key: _logo, ...before } = await lockPlatform(tx, id)
    await refuseStale(tx, ctx, editedPlatform(id), body.version)
    await refuseTakenName(tx, id, body.platform.platform_name)
    const previousMarkets = await marketNames(tx, id)
    const markets = await saveImplementations(tx, id, body.market_implementations)
    const { market_id } = body.platform
    if (market_id !== null && !markets.includes(market_id))
      throw invalid({ 'platform.market_id': 'Choose one of this platform’s markets' })
    const newMarkets = await marketNames(tx, id)
    const changes = differences(
      { ...before, market_implementations: previousMarkets },
      { ...body.platform, market_implementations: newMarkets },
    )
    if (!changes) return
    await tx.updateTable('platform').set(body.platform).where('platform_id', '=', id).execute()
    await logActivity({
      type: 'platform.save',
      entity: 'platform',
      entity_id: id,
      message: `Basic info changed: ${Object.keys(changes).map(fieldName).join(', ')}`,
      changes,
    })
  })
  return readPlatform(ctx.db, id)
}

async function refuseTakenName(tx: Tx, id: number, name: string): Promise<void> {
  const namesake = await tx
    .selectFrom('platform')
    .select('platform_name')
    .where(sql`lower(platform_name)`, '=', name.toLowerCase())
    .where('platform_id', '<>', id)
    .executeTakeFirst()
  if (namesake)
    throw invalid({ 'platform.platform_name': `A platform named ${namesake.platform_name} already exists` })
}
