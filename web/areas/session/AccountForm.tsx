import { Button, PasswordInput, Stack, type PasswordInputProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { HttpError } from '../../api.ts'
import { focusFirstFault } from '../../ui/act/focus.ts'
import { submitting } from '../../ui/act/submit.ts'

/** A form by which an invited person opens an account. */
export function AccountForm({
  form,
  email,
  act,
  busy,
  submitText,
  children,
}: {
  form: Parameters<typeof submitting>[0]
  /** Tells password managers whose password it is; null: it is one of the fields. */
  email: string | null
  act: () => void
  busy: boolean
  submitText: string
  children: ReactNode
}) {
  return (
    <form noValidate onSubmit={submitting(form, act)}>
      <Stack gap="lg">
        {email !== null && (
          <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        )}
        {children}
        <Button type="submit" size="md" fullWidth loading={busy}>
          {submitText}
        </Button>
      </Stack>
    </form>
  )
}

/** The props of each field. */
export const accountField = { size: 'md', withAsterisk: false } as const

export const NewPassword = ({ least, ...props }: PasswordInputProps & { least: number }) => (
  <PasswordInput
    {...accountField}
    label="Password"
    description={`At least ${least} characters`}
    autoComplete="new-password"
    required
    visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
    {...props}
  />
)

/** Shows a refusal at its fields, besides the toast. */
export const showingFaults =
  (form: { setErrors: (fields: Record<string, string>) => void }) =>
  (error: Error): boolean => {
    if (error instanceof HttpError) form.setErrors(error.fields)
    focusFirstFault()
    return false
  }
