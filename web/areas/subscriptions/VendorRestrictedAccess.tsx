import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { z } from 'zod'
import { lostWithAccess, type RestrictedAccess } from '#contract/subscriptions/restricted-access.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { ActModal } from '../../ui/act/ActModal.tsx'
import { FilterBox } from '../../ui/FilterBox.tsx'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { useUrl } from '../../ui/page/useUrl.ts'
import { count, many } from '../../ui/values.tsx'
import { GrantAccess } from './GrantAccess.tsx'

interface Vendor {
  vendor_id: number
  company: string
  /** A deleted account can't be changed. */
  deletion: object | null
}
const url = z.object({ search: z.string().max(200).catch('').default('') })

/** The restricted suppliers a vendor has access to, with why, by whom and since when. */
export default function VendorRestrictedAccess({ vendor }: { vendor: Vendor }) {
  const params = { vid: vendor.vendor_id }
  const [{ search }, set] = useUrl(url)
  const [modal, setModal] = useState<'give' | RestrictedAccess | null>(null)
  const { data, error, isFetching, refetch } = useQuery(api.listRestrictedAccess.query({ params }))
  const rows = data?.filter((r) => r.dropshipper_name.toLowerCase().includes(search.toLowerCase()))
  const close = () => setModal(null)
  return (
    <>
      <DataTable
        label="Restricted suppliers"
        exportSource={(visibleRows) => ({
          list: 'restricted_access',
          input: { vendor_id: vendor.vendor_id, ids: visibleRows.map((r) => r.dropshipper_id) },
        })}
        bar={
          <>
            <FilterBox
              label="Filter suppliers"
              placeholder="Filter suppliers"
              value={search}
              set={(v) => set({ search: v }, { replace: true })}
            />
            {!vendor.deletion && (
              <Button
                size="xs"
                variant="default"
                leftSection={<IconPlus size={13} />}
                onClick={() => setModal('give')}
              >
                Grant access…
              </Button>
            )}
          </>
        }
        rows={rows}
        id={(r) => r.dropshipper_id}
        fetching={isFetching}
        error={error}
        retry={() => void refetch()}
        empty={search ? `No suppliers match “${search}”.` : 'No access to restricted suppliers.'}
        columns={
          vendor.deletion
            ? columns
            : [
                ...columns,
                {
                  key: 'acts',
                  header: 'Actions',
                  leaves: 0,
                  cell: (r) => (
                    <Button
                      size="compact-xs"
                      variant="subtle"
                      color="gray"
                      aria-label={`Remove access to ${r.dropshipper_name}`}
                      onClick={() => setModal(r)}
                    >
                      Remove…
                    </Button>
                  ),
                },
              ]
        }
      />
      {modal === 'give' && <GrantAccess vendor={vendor} accesses={data ?? []} close={close} />}
      {modal !== null && modal !== 'give' && <TakeBack access={modal} vendor={vendor} close={close} />}
    </>
  )
}

const columns: readonly Column<RestrictedAccess>[] = [
  {
    key: 'supplier',
    header: 'Supplier',
    sortValue: (r) => r.dropshipper_name.toLowerCase(),
    cell: (r) => (
      <Link to={links.supplier(r.dropshipper_id)} className="name">
        {r.dropshipper_name}
      </Link>
    ),
  },
  { key: 'note', header: 'Note', wrap: true, leaves: 0, cell: (r) => r.note },
  { key: 'by', header: 'Granted by', leaves: 1, sortValue: (r) => r.added_by, cell: (r) => r.added_by },
  {
    key: 'tm',
    header: 'Granted',
    leaves: 2,
    sortValue: (r) => r.created_tm,
    moment: (r) => r.created_tm,
  },
  {
    key: 'subscribed',
    header: 'Subscribed',
    leaves: 3,
    sortValue: (r) => Number(r.subscribed),
    cell: (r) => (r.subscribed ? 'Yes' : 'No'),
  },
]

function TakeBack({
  access,
  vendor,
  close,
}: {
  access: RestrictedAccess
  vendor: Vendor
  close: () => void
}) {
  return (
    <ActModal
      title={`Remove ${vendor.company}’s access to ${access.dropshipper_name}?`}
      act="Remove access"
      danger
      run={() =>
        api.removeRestrictedAccess({ params: { vid: vendor.vendor_id, did: access.dropshipper_id } })
      }
      doneText={`Access to ${access.dropshipper_name} removed`}
      close={close}
    >
      <ul className="plain-list">
        <li>{lossText(access)}</li>
        {access.subscribed && (
          <li>The subscription stays and is still billed. Cancel it on the Subscriptions tab.</li>
        )}
        <li>The grant stays in the activity log.</li>
      </ul>
    </ActModal>
  )
}

function lossText(access: RestrictedAccess): string {
  const { integrations, listings } = lostWithAccess(access)
  if (access.dynamic) return 'Its custom feed still grants access, so nothing stops.'
  if (integrations === 0) return 'No active integrations are affected.'
  return (
    `${many(integrations, 'active integration')} stop${integrations === 1 ? 's' : ''} getting its products. ` +
    `Up to ${count(listings)} listings are no longer updated. ` +
    'They stay in the stores unchanged.'
  )
}
