import type { Parsed } from '#contract/index.ts'
import { loginTaken } from '#contract/vendors/logins.ts'
import { invitationLetter, makeInvitation, tooMany } from '#server/areas/session/public.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { invalid } from '#server/platform/http/errors.ts'
import { withinLimit, write, type Ctx } from '#server/platform/services.ts'

/** Mails with such links that a staff member may send per hour. */
export const mostInvitations = 60

/** Invites somebody to register, by a link sent to that address only (docs/domain/public-links.md, Public links). */
export async function inviteUser(ctx: Ctx, { body }: Parsed<'inviteUser'>) {
  if (!(await withinLimit(ctx.db, `invitations by ${ctx.who.login_id}`, mostInvitations, 3600)))
    throw tooMany()
  return write(ctx, async (tx, logActivity) => {
    if (await isTaken(tx, body.email)) throw invalid({ email: loginTaken })
    const campaign = await codeOf(tx, body.campaign_id)
    const { link, expires_tm } = await makeInvitation(tx, { ...body, campaign })
    await ctx.mail.write(tx, { recipient: body.email, ...invitationLetter(body.company, link) })
    await logActivity({
      type: 'vendor.invite',
      message: `Invitation sent to ${body.email} for ${body.company}`,
    })
    return { expires_tm }
  })
}

const isTaken = async (tx: Tx, email: string): Promise<boolean> =>
  (await tx
    .selectFrom('login')
    .select('login_id')
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .executeTakeFirst()) !== undefined

/** The campaign's code, with which the link in the invitation is tagged. */
async function codeOf(tx: Tx, campaign_id: number | null): Promise<string | undefined> {
  if (campaign_id === null) return undefined
  const campaign = await tx
    .selectFrom('campaign')
    .select('code')
    .where('campaign_id', '=', campaign_id)
    .executeTakeFirst()
  if (!campaign) throw invalid({ campaign_id: 'Campaign not found' })
  return campaign.code
}
