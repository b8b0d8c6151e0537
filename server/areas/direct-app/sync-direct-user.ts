import type { Parsed } from '#contract/index.ts'
import { conflict, notFound } from '#server/platform/http/errors.ts'
import { write, type Ctx, type Services } from '#server/platform/services.ts'
import { queueSync } from './sync-direct.job.ts'

const notConnected =
  'IS Direct isn’t connected. Set DIRECT_APP_URL and DIRECT_APP_SECRET in the settings of this service'

/** Queues the sync of one user, or of all of them. */
export async function syncDirectUser(ctx: Ctx, { body: { id } }: Parsed<'syncDirectUser'>) {
  if (!ctx.config.directApp) throw conflict(notConnected)
  return write(ctx, async (tx, logActivity) => {
    const user =
      id === null
        ? { email: 'All IS Direct users' }
        : await tx
            .selectFrom('direct_user')
            .select('email')
            .where('direct_user_id', '=', id)
            .executeTakeFirst()
    if (!user) throw notFound('IS Direct user')
    const job_id = await queueSync(ctx, tx, { id, subject: user.email, requester: ctx.who.name })
    if (job_id !== null)
      await logActivity({
        type: 'direct_user.sync_asked',
        entity: 'direct_user',
        ...(id !== null && { entity_id: id }),
        message: `Sync requested: ${user.email}`,
      })
    return { job_id }
  })
}

/** All users, by the timer, if IS Direct is connected. */
export async function syncAllDirectUsers(services: Services): Promise<void> {
  if (!services.config.directApp) return
  await services.db
    .transaction()
    .execute((tx) =>
      queueSync(services, tx, { id: null, subject: 'All IS Direct users', requester: 'schedule' }),
    )
}
