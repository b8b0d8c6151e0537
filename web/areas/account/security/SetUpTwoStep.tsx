import '../account.css'
import { Alert, Anchor, Button, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { api } from '../../../api.ts'
import { signWithPasskey, supportsPasskeys } from '../../../ui/act/passkey.ts'
import { useAct } from '../../../ui/act/useAct.ts'
import { AddPasskey } from './AddPasskey.tsx'

const BeginTwoStep = lazy(() => import('./BeginTwoStep.tsx'))

/** All that an admin or finance sees while two-step sign-in is required of them and not used yet. */
export default function SetUpTwoStep({ onDone, signOut }: { onDone: () => void; signOut: () => void }) {
  const { data: passkeys } = useQuery(api.listPasskeys.query())
  const [open, setOpen] = useState<'app' | 'passkey' | null>(null)
  const confirm = useAct({
    run: async () => api.confirmIdentity({ body: { passkey: await signWithPasskey() } }),
    after: onDone,
    handlesError: () => true,
  })
  const close = () => {
    setOpen(null)
    onDone()
  }
  const hasPasskey = (passkeys?.length ?? 0) > 0
  return (
    <main className="set-up">
      <Stack>
        <Title order={1}>{hasPasskey ? 'Use your passkey' : 'Set up two-step sign-in'}</Title>
        <Text>
          Your role requires two-step sign-in.
          {hasPasskey
            ? ' If you lost your passkey, another admin can give you a new login.'
            : ' Choose how to set it up.'}
        </Text>
        {hasPasskey ? (
          <Button loading={confirm.busy} onClick={() => confirm.act()}>
            Use my passkey
          </Button>
        ) : (
          <>
            <Button
              disabled={!supportsPasskeys()}
              title={supportsPasskeys() ? undefined : 'This browser has no passkeys'}
              onClick={() => setOpen('passkey')}
            >
              Add passkey…
            </Button>
            <Button variant="default" onClick={() => setOpen('app')}>
              Use an authenticator app…
            </Button>
          </>
        )}
        {confirm.error && (
          <Alert color="red" role="alert">
            {confirm.error.message}
          </Alert>
        )}
        <Anchor component="button" type="button" size="sm" w="fit-content" onClick={signOut}>
          Sign out
        </Anchor>
      </Stack>
      {open === 'passkey' && <AddPasskey close={close} />}
      <Suspense>{open === 'app' && <BeginTwoStep close={close} />}</Suspense>
    </main>
  )
}
