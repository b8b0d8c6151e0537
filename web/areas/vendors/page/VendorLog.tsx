import { api } from '../../../api.ts'
import { LogTable } from '../../activity/public.tsx'
import type { Vendor } from './vendor.ts'

export default function VendorLog({ vendor: { vendor_id } }: { vendor: Vendor }) {
  return (
    <LogTable
      byField
      read={(filters) => api.getVendorLog.query({ body: { vendor_id, ...filters } })}
      exported={(filters) => ({ list: 'vendor_activity', input: { vendor_id, ...filters } })}
    />
  )
}
