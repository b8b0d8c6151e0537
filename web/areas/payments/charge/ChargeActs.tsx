import { ActionIcon, Button, Kbd, Menu } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconDots } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { ChargePageView } from '#contract/payments/charge-page.ts'
import { refundRefusal } from '#contract/payments/manual-charge.ts'
import { api } from '../../../api.ts'
import { links } from '../../../links.ts'
import { useAskRefusal, useMayMove } from '../../billing/public.tsx'

interface ChargeAct {
  label: string
  shortcut: string
  /** Why it can't be done; undefined: it can. */
  disabledReason?: string | undefined
  run: () => void
}

/** What can be done with a charge: the main act as a button, all in the menu with their keys. */
export function ChargeActs({
  view,
  isBusy,
  refund,
}: {
  view: ChargePageView
  /** A dialog is open, which has keys of its own. */
  isBusy: boolean
  refund: () => void
}) {
  const { charge, vendor_deleted } = view
  const { vendor_id, paper } = charge
  const navigate = useNavigate()
  const label = useMayMove() === false ? 'Request refund…' : 'Refund…'
  const whyNot = useAskRefusal({ deletion: vendor_deleted }) ?? refundRefusal(charge) ?? undefined
  const acts: readonly ChargeAct[] = [
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
      run: () => void navigate({ href: links.vendor(vendor_id, 'billing_history') }),
    },
    { label: 'Vendor', shortcut: 'v', run: () => void navigate({ href: links.vendor(vendor_id) }) },
  ]
  useHotkeys(
    acts.map(({ shortcut, disabledReason: reason, run }) => [
      shortcut,
      () => !isBusy && reason === undefined && run(),
    ]),
  )
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
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={30} aria-label="More actions">
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {acts.map(({ label: text, shortcut, disabledReason: reason, run }) => (
            <Menu.Item
              key={shortcut}
              disabled={reason !== undefined}
              title={reason}
              aria-keyshortcuts={shortcut}
              rightSection={<Kbd size="xs">{shortcut.toUpperCase()}</Kbd>}
              onClick={run}
            >
              {text}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </>
  )
}
