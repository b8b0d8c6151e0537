import { Tooltip } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { HeldLock } from '#contract/refusals.ts'
import { viewerBeatMs } from '#contract/vendors/lock.ts'
import { api, HttpError, onRefusal } from '../../../api.ts'
import { initialsOf } from '../../../ui/initials.ts'
import { count } from '../../../ui/values.tsx'
import { HeldBy, ReasonToGoOn } from '../../vendor-record/public.tsx'
import type { Vendor } from './vendor.ts'

/** Reports regularly that the page is open while it is visible, and learns who else has it open. */
const useViewers = (vendor_id: number) =>
  useQuery({ ...api.noteViewer.query({ params: { vendor_id } }), refetchInterval: viewerBeatMs })

/** Which other staff have this vendor's page open right now; its room is kept, so that nothing moves. */
export function Viewers({ vendor }: { vendor: Vendor }) {
  const { data } = useViewers(vendor.vendor_id)
  const names = data?.viewers.map((v) => v.name) ?? []
  const [name] = names
  if (name === undefined) return <span className="initials" data-none aria-hidden />
  const text = `${new Intl.ListFormat('en').format(names)} ${names.length === 1 ? 'is' : 'are'} viewing`
  return (
    <Tooltip label={text}>
      <span
        className="initials"
        role="img"
        aria-label={text}
        data-initials={names.length === 1 ? initialsOf(name) : count(names.length)}
      />
    </Tooltip>
  )
}

/** The lock that keeps the person out, from the first call that it refuses, without waiting for the next report. */
export function useRefusingLock(vendor_id: number): HeldLock | undefined {
  const client = useQueryClient()
  const { error } = useViewers(vendor_id)
  const lastLockId = useRef(0)
  useEffect(
    () =>
      onRefusal(({ lock }) => {
        if (lock?.vendor_id !== vendor_id || lock.vendor_lock_id === lastLockId.current) return false
        lastLockId.current = lock.vendor_lock_id
        const { queryKey } = api.noteViewer.query({ params: { vendor_id } })
        void client.invalidateQueries({ queryKey })
        return false
      }),
    [client, vendor_id],
  )
  return error instanceof HttpError ? error.lock : undefined
}

/** Shows the lock, even one that began while the page was open: typed values stay. */
export function LockNote({ vendor, refusing }: { vendor: Vendor; refusing: HeldLock | undefined }) {
  if (refusing) return <ReasonToGoOn key={refusing.vendor_lock_id} lock={refusing} />
  return vendor.lock && <HeldBy lock={vendor.lock} isMine={vendor.lock.mine} />
}
