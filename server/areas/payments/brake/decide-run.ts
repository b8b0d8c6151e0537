import type { Parsed } from '#contract/index.ts'
import { fromCents, toCents } from '#contract/billing/cents.ts'
import { mostListedCharges, type DueCharges, type StoppedRun } from '#contract/payments/renewal-stops.ts'
import { refuseNewRole } from '#server/areas/approvals/public.ts'
import { sql, type Db, type Tx } from '#server/platform/database/db.ts'
import { conflict, notFound } from '#server/platform/http/errors.ts'
import { write, type Ctx, type Who } from '#server/platform/services.ts'
import { readDueRun } from './due-run.ts'
import { agreeing, markAgreed, measureRun, readAgreements, runText } from './judge-run.ts'

/** The timer that runs renewals. */
export const renewalsTimer = 'bill renewals and retry cards'

/** What a stopped run would charge now, with what it has charged today. */
export async function weighStoppedRun(ctx: Ctx, { params }: Parsed<'weighStoppedRun'>): Promise<DueCharges> {
  const stop = await ctx.db
    .selectFrom('renewal_stop')
    .select('state')
    .where('renewal_stop_id', '=', params.id)
    .executeTakeFirst()
  refuseDecided(stop)
  const due = await readDueRun(ctx)
  const { figures } = await measureRun(ctx, due)
  return {
    invoices: figures.invoices,
    amount: fromCents(figures.cents),
    charges: due.charges
      .toSorted((a, b) => b.cents - a.cents)
      .slice(0, mostListedCharges)
      .map(({ cents, ...charge }) => ({ ...charge, amount: fromCents(cents) })),
  }
}

/** One person's approval; with the second one, the run continues within a minute. */
export const agreeToRun = (ctx: Ctx, { params: { id }, body }: Parsed<'agreeToRun'>) =>
  write(ctx, async (tx, logActivity) => {
    await lockStopped(tx, id)
    const { figures } = await measureRun({ ...ctx, db: tx }, await readDueRun({ ...ctx, db: tx }))
    if (figures.invoices > body.invoices || figures.cents > toCents(body.amount))
      throw conflict('The run has grown since you opened it. Review it again')
    const before = await readAgreements(tx, id, figures)
    if (before.some((agreement) => agreement.login_id === ctx.who.login_id))
      throw conflict('You already approved. Another person must approve, too')
    await refuseNewRole(
      tx,
      ctx.who.login_id,
      before.map((agreement) => agreement.login_id),
    )
    const agreement = {
      name: ctx.who.name,
      invoices: figures.invoices,
      amount: fromCents(figures.cents),
      tm: new Date(ctx.clock.now()).toISOString(),
    }
    await tx
      .insertInto('renewal_agreement')
      .values({ renewal_stop_id: id, login_id: ctx.who.login_id, ...agreement })
      .onConflict((c) => c.columns(['renewal_stop_id', 'login_id']).doUpdateSet(agreement))
      .execute()
    const agreed = before.length + 1
    await logActivity({
      type: 'payment.run',
      entity: 'renewal_stop',
      entity_id: id,
      message: `Stopped renewals approved, ${agreed} of ${agreeing}: ${runText(figures)}`,
    })
    if (agreed < agreeing) return { state: 'stopped' as const }
    await markAgreed(tx, id)
    await sql`update timer_turn set tm = null, failed_tm = null where name = ${renewalsTimer}`.execute(tx)
    return { state: 'agreed' as const }
  })

/** The run stays stopped until the next day, or until it is within its bounds. */
export const refuseRun = (ctx: Ctx, { params: { id }, body }: Parsed<'refuseRun'>) =>
  write(ctx, async (tx, logActivity) => {
    const { invoices, amount } = await lockStopped(tx, id)
    await tx.deleteFrom('renewal_agreement').where('renewal_stop_id', '=', id).execute()
    await tx
      .updateTable('renewal_stop')
      .set({
        state: 'refused',
        refused_by: ctx.who.login_id,
        refused_by_name: ctx.who.name,
        refused_tm: new Date(ctx.clock.now()).toISOString(),
        reason: body.reason,
      })
      .where('renewal_stop_id', '=', id)
      .execute()
    await logActivity({
      type: 'payment.run',
      entity: 'renewal_stop',
      entity_id: id,
      message: `Stopped renewals rejected: ${runText({ invoices, cents: toCents(amount), vendors: 0 })}`,
      reason: body.reason,
    })
  })

async function lockStopped(tx: Tx, id: number) {
  const stop = await tx
    .selectFrom('renewal_stop')
    .select(['state', 'invoices', 'amount'])
    .where('renewal_stop_id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return refuseDecided(stop)
}

const decidedTexts: Record<string, string> = {
  agreed: 'Already approved by two people',
  refused: 'Already rejected',
  over: 'Renewals are no longer stopped',
}
function refuseDecided<Stop extends { state: string }>(stop: Stop | undefined): Stop {
  if (!stop) throw notFound('stopped run')
  const decidedText = decidedTexts[stop.state]
  if (decidedText !== undefined) throw conflict(decidedText)
  return stop
}

/** Refuses what would bill while renewals are stopped. */
export async function refuseStopped(db: Db): Promise<void> {
  const stop = await db
    .selectFrom('renewal_stop')
    .select('renewal_stop_id')
    .where('state', 'in', ['stopped', 'refused'])
    .executeTakeFirst()
  if (stop) throw conflict('Renewals are stopped. Two people must approve them under Money first')
}

interface Row {
  renewal_stop_id: number
  day: string
  state: StoppedRun['state']
  insert_tm: string
  invoices: number
  most_invoices: number
  amount: string
  most_amount: string
  percent: number
  most_percent: number
  days: number | null
  most_days: number
  refused_by: string | null
  refused_tm: string | null
  reason: string | null
}
/** The run that is stopped now, if one is. */
export async function readStoppedRun(db: Db, person: Pick<Who, 'login_id'>): Promise<StoppedRun | null> {
  const { rows } = await sql<Row>`
    select s.renewal_stop_id, s.day, s.state, s.insert_tm, s.invoices, s.most_invoices, s.amount, s.most_amount,
      s.percent, s.most_percent, s.days, s.most_days, s.refused_by_name as refused_by, s.refused_tm, s.reason
    from renewal_stop s
    where s.state in ('stopped', 'refused')
    order by s.day desc
    limit 1`.execute(db)
  const [row] = rows
  if (!row) return null
  const agreements = await readAgreements(db, row.renewal_stop_id, {
    invoices: row.invoices,
    cents: toCents(row.amount),
  })
  return {
    renewal_stop_id: row.renewal_stop_id,
    day: row.day,
    state: row.state,
    insert_tm: row.insert_tm,
    invoices: { now: row.invoices, most: row.most_invoices },
    amount: { now: row.amount, most: row.most_amount },
    percent: { now: row.percent, most: row.most_percent },
    days: { now: row.days, most: row.most_days },
    agreed: agreements.map(({ name, tm, login_id }) => ({ name, tm, own: login_id === person.login_id })),
    refused_by: row.refused_by,
    refused_tm: row.refused_tm,
    reason: row.reason,
  }
}
