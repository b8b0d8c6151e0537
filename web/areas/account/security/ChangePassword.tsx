import { PasswordInput, Text } from '@mantine/core'
import { useState } from 'react'
import { messages } from '#contract/messages.ts'
import { api } from '../../../api.ts'
import { formErrorsText } from '../../../ui/act/form-errors.ts'
import { ActModal } from '../../../ui/act/ActModal.tsx'

const visibilityToggle = { visibilityToggleButtonProps: { 'aria-label': 'Show password' } }

export default function ChangePassword({ close }: { close: () => void }) {
  const [change, setChange] = useState('')
  const [verify, setVerify] = useState('')
  const [fault, setFault] = useState('')
  const differ = fault === messages.passwordsDiffer
  return (
    <ActModal
      title="Change your password"
      act="Change password"
      missing={change && verify ? undefined : 'Enter the new password twice'}
      isChanged={change !== '' || verify !== ''}
      run={async () => {
        const { error } = await api.changePassword({ body: { change, verify } })
        if (!error) return
        setFault(error)
        throw new Error(formErrorsText())
      }}
      doneText="Password changed. You’re signed out everywhere else"
      close={close}
    >
      <Text size="sm">This signs you out on other devices. We’ll email you to confirm.</Text>
      <PasswordInput
        label="New password"
        description="At least 10 characters"
        autoComplete="new-password"
        maxLength={200}
        value={change}
        error={!differ && fault}
        onChange={(e) => {
          setChange(e.currentTarget.value)
          setFault('')
        }}
        data-autofocus
        {...visibilityToggle}
      />
      <PasswordInput
        label="Verify password"
        autoComplete="new-password"
        maxLength={200}
        value={verify}
        error={differ && fault}
        onChange={(e) => {
          setVerify(e.currentTarget.value)
          setFault('')
        }}
        {...visibilityToggle}
      />
    </ActModal>
  )
}
