import { Button, Group, Modal, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { many } from '../values.tsx'
import { isReloading } from './drafts.ts'

/** Asks before changes are lost; the browser itself asks when the page is closed. */
export function LeaveGuard({ changes }: { changes: number }) {
  const dirty = changes > 0
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => dirty && !isReloading() && current.pathname !== next.pathname,
    enableBeforeUnload: () => dirty && !isReloading(),
    disabled: !dirty,
    withResolver: true,
  })
  if (status !== 'blocked') return null
  return (
    <Modal opened onClose={reset} title="Leave without saving?" closeButtonProps={{ 'aria-label': 'Close' }}>
      <Text size="sm">{many(changes, 'change')} on this page will be lost.</Text>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={proceed}>
          Discard changes
        </Button>
        <Button onClick={reset} data-autofocus>
          Keep editing
        </Button>
      </Group>
    </Modal>
  )
}
