import type { Parsed } from '#contract/index.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import { randomToken, sha256 } from '#server/platform/secrets.ts'
import type { Ctx } from '#server/platform/services.ts'

export const resetHours = 24

/** A link that sets a login's password once; only its hash is stored. */
export async function makeResetLink(tx: Tx, publicUrl: string, loginId: number) {
  const token = randomToken()
  const { rows } = await sql<{ expires_tm: string }>`
    insert into password_reset (token_hash, login_id, expires_tm)
    values (${sha256(token)}, ${loginId}, now() + make_interval(hours => ${resetHours}::int))
    returning expires_tm`.execute(tx)
  return { link: `${publicUrl}/password-reset/${token}`, expires_tm: singleRow(rows).expires_tm }
}

export async function checkPasswordReset(ctx: Ctx, { params }: Parsed<'checkPasswordReset'>) {
  const row = await ctx.db
    .selectFrom('password_reset')
    .innerJoin('login', 'login.login_id', 'password_reset.login_id')
    .select(['used_tm', 'email', sql<boolean>`expires_tm <= now()`.as('expired')])
    .where('token_hash', '=', sha256(params.token))
    .executeTakeFirst()
  const valid = row !== undefined && row.used_tm === null && !row.expired
  return {
    valid,
    email: valid ? row.email : '',
    expired: row !== undefined && row.used_tm === null && row.expired,
  }
}
