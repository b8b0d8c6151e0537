import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react'

const kinds = {
  success: { color: 'var(--good)', icon: <IconCheck size={15} /> },
  error: { color: 'var(--bad)', icon: <IconX size={15} /> },
  warning: { color: 'var(--wait)', icon: <IconAlertTriangle size={15} /> },
  info: { color: 'var(--run)', icon: <IconInfoCircle size={15} /> },
} as const

let refusalId: string | undefined

/**
 * A toast (docs/domain/errors.md, Toasts): only the newest, in the header, where it covers
 * nothing that anybody works on.
 * @param undo takes back what the toast reports
 */
export function notify(kind: keyof typeof kinds, message: string, undo?: () => Promise<unknown>): void {
  const id = `${kind}:${message}`
  notifications.clean()
  refusalId = kind === 'error' ? id : undefined
  const takeBack = () => {
    notifications.hide(id)
    undo?.().then(
      () => notify('info', 'Change undone'),
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

/** What was refused has succeeded now: the refusal's toast would deny it. */
export const withdrawRefusal = (): void => {
  if (refusalId !== undefined) notifications.hide(refusalId)
}

/** Removes a toast that is no longer true. */
export const withdraw = (kind: keyof typeof kinds, message: string): string =>
  notifications.hide(`${kind}:${message}`)

/** Removes toasts for somebody who wasn't signed in yet. */
export const withdrawAll = (): void => notifications.clean()
