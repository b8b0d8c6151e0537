import type { Parsed } from '#contract/index.ts'
import { sql } from '#server/platform/database/db.ts'
import { networkOf } from '#server/platform/network.ts'
import { record, withinLimit, type Ctx } from '#server/platform/services.ts'
import { knownBrowser } from '../known-browser.ts'
import { resetLetter } from '../letters.ts'
import { tooMany } from './passwords.ts'
import { makeResetLink } from './reset-link.ts'

/** Requests for one account from a network, or from a browser its owner uses. */
export const requestsAnHour = 5
/** Emails to one account, whoever asks. Above it, one more every ten minutes: the newest link is never older. */
export const emailsAnHour = 20
const spacing = sql.raw(`interval '10 minutes'`)

/**
 * Sends a reset link if there is such an account, after the answer is sent, so that the answer's time
 * doesn't reveal whether there is one. A stranger's requests don't use up the owner's.
 */
export async function requestPasswordReset(ctx: Ctx, { body }: Parsed<'requestPasswordReset'>) {
  const { db } = ctx
  const name = body.email.toLowerCase()
  const network = networkOf(ctx.req.ip)
  const browser = knownBrowser(ctx, name)
  const who = browser === undefined ? `from ${network}` : `by ${browser}`
  const isWithin =
    (browser !== undefined || (await withinLimit(db, `forgot from ${network}`, 20, 3600))) &&
    (await withinLimit(db, `forgot as ${name} ${who}`, requestsAnHour, 3600))
  if (!isWithin) throw tooMany()
  ctx.afterAnswer(() => sendLink(ctx, body.email, browser !== undefined))
}

const sendLink = ({ db, mail, config }: Ctx, email: string, isOwner: boolean): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const login = await tx
      .selectFrom('login')
      .innerJoin('vendor', 'vendor.vendor_id', 'login.vendor_id')
      .select(['login_id', 'login.vendor_id', 'email'])
      .where(sql`lower(email)`, '=', sql`lower(${email})`)
      .where('deleted_tm', 'is', null)
      .where('disabled_tm', 'is', null)
      .forNoKeyUpdate('login')
      .executeTakeFirst()
    if (!login) return
    const sent = await tx
      .selectFrom('password_reset')
      .select(sql<number>`count(*) filter (where insert_tm > now() - interval '1 hour')`.as('in_hour'))
      .select(sql<boolean>`coalesce(max(insert_tm) > now() - ${spacing}, false)`.as('just_now'))
      .where('login_id', '=', login.login_id)
      .executeTakeFirstOrThrow()
    // the links already sent work, too
    if (!isOwner && sent.in_hour >= emailsAnHour && sent.just_now) return
    const { link } = await makeResetLink(tx, config.publicUrl, login.login_id)
    await mail.write(tx, { recipient: login.email, ...resetLetter(link) })
    await record(
      tx,
      {},
      {
        type: 'session.reset_asked',
        vendor_id: login.vendor_id,
        message: `Password reset requested for ${login.email}`,
      },
    )
  })
