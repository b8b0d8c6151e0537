import { PasswordInput, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../../api.ts'
import { ActModal } from '../../../ui/act/ActModal.tsx'

export default function EndTwoStep({ close }: { close: () => void }) {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  return (
    <ActModal
      title="Switch two-step sign-in off"
      act="Switch it off"
      danger
      missing={password && code ? undefined : 'Enter your password and a code'}
      changed={password !== '' || code !== ''}
      run={() => api.endSecondFactor({ body: { password, code } })}
      done="Two-step sign-in is off"
      close={close}
    >
      <Text size="sm">
        Your password alone signs in from then on, and the recovery codes are worth nothing any more.
      </Text>
      <PasswordInput
        label="Password"
        autoComplete="current-password"
        value={password}
        onChange={(e) => setPassword(e.currentTarget.value)}
        visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
        data-autofocus
      />
      <TextInput
        label="Code"
        description="Of your authenticator app, or a recovery code"
        autoComplete="one-time-code"
        maxLength={40}
        value={code}
        onChange={(e) => setCode(e.currentTarget.value)}
      />
    </ActModal>
  )
}
