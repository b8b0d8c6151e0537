import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { links } from '../../../links.ts'
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
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={30} aria-label="More actions" loading={view.busy}>
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {!deletion && (
            <Menu.Item
              disabled={!has_login}
              title={has_login ? undefined : `${company} has no login to view as`}
              onClick={() => view.act()}
            >
              View as customer
            </Menu.Item>
          )}
          {!deletion && (
            <Menu.Item component={Link} to={links.goLive(vendor_id)}>
              Go live
            </Menu.Item>
          )}
          <Menu.Item onClick={() => setDialog('history')}>Job history</Menu.Item>
          {!deletion && <Menu.Item onClick={() => setDialog('schedule')}>Schedule job…</Menu.Item>}
          {!deletion && !lock && <Menu.Item onClick={() => setDialog('lock')}>Lock…</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
      {dialog === 'lock' && <LockModal vendor={vendor} close={close} />}
      {(dialog === 'history' || dialog === 'schedule') && (
        <VendorJobs open={dialog} vendor={vendor} close={close} />
      )}
    </>
  )
}
