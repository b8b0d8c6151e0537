import { Anchor, Box, Button, Group, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { categoryNames, type Category } from '#contract/notifications/kinds.ts'
import type { SystemMessage } from '#contract/notifications/messages.ts'
import type { Column } from '../../ui/table/DataTable.tsx'
import { Ago, count, many } from '../../ui/values.tsx'
import { NotificationStatusMark, statusOf } from './notification-values.tsx'

export type NotificationAct =
  | 'take'
  | 'release'
  | 'dismiss'
  | 'restore'
  | 'snooze'
  | 'wake'
  | 'ticket'
  | 'history'
type Begin = (message: SystemMessage, act: NotificationAct) => void

/** The act that is offered first; the others are in the menu. */
function mainActOf(m: SystemMessage): { act: NotificationAct; text: string } {
  const status = statusOf(m)
  if (status === 'dismissed') return { act: 'restore', text: 'Restore' }
  if (status === 'open' || status === 'flapping') return { act: 'take', text: 'Assign to me' }
  if (status === 'snoozed') return { act: 'wake', text: 'End snooze' }
  return { act: 'dismiss', text: 'Dismiss' }
}
function otherActsOf(m: SystemMessage): { act: NotificationAct; text: string }[] {
  const status = statusOf(m)
  const isOpen = m.ended_tm === null && !m.dismissed
  return [
    ...(status === 'taken' ? [{ act: 'release' as const, text: 'Unassign' }] : []),
    ...(isOpen && status !== 'snoozed' ? [{ act: 'snooze' as const, text: 'Snooze…' }] : []),
    ...(m.dismissed || mainActOf(m).act === 'dismiss' ? [] : [{ act: 'dismiss' as const, text: 'Dismiss…' }]),
    { act: 'ticket', text: m.jira_ticket ? 'Change ticket…' : 'Link ticket…' },
    { act: 'history', text: 'History' },
  ]
}

function Acts({ message: m, begin }: { message: SystemMessage; begin: Begin }) {
  const main = mainActOf(m)
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <Button
        size="compact-xs"
        variant="default"
        aria-label={`${main.text}: ${m.message}`}
        onClick={() => begin(m, main.act)}
      >
        {main.text}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button size="compact-xs" variant="subtle" color="gray" aria-label={`More: ${m.message}`}>
            <IconDots size={14} aria-hidden />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {otherActsOf(m).map(({ act, text }) => (
            <Menu.Item key={act} onClick={() => begin(m, act)}>
              {text}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Group>
  )
}

const isOpenPart = (m: SystemMessage) => m.parent_id !== null && m.ended_tm === null && !m.dismissed

const Subject = ({ message: m }: { message: SystemMessage }) => (
  <Box pl={isOpenPart(m) ? 'md' : 0}>
    {m.link ? (
      <Link to={m.link} className="name" data-unread={m.unread || undefined}>
        {m.message}
      </Link>
    ) : (
      <span className="name">{m.message}</span>
    )}
    <div className="faint">
      {[
        m.unread && 'New',
        m.parts > 0 && m.ended_tm === null && `Includes ${many(m.parts, 'notification')}`,
        m.parent_id !== null && m.ended_tm === null && 'Part of a larger problem',
        m.count > 1 && `${count(m.count)} times`,
        m.taken_by_name !== null && m.ended_tm === null && `Assigned to ${m.taken_by_name}`,
        m.dismissed && m.dismissed_by_name && `Dismissed by ${m.dismissed_by_name}`,
        m.dismissed_reason,
      ]
        .filter(Boolean)
        .join(' · ')}
      {m.jira_ticket && (
        <>
          {' '}
          {m.jira_url ? (
            <Anchor href={m.jira_url} target="_blank" rel="noreferrer" size="xs">
              {keyOf(m.jira_ticket)}
            </Anchor>
          ) : (
            keyOf(m.jira_ticket)
          )}
        </>
      )}
    </div>
  </Box>
)
/** The key at the end of a ticket's address. */
const keyOf = (ticket: string) => ticket.slice(ticket.lastIndexOf('/') + 1)

export const notificationColumns = (begin: Begin): readonly Column<SystemMessage>[] => [
  {
    key: 'status',
    header: 'Status',
    leaves: 0,
    width: 130,
    cell: (m) => <NotificationStatusMark message={m} />,
  },
  { key: 'message', header: 'Notification', leaves: 0, wrap: true, cell: (m) => <Subject message={m} /> },
  {
    key: 'category',
    header: 'Category',
    leaves: 3,
    cell: (m) => categoryNames[m.category as Category],
  },
  { key: 'began', header: 'Since', leaves: 1, cell: (m) => <Ago tm={m.began_tm} /> },
  { key: 'ended', header: 'Resolved', leaves: 2, cell: (m) => <Ago tm={m.ended_tm} /> },
  { key: 'acts', header: 'Actions', leaves: 0, width: 160, cell: (m) => <Acts message={m} begin={begin} /> },
]
