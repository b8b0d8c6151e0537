import { useState } from 'react'
import { links } from '../../../links.ts'
import { ActMenu, type MenuAct } from '../../../ui/act/ActMenu.tsx'
import { useAct } from '../../../ui/act/useAct.ts'
import { VendorJobs } from '../../jobs/public.tsx'
import { LockModal } from '../../vendor-record/public.tsx'
import type { Vendor } from './vendor.ts'
import { viewAsCustomer } from './view-as-customer.ts'

/** Every act of a vendor except the next one. */
export function VendorMenu({ vendor }: { vendor: Vendor }) {
  const { vendor_id, company, has_login, deletion, lock } = vendor
  const [dialog, setDialog] = useState<'history' | 'schedule' | 'lock'>()
  const view = useAct({ run: () => viewAsCustomer(vendor_id) })
  const close = () => setDialog(undefined)
  const history: MenuAct = { label: 'Job history', shortcut: 'h', run: () => setDialog('history') }
  const acts: readonly MenuAct[] = deletion
    ? [history]
    : [
        {
          label: 'View as customer',
          shortcut: 'c',
          disabledReason: has_login ? undefined : `${company} has no login to view as`,
          run: () => view.act(),
        },
        { label: 'Go live', shortcut: 'l', run: { href: links.goLive(vendor_id) } },
        {
          label: 'Billing history',
          shortcut: 'b',
          run: { href: links.vendor(vendor_id, 'billing_history') },
        },
        history,
        { label: 'Schedule job…', shortcut: 's', run: () => setDialog('schedule') },
        ...(lock ? [] : [{ label: 'Lock…', shortcut: 'o', run: () => setDialog('lock') }]),
      ]
  return (
    <>
      <ActMenu acts={acts} busy={view.busy} />
      {dialog === 'lock' && <LockModal vendor={vendor} close={close} />}
      {(dialog === 'history' || dialog === 'schedule') && (
        <VendorJobs open={dialog} vendor={vendor} close={close} />
      )}
    </>
  )
}
