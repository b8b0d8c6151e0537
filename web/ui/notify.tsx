import { notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react'

const kinds = {
  success: { color: 'green', icon: <IconCheck size={18} />, title: 'Done' },
  error: { color: 'red', icon: <IconX size={18} />, title: 'Error' },
  warning: { color: 'yellow', icon: <IconAlertTriangle size={18} />, title: 'Warning' },
  info: { color: 'blue', icon: <IconInfoCircle size={18} />, title: 'Note' },
} as const

/** A toast (docs/domain.md, Sessions, errors and alarms); its id keeps it from standing there twice. */
export function notify(kind: keyof typeof kinds, message: string): void {
  notifications.show({
    id: `${kind}:${message}`,
    message,
    withCloseButton: true,
    closeButtonProps: { 'aria-label': 'Close' },
    autoClose: 8000,
    ...kinds[kind],
  })
}
