import { Button, CopyButton, Group, Modal, Stack, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { api } from '../../../api.ts'
import { ActModal } from '../../../ui/act/ActModal.tsx'
import { OwnPassword } from './OwnPassword.tsx'

/** Codes that are shown this once. */
export function RecoveryCodes({
  title,
  codes,
  close,
}: {
  title: string
  codes: readonly string[]
  close: () => void
}) {
  return (
    <Modal
      opened
      onClose={close}
      title={title}
      closeOnClickOutside={false}
      closeOnEscape={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack>
        <Text size="sm">
          Keep these codes somewhere you can reach without your phone. Each works once, instead of a code from
          your app. You won’t see them again.
        </Text>
        <ul className="recovery-codes" aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <Group justify="flex-end">
          <CopyButton value={codes.join('\n')}>
            {({ copied: isCopied, copy }) => (
              // a second Enter after the code must not close the codes unread
              <Button variant="default" onClick={copy} data-autofocus>
                {isCopied ? 'Copied' : 'Copy codes'}
              </Button>
            )}
          </CopyButton>
          <Button onClick={close}>I’ve saved them</Button>
        </Group>
      </Stack>
    </Modal>
  )
}

/** New recovery codes in place of those left, after the password. */
export default function RenewRecoveryCodes({ close }: { close: () => void }) {
  const [password, setPassword] = useState('')
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const hasCodes = useRef(false)
  if (codes) return <RecoveryCodes title="New recovery codes" codes={codes} close={close} />
  return (
    <ActModal
      title="Create new recovery codes"
      act="Create codes"
      missing={password ? undefined : 'Enter your password'}
      isChanged={password !== ''}
      run={async () => {
        const { recovery_codes } = await api.renewRecoveryCodes({ body: { password } })
        hasCodes.current = true
        setCodes(recovery_codes)
      }}
      // the codes are shown next
      close={() => hasCodes.current || close()}
    >
      <Text size="sm">Your earlier codes stop working, and you’re signed out everywhere else.</Text>
      <OwnPassword value={password} set={setPassword} />
    </ActModal>
  )
}
