import { Button } from '@mantine/core'
import { notifications, notificationsStore } from '@mantine/notifications'
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react'

const kinds = {
  success: { color: 'var(--good)', icon: <IconCheck size={15} /> },
  error: { color: 'var(--bad)', icon: <IconX size={15} /> },
  warning: { color: 'var(--wait)', icon: <IconAlertTriangle size={15} /> },
  info: { color: 'var(--run)', icon: <IconInfoCircle size={15} /> },
} as const

export const shownMs = 8000
let refusalId: string | undefined
let undoCount = 0

/**
 * A toast (docs/domain/errors.md, Toasts). The same text again stays one toast, which starts its time anew;
 * one with an Undo is never merged, since each takes back something else.
 * @param undo takes back what the toast reports
 */
export function notify(kind: keyof typeof kinds, message: string, undo?: () => Promise<unknown>): void {
  const id = undo ? `${kind}:${message}:${++undoCount}` : `${kind}:${message}`
  refusalId = kind === 'error' ? id : undefined
  const takeBack = () => {
    notifications.hide(id)
    undo?.().then(
      () => notify('info', 'Change undone'),
      (error: Error) => notify('error', error.message),
    )
  }
  const { notifications: shown, queue } = notificationsStore.getState()
  const earlier = [...shown, ...queue].find((toast) => toast.id === id)
  const toast = {
    id,
    message: (
      <>
        <span title={message}>{message}</span>
        {undo && (
          <Button size="compact-xs" variant="default" onClick={takeBack}>
            Undo
          </Button>
        )}
      </>
    ),
    role: kind === 'error' ? 'alert' : 'status',
    withCloseButton: true,
    closeButtonProps: { 'aria-label': 'Close' },
    // its timer starts anew only if the time differs
    autoClose: earlier?.autoClose === shownMs ? shownMs + 1 : shownMs,
    ...kinds[kind],
  }
  if (earlier) notifications.update(toast)
  else notifications.show(toast)
}

/** What was refused has succeeded now: the refusal's toast would deny it. */
export const withdrawRefusal = (): void => {
  if (refusalId !== undefined) notifications.hide(refusalId)
}

/** Removes a toast that is no longer true. */
export const withdraw = (kind: keyof typeof kinds, message: string): string =>
  notifications.hide(`${kind}:${message}`)

/** Removes toasts for somebody who wasn't signed in yet. */
export const withdrawAll = (): void => notifications.clean()
