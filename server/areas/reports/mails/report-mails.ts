import type { Parsed } from '#contract/index.ts'
import { maySeeReport, reports, type ReportName } from '#contract/reports/names.ts'
import { maySeeMail, type ReportMail } from '#contract/reports/mails.ts'
import { isStaff, roles, type Role } from '#contract/roles.ts'
import { personOfLogin } from '#server/areas/session/public.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { versionColumn, type EditedRecord } from '#server/platform/database/versions.ts'
import { forbidden, notFound } from '#server/platform/http/errors.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { requireReport } from '../notes/report-notes.ts'

export const editedMail = (id: number): EditedRecord => ({
  entity: 'report_mail',
  id,
  types: ['report.mail'],
})

/** Roles that may see what is emailed of a report. */
export const readersOf = (report: ReportName, search: string): Role[] =>
  roles.filter((role) => isStaff(role) && maySeeMail(role, report, search))
/** Logins with their accounts, as `personOfLogin` needs them. */
export const people = sql`
  login l
  join vendor v on v.vendor_id = l.vendor_id and v.deleted_tm is null
  left join contact c on c.contact_id = v.primary_contact_id`

export async function listReportReaders({ db, who }: Ctx, { query }: Parsed<'listReportReaders'>) {
  requireReport(who, query.report)
  const { rows } = await sql<{ login_id: number; name: string; is_you: boolean }>`
    select l.login_id, ${personOfLogin} as name, l.login_id = ${who.login_id} as is_you
    from ${people}
    where l.disabled_tm is null and l.role = any(${readersOf(query.report, query.search)}::text[])
    order by 3 desc, 2
    limit 500`.execute(db)
  return rows
}

export async function listReportMails({ db, who }: Ctx): Promise<ReportMail[]> {
  const seen = (Object.keys(reports) as ReportName[]).filter((report) => maySeeReport(who.role, report))
  const { rows } = await sql<ReportMail>`
    select m.report_mail_id, m.report, m.name, m.search, m.every, m.day, m.hour, m.formats,
      (select ${personOfLogin} from ${people} where l.login_id = m.login_id) as owner,
      coalesce((
        select jsonb_agg(jsonb_build_object('login_id', l.login_id, 'name', ${personOfLogin}) order by l.login_id)
        from ${people}
        join report_mail_recipient r on r.login_id = l.login_id
        where r.report_mail_id = m.report_mail_id), '[]') as recipients,
      (m.login_id = ${who.login_id} or ${who.role === 'admin'}) as may_change,
      ${versionColumn(editedMail(0), 'm.report_mail_id')} as version,
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
  return rows.filter(({ report, search }) => maySeeMail(who.role, report, search))
}

export const stopReportMail = (ctx: Ctx, { params }: Parsed<'stopReportMail'>) =>
  write(ctx, async (tx, logActivity) => {
    const mail = await lockOwnMail(ctx, tx, params.id)
    await stopSchedule(tx, params.id, ctx.who.name)
    await logActivity({
      type: 'report.mail',
      entity: 'report_mail',
      entity_id: params.id,
      message: `Emails of “${mail.name}” stopped`,
    })
  })

/** Locks a running schedule that the caller may edit and stop. */
export async function lockOwnMail({ who }: Pick<Ctx, 'who'>, tx: Tx, id: number) {
  const mail = await tx
    .selectFrom('report_mail')
    .select(['login_id', 'name', 'report', 'search', 'every', 'day', 'hour', 'formats'])
    .where('report_mail_id', '=', id)
    .where('stopped_tm', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!mail || !maySeeMail(who.role, mail.report as ReportName, mail.search))
    throw notFound('scheduled email')
  if (mail.login_id !== who.login_id && who.role !== 'admin')
    throw forbidden('Only its owner and admins can change a scheduled email')
  return { ...mail, report: mail.report as ReportName }
}

/** Ends a schedule, with what of it still waits. */
export async function stopSchedule(tx: Tx, id: number, byName: string): Promise<void> {
  await tx
    .updateTable('report_mail')
    .set({ stopped_tm: sql`now()`, stopped_by_name: byName })
    .where('report_mail_id', '=', id)
    .execute()
  await tx
    .updateTable('report_mail_sending')
    .set({ state: 'failed', why: `Stopped by ${byName}`, ended_tm: sql`now()` })
    .where('report_mail_id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
}
