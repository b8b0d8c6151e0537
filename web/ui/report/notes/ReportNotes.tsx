import { ActionIcon, Button, Text } from '@mantine/core'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { dayText } from '#contract/formats.ts'
import type { ReportName } from '#contract/reports/names.ts'
import type { ReportNote } from '#contract/reports/notes.ts'
import { api } from '../../../api.ts'
import { ActModal } from '../../act/ActModal.tsx'

// loaded when a note is written
const NoteForm = lazy(() => import('./NoteForm.tsx'))
interface Range {
  start: string
  end: string
}

/** The notes on the days of a report, newest first. */
export const useReportNotes = (report: ReportName, { start, end }: Range): readonly ReportNote[] =>
  useQuery(api.listReportNotes.query({ query: { report, start, end } })).data ?? []

/** Notes on a report's days, in a short list, where they are written as well. */
export function ReportNotes({ report, range }: { report: ReportName; range: Range }) {
  const notes = useReportNotes(report, range)
  const [edited, setEdited] = useState<ReportNote | 'new'>()
  const [removed, setRemoved] = useState<ReportNote>()
  return (
    <div className="report-notes">
      {notes.length > 0 && (
        <ul aria-label="Notes">
          {notes.map((note) => (
            <Note key={note.report_note_id} note={note} edit={setEdited} remove={setRemoved} />
          ))}
        </ul>
      )}
      <Button
        className="no-print"
        variant="subtle"
        color="gray"
        size="xs"
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={() => setEdited('new')}
      >
        Add note
      </Button>
      {edited && (
        <Suspense>
          <NoteForm
            report={report}
            day={range.end}
            note={edited === 'new' ? undefined : edited}
            close={() => setEdited(undefined)}
          />
        </Suspense>
      )}
      {removed && (
        <ActModal
          title="Delete note?"
          act="Delete note"
          danger
          run={() => api.removeReportNote({ params: { id: removed.report_note_id } })}
          doneText="Note deleted"
          close={() => setRemoved(undefined)}
        >
          <Text size="sm">
            {dayText(removed.day)}: {removed.text}
          </Text>
        </ActModal>
      )}
    </div>
  )
}

function Note({
  note,
  edit,
  remove,
}: {
  note: ReportNote
  edit: (note: ReportNote) => void
  remove: (note: ReportNote) => void
}) {
  return (
    <li>
      <span className="numeric">{dayText(note.day)}</span> {note.text}{' '}
      <span className="faint">
        {note.by}
        {note.report === null && ', on all reports'}
      </span>
      {note.may_change && (
        <span className="no-print">
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={`Edit note “${note.text}”`}
            onClick={() => edit(note)}
          >
            <IconPencil size={14} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={`Delete note “${note.text}”`}
            onClick={() => remove(note)}
          >
            <IconTrash size={14} aria-hidden />
          </ActionIcon>
        </span>
      )}
    </li>
  )
}
