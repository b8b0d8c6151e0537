import { PasswordInput, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState, type ComponentProps } from 'react'
import { messages } from '#contract/messages.ts'
import { isStaff } from '#contract/roles.ts'
import { codeNeeded } from '#contract/session/code-needed.ts'
import { currentPasswordNeeded, passwordWrong } from '#contract/session/password.ts'
import { codeWrong } from '#contract/session/second-factor.ts'
import { api } from '../../../api.ts'
import { formErrorsText } from '../../../ui/act/form-errors.ts'
import { ActModal } from '../../../ui/act/ActModal.tsx'
import { OwnCode } from './OwnCode.tsx'

/** The field that an error belongs to; any other is about the new password. */
const fieldOf: Readonly<Record<string, 'current_password' | 'verify' | 'code'>> = {
  [currentPasswordNeeded]: 'current_password',
  [passwordWrong]: 'current_password',
  [messages.passwordsDiffer]: 'verify',
  [codeNeeded]: 'code',
  [codeWrong]: 'code',
}
const nothing = { current_password: '', change: '', verify: '', code: '' }

export default function ChangePassword({ close }: { close: () => void }) {
  const [typed, setTyped] = useState(nothing)
  const [fault, setFault] = useState('')
  const { data: factor } = useQuery(api.getSecondFactor.query())
  const { data: account } = useQuery({ ...api.getAccount.query(), staleTime: Infinity })
  const atLeast = account && isStaff(account.role) ? 12 : 10
  const needsCode = factor?.on ?? false
  const set = (change: Partial<typeof nothing>) => {
    setTyped((before) => ({ ...before, ...change }))
    setFault('')
  }
  const errorOf = (name: keyof typeof nothing) =>
    fault !== '' && (fieldOf[fault] ?? 'change') === name && fault
  const missing = () => {
    if (!typed.current_password) return currentPasswordNeeded
    if (!typed.change || !typed.verify) return 'Enter the new password twice'
    return needsCode && !typed.code ? 'Enter a code' : undefined
  }
  const field = (name: 'current_password' | 'change' | 'verify') => ({
    value: typed[name],
    error: errorOf(name),
    onChange: (e: { currentTarget: { value: string } }) => set({ [name]: e.currentTarget.value }),
  })
  return (
    <ActModal
      title="Change your password"
      act="Change password"
      missing={missing()}
      isChanged={Object.values(typed).some((value) => value !== '')}
      run={async () => {
        const { error } = await api.changePassword({ body: typed })
        if (!error) return
        setFault(error)
        throw new Error(formErrorsText())
      }}
      doneText="Password changed. You’re signed out everywhere else"
      close={close}
    >
      <Text size="sm">This signs you out on other devices. We’ll email you a confirmation.</Text>
      <Password
        label="Current password"
        autoComplete="current-password"
        {...field('current_password')}
        data-autofocus
      />
      <Password
        label="New password"
        description={`At least ${atLeast} characters`}
        autoComplete="new-password"
        {...field('change')}
      />
      <Password label="Verify password" autoComplete="new-password" {...field('verify')} />
      {needsCode && <OwnCode value={typed.code} set={(code) => set({ code })} error={errorOf('code')} />}
    </ActModal>
  )
}

const Password = (props: ComponentProps<typeof PasswordInput>) => (
  <PasswordInput maxLength={200} visibilityToggleButtonProps={{ 'aria-label': 'Show password' }} {...props} />
)
