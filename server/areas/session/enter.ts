import { sql, type Tx } from '#server/platform/database/db.ts'
import { sha256 } from '#server/platform/secrets.ts'
import { record, type Ctx, type Who } from '#server/platform/services.ts'
import { knownBrowser } from './known-browser.ts'
import { newBrowserLetter } from './letters.ts'
import { endViews } from './views.ts'
import { openSession } from './who.ts'

type Request = Pick<Ctx, 'clock' | 'config' | 'mail' | 'reply' | 'req' | 'requestId' | 'secrets'> & {
  who?: Who
}
interface Entering {
  login_id: number
  vendor_id: number
  email: string
  /** Their last sign-in before this one. */
  signed_in_tm: string | null
}

/**
 * Opens the session of somebody who proved who they are, in place of the one this browser had; the log says so,
 * and the owner is emailed about a browser that is new to the account.
 */
export async function enter(
  ctx: Request,
  tx: Tx,
  login: Entering,
  { twoStep, by }: { twoStep: boolean; by?: string },
): Promise<void> {
  await endEarlierSession(ctx, tx)
  const session = await openSession(tx, ctx, login.login_id, twoStep)
  if (login.signed_in_tm !== null && knownBrowser(ctx, login.email.toLowerCase()) === undefined)
    await ctx.mail.write(tx, { recipient: login.email, ...newBrowserLetter(session) })
  await record(
    tx,
    { who: { login_id: login.login_id, name: login.email }, requestId: ctx.requestId },
    {
      type: 'session.sign_in',
      vendor_id: login.vendor_id,
      message: `${login.email} signed in${by ? ` with ${by}` : ''}`,
    },
  )
}

/** A browser has one session: signing in again replaces it, whoever it belonged to. */
async function endEarlierSession(ctx: Request, tx: Tx): Promise<void> {
  if (!ctx.req.sessionToken) return
  const hash = sha256(ctx.req.sessionToken)
  await tx.deleteFrom('session').where('token_hash', '=', hash).execute()
  await endViews(tx, ctx.clock, sql`w.session_hash = ${hash}`, ctx)
}
