import type { Parsed } from '#contract/index.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { sha256 } from '#server/platform/secrets.ts'
import { networkOf } from '#server/platform/network.ts'
import { record, withinLimit, type Ctx } from '#server/platform/services.ts'
import { hashPassword, ownerOf, refuseWeak, tooMany } from './passwords/passwords.ts'

/** Confirms an address and sets the first password of its login (docs/domain/public-links.md, Public links). */
export async function verifyLogin(ctx: Ctx, { body }: Parsed<'verifyLogin'>) {
  if (!(await withinLimit(ctx.db, `verify:${networkOf(ctx.req.ip)}`, 20, 3600))) throw tooMany()
  const owner = await ctx.db
    .selectFrom('verification')
    .innerJoin('login', 'login.login_id', 'verification.login_id')
    .select(['email', 'role'])
    .where('token_hash', '=', sha256(body.key))
    .executeTakeFirst()
  refuseWeak(body.password, ownerOf(owner))
  const passwordHash = await hashPassword(body.password)
  return ctx.db.transaction().execute(async (tx) => {
    const id = await useUp(tx, body.rep, sha256(body.key))
    if (id === undefined) return { login: '' }
    const login = await tx
      .updateTable('login')
      .set({ password_hash: passwordHash, needs_verification: false })
      .where('login_id', '=', id)
      .returning(['login_id', 'vendor_id', 'email'])
      .executeTakeFirstOrThrow()
    await record(
      tx,
      { who: { login_id: login.login_id, name: login.email }, requestId: ctx.requestId },
      {
        type: 'session.verify',
        vendor_id: login.vendor_id,
        message: `${login.email} confirmed the address and chose a password`,
      },
    )
    return { login: login.email }
  })
}

/**
 * The login with this valid link, which is used up; if two use it at once, the link's row lets one
 * through.
 */
async function useUp(tx: Tx, rep: string, tokenHash: Buffer): Promise<number | undefined> {
  const { rows } = await sql<{ login_id: number }>`
    update verification f
    set used_tm = now()
    from login l
    join vendor v using (vendor_id)
    where f.token_hash = ${tokenHash}
      and l.login_id = f.login_id
      and l.login_id::text = ${rep}
      and l.needs_verification
      and v.deleted_tm is null
      and f.used_tm is null
      and f.expires_tm > now()
    returning l.login_id`.execute(tx)
  return rows[0]?.login_id
}
