import { Alert, Button } from '@mantine/core'
import { lazy, Suspense, useEffect, useState } from 'react'
import { messages } from '#contract/messages.ts'
import { onRefusal, type HttpError } from '../api.ts'
import { isPublicPath, screenAt } from '../screens.ts'
import { notify } from '../ui/act/notify.tsx'
import { pathname, viewing } from '../viewing.ts'
import { setAlarm, signedOut, useAlarm } from './session.ts'

const reloadSeconds = 8
const sessionExpired = () => import('./SessionExpired.tsx')
const SessionExpired = lazy(sessionExpired)
const viewOverModal = () => import('./ViewOver.tsx')
const ViewOver = lazy(viewOverModal)

/** What any refusal may mean for the whole app (docs/domain.md, Sessions, errors and alarms). */
export function Alarms() {
  const { expired, newVersion, viewOver } = useAlarm()
  // it must be there when the server says no more
  useEffect(() => {
    const modal = viewing === undefined ? sessionExpired : viewOverModal
    const timer = setTimeout(() => void modal().catch(() => {}), 5000)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => onRefusal(tell), [])
  return (
    <>
      {expired && (
        <Suspense>
          <SessionExpired />
        </Suspense>
      )}
      {viewOver && (
        <Suspense>
          <ViewOver over={viewOver} />
        </Suspense>
      )}
      {newVersion && <VersionBanner />}
    </>
  )
}

/** Says what concerns the whole app; false: it is the screen's own. */
function tell(error: HttpError): boolean {
  if (error.status === 426) setAlarm({ newVersion: true })
  else if (error.code === 'view_over') setAlarm({ viewOver: error })
  else if (error.status === 401 && viewing !== undefined) setAlarm({ viewOver: signedOut })
  else if (error.status === 401) {
    if (isPublicPath(pathname())) return false
    setAlarm({ expired: true })
  } else if (error.code === 'locked') return false
  else {
    const text = textOf(error)
    if (text === undefined) return false
    // whoever asked hears of it first: a dialog says it in itself, and then no toast says it again
    setTimeout(() => error.said || notify('error', text))
  }
  return true
}

function textOf({ status, code, message }: HttpError): string | undefined {
  if (status === 403 || status === 429) return message
  if (status === 502 || status === 503) return messages.unavailable
  if (status >= 500 || (status === 400 && code === 'http')) return messages.somethingWrong
  return status === 400 && code === 'invalid' ? formText(message) : undefined
}

/** The server says staff's text of a form with errors; others' is another (docs/domain.md, Exact texts). */
const formText = (message: string) =>
  message === messages.formErrorsListed && screenAt(pathname())?.access !== 'staff'
    ? messages.formErrors
    : message

function VersionBanner() {
  const [left, setLeft] = useState(reloadSeconds)
  useEffect(() => {
    const timer = setInterval(() => setLeft((n) => n - 1), 1000)
    return () => clearInterval(timer)
  }, [])
  useEffect(() => {
    if (left <= 0) location.reload()
  }, [left])
  return (
    <Alert
      role="alert"
      color="blue"
      variant="filled"
      radius={0}
      style={{ position: 'fixed', insetInline: 0, top: 0, zIndex: 1000 }}
      title="A new version of Feedstock is here"
    >
      The page reloads in {Math.max(0, left)} seconds.{' '}
      <Button size="compact-xs" variant="white" onClick={() => location.reload()}>
        Reload now
      </Button>
    </Alert>
  )
}
