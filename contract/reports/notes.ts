import { z } from 'zod'
import { line, requiredDay, version } from '../inputs.ts'
import { get, post, put, remove } from '../operation.ts'
import { moment } from '../values.ts'
import { reportNames } from './names.ts'

export const mostReportNotes = 200
export const reportNoteLength = 200

const details = z.object({
  day: requiredDay('Enter a day'),
  text: line(reportNoteLength, 'Enter a note'),
  report: z.enum(reportNames).nullable().describe('null: on all reports'),
})
const reportNote = z.object({
  report_note_id: z.number(),
  day: z.string(),
  text: z.string(),
  report: z.enum(reportNames).nullable(),
  by: z.string(),
  tm: moment,
  may_change: z.boolean().describe('its writer and admins may'),
  version: z.number(),
})
export type ReportNote = z.output<typeof reportNote>

export const reportNoteOperations = {
  listReportNotes: get('/api/reports/notes', 'Notes on the days of a report, the newest of the range', {
    query: z.object({
      report: z.enum(reportNames),
      start: requiredDay('Enter the first day'),
      end: requiredDay('Enter the last day'),
    }),
    answer: z.array(reportNote),
    refuses: ['forbidden'],
  }),
  addReportNote: post('/api/reports/notes', 'Add a note to a day of one report or of all', {
    body: details,
    answer: z.object({ report_note_id: z.number() }),
    refuses: ['forbidden'],
  }),
  changeReportNote: put('/api/reports/notes/{id}', 'Change your own note; admins change any', {
    record: [{ read: 'listReportNotes' }],
    body: details.extend({ version }),
    refuses: ['not_found', 'forbidden', 'conflict'],
  }),
  removeReportNote: remove('/api/reports/notes/{id}', 'Delete your own note; admins delete any', {
    refuses: ['not_found', 'forbidden'],
  }),
}
