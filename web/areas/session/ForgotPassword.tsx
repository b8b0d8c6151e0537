import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { isEmail } from '#contract/formats.ts'
import { messages } from '#contract/messages.ts'
import { api } from '../../api.ts'
import { ActModal } from '../../ui/act/ActModal.tsx'
import { notify } from '../../ui/act/notify.tsx'

export default function ForgotPassword({
  initial,
  sent,
  close,
}: {
  initial: string
  sent: (email: string) => void
  close: () => void
}) {
  const [email, setEmail] = useState(initial)
  const [fault, setFault] = useState('')
  return (
    <ActModal
      title="Reset your password"
      act="Send the link"
      changed={email !== initial}
      run={async () => {
        if (!isEmail(email.trim())) {
          setFault(messages.emailNeeded)
          throw new Error(messages.formErrorsListed)
        }
        await api.requestPasswordReset({ body: { email } })
      }}
      after={() => {
        sent(email)
        notify('info', messages.resetSent)
      }}
      close={close}
    >
      <Text size="sm">We send a link that works once, for 24 hours.</Text>
      <TextInput
        label="Email"
        type="email"
        autoComplete="username"
        value={email}
        error={fault}
        onChange={(e) => {
          setEmail(e.currentTarget.value)
          setFault('')
        }}
        data-autofocus
      />
    </ActModal>
  )
}
