import { Link } from '@tanstack/react-router'
import { links } from '../../../links.ts'

/** Whose money it is, a click from its billing history. */
export const VendorLink = ({ of }: { of: { vendor_id: number | null; company: string | null } }) =>
  of.vendor_id === null ? (
    <>—</>
  ) : (
    <Link className="link" to={links.vendor(of.vendor_id, 'billing_history')}>
      {of.company}
    </Link>
  )
