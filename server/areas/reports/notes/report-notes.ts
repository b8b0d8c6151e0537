import { dayText } from '#contract/formats.ts'
import type { Parsed } from '#contract/index.ts'
import { maySeeReport, reports, type ReportName } from '#contract/reports/names.ts'
import { mostReportNotes, type ReportNote } from '#contract/reports/notes.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { refuseStale, versionColumn, type EditedRecord } from '#server/platform/database/versions.ts'
import { forbidden, notFound } from '#server/platform/http/errors.ts'
import { differences, write, type Ctx, type Who } from '#server/platform/services.ts'

const editedNote = (id: number): EditedRecord => ({ entity: 'report_note', id, types: ['report.note'] })

/** A note belongs to a report: who may not see that one sees neither. */
export function requireReport(who: Who, report: ReportName | null): void {
  if (report !== null && !maySeeReport(who.role, report)) throw forbidden()
}

export async function listReportNotes(
  { db, who }: Ctx,
  { query }: Parsed<'listReportNotes'>,
): Promise<ReportNote[]> {
  requireReport(who, query.report)
  const { rows } = await sql<ReportNote>`
    select n.report_note_id, n.day::text, n.text, n.report, n.by_name as by, n.tm,
      (n.by_login = ${who.login_id} or ${who.role === 'admin'}) as may_change,
      ${versionColumn(editedNote(0), 'n.report_note_id')} as version
    from report_note n
    where n.day between ${query.start}::date and ${query.end}::date
      and (n.report = ${query.report} or n.report is null)
    order by n.day desc, n.report_note_id desc
    limit ${mostReportNotes}`.execute(db)
  return rows
}

const placeOf = (report: ReportName | null) => (report === null ? 'all reports' : reports[report].title)

export const addReportNote = (ctx: Ctx, { body }: Parsed<'addReportNote'>) => {
  requireReport(ctx.who, body.report)
  return write(ctx, async (tx, logActivity) => {
    const note = await tx
      .insertInto('report_note')
      .values({ ...body, by_login: ctx.who.login_id, by_name: ctx.who.name })
      .returning('report_note_id')
      .executeTakeFirstOrThrow()
    await logActivity({
      type: 'report.note',
      entity: 'report_note',
      entity_id: note.report_note_id,
      message: `Note for ${dayText(body.day)} on ${placeOf(body.report)} added: ${body.text}`,
    })
    return note
  })
}

export const changeReportNote = (ctx: Ctx, { params, body }: Parsed<'changeReportNote'>) => {
  requireReport(ctx.who, body.report)
  return write(ctx, async (tx, logActivity) => {
    const { version, ...after } = body
    const { by_login: _writer, ...before } = await lockOwnNote(ctx, tx, params.id)
    await refuseStale(tx, ctx, editedNote(params.id), version)
    const changes = differences(before, after)
    if (!changes) return
    await tx.updateTable('report_note').set(after).where('report_note_id', '=', params.id).execute()
    await logActivity({
      type: 'report.note',
      entity: 'report_note',
      entity_id: params.id,
      message: `Note for ${dayText(after.day)} on ${placeOf(after.report)} changed`,
      changes,
    })
  })
}

export const removeReportNote = (ctx: Ctx, { params }: Parsed<'removeReportNote'>) =>
  write(ctx, async (tx, logActivity) => {
    const note = await lockOwnNote(ctx, tx, params.id)
    await tx.deleteFrom('report_note').where('report_note_id', '=', params.id).execute()
    await logActivity({
      type: 'report.note',
      entity: 'report_note',
      entity_id: params.id,
      message: `Note for ${dayText(note.day)} on ${placeOf(note.report)} deleted`,
      changes: { text: { from: note.text, to: null } },
    })
  })

interface LockedNote {
  day: string
  text: string
  report: ReportName | null
  by_login: number
}
async function lockOwnNote({ who }: Ctx, tx: Tx, id: number): Promise<LockedNote> {
  const { rows } = await sql<LockedNote>`
    select day::text, text, report, by_login from report_note where report_note_id = ${id} for update`.execute(
    tx,
  )
  const [note] = rows
  if (!note || (note.report !== null && !maySeeReport(who.role, note.report))) throw notFound('note')
  if (note.by_login !== who.login_id && who.role !== 'admin')
    throw forbidden('Only its writer and admins can change a note')
  return note
}
