import { Button, CopyButton, Group, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { Fragment, useRef, useState } from 'react'
import type { Result } from '#contract/index.ts'
import { api } from '../../../api.ts'
import { ActModal } from '../../../ui/act/ActModal.tsx'
import { QrCode } from './QrCode.tsx'

type Begun = Result<'beginSecondFactor'>

/** The password, the app, and the recovery codes: a step each, and only the open one closes all. */
export default function BeginTwoStep({ close }: { close: () => void }) {
  const step = useRef(0)
  const [begun, setBegun] = useState<Begun | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const closeOf = (n: number) => () => {
    if (step.current === n) close()
  }
  const next =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      step.current += 1
      set(value)
    }
  if (codes) return <RecoveryCodes codes={codes} close={close} />
  if (begun) return <Confirm begun={begun} close={closeOf(1)} done={next(setCodes)} />
  return <AskPassword close={closeOf(0)} done={next(setBegun)} />
}

function AskPassword({ close, done }: { close: () => void; done: (begun: Begun) => void }) {
  const [password, setPassword] = useState('')
  return (
    <ActModal
      title="Switch on two-step sign-in"
      act="Go on"
      missing={password ? undefined : 'Enter your password'}
      changed={password !== ''}
      run={async () => done(await api.beginSecondFactor({ body: { password } }))}
      close={close}
    >
      <Text size="sm">
        You need an authenticator app on your phone, such as the one of your password manager. First your
        password, so that we know it is you.
      </Text>
      <PasswordInput
        label="Password"
        autoComplete="current-password"
        value={password}
        onChange={(e) => setPassword(e.currentTarget.value)}
        visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
        data-autofocus
      />
    </ActModal>
  )
}

function Confirm({
  begun: { secret, uri },
  close,
  done,
}: {
  begun: Begun
  close: () => void
  done: (codes: readonly string[]) => void
}) {
  const [code, setCode] = useState('')
  return (
    <ActModal
      title="Add Feedstock to your app"
      act="Switch it on"
      missing={code ? undefined : 'Enter the code that the app shows'}
      changed
      run={async () => done((await api.confirmSecondFactor({ body: { code } })).recovery_codes)}
      close={close}
    >
      <Text size="sm">
        Scan this with the app. On this same phone, open it in the app or copy the key; where it can’t be
        scanned, type the key.
      </Text>
      <QrCode text={uri} label="QR code for your authenticator app" />
      <Text ta="center">
        <code className="app-key">
          {secret.match(/.{1,4}/g)!.map((part, at) => (
            <Fragment key={at}>{part} </Fragment>
          ))}
        </code>
      </Text>
      <Group justify="center">
        <Button component="a" href={uri} variant="default">
          Open in the app
        </Button>
        <CopyButton value={secret}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? 'Copied' : 'Copy the key'}
            </Button>
          )}
        </CopyButton>
      </Group>
      <TextInput
        label="Code"
        description="Six digits, which the app shows now"
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={40}
        value={code}
        onChange={(e) => setCode(e.currentTarget.value)}
        data-autofocus
      />
    </ActModal>
  )
}

function RecoveryCodes({ codes, close }: { codes: readonly string[]; close: () => void }) {
  return (
    <Modal
      opened
      onClose={close}
      title="Two-step sign-in is on"
      closeOnClickOutside={false}
      closeOnEscape={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack>
        <Text size="sm">
          Keep these recovery codes where you find them without your phone. Each signs you in once, in place
          of a code of the app. They aren’t shown again.
        </Text>
        <ul className="recovery-codes" aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <Group justify="flex-end">
          <CopyButton value={codes.join('\n')}>
            {({ copied, copy }) => (
              // a second Enter after the code puts nothing away unread
              <Button variant="default" onClick={copy} data-autofocus>
                {copied ? 'Copied' : 'Copy the codes'}
              </Button>
            )}
          </CopyButton>
          <Button onClick={close}>I have kept them</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
