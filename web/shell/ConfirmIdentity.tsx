import { Anchor, Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, HttpError } from '../api.ts'
import { signWithPasskey, supportsPasskeys } from '../ui/act/passkey.ts'

/** Asks for the password, or a code, before an act that needs a fresh sign-in; the act then continues. */
export default function ConfirmIdentity({ close }: { close: (isConfirmed: boolean) => void }) {
  const { data: factor } = useQuery(api.getSecondFactor.query())
  const [byCode, setByCode] = useState(false)
  const [proof, setProof] = useState('')
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState('')
  const { data: passkeys } = useQuery(api.listPasskeys.query())
  const confirm = async (
    prove: () => Promise<{ code: string } | { password: string } | { passkey: string }>,
  ) => {
    setBusy(true)
    try {
      await api.confirmIdentity({ body: await prove() })
      close(true)
    } catch (error) {
      if (error instanceof HttpError) error.isHandled = true
      setFault((error as Error).message)
      setBusy(false)
    }
  }
  const field = {
    value: proof,
    error: fault,
    onChange: (e: { currentTarget: { value: string } }) => {
      setProof(e.currentTarget.value)
      setFault('')
    },
    'data-autofocus': true,
  }
  return (
    <Modal
      opened
      onClose={() => !busy && close(false)}
      title="Confirm it’s you"
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
      // above the dialog whose act waits for it
      zIndex={400}
    >
      <form
        noValidate
        onSubmit={(e) => {
          e.preventDefault()
          e.stopPropagation()
          if (proof && !busy) void confirm(async () => (byCode ? { code: proof } : { password: proof }))
        }}
      >
        <Stack>
          <Text size="sm">{byCode ? 'Enter a code to continue.' : 'Enter your password to continue.'}</Text>
          {byCode ? (
            <TextInput
              label="Code"
              description="From your authenticator app, or a recovery code"
              autoComplete="one-time-code"
              maxLength={40}
              {...field}
            />
          ) : (
            <PasswordInput
              label="Password"
              autoComplete="current-password"
              maxLength={200}
              visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
              {...field}
            />
          )}
          {factor?.on && (
            <Anchor
              component="button"
              type="button"
              size="sm"
              w="fit-content"
              onClick={() => {
                setByCode(!byCode)
                setProof('')
                setFault('')
              }}
            >
              {byCode ? 'Use your password instead' : 'Use a code instead'}
            </Anchor>
          )}
          {(passkeys?.length ?? 0) > 0 && supportsPasskeys() && (
            <Anchor
              component="button"
              type="button"
              size="sm"
              w="fit-content"
              onClick={() => void confirm(async () => ({ passkey: await signWithPasskey() }))}
            >
              Use a passkey instead
            </Anchor>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={() => close(false)} disabled={busy}>
              Cancel
            </Button>
            <Button type="submit" loading={busy} disabled={!proof}>
              Continue
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
