import { Modal, Select, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Result } from '#contract/index.ts'
import { isTicket, ticketError, type SystemMessage } from '#contract/notifications/messages.ts'
import { severityLevel } from '#contract/notifications/kinds.ts'
import { api } from '../../api.ts'
import { ActModal } from '../../ui/act/ActModal.tsx'
import { ReasonModal } from '../../ui/act/ReasonModal.tsx'
import { LoadError } from '../../ui/page/Page.tsx'
import { Moment } from '../../ui/values.tsx'

interface OfMessage {
  message: SystemMessage
  close: () => void
}

export function Dismiss({ message: m, close }: OfMessage) {
  const isUrgent = m.severity === severityLevel('urgent') && m.ended_tm === null
  return (
    <ReasonModal
      title="Dismiss notification?"
      act="Dismiss notification"
      minimum={isUrgent ? 3 : 0}
      run={(reason) => api.dismissSystemMessages({ body: { id: m.id, reason } })}
      doneText="Notification dismissed"
      undo={() => api.dismissSystemMessages({ body: { id: m.id, undismiss: true } })}
      close={close}
    >
      <Stack gap="xs">
        <Text size="sm">{m.message}</Text>
        <Text size="sm" c="dimmed">
          Removed for all staff. If the problem gets worse, you get a new notification.
        </Text>
      </Stack>
    </ReasonModal>
  )
}

const snoozes = [
  { value: '1', label: '1 hour' },
  { value: '4', label: '4 hours' },
  { value: '24', label: '1 day' },
  { value: '72', label: '3 days' },
  { value: '168', label: '7 days' },
]
export function Snooze({ message: m, close }: OfMessage) {
  const [hours, setHours] = useState('4')
  return (
    <ActModal
      title="Snooze notification"
      act="Snooze"
      run={() => api.snoozeSystemMessage({ body: { id: m.id, hours: Number(hours) } })}
      doneText={`Snoozed for ${snoozes.find(({ value }) => value === hours)?.label}`}
      close={close}
    >
      <Stack gap="sm">
        <Text size="sm">{m.message}</Text>
        <Select
          label="For"
          description="For all staff. It ends early if the problem gets worse."
          data={snoozes}
          value={hours}
          allowDeselect={false}
          onChange={(value) => setHours(value ?? '4')}
        />
      </Stack>
    </ActModal>
  )
}

export function LinkTicket({ message: m, close }: OfMessage) {
  const [ticket, setTicket] = useState(m.jira_ticket ?? '')
  const typed = ticket.trim()
  const isRemoval = typed === '' && m.jira_ticket !== null
  return (
    <ActModal
      title={m.jira_ticket ? 'Change ticket' : 'Link ticket'}
      act={isRemoval ? 'Remove ticket' : 'Link ticket'}
      isChanged={typed !== (m.jira_ticket ?? '')}
      missing={isRemoval || isTicket(typed) ? undefined : ticketError}
      run={() => api.setJiraTicket({ body: { id: m.id, ticket: typed } })}
      doneText={isRemoval ? 'Ticket removed' : 'Ticket linked'}
      close={close}
    >
      <TextInput
        label="Ticket"
        placeholder="FS-123"
        description="The ticket’s key or URL. Also assigns the notification to you."
        data-autofocus
        maxLength={300}
        value={ticket}
        onChange={(e) => setTicket(e.currentTarget.value)}
      />
    </ActModal>
  )
}

const whatTexts = { begin: 'Reported', end: 'Resolved', point: 'Happened' } as const
/** What happened and what staff did about it, newest first. */
const linesOf = ({ events, acts }: Result<'listSystemMessageEvents'>) =>
  [
    ...events.map(({ event_id, tm, what, message }) => ({
      key: `event ${event_id}`,
      tm,
      event: whatTexts[what],
      text: message,
    })),
    ...acts.map(({ activity_id, tm, by, message, reason }) => ({
      key: `act ${activity_id}`,
      tm,
      event: by,
      text: [message, reason].filter(Boolean).join(': '),
    })),
  ].toSorted((a, b) => Date.parse(b.tm) - Date.parse(a.tm))

export function History({ message: m, close }: OfMessage) {
  const { data, error, refetch } = useQuery(api.listSystemMessageEvents.query({ body: { id: m.id } }))
  const lines = data && linesOf(data)
  return (
    <Modal opened onClose={close} title="History" size="lg" closeButtonProps={{ 'aria-label': 'Close' }}>
      <Stack gap="sm">
        <Text size="sm">{m.message}</Text>
        {error && <LoadError error={error} retry={() => void refetch()} />}
        {lines?.length === 0 && <Text size="sm">No events are kept of this notification.</Text>}
        {lines && lines.length > 0 && (
          <table className="table" aria-label="History">
            <thead>
              <tr>
                <th scope="col">When</th>
                <th scope="col">Event or person</th>
                <th scope="col">Message</th>
              </tr>
            </thead>
            <tbody>
              {lines.map((line) => (
                <tr key={line.key}>
                  <td>
                    <Moment tm={line.tm} />
                  </td>
                  <td>{line.event}</td>
                  <td className="wrap">{line.text}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Stack>
    </Modal>
  )
}
