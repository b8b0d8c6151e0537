import '../account.css'
import { Button, Group, Stack } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { Panel } from '../../../ui/page/Page.tsx'
import { readOnly } from '../../../viewing.ts'
import { Passkeys } from './Passkeys.tsx'
import { Sessions } from './Sessions.tsx'
import { SignInEmail } from './SignInEmail.tsx'
import { TwoStep } from './TwoStep.tsx'

const ChangePassword = lazy(() => import('./ChangePassword.tsx'))

/** Password, two-step sign-in, passkeys and sessions, for customers and staff alike. */
export function SignInSettings() {
  const [changing, setChanging] = useState(false)
  return (
    <>
      <Panel title="Password and sign-in">
        <Stack>
          <SignInEmail />
          <Group>
            <Button
              variant="default"
              disabled={Boolean(readOnly)}
              title={readOnly}
              onClick={() => setChanging(true)}
            >
              Change password…
            </Button>
          </Group>
          <TwoStep />
        </Stack>
      </Panel>
      <Passkeys />
      <Sessions />
      {changing && (
        <Suspense>
          <ChangePassword close={() => setChanging(false)} />
        </Suspense>
      )}
    </>
  )
}
