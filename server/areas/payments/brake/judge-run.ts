import { fromCents, toCents } from '#contract/billing/cents.ts'
import { addDays, dayOf, daysBetween } from '#contract/billing/days.ts'
import { money } from '#contract/formats.ts'
import { vendorStatus } from '#contract/vendors/status.ts'
import { many } from '#contract/words.ts'
import { mayCall } from '#contract/roles.ts'
import { sql, type Db, type Tx } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import { record, type Services } from '#server/platform/services.ts'
import { boundsOf, isUnusual, learnedDays, percentOf, type DayFigures, type JudgedRun } from './bounds.ts'
import { stoppedRunLetter } from '../letters.ts'
import { mostDue, readDueRun, type DueRun } from './due-run.ts'
import { raise } from '#server/platform/notices.ts'

/**
 * Calculates what a run would charge and compares it with earlier days, before anything is billed.
 * @returns null: it is stopped until two people agree (docs/domain/renewals.md, Brake)
 */
export async function judgeRun(services: Services): Promise<DueRun | null> {
  const due = await readDueRun(services)
  const run = due.charges.length > 0 ? await measureRun(services, due) : undefined
  const mayRun = await services.db
    .transaction()
    .execute((tx) => (run && isUnusual(run) ? mayUnusualRun(services, tx, run) : endStops(tx)))
  return mayRun ? due : null
}

/** The figures of today with this run, and what is usual. */
export async function measureRun(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  due: DueRun,
): Promise<JudgedRun> {
  const today = dayOf(clock.now())
  const { active, charged } = await readToday(db, today)
  const days = await readDays(db, today)
  const completed = days.map(({ day }) => day)
  const chargedVendors = new Set([...charged, ...due.charges].map((charge) => charge.vendor_id))
  const percent = percentOf(chargedVendors.size, active)
  const last = completed.at(-1)
  return {
    figures: {
      invoices: charged.length + due.charges.length,
      cents: sumOf(charged) + sumOf(due.charges),
      vendors: chargedVendors.size,
      percent,
      days: last === undefined ? null : daysBetween(last, today),
    },
    bounds: boundsOf(
      days.filter(({ day }) => day < today),
      intervalsOf(completed),
      active,
    ),
  }
}
const sumOf = (charges: readonly { cents: number }[]) => charges.reduce((sum, { cents }) => sum + cents, 0)
const intervalsOf = (days: readonly string[]): number[] =>
  days.slice(1).map((day, i) => daysBetween(days[i] ?? day, day))

/** What the renewals of days charged: bills, and retries of cards. */
const chargedOn = (day: string, lastDay = day) => sql`(
  select issued_on as day, vendor_id, total as amount
  from invoice
  where kind = 'renewal' and total > 0 and issued_on between ${day}::date and ${lastDay}::date
  union all
  select (insert_tm at time zone 'UTC')::date, vendor_id, amount
  from money_intent
  where kind = 'renewal'
    and try_no > 1
    and insert_tm >= ${`${day}T00:00:00Z`}::timestamptz
    and insert_tm < ${`${addDays(lastDay, 1)}T00:00:00Z`}::timestamptz)`

async function readToday(db: Db, today: string) {
  const { rows: charged } = await sql<{ vendor_id: number; amount: string }>`
    select vendor_id, amount from ${chargedOn(today)} charged limit ${mostDue}`.execute(db)
  const { rows: vendors } = await sql<{ active: number }>`
    select count(*)::int as active
    from vendor
    where vendor_status_id = ${sql.lit(vendorStatus.active)} and deleted_tm is null and not is_staff`.execute(
    db,
  )
  return {
    ...singleRow(vendors),
    charged: charged.map(({ vendor_id, amount }) => ({ vendor_id, cents: toCents(amount) })),
  }
}

/** Complete runs of the last days, oldest first. */
async function readDays(db: Db, today: string): Promise<(DayFigures & { day: string })[]> {
  const { rows } = await sql<{ day: string; invoices: number; amount: string; vendors: number }>`
    select day, invoices, amount, vendors
    from renewal_day
    where day between ${addDays(today, -learnedDays)}::date and ${today}::date
    order by day
    limit ${learnedDays + 1}`.execute(db)
  return rows.map(({ amount, ...row }) => ({ ...row, cents: toCents(amount) }))
}

/** Records that today's run reached its end, and what the day's runs charged. */
export async function completeRun({ db, clock }: Services): Promise<void> {
  const now = clock.now()
  const today = dayOf(now)
  await sql`
    insert into renewal_day (day, completed_tm, invoices, amount, vendors)
    select ${today}::date, ${new Date(now).toISOString()}::timestamptz, count(*), coalesce(sum(amount), 0),
      count(distinct vendor_id)
    from ${chargedOn(today)} charged
    on conflict (day) do update
    set completed_tm = excluded.completed_tm, invoices = excluded.invoices, amount = excluded.amount,
      vendors = excluded.vendors`.execute(db)
}

