import { SegmentedControl } from '@mantine/core'
import { z } from 'zod'
import { api } from '../../../api.ts'
import { useUrl } from '../../../ui/page/useUrl.ts'
import { LogTable } from '../../activity/public.tsx'
import type { Vendor } from './vendor.ts'
import { VendorTimeline } from './VendorTimeline.tsx'

const url = z.object({
  of: z.enum(['log', 'timeline']).catch('log').default('log'),
  page: z.string().optional(),
  kinds: z.string().optional(),
})

/** What was changed, field by field; or everything that happened, runs and emails included. */
export default function VendorLog({ vendor: { vendor_id } }: { vendor: Vendor }) {
  const [{ of: view }, set] = useUrl(url)
  const choice = (
    <SegmentedControl
      size="xs"
      aria-label="Activity"
      value={view}
      onChange={(value) =>
        set({ of: value === 'log' ? undefined : value, page: undefined, kinds: undefined })
      }
      data={[
        { value: 'log', label: 'Log' },
        { value: 'timeline', label: 'Timeline' },
      ]}
    />
  )
  if (view === 'timeline') return <VendorTimeline vendorId={vendor_id} before={choice} />
  return (
    <LogTable
      byField
      before={choice}
      read={(filters) => api.getVendorLog.query({ body: { vendor_id, ...filters } })}
      exportSource={(filters) => ({ list: 'vendor_activity', input: { vendor_id, ...filters } })}
    />
  )
}
