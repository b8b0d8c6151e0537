import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { HeldLock } from '#contract/refusals.ts'
import type { VendorView } from '#contract/vendors/vendors.ts'
import { api } from '../../api.ts'
import { ReasonModal } from '../../ui/act/ReasonModal.tsx'
import { useAct } from '../../ui/act/useAct.ts'

/** Ends one's own lock; an admin can take over another's. */
export function HeldLockActs({ lock, company }: { lock: VendorView['lock']; company: string }) {
  if (lock?.mine) return <Unlock lock={lock} label="Unlock" />
  return lock && <TakeOver lock={lock} company={company} />
}

/** Asks why a vendor is locked. */
export const LockModal = ({
  vendor: { vendor_id, company },
  close,
}: {
  vendor: VendorView
  close: () => void
}) => (
  <ReasonModal
    title={`Lock ${company}?`}
    act="Lock"
    run={(reason) => api.beginVendorLock({ body: { vendor_id, reason } })}
    doneText={`${company} locked`}
    undo={(newLock) => api.endVendorLock({ params: { id: newLock.vendor_lock_id } })}
    close={close}
  >
    Others must enter a reason to open this vendor. The lock ends when you unlock it or after an hour without
    activity.
  </ReasonModal>
)

/** Ends a lock; the toast can undo it. */
function Unlock({ lock, label }: { lock: HeldLock; label: string }) {
  const { vendor_id, vendor_lock_id, reason } = lock
  const { act, busy } = useAct({
    run: () => api.endVendorLock({ params: { id: vendor_lock_id } }),
    doneText: 'Vendor unlocked',
    undo: () => api.beginVendorLock({ body: { vendor_id, reason } }),
  })
  return (
    <Button variant="default" loading={busy} onClick={() => act()}>
      {label}
    </Button>
  )
}

/** Lets an admin take over another person's lock. */
export function TakeOver({
  lock,
  company,
  reason = '',
}: {
  lock: HeldLock
  company: string
  reason?: string
}) {
  const [asking, setAsking] = useState(false)
  const { data: account } = useQuery({ ...api.getAccount.query(), staleTime: Infinity })
  if (account?.role !== 'admin') return null
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        Take over lock…
      </Button>
      {asking && (
        <ReasonModal
          title={`Take over lock of ${company}?`}
          act="Take over lock"
          initial={reason}
          run={(reason) =>
            api.beginVendorLock({
              body: { vendor_id: lock.vendor_id, reason, replaces: lock.vendor_lock_id },
            })
          }
          doneText="Lock taken over"
          close={() => setAsking(false)}
        >
          {`${lock.holder} loses the lock and sees your name and reason.`}
        </ReasonModal>
      )}
    </>
  )
}
