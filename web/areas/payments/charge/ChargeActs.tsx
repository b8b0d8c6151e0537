import { Button } from '@mantine/core'
import type { ChargePageView } from '#contract/payments/charge-page.ts'
import { refundRefusal } from '#contract/payments/manual-charge.ts'
import { api } from '../../../api.ts'
import { links } from '../../../links.ts'
import { ActMenu, type MenuAct } from '../../../ui/act/ActMenu.tsx'
import { useAskRefusal, useMayMove } from '../../billing/public.tsx'

/** What can be done with a charge: the main act as a button, all in the menu with their keys. */
export function ChargeActs({ view, refund }: { view: ChargePageView; refund: () => void }) {
  const { charge, vendor_deleted } = view
  const { vendor_id, paper } = charge
  const label = useMayMove() === false ? 'Request refund…' : 'Refund…'
  const whyNot = useAskRefusal({ deletion: vendor_deleted }) ?? refundRefusal(charge) ?? undefined
  const acts: readonly MenuAct[] = [
    { label, shortcut: 'r', disabledReason: whyNot, run: refund },
    {
      label: 'Download invoice',
      shortcut: 'd',
      disabledReason: paper ? undefined : 'No invoice was issued',
      run: () => {
        if (paper)
          window.location.assign(
            api.downloadInvoice.url({ params: { vendor_id, invoice_id: paper.invoice_id } }),
          )
      },
    },
    {
      label: 'Billing history',
      shortcut: 'b',
      run: { href: links.vendor(vendor_id, 'billing_history') },
    },
    { label: 'Vendor', shortcut: 'v', run: { href: links.vendor(vendor_id) } },
  ]
  return (
    <>
      <Button
        variant="default"
        disabled={whyNot !== undefined}
        title={whyNot ?? 'Press R'}
        aria-keyshortcuts="r"
        onClick={refund}
      >
        {label}
      </Button>
      <ActMenu acts={acts} />
    </>
  )
}
