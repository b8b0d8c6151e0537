import '../account.css'
import { Button, Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { api } from '../../../api.ts'
import { Panel } from '../../../ui/page/Page.tsx'
import { readOnly } from '../../../viewing.ts'
import { Passkeys } from './Passkeys.tsx'
import { Sessions } from './Sessions.tsx'
import { StaffRule } from './StaffRule.tsx'
import { TwoStep } from './TwoStep.tsx'

const ChangePassword = lazy(() => import('./ChangePassword.tsx'))

/** Password, two-step sign-in, passkeys and sessions, for customers and staff alike. */
export function SignInSettings() {
  const { data: account } = useQuery({ ...api.getAccount.query(), staleTime: Infinity })
  const [changing, setChanging] = useState(false)
  return (
    <>
      <Panel title="Password and sign-in">
        <Stack>
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
      {account?.role === 'admin' && <StaffRule />}
      {changing && (
        <Suspense>
          <ChangePassword close={() => setChanging(false)} />
        </Suspense>
      )}
    </>
  )
}
