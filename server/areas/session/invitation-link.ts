import type { Parsed } from '#contract/index.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import { randomToken, sha256 } from '#server/platform/secrets.ts'
import type { Ctx } from '#server/platform/services.ts'

export const invitationDays = 14

/** Until its transaction ends nobody else is invited, registers or is given a login by this address. */
export const holdAddress = (tx: Tx, email: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`login as ${email.toLowerCase()}`}, 0))`.execute(tx)

/**
 * A link to register by, once; an invitation of the same address before it is good no longer (docs/domain.md,
 * Public links).
 */
export async function makeInvitation(tx: Tx, { email, company }: { email: string; company: string }) {
  await holdAddress(tx, email)
  await sql`delete from invitation where lower(email) = ${email.toLowerCase()} and used_tm is null`.execute(
    tx,
  )
  const repId = randomToken()
  const { rows } = await sql<{ expires_tm: string }>`
    insert into invitation (token_hash, email, company, expires_tm)
    values (${sha256(repId)}, ${email}, ${company}, now() + make_interval(days => ${invitationDays}::int))
    returning expires_tm`.execute(tx)
  const search = String(new URLSearchParams({ email, repId }))
  return { link: `/register?${search}`, expires_tm: singleRow(rows).expires_tm }
}

/** Both halves of the link must be one invitation's; nothing says which of them is wrong. */
export async function checkRegistration(ctx: Ctx, { query }: Parsed<'checkRegistration'>) {
  const invitation = await ctx.db
    .selectFrom('invitation')
    .select(['email', 'company', 'used_tm', sql<boolean>`expires_tm <= now()`.as('over')])
    .where('token_hash', '=', sha256(query.repId))
    .executeTakeFirst()
  const isTheirs =
    invitation !== undefined && invitation.email.toLowerCase() === query.email.trim().toLowerCase()
  if (!isTheirs || invitation.used_tm !== null) return { valid: false, expired: false, company: '' }
  return {
    valid: !invitation.over,
    expired: invitation.over,
    company: invitation.over ? '' : invitation.company,
  }
}
