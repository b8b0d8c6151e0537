import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { isEmail } from '#contract/formats.ts'
import { staffPasswordShort } from '#contract/session/password.ts'
import { roleNames, type StaffRole } from '#contract/staff/roles.ts'
import { addressNeeded, personNameNeeded } from '#contract/staff/staff.ts'
import { api } from '../../api.ts'
import { useAct } from '../../ui/act/useAct.ts'
import { PublicPage, PublicText } from '../../ui/page/PublicPage.tsx'
import { AccountForm, accountField, NewPassword, showingFaults } from './AccountForm.tsx'
import { enter } from './enter.ts'

interface Joining {
  token: string
  /** null: the first admin chooses one. */
  email: string | null
  role: StaffRole
  /** Called when the link was used or withdrawn meanwhile. */
  refused: () => void
}

export function JoinForm({ token, email, role, refused }: Joining) {
  const form = useForm({
    initialValues: { first_name: '', last_name: '', email: '', password: '' },
    validate: {
      first_name: (value) => (value.trim() ? null : personNameNeeded),
      email: (value) => (email !== null || isEmail(value.trim()) ? null : addressNeeded),
      password: (value) => (value.length < 12 ? staffPasswordShort : null),
    },
  })
  const { act, busy } = useAct({
    run: () => {
      const { email: chosen, ...values } = form.values
      const body = { ...values, ...(email === null && { email: chosen }) }
      return api.joinStaff({ params: { token }, body })
    },
    after: ({ success, email: address }) =>
      success ? enter(address, form.values.password, 'Welcome to Feedstock!') : refused(),
    handlesError: showingFaults(form),
  })
  const field = (name: keyof typeof form.values) => ({ ...accountField, ...form.getInputProps(name) })
  return (
    <PublicPage title={email === null ? 'Create the first admin' : 'Join the Feedstock team'}>
      {email !== null && (
        <PublicText>
          You’ll sign in as <b>{email}</b>. Your role: {roleNames[role]}.
        </PublicText>
      )}
      <AccountForm
        form={form}
        email={email}
        act={() => act()}
        busy={busy}
        submitText={email === null ? 'Create admin' : 'Join Feedstock'}
      >
        <TextInput label="First name" autoComplete="given-name" required autoFocus {...field('first_name')} />
        <TextInput label="Last name" autoComplete="family-name" {...field('last_name')} />
        {email === null && (
          <TextInput label="Email" type="email" autoComplete="username" required {...field('email')} />
        )}
        <NewPassword least={12} {...field('password')} />
      </AccountForm>
    </PublicPage>
  )
}
