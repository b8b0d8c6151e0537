import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { isEmail } from '#contract/formats.ts'
import { messages } from '#contract/messages.ts'
import { api } from '../../api.ts'
import { ActModal } from '../../ui/act/ActModal.tsx'
import { notify } from '../../ui/act/notify.tsx'

export default function ForgotPassword({
  initial,
  onSent,
  close,
}: {
  initial: string
  onSent: (email: string) => void
  close: () => void
}) {
  const [email, setEmail] = useState(initial)
  const [fault, setFault] = useState('')
  const validate = () => {
    const hasErrors = !isEmail(email.trim())
    if (hasErrors) setFault(messages.emailNeeded)
    return { hasErrors }
  }
  return (
    <ActModal
      title="Reset your password"
      act="Send link"
      isChanged={email !== initial}
      form={{ validate }}
      run={() => api.requestPasswordReset({ body: { email } })}
      after={() => {
        onSent(email)
        notify('info', messages.resetSent)
      }}
      close={close}
    >
      <Text size="sm">We’ll email you a link. It works once and expires in 24 hours.</Text>
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
