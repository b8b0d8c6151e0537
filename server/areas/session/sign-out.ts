import { sha256 } from '#server/platform/secrets.ts'
import type { Ctx } from '#server/platform/services.ts'
import { clearSession } from './who.ts'

export async function signOut(ctx: Ctx): Promise<void> {
  const token = ctx.req.cookies.session
  if (token) await ctx.db.deleteFrom('session').where('token_hash', '=', sha256(token)).execute()
  clearSession(ctx.reply)
}
