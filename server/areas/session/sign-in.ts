import { messages } from '#contract/messages.ts'
import { codeNeeded } from '#contract/session/code-needed.ts'
import { codeWrong } from '#contract/session/second-factor.ts'
import type { Parsed } from '#contract/index.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { record, takeBackHit, withinLimit, type Ctx } from '#server/platform/services.ts'
import { knownBrowser, rememberBrowser } from './known-browser.ts'
import { isPassword, tooMany } from './passwords/passwords.ts'
import { codeWasRight, hasSecondFactor, limitCodes, useCode } from './second-factor/second-factor.ts'
import { openSession, readAccount } from './who.ts'

/**
 * Opens a session. Only failed attempts count against the limits. The refusal never reveals whether the
 * account exists.
 */
export async function signIn(ctx: Ctx, { body }: Parsed<'signIn'>) {
  const { db } = ctx
  const name = body.login.toLowerCase()
  // attempts on an address must not use up its owner's limit
  const address = `sign-in from ${ctx.req.ip}`
  const isKnownBrowser = knownBrowser(ctx, name)
  // repeated attempts at somebody else's password must not lock its owner out
  const account = isKnownBrowser === undefined ? `sign-in as ${name}` : `sign-in by ${isKnownBrowser}`
  // a refused address doesn't count against any account
  if (!(await withinLimit(db, address, 60, 300)) || !(await withinLimit(db, account, 10, 300)))
    throw tooMany()
  const login = await db
    .selectFrom('login')
    .innerJoin('vendor', 'vendor.vendor_id', 'login.vendor_id')
    .select(['login_id', 'login.vendor_id', 'password_hash', 'email', 'deleted_tm'])
    .where(sql`lower(email)`, '=', name)
    .where('disabled_tm', 'is', null)
    .executeTakeFirst()
  const right = await isPassword(body.password, login?.password_hash)
  if (!login || !right || login.deleted_tm !== null) throw new Refusal('login_failed', messages.loginFailed)
  // the password was right, so this isn't a failed attempt
  const takeBack = () => Promise.all([takeBackHit(db, address), takeBackHit(db, account)])
  const asksForCode = await hasSecondFactor(db, login.login_id)
  if (asksForCode && !body.code) {
    await takeBack()
    throw new Refusal('code_needed', codeNeeded)
  }
  if (asksForCode) await limitCodes(db, login.login_id)
  await db.transaction().execute(async (tx) => {
    await requireSamePassword(tx, login)
    if (asksForCode && !(await useCode(ctx, tx, login.login_id, body.code ?? '')))
      throw new Refusal('code_needed', codeWrong, { code: codeWrong })
    await openSession(tx, ctx, login.login_id)
    await record(
      tx,
      { who: { login_id: login.login_id, name: login.email }, requestId: ctx.requestId },
      { type: 'session.sign_in', vendor_id: login.vendor_id, message: `${login.email} signed in` },
    )
  })
  await takeBack()
  if (asksForCode) await codeWasRight(db, login.login_id)
  rememberBrowser(ctx, login.email)
  return readAccount(db, login.login_id)
}

/**
 * If a password was changed or the login disabled while the password was being checked, no session opens:
 * the change only ends sessions that it sees.
 */
async function requireSamePassword(
  tx: Tx,
  { login_id, password_hash }: { login_id: number; password_hash: string },
): Promise<void> {
  const session = await tx
    .selectFrom('login')
    .select('login_id')
    .where('login_id', '=', login_id)
    .where('password_hash', '=', password_hash)
    .where('disabled_tm', 'is', null)
    .forShare()
    .executeTakeFirst()
  if (!session) throw new Refusal('login_failed', messages.loginFailed)
}
