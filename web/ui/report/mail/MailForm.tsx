import { Checkbox, Group, MultiSelect, SegmentedControl, Select, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import {
  mailHour,
  mailSchedules,
  weekdays,
  type MailedReport,
  type MailSchedule,
} from '#contract/reports/mails.ts'
import { reports } from '#contract/reports/names.ts'
import { api } from '../../../api.ts'
import { ActModal } from '../../act/ActModal.tsx'

interface Values {
  name: string
  every: MailSchedule
  weekday: string
  monthday: string
  recipients: string[]
  pdf: boolean
  csv: boolean
}
/** The filters in the address, without what isn't one. */
function filtersInAddress(): string {
  const params = new URLSearchParams(window.location.search)
  for (const key of ['sort', 'page', 'view']) params.delete(key)
  return params.toString()
}
const monthdays = Array.from({ length: 28 }, (_, i) => String(i + 1))

/** When, to whom and with which files a report is emailed. */
export default function MailForm({ report, close }: { report: MailedReport; close: () => void }) {
  const { data: readers } = useQuery(api.listReportReaders.query({ query: { report } }))
  const you = readers?.find((reader) => reader.is_you)
  const form = useForm<Values>({
    initialValues: {
      name: reports[report].title,
      every: 'week',
      weekday: '1',
      monthday: '1',
      recipients: [],
      pdf: true,
      csv: false,
    },
    validate: {
      name: (value) => (value.trim() === '' ? 'Enter a name' : null),
      recipients: (value) => (value.length === 0 && !you ? 'Choose a recipient' : null),
    },
  })
  const { every, weekday, monthday, recipients } = form.values
  // the person who sets it up gets it, unless others were chosen
  const chosen =
    recipients.length > 0 || form.isDirty('recipients') ? recipients : you ? [String(you.login_id)] : []
  const search = filtersInAddress()
  return (
    <ActModal
      title="Email this report"
      act="Schedule email"
      isChanged={form.isDirty()}
      form={form}
      run={() => {
        const { name, pdf, csv } = form.values
        return api.addReportMail({
          body: {
            report,
            name,
            search,
            every,
            day: every === 'day' ? null : Number(every === 'week' ? weekday : monthday),
            recipients: chosen.map(Number),
            formats: [...(pdf ? (['pdf'] as const) : []), ...(csv ? (['csv'] as const) : [])],
          },
        })
      }}
      doneText="Email scheduled"
      fields={(faults) => form.setErrors(faults)}
      close={close}
    >
      <TextInput label="Name" required {...form.getInputProps('name')} />
      <SegmentedControl
        aria-label="Schedule"
        {...form.getInputProps('every')}
        data={Object.entries(mailSchedules).map(([value, label]) => ({ value, label }))}
      />
      {every === 'week' && (
        <Select
          label="Day"
          allowDeselect={false}
          data={weekdays.map((label, i) => ({ value: String(i + 1), label }))}
          {...form.getInputProps('weekday')}
        />
      )}
      {every === 'month' && (
        <Select
          label="Day of the month"
          allowDeselect={false}
          data={monthdays}
          {...form.getInputProps('monthday')}
        />
      )}
      <MultiSelect
        label="Recipients"
        description="Only people who may see this report."
        required
        searchable
        data={(readers ?? []).map(({ login_id, name, is_you: isYou }) => ({
          value: String(login_id),
          label: isYou ? `${name} (you)` : name,
        }))}
        {...form.getInputProps('recipients')}
        value={chosen}
      />
      <Group>
        <Checkbox label="PDF" {...form.getInputProps('pdf', { type: 'checkbox' })} />
        <Checkbox label="CSV" {...form.getInputProps('csv', { type: 'checkbox' })} />
      </Group>
      <p className="quiet">
        Sent at {mailHour}:00 AM UTC
        {search === '' ? ', with the usual period.' : ', with the filters of this page.'}
      </p>
    </ActModal>
  )
}
