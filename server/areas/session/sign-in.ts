import { hash, verify } from '@node-rs/argon2'
import { messages } from '#contract/messages.ts'
import type { Parsed } from '#contract/index.ts'
import { sql, type Tx } from '#server/platform/db.ts'
import { invalid, Refusal } from '#server/platform/errors.ts'
import { randomToken, sha256 } from '#server/platform/secrets.ts'
import { forgive, record, withinLimit, type Ctx } from '#server/platform/services.ts'
import { clearSession, openSession, readAccount } from './who.ts'
import commonPasswords from './common-passwords.json' with { type: 'json' }

const common = new Set(commonPasswords)
const tooMany = () => new Refusal('too_many', 'Too many tries. Please wait a few minutes and try again.')
/** What an unknown account's password is checked against, so that both answers take the same time. */
const nobodysHash = await hash(randomToken())
const resetHours = 24

export const hashPassword = (password: string) => hash(password)

/** Opens a session. Failed tries alone count against the limits. The refusal never says whether the account exists. */
export async function signIn(ctx: Ctx, { body }: Parsed<'signIn'>) {
  const { db } = ctx
  const name = body.login.toLowerCase()
  const [byAddress, byAccount] = await Promise.all([withinLimit(db, `sign-in:${ctx.req.ip}`, 60, 300), withinLimit(db, `sign-in:${name}`, 10, 300)])
  if (!byAddress || !byAccount) throw tooMany()
  const login = await db
    .selectFrom('login')
    .select(['login_id', 'vendor_id', 'password_hash', 'email'])
    .where(sql`lower(email)`, '=', name)
    .executeTakeFirst()
  const right = await verify(login?.password_hash ?? nobodysHash, body.password)
  if (!login || !right) throw new Refusal('login_failed', messages.loginFailed)
  await db.transaction().execute(async (tx) => {
    await openSession(tx, ctx.config, ctx.secrets, ctx.reply, login.login_id)
    await record(
      tx,
      { who: { ...login, name: login.email, role: 'customer' }, requestId: ctx.requestId },
      { type: 'session.sign_in', vendor_id: login.vendor_id, message: `${login.email} signed in` },
    )
  })
  await Promise.all([forgive(db, `sign-in:${ctx.req.ip}`), forgive(db, `sign-in:${name}`)])
  return readAccount(db, login.login_id)
}

export async function signOut(ctx: Ctx) {
  const token = ctx.req.cookies.session
  if (token) await ctx.db.deleteFrom('session').where('token_hash', '=', sha256(token)).execute()
  clearSession(ctx.reply)
}

/** Sends a reset link, if there is such an account; the answer and its time are the same if not. */
export async function requestPasswordReset(ctx: Ctx, { body }: Parsed<'requestPasswordReset'>) {
  const { db, mail, config } = ctx
  const name = body.email.toLowerCase()
  const [byAddress, byAccount] = await Promise.all([withinLimit(db, `forgot:${ctx.req.ip}`, 20, 3600), withinLimit(db, `forgot:${name}`, 5, 3600)])
  if (!byAddress) throw tooMany()
  const token = randomToken()
  const link = `${config.publicUrl}/password-reset/${token}`
  await db.transaction().execute(async (tx) => {
    const login = await tx
      .selectFrom('login')
      .select(['login_id', 'vendor_id', 'email'])
      .where(sql`lower(email)`, '=', name)
      .executeTakeFirst()
    if (!login || !byAccount) return
    await sql`insert into password_reset (token_hash, login_id, expires_tm) values (${sha256(token)}, ${login.login_id}, now() + make_interval(hours => ${resetHours}::int))`.execute(
      tx,
    )
    await mail.write(tx, {
      recipient: login.email,
      subject: 'Reset your Feedstock password',
      body: `Somebody, we hope you, asked to reset the password of your Feedstock account.\n\nSet a new password here:\n${link}\n\nThe link works once, for ${resetHours} hours. If you did not ask for it, ignore this mail.`,
    })
    await record(tx, {}, { type: 'session.reset_asked', vendor_id: login.vendor_id, message: `A password reset was asked for ${login.email}` })
  })
}

export async function checkPasswordReset(ctx: Ctx, { params }: Parsed<'checkPasswordReset'>) {
  const row = await ctx.db
    .selectFrom('password_reset')
    .select(['used_tm', sql<boolean>`expires_tm <= now()`.as('expired')])
    .where('token_hash', '=', sha256(params.token))
    .executeTakeFirst()
  return { valid: row !== undefined && row.used_tm === null && !row.expired, expired: row !== undefined && row.used_tm === null && row.expired }
}

/** Ends every link of the account that a good link belongs to; undefined where it is good no longer. */
async function useUp(tx: Tx, tokenHash: Buffer): Promise<number | undefined> {
  // of two links used at once, the account's row lets one through
  const owner = await tx
    .selectFrom('login')
    .select('login_id')
    .where('login_id', '=', (e) => e.selectFrom('password_reset').select('login_id').where('token_hash', '=', tokenHash))
    .forUpdate()
    .executeTakeFirst()
  if (!owner) return undefined
  const good = await tx
    .selectFrom('password_reset')
    .select('login_id')
    .where('token_hash', '=', tokenHash)
    .where('used_tm', 'is', null)
    .where(sql<boolean>`expires_tm > now()`)
    .executeTakeFirst()
  if (!good) return undefined
  await sql`
    update password_reset set used_tm = now()
    where login_id = ${owner.login_id} and used_tm is null`.execute(tx)
  return owner.login_id
}

/** Sets the password, uses the account's links up, and ends every session of the account. */
export async function resetPassword(ctx: Ctx, { params, body }: Parsed<'resetPassword'>) {
  if (!(await withinLimit(ctx.db, `reset:${ctx.req.ip}`, 20, 3600))) throw tooMany()
  if (common.has(body.password.toLowerCase())) throw invalid({ password: 'This password is among the most common ones; choose another' })
  const passwordHash = await hashPassword(body.password)
  const success = await ctx.db.transaction().execute(async (tx) => {
    const id = await useUp(tx, sha256(params.token))
    if (id === undefined) return false
    const login = await tx
      .updateTable('login')
      .set({ password_hash: passwordHash })
      .where('login_id', '=', id)
      .returning(['vendor_id', 'email'])
      .executeTakeFirstOrThrow()
    await tx.deleteFrom('session').where('login_id', '=', id).execute()
    await record(tx, {}, { type: 'session.reset', vendor_id: login.vendor_id, message: `The password of ${login.email} was reset by mail` })
    return true
  })
  return { success }
}

/** Each distinct browser error once, with how often it came. */
export async function reportClientError(ctx: Ctx, { body }: Parsed<'reportClientError'>) {
  if (!(await withinLimit(ctx.db, `log:${ctx.req.ip}`, 100, 3600))) throw tooMany()
  const fingerprint = sha256(`${body.message}\n${body.stack_trace.split('\n').slice(0, 3).join('\n')}`)
  ctx.log.warn({ uri: body.uri, message: body.message }, 'a browser error')
  await ctx.db
    .insertInto('client_error')
    .values({ fingerprint, ...body })
    .onConflict((c) => c.column('fingerprint').doUpdateSet({ times: sql`client_error.times + 1`, last_tm: sql`now()` }))
    .execute()
}
