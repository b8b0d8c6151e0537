import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react'

const kinds = {
  success: { color: 'var(--good)', icon: <IconCheck size={15} /> },
  error: { color: 'var(--bad)', icon: <IconX size={15} /> },
  warning: { color: 'var(--wait)', icon: <IconAlertTriangle size={15} /> },
  info: { color: 'var(--run)', icon: <IconInfoCircle size={15} /> },
} as const

let refused: string | undefined

/**
 * A toast (docs/domain.md, Sessions, errors and alarms): the newest alone, in the header, over nothing that
 * anybody works on.
 * @param undo takes back what it tells of
 */
export function notify(kind: keyof typeof kinds, message: string, undo?: () => Promise<unknown>): void {
  const id = `${kind}:${message}`
  notifications.clean()
  refused = kind === 'error' ? id : undefined
  const takeBack = () => {
    notifications.hide(id)
    undo?.().then(
      () => notify('info', 'Undone'),
      (error: Error) => notify('error', error.message),
    )
  }
  notifications.show({
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
    autoClose: 8000,
    ...kinds[kind],
  })
}

/** What was refused is done now: its toast would deny it. */
export const withdrawRefusal = (): void => {
  if (refused !== undefined) notifications.hide(refused)
}

/** Takes a toast away that isn't true any more. */
export const withdraw = (kind: keyof typeof kinds, message: string): string =>
  notifications.hide(`${kind}:${message}`)

/** Takes away what was told somebody who wasn't signed in yet. */
export const withdrawAll = (): void => notifications.clean()
