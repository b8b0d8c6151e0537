import type { Parsed } from '#contract/index.ts'
import { mostSessions } from '#contract/session/sessions.ts'
import { many } from '#contract/words.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { notFound, Refusal } from '#server/platform/http/errors.ts'
import { sha256 } from '#server/platform/secrets.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { deviceOf } from './device.ts'
import { endViews } from './views.ts'

/** The session that a call comes with. */
const hashOf = ({ req }: Pick<Ctx, 'req'>) => sha256(req.sessionToken ?? '')

/** The session's person has proved more than a password, just now. */
export const setTwoStep = (ctx: Pick<Ctx, 'req'>, tx: Tx) =>
  tx
    .updateTable('session')
    .set({ two_step: true, fresh_tm: sql`now()` })
    .where('token_hash', '=', hashOf(ctx))
    .execute()
export const setFresh = (ctx: Pick<Ctx, 'req'>, tx: Tx) =>
  tx
    .updateTable('session')
    .set({ fresh_tm: sql`now()` })
    .where('token_hash', '=', hashOf(ctx))
    .execute()

/** Where the caller is signed in; somebody who views a customer's account isn't signed in to it. */
export async function listSessions(ctx: Ctx) {
  const rows = await ctx.db
    .selectFrom('session')
    .select(['session_id', 'agent', 'address', 'insert_tm', 'seen_tm'])
    .select(sql<boolean>`token_hash = ${hashOf(ctx)}`.as('here'))
    .where('login_id', '=', ctx.who.login_id)
    .where('expires_tm', '>', sql<string>`now()`)
    .orderBy('here', 'desc')
    .orderBy('seen_tm', 'desc')
    .limit(mostSessions)
    .execute()
  // staff who view the account don't learn where its people are
  return rows.map(({ agent, address, ...session }) => ({
    ...session,
    address: ctx.who.viewed_by ? '' : address,
    device: deviceOf(agent),
  }))
}

export async function endSession(ctx: Ctx, { params }: Parsed<'endSession'>): Promise<void> {
  await write(ctx, async (tx, logActivity) => {
    const endedSessions = await tx
      .deleteFrom('session')
      .where('session_id', '=', params.id)
      .where('login_id', '=', ctx.who.login_id)
      .returning(['token_hash', 'agent'])
      .executeTakeFirst()
    if (!endedSessions) throw notFound('session')
    await endViews(tx, ctx.clock, sql`w.session_hash = ${endedSessions.token_hash}`, ctx)
    await logActivity({
      type: 'session.end',
      vendor_id: ctx.who.vendor_id,
      message: `${ctx.who.email} was signed out of ${deviceOf(endedSessions.agent)}`,
    })
  })
}

/**
 * Refuses to change how an account is signed in to if the session has ended since the request began: a
 * password reset, or the owner elsewhere, has ended it.
 */
export async function requireSession(ctx: Ctx, tx: Tx): Promise<void> {
  const open = await tx
    .selectFrom('session')
    .select('session_id')
    .where('token_hash', '=', hashOf(ctx))
    .where('login_id', '=', ctx.who.login_id)
    .forKeyShare()
    .executeTakeFirst()
  if (!open) throw new Refusal('signed_out', 'Please sign in')
}

export async function endOtherSessions(ctx: Ctx) {
  return write(ctx, async (tx, logActivity) => {
    const endedCount = await endOthers(ctx, tx)
    if (endedCount > 0)
      await logActivity({
        type: 'session.end',
        vendor_id: ctx.who.vendor_id,
        message: `${ctx.who.email} was signed out of ${many(endedCount, 'other session')}`,
      })
    return { ended: endedCount }
  })
}

/**
 * Ends all sessions of the caller except this one, with the views begun in them; returns how many were
 * still active.
 */
export async function endOthers(ctx: Ctx, tx: Tx): Promise<number> {
  const endedSessions = await tx
    .deleteFrom('session')
    .where('login_id', '=', ctx.who.login_id)
    .where('token_hash', '<>', hashOf(ctx))
    .returning(['token_hash', sql<boolean>`expires_tm > now()`.as('lived')])
    .execute()
  if (endedSessions.length > 0) {
    const hashes = endedSessions.map((session) => session.token_hash)
    await endViews(tx, ctx.clock, sql`w.session_hash = any(${hashes}::bytea[])`, ctx)
  }
  return endedSessions.filter(({ lived: wasLive }) => wasLive).length
}
