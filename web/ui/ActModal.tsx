import { Alert, Button, Group, Modal, Stack, type MantineSize } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'

/**
 * The one modal that does something: the button says the act, is busy while it runs and can't run twice;
 * what goes wrong is said in it, and nothing typed is lost.
 */
export function ActModal({
  title,
  act,
  danger,
  ready = true,
  changed = false,
  size,
  run,
  close,
  children,
}: {
  title: string
  act: string
  danger?: boolean | undefined
  ready?: boolean
  /** Something was typed: a click beside the modal doesn't close it. */
  changed?: boolean
  size?: MantineSize | number
  run: () => Promise<unknown>
  close: () => void
  children?: ReactNode
}) {
  const mutation = useMutation({ mutationFn: run, onSuccess: close })
  return (
    <Modal
      opened
      onClose={() => !mutation.isPending && close()}
      title={title}
      {...(size !== undefined && { size })}
      closeOnClickOutside={!changed}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form
        noValidate
        onSubmit={(e) => {
          e.preventDefault()
          e.stopPropagation()
          if (ready && !mutation.isPending) mutation.mutate()
        }}
      >
        <Stack>
          {children}
          {mutation.error && (
            <Alert color="red" role="alert">
              {mutation.error.message}
            </Alert>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={close} disabled={mutation.isPending}>
              Cancel
            </Button>
            <Button
              type="submit"
              {...(danger && { color: 'red.9' })}
              loading={mutation.isPending}
              disabled={!ready}
            >
              {act}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
