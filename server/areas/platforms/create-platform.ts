import type { Parsed } from '#contract/index.ts'
import { handleOf } from '#contract/platforms/handles.ts'
import { sql } from '#server/platform/database/db.ts'
import { invalid } from '#server/platform/http/errors.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { platformsAlone } from './known-platform.ts'

/** Creates a platform without markets or fields; its handle is its name in lower case with underscores. */
export async function createPlatform(ctx: Ctx, { body: { name, handle } }: Parsed<'createPlatform'>) {
  const platform_handle = handleOf(name)
  if (!platform_handle) throw invalid({ name: 'Use at least one letter or digit' })
  if (handle !== undefined && handle !== platform_handle)
    throw invalid({ handle: `The handle for this name must be ${platform_handle}` })
  return write(ctx, async (tx, logActivity) => {
    await platformsAlone(tx)
    const namesake = await tx
      .selectFrom('platform')
      .select('platform_name')
      .where((e) =>
        e.or([
          e('platform_handle', '=', platform_handle),
          e(sql`lower(platform_name)`, '=', name.toLowerCase()),
        ]),
      )
      .executeTakeFirst()
    if (namesake) throw invalid({ name: `A platform named ${namesake.platform_name} already exists` })
    const { platform_id } = await tx
      .insertInto('platform')
      .values({ platform_name: name, platform_handle })
      .returning('platform_id')
      .executeTakeFirstOrThrow()
    await logActivity({
      type: 'platform.insert',
      entity: 'platform',
      entity_id: platform_id,
      message: `Platform ${name} added with the handle ${platform_handle}`,
    })
    return { platform_id }
  })
}
