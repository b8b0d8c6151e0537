import { messages } from '#contract/messages.ts'
import { codeNeeded } from '#contract/session/code-needed.ts'
import { codeWrong } from '#contract/session/second-factor.ts'
import type { Parsed } from '#contract/index.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { sha256 } from '#server/platform/secrets.ts'
import { record, type Ctx } from '#server/platform/services.ts'
import { noteFailure } from './failed-sign-in.ts'
import { knownBrowser, rememberBrowser } from './known-browser.ts'
import { newBrowserLetter } from './letters.ts'
import { admitSignIn } from './limits.ts'
import { isPassword } from './passwords/passwords.ts'
import { admitCode, confirmedFactor, useCode } from './second-factor/second-factor.ts'
import { endViews } from './views.ts'
import { openSession, readAccount } from './who.ts'

/**
 * Opens a session. Only failed attempts count against the limits. The refusal never reveals whether the
 * account exists.
 */
export async function signIn(ctx: Ctx, { body }: Parsed<'signIn'>) {
  const { db } = ctx
  const name = body.login.toLowerCase()
  const passwordWasRight = await admitSignIn(ctx, name)
  const login = await db
    .selectFrom('login')
    .innerJoin('vendor', 'vendor.vendor_id', 'login.vendor_id')
    .select(['login_id', 'login.vendor_id', 'password_hash', 'email', 'deleted_tm', 'signed_in_tm'])
    .select(confirmedFactor.as('needs_code'))
    .where(sql`lower(email)`, '=', name)
    .where('disabled_tm', 'is', null)
    .executeTakeFirst()
  const right = await isPassword(body.password, login?.password_hash)
  if (!login || !right || login.deleted_tm !== null) {
    if (login && login.deleted_tm === null) noteFailure(ctx, login)
    throw new Refusal('login_failed', messages.loginFailed)
  }
  if (login.needs_code && !body.code) {
    await passwordWasRight()
    throw new Refusal('code_needed', codeNeeded)
  }
  const codeWasRight = login.needs_code ? await admitCode(db, login.login_id) : undefined
  const isOpen = await db.transaction().execute(async (tx) => {
    await requireSamePassword(tx, login)
    if (login.needs_code && !(await useCode(ctx, tx, login.login_id, body.code ?? ''))) return false
    await enterSession(ctx, tx, login, `${login.email} signed in`)
    return true
  })
  if (!isOpen) {
    noteFailure(ctx, login)
    throw new Refusal('code_needed', codeWrong, { code: codeWrong })
  }
  await Promise.all([passwordWasRight(), codeWasRight?.()])
  rememberBrowser(ctx, login.email)
  return readAccount(db, login.login_id)
}

type Entering = Pick<Ctx, 'clock' | 'config' | 'mail' | 'reply' | 'req' | 'requestId' | 'secrets'>
interface EnteringLogin {
  login_id: number
  vendor_id: number
  email: string
  /** null: this is the first sign-in. */
  signed_in_tm: string | null
}

/** Opens the session of somebody who has proven who they are; the owner learns of a new browser. */
export async function enterSession(
  ctx: Entering,
  tx: Tx,
  { login_id, vendor_id, email, signed_in_tm }: EnteringLogin,
  message: string,
): Promise<void> {
  await endEarlierSession(ctx, tx)
  const session = await openSession(tx, ctx, login_id)
  if (signed_in_tm !== null && knownBrowser(ctx, email.toLowerCase()) === undefined)
    await ctx.mail.write(tx, { recipient: email, ...newBrowserLetter(session) })
  await record(
    tx,
    { who: { login_id, name: email }, requestId: ctx.requestId },
    { type: 'session.sign_in', vendor_id, message },
  )
}

/** A browser has one session: signing in again replaces it, whoever it belonged to. */
async function endEarlierSession({ clock, req, requestId }: Entering, tx: Tx): Promise<void> {
  if (!req.sessionToken) return
  const hash = sha256(req.sessionToken)
  await tx.deleteFrom('session').where('token_hash', '=', hash).execute()
  await endViews(tx, clock, sql`w.session_hash = ${hash}`, { requestId, ...(req.who && { who: req.who }) })
}

/**
 * If a password was changed or the login disabled while the password was being checked, no session opens:
 * the change only ends sessions that it sees.
 */
async function requireSamePassword(
  tx: Tx,
  { login_id, password_hash }: { login_id: number; password_hash: string },
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('login')
    .set({ signed_in_tm: sql`now()` })
    .where('login_id', '=', login_id)
    .where('password_hash', '=', password_hash)
    .where('disabled_tm', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Refusal('login_failed', messages.loginFailed)
}
