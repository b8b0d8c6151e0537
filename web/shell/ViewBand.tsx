import { Button } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Account, CustomerView } from '#contract/session/account.ts'
import { api } from '../api.ts'
import { links } from '../links.ts'
import { notify } from '../ui/act/notify.tsx'
import { accountQuery, setAlarm } from './session.ts'

/** Whose account this tab shows, who is viewing, how much time is left, and a button that ends it. */
export default function ViewBand({ account, view }: { account: Account; view: CustomerView }) {
  const [busy, setBusy] = useState(false)
  const title = `Viewing ${account.company} as ${view.customer}`
  const end = async () => {
    setBusy(true)
    try {
      await api.endCustomerView({ params: { id: view.customer_view_id } })
      leave(account.vendor_id!)
    } catch (error) {
      setBusy(false)
      notify('error', (error as Error).message)
    }
  }
  return (
    <div className="view-band" role="region" aria-label="View as customer">
      <IconEye size={20} stroke={1.8} aria-hidden />
      <p>
        <b title={title}>{title}</b> <span>You can’t make changes here.</span>
      </p>
      <p className="end">
        <span>{view.viewer} is viewing</span> <TimeLeft account={account} view={view} />
      </p>
      <Button size="compact-sm" color="dark" variant="filled" loading={busy} onClick={() => void end()}>
        {' '}
        End view
      </Button>
    </div>
  )
}

/** Counts down by the server's clock; at the end the tab shows nothing of the account any more. */
function TimeLeft({ account, view }: { account: Account; view: CustomerView }) {
  const { dataUpdatedAt } = useQuery(accountQuery)
  const ends = dataUpdatedAt + view.seconds_left * 1000
  const [secondsLeft, setSecondsLeft] = useState(() => secondsTo(ends))
  useEffect(() => {
    const timer = setInterval(() => setSecondsLeft(secondsTo(ends)), 1000)
    return () => clearInterval(timer)
  }, [ends])
  const { vendor_id, company } = account
  useEffect(() => {
    if (secondsLeft <= 0)
      setAlarm({
        viewOver: { message: 'Your 30 minutes are up.', view: { vendor_id: vendor_id!, company } },
      })
  }, [secondsLeft, vendor_id, company])
  const seconds = Math.max(0, secondsLeft)
  return (
    <span role="timer" className="num">
      {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')} left
    </span>
  )
}
const secondsTo = (ends: number) => Math.ceil((ends - Date.now()) / 1000)

/**
 * Closes the tab that was opened for the view; if the browser doesn't close it, goes to the vendor's page.
 */
function leave(vendorId: number): void {
  window.close()
  if (!window.closed) location.assign(links.vendor(vendorId))
}
