import { lazy, Suspense } from 'react'
import { setTimeZone } from '../ui/zone.ts'
import { Pending } from './ErrorScreen.tsx'
import { accountQuery, queryClient, useAccount, useAlarm } from './session.ts'

export const staffFrame = () => import('./StaffFrame.tsx')
export const customerFrame = () => import('./CustomerFrame.tsx')
const StaffFrame = lazy(staffFrame)
const CustomerFrame = lazy(customerFrame)
const SetUpTwoStep = lazy(() =>
  import('../areas/account/public.tsx').then((m) => ({ default: m.SetUpTwoStep })),
)
const signOut = () => import('./PersonMenu.tsx').then((menu) => menu.signOut())

/** The frame around every screen that needs a session: staff's, or the customer's, which is far smaller. */
export default function Frame() {
  const { account, staff } = useAccount()
  const { viewOver } = useAlarm()
  if (!account || viewOver) return null
  // before anything that shows a time
  setTimeZone(account.time_zone)
  if (account.needs_two_step)
    return (
      <Suspense fallback={<Pending />}>
        <SetUpTwoStep
          onDone={() => void queryClient.invalidateQueries({ queryKey: accountQuery.queryKey })}
          signOut={() => void signOut()}
        />
      </Suspense>
    )
  return (
    <Suspense fallback={<Pending />}>
      {staff ? <StaffFrame account={account} /> : <CustomerFrame account={account} />}
    </Suspense>
  )
}
