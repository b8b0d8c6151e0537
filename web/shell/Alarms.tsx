import { Alert, Button } from '@mantine/core'
import { lazy, Suspense, useEffect, useState } from 'react'
import { messages } from '#contract/messages.ts'
import { onRefusal, type HttpError } from '../api.ts'
import { onIdentityNeeded } from '../identity.ts'
import { isPublicPath, screenAt } from '../screens.ts'
import { setStaffScreens } from '../ui/act/form-errors.ts'
import { notify } from '../ui/act/notify.tsx'
import { reloadWithDrafts } from '../ui/form/drafts.ts'
import { pathname, viewing } from '../viewing.ts'
import { accountQuery, hasAccount, queryClient, setAlarm, signedOut, useAlarm } from './session.ts'

setStaffScreens(() => ['staff', 'money', 'admin'].includes(screenAt(pathname())?.access ?? ''))

const reloadSeconds = 8
const sessionExpired = () => import('./SessionExpired.tsx')
const SessionExpired = lazy(sessionExpired)
const ConfirmIdentity = lazy(() => import('./ConfirmIdentity.tsx'))
const viewOverModal = () => import('./ViewOver.tsx')
const ViewOver = lazy(viewOverModal)

/** What any refusal may mean for the whole app (docs/domain/errors.md, Refusals). */
export function Alarms() {
  const { hasExpired, newVersion, viewOver } = useAlarm()
  // it must be loaded before the server stops answering
  useEffect(() => {
    const modal = viewing === undefined ? sessionExpired : viewOverModal
    const timer = setTimeout(() => void modal().catch(() => {}), 5000)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => onRefusal(tell), [])
  const [asking, setAsking] = useState<((isConfirmed: boolean) => void) | null>(null)
  useEffect(
    () =>
      onIdentityNeeded(() =>
        new Promise<boolean>((resolve) => setAsking(() => resolve)).finally(() => setAsking(null)),
      ),
    [],
  )
  return (
    <>
      {hasExpired && (
        <Suspense>
          <SessionExpired />
        </Suspense>
      )}
      {viewOver && (
        <Suspense>
          <ViewOver ending={viewOver} />
        </Suspense>
      )}
      {asking && (
        <Suspense>
          <ConfirmIdentity close={asking} />
        </Suspense>
      )}
      {newVersion && <VersionBanner />}
    </>
  )
}

/** Shows what concerns the whole app; returns false if it is the screen's own. */
function tell(error: HttpError): boolean {
  if (error.status === 426) setAlarm({ newVersion: true })
  else if (error.code === 'view_over') setAlarm({ viewOver: error })
  else if (error.status === 401 && viewing !== undefined) setAlarm({ viewOver: signedOut })
  else if (error.status === 401) {
    // without an account on this page nothing has expired: its address leads to the sign-in
    if (isPublicPath(pathname()) || !hasAccount()) return false
    setAlarm({ hasExpired: true })
  } else if (error.code === 'locked' || error.code === 'confirm_identity') return false
  else if (error.code === 'two_step_needed')
    void queryClient.invalidateQueries({ queryKey: accountQuery.queryKey })
  else {
    const text = textOf(error)
    if (text === undefined) return false
    // the caller handles it first: if a dialog shows it, no toast repeats it
    setTimeout(() => error.isHandled || notify('error', text))
  }
  return true
}

function textOf({ status, code, message }: HttpError): string | undefined {
  if (status === 403 || status === 429) return message
  if (status === 502 || status === 503) return messages.unavailable
  if (status >= 500 || (status === 400 && code === 'http')) return messages.somethingWrong
  return status === 400 && code === 'invalid' ? message : undefined
}

function VersionBanner() {
  const [secondsLeft, setSecondsLeft] = useState(reloadSeconds)
  useEffect(() => {
    const timer = setInterval(() => setSecondsLeft((n) => n - 1), 1000)
    return () => clearInterval(timer)
  }, [])
  useEffect(() => {
    if (secondsLeft <= 0) reloadWithDrafts()
  }, [secondsLeft])
  return (
    <Alert role="alert" className="version-banner" title="A new version of Feedstock is available">
      The page reloads in {Math.max(0, secondsLeft)} seconds.{' '}
      <Button size="compact-xs" onClick={reloadWithDrafts}>
        Reload now
      </Button>
    </Alert>
  )
}
