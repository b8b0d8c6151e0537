import { z } from 'zod'
import type { Parsed } from '#contract/index.ts'
import { unknownCopy } from '#contract/reports/mails.ts'
import { personOfLogin } from '#server/areas/session/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import type { Secrets } from '#server/platform/secrets.ts'
import { record, type Ctx } from '#server/platform/services.ts'
import { stoppedCopyLetter } from '../letters.ts'
import { stopSchedule } from './report-mails.ts'

const purpose = 'report copy'
const keyContent = z.tuple([z.literal(purpose), z.number(), z.number()])
interface Copy {
  report_mail_id: number
  copy_id: number
}

/** The page that stops one person’s copy; the key is sealed, so that it can’t be forged or changed. */
export const stopCopyPath = (secrets: Secrets, { report_mail_id, copy_id }: Copy): string =>
  `/report-email/${secrets.seal(JSON.stringify([purpose, report_mail_id, copy_id]))}`

function readKey(secrets: Secrets, key: string): Copy | undefined {
  try {
    const [, report_mail_id, copy_id] = keyContent.parse(JSON.parse(secrets.open(key)))
    return { report_mail_id, copy_id }
  } catch {
    return undefined
  }
}

interface FoundCopy {
  name: string
  report: string
  /** Null: it was stopped, or its person removed. */
  person: string | null
  owner: string
  is_own: boolean | null
  others: number
}
async function readCopy(
  db: Db,
  { report_mail_id, copy_id }: Copy,
  lock = sql``,
): Promise<FoundCopy | undefined> {
  const { rows } = await sql<FoundCopy>`
    select m.name, m.report, r.login_id = m.login_id as is_own,
      (select email from login where login_id = m.login_id) as owner,
      (
        select ${personOfLogin}
        from login l
        join vendor v on v.vendor_id = l.vendor_id
        left join contact c on c.contact_id = v.primary_contact_id
        where l.login_id = r.login_id) as person,
      (
        select count(*)::int
        from report_mail_recipient o
        where o.report_mail_id = m.report_mail_id and o.copy_id <> ${copy_id}) as others
    from report_mail m
    left join report_mail_recipient r
      on r.report_mail_id = m.report_mail_id and r.copy_id = ${copy_id} and m.stopped_tm is null
    where m.report_mail_id = ${report_mail_id} ${lock}`.execute(db)
  return rows[0]
}

/** What a link would stop; opening it stops nothing, since mail programs open links before people do. */
export async function checkReportCopy({ db, secrets }: Ctx, { params }: Parsed<'checkReportCopy'>) {
  const key = readKey(secrets, params.key)
  const copy = key && (await readCopy(db, key))
  if (!copy) return unknownCopy
  return {
    valid: true,
    name: copy.name,
    state: copy.person === null ? ('used' as const) : ('running' as const),
  }
}

/** Stops what the link names, once. A schedule that has no recipients left ends. */
export async function stopReportCopy(ctx: Ctx, { params }: Parsed<'stopReportCopy'>) {
  const key = readKey(ctx.secrets, params.key)
  if (!key) return unknownCopy
  return ctx.db.transaction().execute(async (tx) => {
    const copy = await readCopy(tx, key, sql`for update of m`)
    if (!copy) return unknownCopy
    const { name, person } = copy
    if (person === null) return { valid: true, name, state: 'used' as const }
    await tx.deleteFrom('report_mail_recipient').where('copy_id', '=', key.copy_id).execute()
    const isLast = copy.others === 0
    if (isLast) await stopSchedule(tx, key.report_mail_id, person)
    if (isLast && copy.is_own !== true)
      await ctx.mail.write(tx, { recipient: copy.owner, ...stoppedCopyLetter(name, person) })
    await record(
      tx,
      { requestId: ctx.requestId },
      {
        type: 'report.mail',
        entity: 'report_mail',
        entity_id: key.report_mail_id,
        message: `“${name}” no longer emailed to ${person}, who stopped it by email link${isLast ? '. No recipients were left, so it ended' : ''}`,
      },
    )
    return { valid: true, name, state: 'stopped' as const }
  })
}

/** Its receiver reads it: the count of unopened emails starts again. */
export async function openReportMail({ db, who }: Ctx, { params }: Parsed<'openReportMail'>): Promise<void> {
  await db
    .updateTable('report_mail_recipient')
    .set({ unopened: 0 })
    .where('report_mail_id', '=', params.id)
    .where('login_id', '=', who.login_id)
    .execute()
}
