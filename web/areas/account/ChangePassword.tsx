import { PasswordInput, Text } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../api.ts'
import { ActModal } from '../../ui/ActModal.tsx'

const shown = { visibilityToggleButtonProps: { 'aria-label': 'Show the password' } }

export default function ChangePassword({ close }: { close: () => void }) {
  const [change, setChange] = useState('')
  const [verify, setVerify] = useState('')
  return (
    <ActModal
      title="Change your password"
      act="Change password"
      missing={change && verify ? undefined : 'Enter the new password twice'}
      changed={change !== '' || verify !== ''}
      run={async () => {
        const { error } = await api.changePassword({ body: { change, verify } })
        if (error) throw new Error(error)
      }}
      done="Your password is changed, and you are signed out everywhere else"
      close={close}
    >
      <Text size="sm">It ends your sessions on other devices. We tell you by email that it was changed.</Text>
      <PasswordInput
        label="New password"
        description="At least 10 characters"
        autoComplete="new-password"
        maxLength={200}
        value={change}
        onChange={(e) => setChange(e.currentTarget.value)}
        data-autofocus
        {...shown}
      />
      <PasswordInput
        label="Verify password"
        autoComplete="new-password"
        maxLength={200}
        value={verify}
        onChange={(e) => setVerify(e.currentTarget.value)}
        {...shown}
      />
    </ActModal>
  )
}
