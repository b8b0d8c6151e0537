import { z } from 'zod'
import { dayOf } from '#contract/billing/days.ts'
import { reports } from '#contract/reports/names.ts'
import {
  mailedListOf,
  maySeeMail,
  mostAttachedMegabytes,
  unopenedEmails,
  type MailedReport,
} from '#contract/reports/mails.ts'
import { exportColumns } from '#contract/lists/columns.ts'
import { keepExport } from '#server/areas/lists/public.ts'
import { personOfLogin } from '#server/areas/session/public.ts'
import { sql, type Db, type Tx } from '#server/platform/database/db.ts'
import type { JobDefinition } from '#server/platform/jobs/jobs.ts'
import { record, type Services, type Who } from '#server/platform/services.ts'
import { lostReaderLetter, reportLetter } from '../letters.ts'
import { zonedText } from './cell-text.ts'
import { stopCopyPath } from './copies.ts'
import { csvOf, pdfOf, type MailedFile } from './mail-files.ts'
import { readings, type MailFigure, type Reading } from './readings.ts'
import { emailTable, readRows, type ReportRows } from './report-rows.ts'

const payload = z.object({ report_mail_sending_id: z.number(), open: z.string().nullable() })

interface Sending {
  report_mail_id: number
  report: MailedReport
  name: string
  search: string
  formats: ('pdf' | 'csv')[]
  due_on: string
  earlier: MailFigure[] | null
  owner: Who
  recipients: Reader[]
}
/** Who gets a copy. */
interface Reader extends Who {
  is_disabled: boolean
  /** Null: the person has chosen none. */
  time_zone: string | null
  copy_id: number
  /** Emails in a row that weren’t opened by their link. */
  unopened: number
}
/** What is sent of a report. */
interface MailMaterial {
  reading: Reading
  rows: ReportRows
  files: readonly MailedFile[]
  /** Sent although its figures weren’t up to date. */
  isLate: boolean
}

/** Emails a report of a schedule's day: to those who may see it now, and once however often it runs. */
export const sendReportMail: JobDefinition<z.output<typeof payload>> = {
  type: 'REPORT_MAIL_JOB',
  payload,
  key: (p) => `report-mail-${p.report_mail_sending_id}`,
  retries: 3,
  timeoutSeconds: 900,
  async run(job) {
    const { db, payload: p } = job
    const sending = await readSending(db, p.report_mail_sending_id)
    // sent by an earlier attempt, or stopped
    if (!sending) return { sent: 0 }
    const mayRead = ({ role, is_disabled }: Reader) =>
      !is_disabled && maySeeMail(role, sending.report, sending.search)
    const readers = sending.recipients.filter(mayRead)
    const lost = sending.recipients.filter((person) => !mayRead(person))
    const reading =
      readers.length === 0
        ? undefined
        : comparedWithEarlier(
            await readings[mailedListOf(sending.report, sending.search)](
              job,
              Object.fromEntries(new URLSearchParams(sending.search)),
            ),
            sending.earlier,
          )
    const material = reading && (await make(job, sending, { reading, isLate: p.open !== null }))
    return db.transaction().execute(async (tx) => {
      if (!(await lockWaiting(tx, p.report_mail_sending_id))) return { sent: 0 }
      if (lost.length > 0) await dropReaders(job, tx, { sending, lost, isStopped: readers.length === 0 })
      const sent = material ? await sendAll(job, tx, { sending, readers, material }) : 0
      const why = readers.length === 0 ? 'No recipient may see this report' : p.open
      await sql`
        update report_mail_sending
        set state = ${reading ? 'sent' : 'failed'}, why = ${why}, recipients = ${sent}::int, ended_tm = now(),
          figures = ${JSON.stringify(reading?.figures ?? null)}::jsonb
        where report_mail_sending_id = ${p.report_mail_sending_id}`.execute(tx)
      return { sent }
    })
  },
}

const whoOf = sql`jsonb_build_object('login_id', l.login_id, 'vendor_id', l.vendor_id, 'email', l.email,
  'role', l.role, 'name', ${personOfLogin}, 'is_disabled', l.disabled_tm is not null or v.deleted_tm is not null)`
const people = sql`
  login l
  join vendor v on v.vendor_id = l.vendor_id
  left join contact c on c.contact_id = v.primary_contact_id
  left join notice_person z on z.login_id = l.login_id`

async function readSending(db: Db, id: number): Promise<Sending | undefined> {
  const { rows } = await sql<Sending>`
    select m.report_mail_id, m.report, m.name, m.search, m.formats, s.due_on::text,
      (
        select e.figures
        from report_mail_sending e
        where e.report_mail_id = m.report_mail_id and e.state = 'sent' and e.due_on < s.due_on
        order by e.due_on desc
        limit 1) as earlier,
      (select ${whoOf} from ${people} where l.login_id = m.login_id) as owner,
      (
        select coalesce(jsonb_agg(${whoOf} || jsonb_build_object('time_zone', z.time_zone, 'copy_id', r.copy_id,
          'unopened', r.unopened) order by l.login_id), '[]')
        from ${people}
        join report_mail_recipient r on r.login_id = l.login_id
        where r.report_mail_id = m.report_mail_id) as recipients
    from report_mail_sending s
    join report_mail m using (report_mail_id)
    where s.report_mail_sending_id = ${id} and s.state = 'waiting' and m.stopped_tm is null`.execute(db)
  return rows[0]
}

const lockWaiting = async (tx: Tx, id: number): Promise<boolean> =>
  (await tx
    .selectFrom('report_mail_sending')
    .select('report_mail_sending_id')
    .where('report_mail_sending_id', '=', id)
    .where('state', '=', 'waiting')
    .forUpdate()
    .executeTakeFirst()) !== undefined

