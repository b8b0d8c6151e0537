import { messages } from '#contract/messages.ts'
import { isTwoStepRole } from '#contract/roles.ts'
import { codeNeeded } from '#contract/session/code-needed.ts'
import { codeWrong } from '#contract/session/second-factor.ts'
import type { Parsed } from '#contract/index.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import type { Ctx } from '#server/platform/services.ts'
import { noteFailure } from './failed-sign-in.ts'
import { enter } from './enter.ts'
import { knownBrowser, rememberBrowser } from './known-browser.ts'
import { admitSignIn } from './limits.ts'
import { isPassword } from './passwords/passwords.ts'
import { twoStepRequired } from './second-factor/own-step.ts'
import { admitCode, confirmedFactor, useCode } from './second-factor/second-factor.ts'
import { readAccount } from './who.ts'

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
    .select([confirmedFactor.as('needs_code'), twoStepRequired.as('two_step_required')])
    .where(sql`lower(email)`, '=', sql`lower(${body.login})`)
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
  const codeWasRight = login.needs_code
    ? await admitCode(db, login.login_id, knownBrowser(ctx, name))
    : undefined
  const isOpen = await db.transaction().execute(async (tx) => {
    await requireSamePassword(tx, login)
    if (login.needs_code && !(await useCode(ctx, tx, login.login_id, body.code ?? ''))) return false
    await enter(ctx, tx, login, { twoStep: login.needs_code })
    return true
  })
  if (!isOpen) {
    noteFailure(ctx, login)
    throw new Refusal('code_needed', codeWrong, { code: codeWrong })
  }
  await Promise.all([passwordWasRight(), codeWasRight?.()])
  rememberBrowser(ctx, login.email)
  const account = await readAccount(db, login.login_id)
  const needs_two_step = login.two_step_required && !login.needs_code && isTwoStepRole(account.role)
  return needs_two_step ? { ...account, needs_two_step } : account
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