/** Learns from the books what was usual before runs were recorded. */
export async function learnFromBooks(db: Db, today: string): Promise<void> {
  await sql`
    insert into renewal_day (day, completed_tm, invoices, amount, vendors)
    select day, day::timestamptz, count(*), sum(amount), count(distinct vendor_id)
    from ${chargedOn(addDays(today, -learnedDays), today)} charged
    group by day
    on conflict do nothing`.execute(db)
}

/** Nothing is stopped any longer. */
async function endStops(tx: Tx, exceptDay: string | null = null): Promise<true> {
  await sql`
    update renewal_stop
    set state = 'over'
    where state in ('stopped', 'refused') and day is distinct from ${exceptDay}::date`.execute(tx)
  return true
}

/** Whether two people agreed to a run above its bounds; if not, it is stopped, and staff are notified once. */
async function mayUnusualRun(services: Services, tx: Tx, run: JudgedRun): Promise<boolean> {
  const now = services.clock.now()
  const today = dayOf(now)
  await endStops(tx, today)
  const before = await tx
    .selectFrom('renewal_stop')
    .select(['renewal_stop_id', 'state'])
    .where('day', '=', today)
    .forUpdate()
    .executeTakeFirst()
  if (before && before.state !== 'refused') {
    const agreements = await readAgreements(tx, before.renewal_stop_id, run.figures)
    if (agreements.length >= agreeing) {
      await markAgreed(tx, before.renewal_stop_id)
      return true
    }
  }
  const state = before?.state === 'refused' ? 'refused' : 'stopped'
  const set = { ...columnsOf(run), state }
  await (
    before
      ? tx.updateTable('renewal_stop').set(set).where('renewal_stop_id', '=', before.renewal_stop_id)
      : tx
          .insertInto('renewal_stop')
          .values({ ...set, day: today, insert_tm: new Date(now).toISOString() })
          // another worker has stopped it at the same moment
          .onConflict((c) => c.column('day').doNothing())
  ).execute()
  if (state === 'stopped' && before?.state !== 'stopped') await notifyStaff(services, tx, run)
  return false
}

/** How many people must agree. */
export const agreeing = 2
/** An agreement covers a run that has grown by at most so much since. */
export const grownPercent = 10

export interface Agreement {
  login_id: number
  name: string
  tm: string
}
/** Who agreed to a run of this size and may move money, in order. */
export async function readAgreements(
  db: Db,
  stopId: number,
  { invoices, cents }: Pick<DayFigures, 'invoices' | 'cents'>,
): Promise<Agreement[]> {
  const { rows } = await sql<Agreement>`
    select a.login_id, a.name, a.tm
    from renewal_agreement a
    join login l using (login_id)
    where a.renewal_stop_id = ${stopId}
      and l.disabled_tm is null
      and l.role = any(${[...mayCall.money]}::text[])
      and ${invoices}::int <= ceil(a.invoices * (100 + ${grownPercent}::int) / 100.0)
      and ${fromCents(cents)}::numeric <= a.amount * (100 + ${grownPercent}::int) / 100
    order by a.tm, a.login_id
    limit 100`.execute(db)
  return rows
}

export const markAgreed = (tx: Tx, stopId: number) =>
  tx.updateTable('renewal_stop').set({ state: 'agreed' }).where('renewal_stop_id', '=', stopId).execute()

const columnsOf = ({ figures, bounds }: JudgedRun) => ({
  invoices: figures.invoices,
  most_invoices: bounds.invoices,
  amount: fromCents(figures.cents),
  most_amount: fromCents(bounds.cents),
  vendors: figures.vendors,
  percent: figures.percent,
  most_percent: bounds.percent,
  days: figures.days,
  most_days: bounds.days,
})

export const runText = ({ invoices, cents }: DayFigures) =>
  `${many(invoices, 'invoice')}, ${money(fromCents(cents))}`

/** On Money, in the log, and by email to finance; to admins where no one has that role. */
async function notifyStaff({ mail, clock }: Services, tx: Tx, { figures }: JudgedRun): Promise<void> {
  const message = `Renewals stopped: ${runText(figures)} is more than usual. Nothing was charged. Two people must approve`
  await raise(tx, { kind: 'renewals_stopped', subject: dayOf(clock.now()), message, link: '/billing/' })
  await record(
    tx,
    {},
    { type: 'payment.run', message: `Renewals stopped: ${runText(figures)}, more than usual` },
  )
  const { rows } = await sql<{ email: string }>`
    with staff as (select email, role from login where disabled_tm is null and role in ('finance', 'admin'))
    select email
    from staff
    where role = 'finance' or not exists (select from staff where role = 'finance')
    order by email
    limit 200`.execute(tx)
  const letter = stoppedRunLetter(runText(figures))
  await mail.write(tx, ...rows.map(({ email: recipient }) => ({ recipient, ...letter })))
}
