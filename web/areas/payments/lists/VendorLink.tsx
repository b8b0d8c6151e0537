import { Link } from '@tanstack/react-router'
import { links } from '../../../links.ts'

/** A vendor, linked to its billing history. */
export const VendorLink = ({ vendor }: { vendor: { vendor_id: number | null; company: string | null } }) =>
  vendor.vendor_id === null ? (
    <>—</>
  ) : (
    <Link className="link" to={links.vendor(vendor.vendor_id, 'billing_history')}>
      {vendor.company}
    </Link>
  )
