import { lazy, Suspense } from 'react'

const ScheduleJob = lazy(() => import('./ScheduleJob.tsx').then((m) => ({ default: m.ScheduleJob })))
const VendorJobHistory = lazy(() =>
  import('./VendorJobHistory.tsx').then((m) => ({ default: m.VendorJobHistory })),
)

/** The jobs of a vendor's custom feeds and stores, or the dialog that schedules another. */
export const VendorJobs = ({
  open,
  ...props
}: {
  open: 'history' | 'schedule'
  vendor: { vendor_id: number; company: string }
  close: () => void
}) => <Suspense>{open === 'history' ? <VendorJobHistory {...props} /> : <ScheduleJob {...props} />}</Suspense>
