import type { Parsed } from '#contract/index.ts'
import { maySeeReport, reports, type ReportName } from '#contract/reports/names.ts'
import { mostReportMails, scheduleText, type ReportMail } from '#contract/reports/mails.ts'
import { isStaff, roles, type Role } from '#contract/roles.ts'
import { personOfLogin, subscribeAgain } from '#server/areas/session/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { conflict, forbidden, invalid, notFound } from '#server/platform/http/errors.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { requireReport } from '../notes/report-notes.ts'

/** Roles that may see a report. */
const readersOf = (report: ReportName): Role[] =>
  roles.filter((role) => isStaff(role) && maySeeReport(role, report))
/** Logins with their accounts, as `personOfLogin` needs them. */
const people = sql`
  login l
  join vendor v on v.vendor_id = l.vendor_id and v.deleted_tm is null
  left join contact c on c.contact_id = v.primary_contact_id`

export async function listReportReaders({ db, who }: Ctx, { query }: Parsed<'listReportReaders'>) {
  requireReport(who, query.report)
  const { rows } = await sql<{ login_id: number; name: string; is_you: boolean }>`
    select l.login_id, ${personOfLogin} as name, l.login_id = ${who.login_id} as is_you
    from ${people}
    where l.disabled_tm is null and l.role = any(${readersOf(query.report)}::text[])
    order by 3 desc, 2
    limit 500`.execute(db)
  return rows
}

export async function listReportMails({ db, who }: Ctx): Promise<ReportMail[]> {
  const seen = (Object.keys(reports) as ReportName[]).filter((report) => maySeeReport(who.role, report))
  const { rows } = await sql<ReportMail>`
    select m.report_mail_id, m.report, m.name, m.search, m.every, m.day, m.formats,
      (select ${personOfLogin} from ${people} where l.login_id = m.login_id) as owner,
      coalesce((
        select array_agg(${personOfLogin} order by l.login_id)
        from ${people}
        join report_mail_recipient r on r.login_id = l.login_id
        where r.report_mail_id = m.report_mail_id), '{}') as recipients,
      (m.login_id = ${who.login_id} or ${who.role === 'admin'}) as may_stop,
      (
        select jsonb_build_object('due_on', s.due_on::text, 'state', s.state, 'why', s.why,
          'recipients', s.recipients,
          'ended_tm', to_char(s.ended_tm at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
        from report_mail_sending s
        where s.report_mail_id = m.report_mail_id
        order by s.due_on desc
        limit 1) as last
    from report_mail m
    where m.stopped_tm is null and m.report = any(${seen}::text[])
    order by m.login_id <> ${who.login_id}, lower(m.name), m.report_mail_id
    limit 500`.execute(db)
  return rows
}

export const addReportMail = (ctx: Ctx, { body }: Parsed<'addReportMail'>) => {
  const { recipients, ...mail } = body
  requireReport(ctx.who, mail.report)
  refuseDay(mail)
  return write(ctx, async (tx, logActivity) => {
    const { login_id, vendor_id, email } = ctx.who
    await sql`select pg_advisory_xact_lock(hashtextextended(${`report mails of ${login_id}`}, 0))`.execute(tx)
    await refuseMany(tx, login_id)
    await refuseSameName(tx, login_id, mail.name)
    const names = await requireReaders(tx, mail.report, recipients)
    const { report_mail_id } = await tx
      .insertInto('report_mail')
      .values({ ...mail, formats: [...new Set(mail.formats)], login_id })
      .returning('report_mail_id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('report_mail_recipient')
      .values([...new Set(recipients)].map((id) => ({ report_mail_id, login_id: id })))
      .execute()
    if (recipients.includes(login_id))
      await subscribeAgain(tx, { vendor_id, addresses: [email], kind: 'report_emails' })
    await logActivity({
      type: 'report.mail',
      entity: 'report_mail',
      entity_id: report_mail_id,
      message: `${reports[mail.report].title} as “${mail.name}” emailed ${scheduleText(mail).toLowerCase()} to ${names.join(', ')}`,
    })
    return { report_mail_id }
  })
}

function refuseDay({ every, day }: Pick<Parsed<'addReportMail'>['body'], 'every' | 'day'>): void {
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
async function refuseSameName(tx: Db, loginId: number, name: string): Promise<void> {
  const { rows } = await sql`
    select from report_mail
    where login_id = ${loginId} and lower(name) = lower(${name}) and stopped_tm is null`.execute(tx)
  if (rows.length > 0) throw invalid({ name: 'You already have a scheduled email with this name' })
}
/** The names of the recipients; refuses those who may not see the report. */
async function requireReaders(tx: Db, report: ReportName, recipients: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ login_id: number; name: string; may_see: boolean }>`
    select l.login_id, ${personOfLogin} as name,
      (l.disabled_tm is null and l.role = any(${readersOf(report)}::text[])) as may_see
    from ${people}
    where l.login_id = any(${recipients as number[]}::int[]) and l.role <> 'customer'
    order by l.login_id`.execute(tx)
  const refused = rows.filter((row) => !row.may_see).map(({ name }) => name)
  if (rows.length < new Set(recipients).size) throw invalid({ recipients: 'Choose people of staff' })
  if (refused.length > 0)
    throw invalid({ recipients: `${refused.join(', ')} may not see ${reports[report].title}` })
  return rows.map(({ name }) => name)
}

export const stopReportMail = (ctx: Ctx, { params }: Parsed<'stopReportMail'>) =>
  write(ctx, async (tx, logActivity) => {
    const mail = await tx
      .selectFrom('report_mail')
      .select(['login_id', 'name', 'report'])
      .where('report_mail_id', '=', params.id)
      .where('stopped_tm', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!mail || !maySeeReport(ctx.who.role, mail.report as ReportName)) throw notFound('scheduled email')
    if (mail.login_id !== ctx.who.login_id && ctx.who.role !== 'admin')
      throw forbidden('Only its owner and admins can stop a scheduled email')
    await tx
      .updateTable('report_mail')
      .set({ stopped_tm: sql`now()`, stopped_by_name: ctx.who.name })
      .where('report_mail_id', '=', params.id)
      .execute()
    await tx
      .updateTable('report_mail_sending')
      .set({ state: 'failed', why: `Stopped by ${ctx.who.name}`, ended_tm: sql`now()` })
      .where('report_mail_id', '=', params.id)
      .where('state', '=', 'waiting')
      .execute()
    await logActivity({
      type: 'report.mail',
      entity: 'report_mail',
      entity_id: params.id,
      message: `Emails of “${mail.name}” stopped`,
    })
  })
