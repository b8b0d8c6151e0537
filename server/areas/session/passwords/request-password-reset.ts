import type { Parsed } from '#contract/index.ts'
import { sql } from '#server/platform/database/db.ts'
import { record, withinLimit, type Ctx } from '#server/platform/services.ts'
import { resetLetter } from '../letters.ts'
import { tooMany } from './passwords.ts'
import { makeResetLink } from './reset-link.ts'

/**
 * Sends a reset link if there is such an account, after the answer is sent, so that the answer's time
 * doesn't reveal whether there is one.
 */
export async function requestPasswordReset(ctx: Ctx, { body }: Parsed<'requestPasswordReset'>) {
  const name = body.email.toLowerCase()
  if (!(await withinLimit(ctx.db, `forgot from ${ctx.req.ip}`, 20, 3600))) throw tooMany()
  // a refused address doesn't count against any account
  const byAccount = await withinLimit(ctx.db, `forgot as ${name}`, 5, 3600)
  ctx.afterAnswer(async () => {
    if (byAccount) await sendLink(ctx, name)
  })
}

const sendLink = ({ db, mail, config }: Ctx, name: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const login = await tx
      .selectFrom('login')
      .innerJoin('vendor', 'vendor.vendor_id', 'login.vendor_id')
      .select(['login_id', 'login.vendor_id', 'email'])
      .where(sql`lower(email)`, '=', name)
      .where('deleted_tm', 'is', null)
      .where('disabled_tm', 'is', null)
      .executeTakeFirst()
    if (!login) return
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
