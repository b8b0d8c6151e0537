import { IconEye } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { viewerBeatMs } from '#contract/vendors/lock.ts'
import { api, HttpError } from '../../api.ts'
import { Status } from '../../ui/values.tsx'
import { HeldBy, ReasonToGoOn } from './LockedVendor.tsx'
import type { Vendor } from './vendor.ts'

/** Says every so often that the page is open, while it is seen, and learns who else has it open. */
const useViewers = (vendor_id: number) =>
  useQuery({ ...api.noteViewer.query({ params: { vendor_id } }), refetchInterval: viewerBeatMs })

/** Which other staff have this vendor's page open right now. */
export function Viewers({ vendor }: { vendor: Vendor }) {
  const { data } = useViewers(vendor.vendor_id)
  const names = data?.viewers.map((v) => v.name) ?? []
  if (names.length === 0) return null
  return (
    <Status tone="run" icon={IconEye}>
      {`${new Intl.ListFormat('en').format(names)} ${names.length === 1 ? 'has' : 'have'} this page open`}
    </Status>
  )
}

/** The lock that holds, also one that came while the page was open: what was typed stays. */
export function LockNote({ vendor }: { vendor: Vendor }) {
  const { error } = useViewers(vendor.vendor_id)
  const refused = error instanceof HttpError ? error.lock : undefined
  if (refused) return <ReasonToGoOn key={refused.vendor_lock_id} lock={refused} />
  return vendor.lock && <HeldBy lock={vendor.lock} mine={vendor.lock.mine} />
}
