import { Button, Group, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { StaffLogin } from '#contract/staff/staff.ts'
import { api } from '../../api.ts'
import { ActModal } from '../../ui/act/ActModal.tsx'
import { LoadError, Panel } from '../../ui/page/Page.tsx'
import { readOnly } from '../../viewing.ts'
import { peopleText, withoutSecondStep } from './two-step-words.ts'

/** Whether admins and finance must prove more than a password, and who of them can't yet. */
export function TwoStepRule({ staff }: { staff: readonly StaffLogin[] }) {
  const { data, error, refetch } = useQuery(api.getSignInRule.query())
  const [changing, setChanging] = useState(false)
  const missing = withoutSecondStep(staff)
  return (
    <Panel title="Two-step sign-in">
      {error && !data && <LoadError error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton height={40} />}
      {data && (
        <>
          <Text size="sm">
            <b>{data.two_step_required ? 'Required' : 'Optional'} for admin and finance.</b>{' '}
            {peopleText(missing)}
          </Text>
          <Group mt="sm">
            <Button
              variant="default"
              disabled={readOnly !== undefined}
              title={readOnly}
              onClick={() => setChanging(true)}
            >
              {data.two_step_required ? 'Make optional…' : 'Require…'}
            </Button>
          </Group>
          {changing && (
            <ChangeRule
              required={!data.two_step_required}
              missing={missing}
              close={() => setChanging(false)}
            />
          )}
        </>
      )}
    </Panel>
  )
}

const ChangeRule = ({
  required,
  missing,
  close,
}: {
  required: boolean
  missing: readonly StaffLogin[]
  close: () => void
}) => (
  <ActModal
    title={required ? 'Require two-step sign-in?' : 'Make two-step sign-in optional?'}
    act={required ? 'Require' : 'Make optional'}
    danger={!required}
    run={() => api.saveSignInRule({ body: { two_step_required: required } })}
    doneText={required ? 'Two-step sign-in is now required' : 'Two-step sign-in is now optional'}
    close={close}
  >
    {required ? (
      <>
        <Text size="sm">
          Admins and finance must use an authenticator app or a passkey. Anyone without one sets it up before
          they can continue, even if they are signed in now.
        </Text>
        <Text size="sm">{peopleText(missing)}</Text>
        {missing.some(({ own }) => own) && (
          <Text size="sm">You don’t have one yet. You’ll set it up next.</Text>
        )}
      </>
    ) : (
      <Text size="sm">
        A password alone is then enough to sign in. Admins and finance can turn off their authenticator app.
      </Text>
    )}
  </ActModal>
)
