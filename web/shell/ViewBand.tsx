import { Button } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Account, CustomerView } from '#contract/session/account.ts'
import { api } from '../api.ts'
import { links } from '../links.ts'
import { notify } from '../ui/act/notify.tsx'
import { accountQuery, setAlarm } from './session.ts'

/** Whose account this tab shows, that nothing can be changed, who looks, how long still, and the way out. */
export default function ViewBand({ account, view }: { account: Account; view: CustomerView }) {
  const [busy, setBusy] = useState(false)
  const whose = `You see ${account.company} as its customer ${view.customer}`
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
        <b title={whose}>{whose}</b> <span>Nothing can be changed here.</span>
      </p>
      <p className="end">
        <span>{view.viewer} is looking</span> <TimeLeft account={account} view={view} />
      </p>
      <Button size="compact-sm" color="dark" variant="filled" loading={busy} onClick={() => void end()}>
        End
      </Button>
    </div>
  )
}

/** Counts down by the server's clock; at its end the tab shows nothing of the account any more. */
function TimeLeft({ account, view }: { account: Account; view: CustomerView }) {
  const { dataUpdatedAt } = useQuery(accountQuery)
  const ends = dataUpdatedAt + view.seconds_left * 1000
  const [left, setLeft] = useState(() => secondsTo(ends))
  useEffect(() => {
    const timer = setInterval(() => setLeft(secondsTo(ends)), 1000)
    return () => clearInterval(timer)
  }, [ends])
  const { vendor_id, company } = account
  useEffect(() => {
    if (left <= 0)
      setAlarm({
        viewOver: { message: 'The 30 minutes are over.', view: { vendor_id: vendor_id!, company } },
      })
  }, [left, vendor_id, company])
  const shown = Math.max(0, left)
  return (
    <span role="timer" className="num">
      {Math.floor(shown / 60)}:{String(shown % 60).padStart(2, '0')} left
    </span>
  )
}
const secondsTo = (ends: number) => Math.ceil((ends - Date.now()) / 1000)

/**
 * Closes the tab that was opened for the view; one that the browser doesn't close goes to the vendor's page.
 */
function leave(vendorId: number): void {
  window.close()
  if (!window.closed) location.assign(links.vendor(vendorId))
}
