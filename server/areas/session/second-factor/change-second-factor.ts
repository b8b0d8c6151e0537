import type { Parsed } from '#contract/index.ts'
import { codeWrong } from '#contract/session/second-factor.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { conflict, invalid } from '#server/platform/http/errors.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { recoveryCodesLetter, secondFactorLetter } from '../letters.ts'
import { requirePassword } from '../passwords/own-password.ts'
import { admitCode, hasSecondFactor, makeRecoveryCodes, newSecret, totpOf, useCode } from './second-factor.ts'
import { holdSteps, refuseLosingStep, refuseUnprovedStep, requiresStep } from './own-step.ts'
import { endOthers, requireSession, setTwoStep } from '../sessions.ts'

export async function getSecondFactor({ db, who }: Ctx) {
  const { required } = await db
    .selectFrom('login')
    .select(requiresStep(sql`role`).as('required'))
    .where('login_id', '=', who.login_id)
    .executeTakeFirstOrThrow()
  const factor = await db
    .selectFrom('second_factor')
    .select('confirmed_tm as since')
    .select(
      sql<number>`(
        select count(*)
        from recovery_code r
        where r.login_id = second_factor.login_id and r.used_tm is null)`.as('recovery_codes_left'),
    )
    .where('login_id', '=', who.login_id)
    .where('confirmed_tm', 'is not', null)
    .executeTakeFirst()
  return {
    on: factor !== undefined,
    since: factor?.since ?? null,
    recovery_codes_left: factor?.recovery_codes_left ?? 0,
    required,
  }
}

/** Starting again creates another secret; codes aren't required until one was confirmed. */
export async function beginSecondFactor(ctx: Ctx, { body }: Parsed<'beginSecondFactor'>) {
  ctx.reply.header('cache-control', 'no-store')
  await requirePassword(ctx, body.password)
  if (await hasSecondFactor(ctx.db, ctx.who.login_id)) throw isOn()
  await refuseUnprovedStep(ctx.db, ctx.who)
  const secret = newSecret()
  const { rows } = await sql`
    insert into second_factor as f (login_id, secret)
    values (${ctx.who.login_id}, ${ctx.secrets.seal(secret)})
    on conflict (login_id) do update
    set secret = excluded.secret, begun_tm = now(), last_step = 0
    where f.confirmed_tm is null
    returning login_id`.execute(ctx.db)
  if (rows.length === 0) throw isOn()
  return { secret, uri: totpOf(secret, ctx.who.email).toString() }
}

export async function confirmSecondFactor(ctx: Ctx, { body }: Parsed<'confirmSecondFactor'>) {
  ctx.reply.header('cache-control', 'no-store')
  const { login_id } = ctx.who
  const codeWasRight = await admitCode(ctx.db, login_id, 'session')
  const recovery_codes = await write(ctx, async (tx, logActivity) => {
    await requireSession(ctx, tx)
    const enrollment = await tx
      .selectFrom('second_factor')
      .select('confirmed_tm')
      .where('login_id', '=', login_id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!enrollment) throw conflict('This setup key is no longer valid. Start over')
    if (enrollment.confirmed_tm !== null) throw isOn()
    await refuseUnprovedStep(tx, ctx.who)
    await requireCode(ctx, tx, body.code)
    await tx
      .updateTable('second_factor')
      .set({ confirmed_tm: sql`now()` })
      .where('login_id', '=', login_id)
      .execute()
    const codes = await makeRecoveryCodes(tx, login_id)
    await setTwoStep(ctx, tx)
    await endOthers(ctx, tx)
    await tell(ctx, tx, true)
    await logActivity(switchActivity(ctx, true))
    return codes
  })
  await codeWasRight()
  return { recovery_codes }
}

export async function endSecondFactor(ctx: Ctx, { body }: Parsed<'endSecondFactor'>): Promise<void> {
  const { login_id } = ctx.who
  await requirePassword(ctx, body.password)
  const codeWasRight = await admitCode(ctx.db, login_id, 'session')
  await write(ctx, async (tx, logActivity) => {
    await requireSession(ctx, tx)
    await holdSteps(tx, ctx.who)
    // before its codes: if two come at once, only one finds it
    const switchedRow = await tx
      .selectFrom('second_factor')
      .select('login_id')
      .where('login_id', '=', login_id)
      .where('confirmed_tm', 'is not', null)
      .forUpdate()
      .executeTakeFirst()
    if (!switchedRow) throw conflict('Two-step sign-in is already off')
    await requireCode(ctx, tx, body.code)
    await tx.deleteFrom('second_factor').where('login_id', '=', login_id).execute()
    await refuseLosingStep(tx, ctx.who)
    await endOthers(ctx, tx)
    await tell(ctx, tx, false)
    await logActivity(switchActivity(ctx, false))
  })
  await codeWasRight()
}

/** New recovery codes, shown once, in place of those left. */
export async function renewRecoveryCodes(ctx: Ctx, { body }: Parsed<'renewRecoveryCodes'>) {
  ctx.reply.header('cache-control', 'no-store')
  const { login_id, vendor_id, email } = ctx.who
  await requirePassword(ctx, body.password)
  const recovery_codes = await write(ctx, async (tx, logActivity) => {
    await requireSession(ctx, tx)
    const factor = await tx
      .selectFrom('second_factor')
      .select('login_id')
      .where('login_id', '=', login_id)
      .where('confirmed_tm', 'is not', null)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!factor) throw conflict('Two-step sign-in is off')
    const codes = await makeRecoveryCodes(tx, login_id)
    await endOthers(ctx, tx)
    await ctx.mail.write(tx, { recipient: email, ...recoveryCodesLetter() })
    await logActivity({
      type: 'session.recovery_codes',
      vendor_id,
      message: `${email} created new recovery codes`,
    })
    return codes
  })
  return { recovery_codes }
}

const isOn = () => conflict('Two-step sign-in is already on')
const tell = (ctx: Ctx, tx: Tx, isSwitchedOn: boolean) =>
  ctx.mail.write(tx, { recipient: ctx.who.email, ...secondFactorLetter(isSwitchedOn) })
const switchActivity = ({ who }: Ctx, isSwitchedOn: boolean) =>
  ({
    type: 'session.second_factor',
    vendor_id: who.vendor_id,
    message: `${who.email} turned two-step sign-in ${isSwitchedOn ? 'on' : 'off'}`,
  }) as const

async function requireCode(ctx: Ctx, tx: Tx, code: string): Promise<void> {
  if (!(await useCode(ctx, tx, ctx.who.login_id, code))) throw invalid({ code: codeWrong }, codeWrong)
}
