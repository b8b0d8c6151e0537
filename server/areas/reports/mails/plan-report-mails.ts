import { jobStatus } from '#contract/jobs/types.ts'
import { isMoneyMail, mailWaitHours } from '#contract/reports/mails.ts'
import type { ReportName } from '#contract/reports/names.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import type { Services } from '#server/platform/services.ts'
import { sendReportMail } from './send-report-mail.job.ts'

/** A missed day is made up for within so many days. */
const lateDays = 2
const mostATurn = 200
const hourMs = 3_600_000
/** Changes younger than this are being worked on: they don't hold an email up. */
const settlingMinutes = 2

/**
 * Writes what is due by now, once a schedule and day whatever the number of processes, and queues the emails whose
 * figures are up to date.
 */
export async function planReportMails(services: Pick<Services, 'db' | 'clock' | 'jobs'>): Promise<void> {
  const now = services.clock.now()
  await services.db.transaction().execute(async (tx) => {
    await writeDue(tx, now)
    await closeFailed(tx)
    await queueReady(services, tx, now)
  })
}

async function writeDue(tx: Tx, now: number): Promise<void> {
  const tm = new Date(now).toISOString()
  await sql`
    insert into report_mail_sending (report_mail_id, due_on)
    select report_mail_id, due_on
    from (
      select m.report_mail_id, m.hour, t.today, greatest(m.insert_tm, m.rescheduled_tm) as since, case m.every
          when 'day' then t.today
          when 'week' then t.today - (extract(isodow from t.today)::int - m.day + 7) % 7
          else (date_trunc('month', t.today)
            - case when extract(day from t.today) < m.day then interval '1 month' else interval '0' end)::date
            + m.day - 1
        end as due_on
      from report_mail m
      -- the newest day whose hour has come
      cross join lateral (
        select (${tm}::timestamptz at time zone 'UTC' - make_interval(hours => m.hour::int))::date as today) t
      where m.stopped_tm is null) due
    where due_on >= today - ${lateDays}::int
      and since < (due_on + make_interval(hours => hour::int)) at time zone 'UTC'
    on conflict do nothing`.execute(tx)
}

/** A job that failed for good sends nothing. */
const closeFailed = (tx: Tx) =>
  sql`
    update report_mail_sending s
    set state = 'failed', why = coalesce(j.reason, 'The job failed'), ended_tm = now()
    from job j
    where s.state = 'waiting' and j.job_id = s.job_id and j.job_status = ${jobStatus.failed}::int`.execute(tx)

async function queueReady(
  { jobs, clock }: Pick<Services, 'jobs' | 'clock'>,
  tx: Tx,
  now: number,
): Promise<void> {
  const { rows } = await sql<{
    report_mail_sending_id: number
    name: string
    report: ReportName
    search: string
    due: string
  }>`
    select s.report_mail_sending_id, m.name, m.report, m.search,
      (s.due_on + make_interval(hours => m.hour::int)) at time zone 'UTC' as due
    from report_mail_sending s
    join report_mail m using (report_mail_id)
    where s.state = 'waiting' and s.job_id is null
    order by s.due_on, s.report_mail_sending_id
    limit ${mostATurn}
    for update of s skip locked`.execute(tx)
  if (rows.length === 0) return
  const open = await readOpen(tx, new Date(clock.now()).toISOString())
  for (const { report_mail_sending_id, name, report, search, due } of rows) {
    const why = open(isMoneyMail(report, search))
    const row = tx
      .updateTable('report_mail_sending')
      .where('report_mail_sending_id', '=', report_mail_sending_id)
    if (why !== null && now < Date.parse(due) + mailWaitHours * hourMs) {
      await row.set({ why }).execute()
      continue
    }
    const job_id = await jobs.enqueueUnlessWaiting(tx, sendReportMail, {
      payload: { report_mail_sending_id, open: why },
      subject: name,
      paramValue: report_mail_sending_id,
      requestedBy: 'schedule',
      rank: 5,
    })
    if (job_id !== null) await row.set({ job_id, why }).execute()
  }
}

/** What keeps a report's figures from being up to date; null: nothing. */
async function readOpen(tx: Tx, now: string): Promise<(isMoney: boolean) => string | null> {
  const { rows } = await sql<{ dirty: boolean; unreconciled: boolean }>`
    select exists (
        select
        from report_dirty
        where tm < ${now}::timestamptz - make_interval(mins => ${settlingMinutes}::int)) as dirty,
      exists (
        select from gateway_difference where gone_tm is null and accepted_tm is null) as unreconciled`.execute(
    tx,
  )
  const [state] = rows
  return (isMoney) => {
    if (state?.dirty) return 'Numbers are being brought up to date'
    return state?.unreconciled && isMoney ? 'Reconciliation has open differences' : null
  }
}
