import { Alert, Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'

/** Confirms an act and takes its reason. The button says the act, is busy while it runs, and can't run twice. */
export function ReasonModal({
  title,
  act,
  danger,
  initial = '',
  minimum = 3,
  children,
  run,
  close,
}: {
  title: string
  act: string
  danger?: boolean
  initial?: string
  minimum?: number
  children?: ReactNode
  run: (reason: string) => Promise<unknown>
  close: () => void
}) {
  const [reason, setReason] = useState(initial)
  const mutation = useMutation({ mutationFn: run, onSuccess: close })
  const ready = reason.trim().length >= minimum
  return (
    <Modal
      opened
      onClose={() => !mutation.isPending && close()}
      title={title}
      closeOnClickOutside={reason === initial}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form
        onSubmit={(e) => {
          e.preventDefault()
          if (ready && !mutation.isPending) mutation.mutate(reason.trim())
        }}
      >
        <Stack>
          {typeof children === 'string' ? <Text size="sm">{children}</Text> : children}
          <Textarea
            label="Reason"
            description="Stands in the activity log"
            required
            autosize
            minRows={2}
            data-autofocus
            value={reason}
            onChange={(e) => setReason(e.currentTarget.value)}
          />
          {mutation.error && (
            <Alert color="red" role="alert">
              {mutation.error.message}
            </Alert>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={close} disabled={mutation.isPending}>
              Cancel
            </Button>
            <Button type="submit" {...(danger && { color: 'red.9' })} loading={mutation.isPending} disabled={!ready}>
              {act}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
