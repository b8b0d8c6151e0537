import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { links } from '../../links.ts'

const ScheduleJob = lazy(() => import('./ScheduleJob.tsx').then((m) => ({ default: m.ScheduleJob })))

/** Links to the jobs of a vendor's custom feeds and stores, and schedules another. */
export function VendorJobs({
  vendor,
}: {
  vendor: { vendor_id: number; company: string; deletion: object | null }
}) {
  const [scheduling, setScheduling] = useState(false)
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown size={14} aria-hidden />}>
            Jobs
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item component={Link} to={links.jobs({ vendor_id: vendor.vendor_id })}>
            Job history
          </Menu.Item>
          {!vendor.deletion && <Menu.Item onClick={() => setScheduling(true)}>Schedule job…</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
      {scheduling && (
        <Suspense>
          <ScheduleJob vendor={vendor} close={() => setScheduling(false)} />
        </Suspense>
      )}
    </>
  )
}
