import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'

const ScheduleJob = lazy(() => import('./ScheduleJob.tsx').then((m) => ({ default: m.ScheduleJob })))
const VendorJobHistory = lazy(() =>
  import('./VendorJobHistory.tsx').then((m) => ({ default: m.VendorJobHistory })),
)

/** Shows the jobs of a vendor's custom feeds and stores, and schedules another. */
export function VendorJobs({
  vendor,
}: {
  vendor: { vendor_id: number; company: string; deletion: object | null }
}) {
  const [open, setOpen] = useState<'history' | 'schedule' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown size={14} aria-hidden />}>
            Jobs
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setOpen('history')}>Job history</Menu.Item>
          {!vendor.deletion && <Menu.Item onClick={() => setOpen('schedule')}>Schedule job…</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {open === 'history' && <VendorJobHistory vendor={vendor} close={close} />}
        {open === 'schedule' && <ScheduleJob vendor={vendor} close={close} />}
      </Suspense>
    </>
  )
}
