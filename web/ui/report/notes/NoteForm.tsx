import { SegmentedControl, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { ReportName } from '#contract/reports/names.ts'
import { reportNoteLength, type ReportNote } from '#contract/reports/notes.ts'
import { api } from '../../../api.ts'
import { ActModal } from '../../act/ActModal.tsx'

/** A new note, or one that is changed. */
export default function NoteForm({
  report,
  day,
  note,
  close,
}: {
  report: ReportName
  /** The day that a new note starts with. */
  day: string
  note?: ReportNote | undefined
  close: () => void
}) {
  const [isOnAll, setIsOnAll] = useState(note ? note.report === null : false)
  const form = useForm({
    initialValues: { day: note?.day ?? day, text: note?.text ?? '' },
    validate: {
      day: (value) => (value === '' ? 'Enter a day' : null),
      text: (value) => (value.trim() === '' ? 'Enter a note' : null),
    },
  })
  return (
    <ActModal
      title={note ? 'Edit note' : 'Add note'}
      act="Save"
      isChanged={form.isDirty()}
      form={form}
      run={(): Promise<unknown> => {
        const body = { ...form.values, report: isOnAll ? null : report }
        return note
          ? api.changeReportNote({
              params: { id: note.report_note_id },
              body: { ...body, version: note.version },
            })
          : api.addReportNote({ body })
      }}
      doneText="Note saved"
      fields={(faults) => form.setErrors(faults)}
      close={close}
    >
      <TextInput type="date" label="Day" required {...form.getInputProps('day')} />
      <TextInput
        label="Note"
        placeholder="Price rise"
        required
        maxLength={reportNoteLength}
        {...form.getInputProps('text')}
      />
      <SegmentedControl
        aria-label="Reports"
        value={isOnAll ? 'all' : 'one'}
        onChange={(value) => setIsOnAll(value === 'all')}
        data={[
          { value: 'one', label: 'This report' },
          { value: 'all', label: 'All reports' },
        ]}
      />
    </ActModal>
  )
}
