import { useState, type ReactNode } from 'react'
import type { SystemMessage } from '#contract/notifications/messages.ts'
import { api } from '../../api.ts'
import { useAct } from '../../ui/act/useAct.ts'
import { many } from '../../ui/values.tsx'
import { Dismiss, History, LinkTicket, Snooze } from './NotificationActs.tsx'
import type { NotificationAct } from './notification-columns.tsx'

/** What is done with a notification: at once, or by a modal. */
export function useNotificationActs(): {
  begin: (message: SystemMessage, act: NotificationAct) => void
  modal: ReactNode
} {
  const [open, setOpen] = useState<{ message: SystemMessage; act: NotificationAct }>()
  const take = useAct({
    run: ({ id, release }: { id: number; release: boolean }) =>
      api.takeSystemMessage({ body: { id, release } }),
    doneText: (_, { release }) => (release ? 'Notification unassigned' : 'Assigned to you'),
  })
  const wake = useAct({
    run: (id: number) => api.snoozeSystemMessage({ body: { id, hours: 0 } }),
    doneText: 'Snooze ended',
  })
  const putAway = useAct({
    run: ({ id, undismiss }: { id: number; undismiss: boolean }) =>
      api.dismissSystemMessages({ body: { id, undismiss } }),
    doneText: ({ ids }, { undismiss }) =>
      `${many(ids.length, 'notification')} ${undismiss ? 'restored' : 'dismissed'}`,
    undo: (_, { id, undismiss }) => api.dismissSystemMessages({ body: { id, undismiss: !undismiss } }),
  })
  const begin = (message: SystemMessage, act: NotificationAct) => {
    const { id, ended_tm } = message
    if (act === 'take' || act === 'release') take.act({ id, release: act === 'release' })
    else if (act === 'wake') wake.act(id)
    else if (act === 'restore') putAway.act({ id, undismiss: true })
    else if (act === 'dismiss' && ended_tm !== null) putAway.act({ id, undismiss: false })
    else setOpen({ message, act })
  }
  const close = () => setOpen(undefined)
  const modal = open && (
    <>
      {open.act === 'dismiss' && <Dismiss message={open.message} close={close} />}
      {open.act === 'snooze' && <Snooze message={open.message} close={close} />}
      {open.act === 'ticket' && <LinkTicket message={open.message} close={close} />}
      {open.act === 'history' && <History message={open.message} close={close} />}
    </>
  )
  return { begin, modal }
}
