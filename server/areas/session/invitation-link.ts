import type { Parsed } from '#contract/index.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import { randomToken, sha256 } from '#server/platform/secrets.ts'
import type { Ctx } from '#server/platform/services.ts'

export const invitationDays = 14

/** Until the transaction ends, nobody else is invited, registers or gets a login with this address. */
export const holdAddress = (tx: Tx, email: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`login as ${email.toLowerCase()}`}, 0))`.execute(tx)

/**
 * A link to register once; it replaces an earlier invitation of the same address (docs/domain/public-links.md, Public links).
 */
export async function makeInvitation(
  tx: Tx,
  { email, company, campaign }: { email: string; company: string; campaign?: string | undefined },
) {
  await holdAddress(tx, email)
  await sql`delete from invitation where lower(email) = lower(${email}) and used_tm is null`.execute(tx)
  const repId = randomToken()
  const { rows } = await sql<{ expires_tm: string }>`
    insert into invitation (token_hash, email, company, expires_tm)
    values (${sha256(repId)}, ${email}, ${company}, now() + make_interval(days => ${invitationDays}::int))
    returning expires_tm`.execute(tx)
  const search = String(
    new URLSearchParams({ email, repId, ...(campaign !== undefined && { utm_campaign: campaign }) }),
  )
  return { link: `/register?${search}`, expires_tm: singleRow(rows).expires_tm }
}

/** Both halves of the link must belong to one invitation; the answer doesn't say which is wrong. */
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
