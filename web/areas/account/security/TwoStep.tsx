import { Button, Group, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { lastStepNeeded } from '#contract/session/identity.ts'
import { api } from '../../../api.ts'
import { LoadError } from '../../../ui/page/Page.tsx'
import { dayText } from '../../../ui/time.ts'
import { many } from '../../../ui/values.tsx'
import { readOnly } from '../../../viewing.ts'
import { isLastStep } from './last-step.ts'

const BeginTwoStep = lazy(() => import('./BeginTwoStep.tsx'))
const EndTwoStep = lazy(() => import('./EndTwoStep.tsx'))
const RenewRecoveryCodes = lazy(() => import('./RecoveryCodes.tsx'))

/** Whether signing in requires a code, and the button that changes that. */
export function TwoStep() {
  const { data, error, refetch } = useQuery(api.getSecondFactor.query())
  const { data: passkeys } = useQuery(api.listPasskeys.query())
  const [open, setOpen] = useState<'begin' | 'end' | 'codes' | null>(null)
  if (error && !data) return <LoadError error={error} retry={() => void refetch()} />
  if (!data) return <Skeleton height={70} />
  const whyNot = readOnly ?? (isLastStep(data, passkeys) && data.on ? lastStepNeeded : undefined)
  const { on: isOn, since: sinceTm, recovery_codes_left: codesLeft } = data
  const close = () => setOpen(null)
  return (
    <div>
      <p>
        <b>Two-step sign-in is {isOn ? 'on' : 'off'}.</b>{' '}
        {isOn
          ? `On since ${dayText((sinceTm ?? '').slice(0, 10))}. Signing in requires a code from your authenticator app. ${many(codesLeft, 'recovery code')} left.`
          : 'When it’s on, signing in also requires a code from an app on your phone.'}
      </p>
      <Group mt="sm">
        <Button
          variant="default"
          disabled={whyNot !== undefined}
          title={whyNot}
          onClick={() => setOpen(isOn ? 'end' : 'begin')}
        >
          {isOn ? 'Turn off…' : 'Turn on two-step sign-in…'}
        </Button>
        {isOn && (
          <Button
            variant="default"
            disabled={Boolean(readOnly)}
            title={readOnly}
            onClick={() => setOpen('codes')}
          >
            New recovery codes…
          </Button>
        )}
      </Group>
      <Suspense>
        {open === 'begin' && <BeginTwoStep close={close} />}
        {open === 'end' && <EndTwoStep close={close} />}
        {open === 'codes' && <RenewRecoveryCodes close={close} />}
      </Suspense>
    </div>
  )
}
