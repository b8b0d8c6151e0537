import type { Parsed } from '#contract/index.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import { randomToken, sha256 } from '#server/platform/secrets.ts'
import type { Ctx } from '#server/platform/services.ts'

export const verificationDays = 7

/** A link that confirms a login's address once; it replaces earlier ones (docs/domain/public-links.md, Public links). */
export async function makeVerificationLink(tx: Tx, loginId: number) {
  await tx.deleteFrom('verification').where('login_id', '=', loginId).execute()
  const key = randomToken()
  const { rows } = await sql<{ expires_tm: string }>`
    insert into verification (token_hash, login_id, expires_tm)
    values (${sha256(key)}, ${loginId}, now() + make_interval(days => ${verificationDays}::int))
    returning expires_tm`.execute(tx)
  return { link: `/verification?rep=${loginId}&key=${key}`, expires_tm: singleRow(rows).expires_tm }
}

/** A used link still tells whose it was: that address is confirmed. */
export async function checkVerification(ctx: Ctx, { query: { rep, key } }: Parsed<'checkVerification'>) {
  const verification = await ctx.db
    .selectFrom('verification')
    .innerJoin('login', 'login.login_id', 'verification.login_id')
    .innerJoin('vendor', 'vendor.vendor_id', 'login.vendor_id')
    .select(['login.login_id', 'email', 'needs_verification', sql<boolean>`expires_tm <= now()`.as('over')])
    .where('token_hash', '=', sha256(key))
    .where('deleted_tm', 'is', null)
    .executeTakeFirst()
  if (!verification || String(verification.login_id) !== rep)
    return { needs_verification: false, email: '', expired: false }
  const { email, needs_verification, over: isExpired } = verification
  return { needs_verification, email, expired: needs_verification && isExpired }
}
