import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { isStaff } from '#contract/roles.ts'
import { api } from '../../../api.ts'
import { useAct } from '../../../ui/act/useAct.ts'
import { Ago } from '../../../ui/values.tsx'
import { readOnly } from '../../../viewing.ts'

const ChangeEmail = lazy(() => import('./ChangeEmail.tsx'))

/** The customer's sign-in address, and the new one that waits for its confirmation. */
export function SignInEmail() {
  const { data } = useQuery(api.getAccountDetails.query())
  const [isChanging, setIsChanging] = useState(false)
  const { act, busy } = useAct({
    run: () => api.withdrawEmailChange({}),
    doneText: 'Request withdrawn',
  })
  // an admin changes a staff member's
  if (!data || isStaff(data.role)) return null
  const { email, email_change: change } = data
  return (
    <Stack gap="xs" align="flex-start">
      <Text className="break-anywhere">
        You sign in as <b>{email}</b>.
      </Text>
      {change && (
        <Text size="sm" className="break-anywhere">
          Waiting for you to click the link we sent to <b>{change.email}</b>. It expires{' '}
          <Ago tm={change.expires_tm} />.
        </Text>
      )}
      <Group gap="sm">
        <Button
          variant="default"
          disabled={Boolean(readOnly)}
          title={readOnly}
          onClick={() => setIsChanging(true)}
        >
          Change email…
        </Button>
        {change && (
          <Button
            variant="subtle"
            loading={busy}
            disabled={Boolean(readOnly)}
            title={readOnly}
            onClick={() => act()}
          >
            Withdraw request
          </Button>
        )}
      </Group>
      {isChanging && (
        <Suspense>
          <ChangeEmail email={email} close={() => setIsChanging(false)} />
        </Suspense>
      )}
    </Stack>
  )
}
