import { TextInput } from '@mantine/core'

/** A code of whoever is signed in, where two-step sign-in is on. */
export const OwnCode = ({
  value,
  set,
  error,
}: {
  value: string
  set: (code: string) => void
  error?: string | false
}) => (
  <TextInput
    label="Code"
    description="From your authenticator app, or a recovery code"
    autoComplete="one-time-code"
    maxLength={40}
    value={value}
    error={error}
    onChange={(e) => set(e.currentTarget.value)}
  />
)
