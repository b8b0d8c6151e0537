import { PasswordInput } from '@mantine/core'

/** The password of whoever is signed in, which shows that it is them. */
export const OwnPassword = ({ value, set }: { value: string; set: (password: string) => void }) => (
  <PasswordInput
    label="Password"
    autoComplete="current-password"
    value={value}
    onChange={(e) => set(e.currentTarget.value)}
    visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
    data-autofocus
  />
)
