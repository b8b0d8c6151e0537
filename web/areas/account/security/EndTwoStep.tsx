import { Text } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../../api.ts'
import { ActModal } from '../../../ui/act/ActModal.tsx'
import { OwnCode } from './OwnCode.tsx'
import { OwnPassword } from './OwnPassword.tsx'

export default function EndTwoStep({ close }: { close: () => void }) {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  return (
    <ActModal
      title="Turn off two-step sign-in"
      act="Turn off"
      danger
      missing={password && code ? undefined : 'Enter your password and a code'}
      isChanged={password !== '' || code !== ''}
      run={() => api.endSecondFactor({ body: { password, code } })}
      doneText="Two-step sign-in turned off"
      close={close}
    >
      <Text size="sm">
        You’ll sign in with your password only. Your recovery codes stop working, and you’re signed out
        everywhere else.
      </Text>
      <OwnPassword value={password} set={setPassword} />
      <OwnCode value={code} set={setCode} />
    </ActModal>
  )
}
