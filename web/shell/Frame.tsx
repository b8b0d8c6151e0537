import { lazy, Suspense } from 'react'
import { Pending } from './ErrorScreen.tsx'
import { useAccount, useAlarm } from './session.ts'

export const staffFrame = () => import('./StaffFrame.tsx')
export const customerFrame = () => import('./CustomerFrame.tsx')
const StaffFrame = lazy(staffFrame)
const CustomerFrame = lazy(customerFrame)

/** The frame around every screen that needs a session: staff's, or the customer's, which is far smaller. */
export default function Frame() {
  const { account, staff } = useAccount()
  const { viewOver } = useAlarm()
  if (!account || viewOver) return null
  return (
    <Suspense fallback={<Pending />}>
      {staff ? <StaffFrame account={account} /> : <CustomerFrame account={account} />}
    </Suspense>
  )
}
