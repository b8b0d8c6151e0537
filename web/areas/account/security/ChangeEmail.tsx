import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { isEmail } from '#contract/formats.ts'
import { messages } from '#contract/messages.ts'
import { api } from '../../../api.ts'
import { ActModal } from '../../../ui/act/ActModal.tsx'

/** Requests a new sign-in address; it counts once its link is used. */
export default function ChangeEmail({ email, close }: { email: string; close: () => void }) {
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState<string>()
  return (
    <ActModal
      title="Change your sign-in email"
      act="Send link"
      missing={isEmail(typed.trim()) ? undefined : messages.notificationEmailWrong}
      isChanged={typed !== ''}
      run={() => api.requestEmailChange({ body: { email: typed.trim() } })}
      doneText={`Link sent to ${typed.trim()}`}
      fields={({ email: emailFault }) => setFault(emailFault)}
      close={close}
    >
      <Text size="sm" className="break-anywhere">
        We’ll email a link to the new address. Until you click it, you sign in with {email}. If that is also
        your contact address, it changes too. Notification emails stay the same.
      </Text>
      <TextInput
        label="New sign-in email"
        type="email"
        autoComplete="email"
        maxLength={254}
        value={typed}
        error={fault}
        onChange={(e) => {
          setTyped(e.currentTarget.value)
          setFault(undefined)
        }}
        data-autofocus
      />
    </ActModal>
  )
}
