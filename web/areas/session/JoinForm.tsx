import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { isEmail } from '#contract/formats.ts'
import { staffPasswordShort } from '#contract/session/password.ts'
import { roleNames, type StaffRole } from '#contract/staff/roles.ts'
import { addressNeeded, personNameNeeded } from '#contract/staff/staff.ts'
import { api, HttpError } from '../../api.ts'
import { formErrorsText } from '../../ui/act/form-errors.ts'
import { focusFirstFault } from '../../ui/act/focus.ts'
import { notify } from '../../ui/act/notify.tsx'
import { useAct } from '../../ui/act/useAct.ts'
import { PublicPage, PublicText } from '../../ui/page/PublicPage.tsx'
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
    handlesError: (error) => {
      if (error instanceof HttpError) form.setErrors(error.fields)
      focusFirstFault()
      return false
    },
  })
  const field = (name: keyof typeof form.values) => ({
    size: 'md' as const,
    withAsterisk: false,
    ...form.getInputProps(name),
  })
  return (
    <PublicPage title={email === null ? 'Create the first admin' : 'Join the Feedstock team'}>
      {email !== null && (
        <PublicText>
          You’ll sign in as <b>{email}</b>. Your role: {roleNames[role]}.
        </PublicText>
      )}
      <form
        noValidate
        onSubmit={form.onSubmit(
          () => act(),
          () => {
            notify('error', formErrorsText())
            focusFirstFault()
          },
        )}
      >
        <Stack gap="lg">
          <TextInput
            label="First name"
            autoComplete="given-name"
            required
            autoFocus
            {...field('first_name')}
          />
          <TextInput label="Last name" autoComplete="family-name" {...field('last_name')} />
          {email === null ? (
            <TextInput label="Email" type="email" autoComplete="username" required {...field('email')} />
          ) : (
            <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
          )}
          <PasswordInput
            label="Password"
            description="At least 12 characters"
            autoComplete="new-password"
            required
            visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
            {...field('password')}
          />
          <Button type="submit" size="md" fullWidth loading={busy}>
            {email === null ? 'Create admin' : 'Join Feedstock'}
          </Button>
        </Stack>
      </form>
    </PublicPage>
  )
}
