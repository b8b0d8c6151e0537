import { Button, CopyButton, Group, Text, TextInput } from '@mantine/core'
import { Fragment, useRef, useState } from 'react'
import type { Result } from '#contract/index.ts'
import { api } from '../../../api.ts'
import { ActModal } from '../../../ui/act/ActModal.tsx'
import { OwnPassword } from './OwnPassword.tsx'
import { QrCode } from './QrCode.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'

type NewSecret = Result<'beginSecondFactor'>

/** Password, app and recovery codes, a step each; closing the open step closes all. */
export default function BeginTwoStep({ close }: { close: () => void }) {
  const step = useRef(0)
  const [newSecret, setNewSecret] = useState<NewSecret | null>(null)
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
  if (codes) return <RecoveryCodes title="Two-step sign-in is on" codes={codes} close={close} />
  if (newSecret) return <Confirm newSecret={newSecret} close={closeOf(1)} onCodes={next(setCodes)} />
  return <AskPassword close={closeOf(0)} onSecret={next(setNewSecret)} />
}

function AskPassword({ close, onSecret }: { close: () => void; onSecret: (begun: NewSecret) => void }) {
  const [password, setPassword] = useState('')
  return (
    <ActModal
      title="Turn on two-step sign-in"
      act="Continue"
      missing={password ? undefined : 'Enter your password'}
      isChanged={password !== ''}
      run={async () => onSecret(await api.beginSecondFactor({ body: { password } }))}
      close={close}
    >
      <Text size="sm">You need an authenticator app on your phone. Enter your password to continue.</Text>
      <OwnPassword value={password} set={setPassword} />
    </ActModal>
  )
}

function Confirm({
  newSecret: { secret, uri },
  close,
  onCodes,
}: {
  newSecret: NewSecret
  close: () => void
  onCodes: (codes: readonly string[]) => void
}) {
  const [code, setCode] = useState('')
  return (
    <ActModal
      title="Add Feedstock to your app"
      act="Turn on"
      missing={code ? undefined : 'Enter the code from your app'}
      isChanged
      run={async () => onCodes((await api.confirmSecondFactor({ body: { code } })).recovery_codes)}
      close={close}
    >
      <Text size="sm">
        Scan this code with your authenticator app. Can’t scan it? Open it in the app, or type the key.
      </Text>
      <QrCode text={uri} label="QR code for your authenticator app" />
      <Text ta="center">
        <code className="app-key">
          {secret.match(/.{1,4}/g)?.map((part, index) => (
            <Fragment key={index}>{part} </Fragment>
          ))}
        </code>
      </Text>
      <Group justify="center">
        <Button component="a" href={uri} variant="default">
          {' '}
          Open in app
        </Button>
        <CopyButton value={secret}>
          {({ copied: isCopied, copy }) => (
            <Button variant="default" onClick={copy}>
              {isCopied ? 'Copied' : 'Copy key'}
            </Button>
          )}
        </CopyButton>
      </Group>
      <TextInput
        label="Code"
        description="The 6-digit code in your app"
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
