import { sql } from '#server/platform/database/db.ts'
import { sha256 } from '#server/platform/secrets.ts'
import type { Ctx } from '#server/platform/services.ts'
import { endViews } from './views.ts'
import { clearSession } from './who.ts'

export async function signOut(ctx: Ctx): Promise<void> {
  const token = ctx.req.sessionToken
  if (token) {
    const hash = sha256(token)
    await ctx.db.transaction().execute(async (tx) => {
      await tx.deleteFrom('session').where('token_hash', '=', hash).execute()
      await endViews(tx, ctx.clock, sql`w.session_hash = ${hash}`, ctx)
    })
  }
  clearSession(ctx)
}
