import { Button, Group, Text } from '@mantine/core'
import { IconCircleCheck, IconCircleX, IconClock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { dayText } from '#contract/formats.ts'
import { isMailedReport, scheduleText, type ReportMail } from '#contract/reports/mails.ts'
import { reports } from '#contract/reports/names.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { ActModal } from '../../ui/act/ActModal.tsx'
import { LoadError, Panel } from '../../ui/page/Page.tsx'
import type { Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { many, Status } from '../../ui/values.tsx'

// loaded when a schedule is edited
const MailForm = lazy(() => import('../../ui/report/mail/MailForm.tsx'))
const namesOf = ({ recipients }: ReportMail) => recipients.map(({ name }) => name).join(', ')

/** The reports that are emailed by a schedule, one's own first. */
export function ScheduledEmails() {
  const { data, error, refetch, isFetching } = useQuery(api.listReportMails.query())
  const [stopped, setStopped] = useState<ReportMail>()
  const [edited, setEdited] = useState<ReportMail>()
  return (
    <Panel title="Scheduled emails">
      {error && <LoadError error={error} retry={() => void refetch()} />}
      {!error && (
        <DataTable
          label="Scheduled emails"
          columns={columnsOf({ edit: setEdited, stop: setStopped })}
          rows={data}
          id={(row) => row.report_mail_id}
          fetching={isFetching}
          empty="No scheduled emails yet. Open a report and choose Email this report."
        />
      )}
      {edited && isMailedReport(edited.report) && (
        <Suspense>
          <MailForm
            report={edited.report}
            mail={edited}
            search={edited.search}
            close={() => setEdited(undefined)}
          />
        </Suspense>
      )}
      {stopped && (
        <ActModal
          title={`Stop emailing “${stopped.name}”?`}
          act="Stop emails"
          danger
          run={() => api.stopReportMail({ params: { id: stopped.report_mail_id } })}
          doneText="Emails stopped"
          close={() => setStopped(undefined)}
        >
          <Text size="sm">{namesOf(stopped)} will no longer get this email. Emails that were sent stay.</Text>
        </ActModal>
      )}
    </Panel>
  )
}

const columnsOf = ({
  edit,
  stop,
}: Readonly<Record<'edit' | 'stop', (mail: ReportMail) => void>>): readonly Column<ReportMail>[] => [
  {
    key: 'name',
    header: 'Name',
    leaves: 0,
    sortValue: (row) => row.name,
    cell: (row) => (
      <Link to={`${links.report(row.report)}${row.search && `?${row.search}`}`} className="name">
        {row.name}
      </Link>
    ),
  },
  { key: 'report', header: 'Report', leaves: 3, cell: (row) => reports[row.report].title },
  { key: 'when', header: 'Schedule', leaves: 0, cell: (row) => scheduleText(row) },
  { key: 'to', header: 'Recipients', leaves: 1, wrap: true, cell: namesOf },
  {
    key: 'files',
    header: 'Files',
    leaves: 5,
    cell: (row) => row.formats.map((format) => format.toUpperCase()).join(', ') || 'None',
  },
  { key: 'owner', header: 'Owner', leaves: 4, cell: (row) => row.owner },
  { key: 'last', header: 'Last email', leaves: 0, wrap: true, cell: (row) => <Last last={row.last} /> },
  {
    key: 'acts',
    header: '',
    leaves: 0,
    cell: (row) =>
      row.may_change && (
        <Group gap="xs" wrap="nowrap">
          <Button size="xs" variant="default" aria-label={`Edit “${row.name}”`} onClick={() => edit(row)}>
            Edit
          </Button>
          <Button
            size="xs"
            variant="default"
            aria-label={`Stop emailing “${row.name}”`}
            onClick={() => stop(row)}
          >
            Stop
          </Button>
        </Group>
      ),
  },
]

function Last({ last }: Pick<ReportMail, 'last'>) {
  if (last === null) return <span className="faint">None yet</span>
  const day = dayText(last.due_on)
  if (last.state === 'sent')
    return (
      <Status tone="good" icon={IconCircleCheck}>
        {`Sent ${day} to ${many(last.recipients ?? 0, 'person').replace('persons', 'people')}`}
      </Status>
    )
  const why = last.why === null ? '' : `: ${last.why}`
  return last.state === 'waiting' ? (
    <Status tone="wait" icon={IconClock}>{`Waiting since ${day}${why}`}</Status>
  ) : (
    <Status tone="bad" icon={IconCircleX}>{`Failed ${day}${why}`}</Status>
  )
}
