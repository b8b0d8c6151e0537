import { Checkbox, Group, MultiSelect, SegmentedControl, Select, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  hourText,
  mailHour,
  mailSchedules,
  weekdays,
  type MailedReport,
  type MailSchedule,
  type ReportMail,
} from '#contract/reports/mails.ts'
import { reports } from '#contract/reports/names.ts'
import { api } from '../../../api.ts'
import { links } from '../../../links.ts'
import { ActModal } from '../../act/ActModal.tsx'
import { filterTexts } from '../filter-texts.ts'
import { zonedClockTime } from '../../time.ts'

interface Values {
  name: string
  every: MailSchedule
  weekday: string
  monthday: string
  hour: string
  recipients: string[]
  pdf: boolean
  csv: boolean
}
const monthdays = Array.from({ length: 28 }, (_, i) => String(i + 1))

const valuesOf = (report: MailedReport, mail: ReportMail | undefined): Values => ({
  name: mail?.name ?? reports[report].title,
  every: mail?.every ?? 'week',
  weekday: mail?.every === 'week' ? String(mail.day) : '1',
  monthday: mail?.every === 'month' ? String(mail.day) : '1',
  hour: String(mail?.hour ?? mailHour),
  recipients: mail?.recipients.map(({ login_id }) => String(login_id)) ?? [],
  pdf: mail?.formats.includes('pdf') ?? true,
  csv: mail?.formats.includes('csv') ?? false,
})

/** When, to whom and with which filters and files a report is emailed: a new schedule, or one that is edited. */
export default function MailForm({
  report,
  mail,
  search,
  after,
  close,
}: {
  report: MailedReport
  mail?: ReportMail | undefined
  /** The filters, as in the report’s address. */
  search: string
  after?: () => void
  close: () => void
}) {
  const { data: readers } = useQuery(api.listReportReaders.query({ query: { report, search } }))
  const you = readers?.find((reader) => reader.is_you)
  const form = useForm<Values>({
    initialValues: valuesOf(report, mail),
    validate: {
      name: (value) => (value.trim() === '' ? 'Enter a name' : null),
      recipients: (value) => (value.length === 0 && (mail || !you) ? 'Choose a recipient' : null),
    },
  })
  const { every, weekday, monthday, recipients } = form.values
  // the person who sets it up gets it, unless others were recipientIds
  const recipientIds =
    recipients.length > 0 || form.isDirty('recipients') || mail
      ? recipients
      : you
        ? [String(you.login_id)]
        : []
  return (
    <ActModal
      title={mail ? `Edit “${mail.name}”` : 'Email this report'}
      act={mail ? 'Save' : 'Schedule email'}
      isChanged={form.isDirty()}
      form={form}
      run={(): Promise<unknown> => {
        const { name, pdf, csv, hour } = form.values
        const body = {
          name,
          search,
          every,
          day: every === 'day' ? null : Number(every === 'week' ? weekday : monthday),
          hour: Number(hour),
          recipients: recipientIds.map(Number),
          formats: [...(pdf ? (['pdf'] as const) : []), ...(csv ? (['csv'] as const) : [])],
        }
        return mail
          ? api.changeReportMail({
              params: { id: mail.report_mail_id },
              body: { ...body, version: mail.version },
            })
          : api.addReportMail({ body: { ...body, report } })
      }}
      doneText={mail ? 'Scheduled email saved' : 'Email scheduled'}
      {...(after && { after })}
      fields={(faults) => form.setErrors(faults)}
      close={close}
    >
      <TextInput label="Name" required {...form.getInputProps('name')} />
      <SegmentedControl
        aria-label="Schedule"
        {...form.getInputProps('every')}
        data={Object.entries(mailSchedules).map(([value, label]) => ({ value, label }))}
      />
      <Group grow align="flex-start">
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
        <Select
          label="Time, in UTC"
          description={localText(Number(form.values.hour))}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          allowDeselect={false}
          data={Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourText(hour) }))}
          {...form.getInputProps('hour')}
        />
      </Group>
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
        value={recipientIds}
      />
      <Group>
        <Checkbox label="PDF" {...form.getInputProps('pdf', { type: 'checkbox' })} />
        <Checkbox label="CSV" {...form.getInputProps('csv', { type: 'checkbox' })} />
      </Group>
      <p className="quiet">
        {search === '' ? 'With the usual period, which moves on.' : `${filterTexts(search).join('. ')}.`}
        {mail && (
          <>
            {' '}
            <Link className="link" to={editAddress(mail)} onClick={close}>
              Change filters
            </Link>
          </>
        )}
      </p>
    </ActModal>
  )
}

/** An hour of today in the reader’s own zone. */
function localText(hour: number): string {
  const tm = new Date()
  tm.setUTCHours(hour, 0, 0, 0)
  const text = zonedClockTime(tm.toISOString())
  return text.endsWith('UTC') ? '' : text
}

/** The report with the schedule’s filters, where new ones are recipientIds and saved. */
const editAddress = ({ report, search, report_mail_id }: ReportMail) =>
  `${links.report(report)}?${search && `${search}&`}schedule=${report_mail_id}`