/** Figures without a period before are compared with the email before. */
function comparedWithEarlier(reading: Reading, earlier: readonly MailFigure[] | null): Reading {
  if (reading.before !== null || !earlier) return reading
  const before = new Map(earlier.map(({ name, now }) => [name, now]))
  return {
    ...reading,
    before: 'Compared with the email before.',
    figures: reading.figures.map((figure) => ({ ...figure, before: before.get(figure.name) })),
  }
}

async function make(
  job: Services,
  { report, search, name, formats }: Sending,
  { reading, isLate }: Pick<MailMaterial, 'reading' | 'isLate'>,
): Promise<MailMaterial> {
  const list = mailedListOf(report, search)
  const rows = await readRows(job, list, reading.input)
  const stem = `${report.replaceAll('_', '-')}_${dayOf(job.clock.now())}`
  const request = { report, list, name, reading, stem }
  const files = [
    ...(formats.includes('pdf') ? [await pdfOf(job, request, rows)] : []),
    ...(formats.includes('csv') ? [await csvOf(job, request)] : []),
  ]
  return { reading, rows, files, isLate }
}

async function dropReaders(
  { mail }: Services,
  tx: Tx,
  { sending, lost, isStopped }: { sending: Sending; lost: readonly Who[]; isStopped: boolean },
): Promise<void> {
  const { report_mail_id, owner } = sending
  await tx
    .deleteFrom('report_mail_recipient')
    .where('report_mail_id', '=', report_mail_id)
    .where(
      'login_id',
      'in',
      lost.map(({ login_id }) => login_id),
    )
    .execute()
  const names = lost.map(({ name }) => name)
  if (isStopped)
    await tx
      .updateTable('report_mail')
      .set({ stopped_tm: sql`now()`, stopped_by_name: 'Feedstock' })
      .where('report_mail_id', '=', report_mail_id)
      .execute()
  await mail.write(tx, { recipient: owner.email, ...lostReaderLetter(sending, names, isStopped) })
  await record(
    tx,
    {},
    {
      type: 'report.mail',
      entity: 'report_mail',
      entity_id: report_mail_id,
      message: `“${sending.name}” no longer emailed to ${names.join(', ')}, who may not see ${reports[sending.report].title}`,
    },
  )
}

const mostBytes = mostAttachedMegabytes * 1024 * 1024
async function sendAll(
  services: Services,
  tx: Tx,
  { sending, readers, material }: { sending: Sending; readers: readonly Reader[]; material: MailMaterial },
): Promise<number> {
  const { mail, clock } = services
  const { reading, files } = material
  const isSmall = files.reduce((sum, { content }) => sum + (content?.length ?? Infinity), 0) <= mostBytes
  const attachable = isSmall
    ? files
    : files.filter(({ type, content }) => type === pdfType && content && content.length <= mostBytes)
  const ids = await keepFiles(tx, attachable)
  const list = mailedListOf(sending.report, sending.search)
  const receivers: number[] = []
  for (const reader of readers) {
    const linked = isSmall || !sending.formats.includes('csv') ? [] : [await linkFor(reader)]
    const attached = attachable.map(({ name }) => name)
    const { subject, parts } = letterFor(services, { sending, reader, material, attached, linked })
    const sent = await mail.write(tx, {
      recipient: reader.email,
      subject,
      parts,
      files: ids,
      about: {
        why: `${sending.owner.name} scheduled it as “${sending.name}”`,
        vendor_id: reader.vendor_id,
        kind: 'report_emails',
      },
    })
    if (sent > 0) receivers.push(reader.copy_id)
  }
  await sql`
    update report_mail_recipient set unopened = unopened + 1 where copy_id = any(${receivers}::int[])`.execute(
    tx,
  )
  return receivers.length

  async function linkFor(who: Who) {
    const name = `${reports[sending.report].title} as CSV`
    const request = {
      list,
      format: 'csv',
      columns: Object.keys(exportColumns[list]),
      input: reading.input,
    } as const
    const id = await keepExport({ who, clock }, tx, request)
    return { name, url: `/api/exports/${id}/file` }
  }
}
const pdfType = 'application/pdf'

/** The email as one person gets it: in their zone, with the link that stops their copy. */
function letterFor(
  services: Services,
  {
    sending,
    reader,
    material: { reading, rows, isLate },
    ...files
  }: {
    sending: Sending
    reader: Reader
    material: MailMaterial
    attached: readonly string[]
    linked: readonly { name: string; url: string }[]
  },
) {
  const momentText = zonedText(reader.time_zone ?? 'UTC')
  return reportLetter({
    ...sending,
    ...reading,
    ...files,
    isLate,
    table:
      reading.table ?? emailTable(services, mailedListOf(sending.report, sending.search), rows, momentText),
    total: reading.table ? reading.table.rows.length : rows.total,
    made: momentText(new Date(services.clock.now()).toISOString()),
    stopUrl:
      reader.unopened >= unopenedEmails
        ? stopCopyPath(services.secrets, { report_mail_id: sending.report_mail_id, copy_id: reader.copy_id })
        : null,
  })
}

async function keepFiles(tx: Tx, files: readonly MailedFile[]): Promise<number[]> {
  if (files.length === 0) return []
  const rows = await tx
    .insertInto('mail_file')
    .values(files.map(({ name, type, content }) => ({ name, type, content: content ?? Buffer.alloc(0) })))
    .returning('mail_file_id')
    .execute()
  return rows.map(({ mail_file_id }) => mail_file_id)
}
