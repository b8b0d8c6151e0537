import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { isEmail } from '#contract/formats.ts'
import { messages } from '#contract/messages.ts'
import { api, HttpError } from '../../api.ts'
import { notify } from '../../ui/notify.tsx'

export default function ForgotPassword({ initial, close }: { initial: string; close: () => void }) {
  const [email, setEmail] = useState(initial)
  const [fault, setFault] = useState<string | null>(null)
  const ask = useMutation({
    mutationFn: () => api.requestPasswordReset({ body: { email } }),
    onSuccess: () => {
      notify('info', messages.resetSent)
      close()
    },
    onError: (error) =>
      setFault(error instanceof HttpError ? (error.fields.email ?? error.message) : error.message),
  })
  return (
    <Modal opened onClose={close} title="Reset your password" closeButtonProps={{ 'aria-label': 'Close' }}>
      <form
        noValidate
        onSubmit={(e) => {
          e.preventDefault()
          if (!isEmail(email.trim())) setFault(messages.emailNeeded)
          else ask.mutate()
        }}
      >
        <Stack>
          <Text size="sm">We send a link that works once, for 24 hours.</Text>
          <TextInput
            label="Email"
            type="email"
            value={email}
            onChange={(e) => setEmail(e.currentTarget.value)}
            error={fault}
            data-autofocus
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" loading={ask.isPending}>
              Send the link
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
