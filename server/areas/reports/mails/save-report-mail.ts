import type { Parsed } from '#contract/index.ts'
import { reports, type ReportName } from '#contract/reports/names.ts'
import { maySeeMail, mostReportMails, scheduleText } from '#contract/reports/mails.ts'
import { personOfLogin, subscribeAgain } from '#server/areas/session/public.ts'
import { sql, type Db, type Tx } from '#server/platform/database/db.ts'
import { refuseStale } from '#server/platform/database/versions.ts'
import { conflict, forbidden, invalid } from '#server/platform/http/errors.ts'
import { differences, write, type Ctx } from '#server/platform/services.ts'
import { editedMail, lockOwnMail, people, readersOf } from './report-mails.ts'

type Schedule = Omit<Parsed<'changeReportMail'>['body'], 'version'>

export const addReportMail = (ctx: Ctx, { body }: Parsed<'addReportMail'>) => {
  const { recipients, ...mail } = body
  requireMail(ctx, mail.report, mail.search)
  refuseDay(mail)
  return write(ctx, async (tx, logActivity) => {
    const { login_id } = ctx.who
    await lockMailsOf(tx, login_id)
    await refuseMany(tx, login_id)
    await refuseSameName(tx, { login_id, name: mail.name, exceptId: 0 })
    const names = await requireReaders(tx, mail, recipients)
    const { report_mail_id } = await tx
      .insertInto('report_mail')
      .values({ ...mail, formats: [...new Set(mail.formats)], login_id })
      .returning('report_mail_id')
      .executeTakeFirstOrThrow()
    await keepRecipients(ctx, tx, report_mail_id, recipients)
    await logActivity({
      type: 'report.mail',
      entity: 'report_mail',
      entity_id: report_mail_id,
      message: `${reports[mail.report].title} as “${mail.name}” emailed ${sentenceOf(mail)} to ${names.join(', ')}`,
    })
    return { report_mail_id }
  })
}

/** Days before the change of a rhythm aren’t made up for. */
export const changeReportMail = (ctx: Ctx, { params, body }: Parsed<'changeReportMail'>) =>
  write(ctx, async (tx, logActivity) => {
    const { version, recipients, ...details } = body
    const after = { ...details, formats: [...new Set(details.formats)] }
    refuseDay(after)
    const { login_id: ownerId, report, ...before } = await lockOwnMail(ctx, tx, params.id)
    requireMail(ctx, report, after.search)
    await refuseStale(tx, ctx, editedMail(params.id), version)
    await lockMailsOf(tx, ownerId)
    await refuseSameName(tx, { login_id: ownerId, name: after.name, exceptId: params.id })
    const names = await requireReaders(tx, { report, search: after.search }, recipients)
    const earlierNames = await keepRecipients(ctx, tx, params.id, recipients)
    const changes = differences({ ...before, recipients: earlierNames }, { ...after, recipients: names })
    if (!changes) return
    const isMoved = 'every' in changes || 'day' in changes || 'hour' in changes
    await tx
      .updateTable('report_mail')
      .set({
        ...after,
        ...(isMoved && { rescheduled_tm: new Date(ctx.clock.now()).toISOString() }),
      })
      .where('report_mail_id', '=', params.id)
      .execute()
    await logActivity({
      type: 'report.mail',
      entity: 'report_mail',
      entity_id: params.id,
      message: `Emails of “${after.name}” changed`,
      changes,
    })
  })

function requireMail({ who }: Ctx, report: ReportName, search: string): void {
  if (!maySeeMail(who.role, report, search)) throw forbidden()
}
const sentenceOf = (mail: Pick<Schedule, 'every' | 'day' | 'hour'>) =>
  scheduleText(mail).replace(/^[ED]/, (letter) => letter.toLowerCase())
/** One person’s schedules are added and renamed one after another. */
const lockMailsOf = (tx: Tx, loginId: number) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`report mails of ${loginId}`}, 0))`.execute(tx)

/** Makes these the recipients: who stays keeps their copy. Returns the names of those before. */
async function keepRecipients(
  { who }: Ctx,
  tx: Tx,
  report_mail_id: number,
  recipients: readonly number[],
): Promise<string[]> {
  const { rows: before } = await sql<{ login_id: number; name: string }>`
    select l.login_id, ${personOfLogin} as name
    from ${people}
    join report_mail_recipient r on r.login_id = l.login_id
    where r.report_mail_id = ${report_mail_id}
    order by l.login_id
    limit 500`.execute(tx)
  await sql`
    delete from report_mail_recipient
    where report_mail_id = ${report_mail_id} and login_id <> all(${recipients as number[]}::int[])`.execute(
    tx,
  )
  await sql`
    insert into report_mail_recipient (report_mail_id, login_id)
    select ${report_mail_id}, login_id from unnest(${recipients as number[]}::int[]) login_id
    on conflict do nothing`.execute(tx)
  const isNew = recipients.includes(who.login_id) && before.every(({ login_id }) => login_id !== who.login_id)
  if (isNew)
    await subscribeAgain(tx, { vendor_id: who.vendor_id, addresses: [who.email], kind: 'report_emails' })
  return before.map(({ name }) => name)
}

function refuseDay({ every, day }: Pick<Schedule, 'every' | 'day'>): void {
  if (every === 'day' && day !== null) throw invalid({ day: 'A daily email has no day' })
  if (every !== 'day' && day === null) throw invalid({ day: 'Choose a day' })
  if (every === 'week' && day !== null && day > 7) throw invalid({ day: 'Choose a day of the week' })
}
async function refuseMany(tx: Db, loginId: number): Promise<void> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from report_mail where login_id = ${loginId} and stopped_tm is null`.execute(tx)
  if ((rows[0]?.n ?? 0) >= mostReportMails)
    throw conflict(`You already have ${mostReportMails} scheduled emails, the maximum. Stop one first.`)
}
async function refuseSameName(
  tx: Db,
  { login_id, name, exceptId }: { login_id: number; name: string; exceptId: number },
): Promise<void> {
  const { rows } = await sql`
    select from report_mail
    where login_id = ${login_id} and lower(name) = lower(${name}) and stopped_tm is null
      and report_mail_id <> ${exceptId}`.execute(tx)
  if (rows.length > 0) throw invalid({ name: 'You already have a scheduled email with this name' })
}
/** The names of the recipients; refuses those who may not see the report. */
async function requireReaders(
  tx: Db,
  { report, search }: { report: ReportName; search: string },
  recipients: readonly number[],
): Promise<string[]> {
  const { rows } = await sql<{ login_id: number; name: string; may_see: boolean }>`
    select l.login_id, ${personOfLogin} as name,
      (l.disabled_tm is null and l.role = any(${readersOf(report, search)}::text[])) as may_see
    from ${people}
    where l.login_id = any(${recipients as number[]}::int[]) and l.role <> 'customer'
    order by l.login_id`.execute(tx)
  const refused = rows.filter((row) => !row.may_see).map(({ name }) => name)
  if (rows.length < new Set(recipients).size) throw invalid({ recipients: 'Choose people of staff' })
  if (refused.length > 0)
    throw invalid({ recipients: `${refused.join(', ')} may not see ${reports[report].title}` })
  return rows.map(({ name }) => name)
}
