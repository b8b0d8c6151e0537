import { ActionIcon, Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { SystemMessage } from '#contract/notifications/messages.ts'
import { api } from '../api.ts'
import { links } from '../links.ts'
import { LoadError } from '../ui/page/Page.tsx'
import { useAct } from '../ui/act/useAct.ts'
import { Ago, many } from '../ui/values.tsx'

/** Staff's newest notifications, each with a link to what it is about. */
export default function Messages({ unread, close }: { unread: number; close: () => void }) {
  const { data, error, refetch } = useQuery(api.listSystemMessages.query({ body: {} }))
  const newest = data?.notifications[0]
  const read = useAct({
    run: () => api.acknowledgeSystemMessages({ body: newest ? { until_id: newest.id } : {} }),
  })
  const clear = useAct({
    run: () => api.dismissReadMessages({}),
    doneText: ({ ids }) => `${many(ids.length, 'notification')} dismissed`,
    undo: ({ ids }) => restore(ids),
  })
  const dismiss = useAct({
    run: (m: SystemMessage) => api.dismissSystemMessages({ body: { id: m.id } }),
    doneText: () => 'Notification dismissed',
    undo: ({ ids }) => restore(ids),
  })
  return (
    <>
      <header>
        <b>Notifications</b>
        {data?.notifications.some((m) => !m.unread) && (
          <Button size="compact-xs" variant="default" loading={clear.busy} onClick={() => clear.act()}>
            Dismiss all read
          </Button>
        )}
        {unread > 0 && (
          <Button size="compact-xs" variant="default" loading={read.busy} onClick={() => read.act()}>
            Mark all as read
          </Button>
        )}
      </header>
      {error && <LoadError error={error} retry={() => void refetch()} />}
      {!data && !error && <p className="quiet">Loading…</p>}
      {data?.notifications.length === 0 && <p className="quiet">No notifications.</p>}
      <ul>
        {data?.notifications.slice(0, mostShown).map((m) => (
          <Message key={m.id} message={m} close={close} dismiss={() => dismiss.act(m)} />
        ))}
      </ul>
      <Link to={links.notifications()} className="link" onClick={close}>
        All notifications
      </Link>
    </>
  )
}

const mostShown = 20
const restore = (ids: number[]) =>
  ids.length > 0 ? api.dismissSystemMessages({ body: { id: ids, undismiss: true } }) : Promise.resolve()

const Message = ({
  message: m,
  close,
  dismiss,
}: {
  message: SystemMessage
  close: () => void
  dismiss: () => void
}) => (
  <li data-unread={m.unread || undefined}>
    <ActionIcon
      size={24}
      variant="subtle"
      color="gray"
      aria-label={`Dismiss: ${m.message}`}
      title="Dismiss for all staff"
      className="dismiss"
      onClick={dismiss}
    >
      <IconX size={13} aria-hidden />
    </ActionIcon>
    {m.link ? (
      <Link to={m.link} className="link" onClick={close}>
        {m.message}
      </Link>
    ) : (
      m.message
    )}
    <div className="faint">
      {m.unread && 'New · '}
      <Ago tm={m.insert_tm} />
    </div>
  </li>
)
