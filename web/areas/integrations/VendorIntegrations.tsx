import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { z } from 'zod'
import { worstFeedOf } from '#contract/integrations/feed-troubles.ts'
import type { VendorIntegration } from '#contract/integrations/list.ts'
import {
  integrationStatuses,
  integrationTroubles,
  needsSomebody,
  troubleNames,
} from '#contract/integrations/standing.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { Filters } from '../../ui/table/filter/Filters.tsx'
import { FilterBox } from '../../ui/FilterBox.tsx'
import { useUrl } from '../../ui/page/useUrl.ts'
import { AddIntegration } from './AddIntegration.tsx'
import { integrationColumns } from './integration-columns.tsx'

const url = z.object({
  search: z.string().max(200).catch('').default(''),
  status: z.string().max(300).optional().catch(undefined),
})

/** The states to filter by: those in the list, and all that need attention. */
const states: { value: string; label: string }[] = [
  { value: 'needs', label: 'Needs attention' },
  ...integrationStatuses.map((value) => ({ value, label: value })),
  ...troubleNames.map((value) => ({ value, label: `Active, ${integrationTroubles[value].toLowerCase()}` })),
  { value: 'behind', label: 'Active, feed held, failing or late' },
]
const isIn = (i: VendorIntegration, chosenStates: readonly string[]) =>
  chosenStates.includes(i.status) ||
  (i.trouble !== null && chosenStates.includes(i.trouble)) ||
  (chosenStates.includes('behind') && isBehind(i)) ||
  (chosenStates.includes('needs') && (needsSomebody(i) || isBehind(i)))
const isBehind = (i: VendorIntegration) => worstFeedOf(i) !== undefined

interface Vendor {
  vendor_id: number
  company: string
  /** A deleted account cannot be changed. */
  deletion: object | null
}

/** A vendor's integrations, with a button to add one. */
export default function VendorIntegrations({ vendor }: { vendor: Vendor }) {
  const navigate = useNavigate()
  const [adding, setAdding] = useState(false)
  const [{ search, status }, set] = useUrl(url)
  const params = { vendor_id: vendor.vendor_id }
  const { data, error, isFetching, refetch } = useQuery(api.listVendorIntegrations.query({ params }))
  const rows = useMemo(() => {
    const chosenStates = status?.split(',')
    const text = search.toLowerCase()
    return data?.filter(
      (i) =>
        (!chosenStates || isIn(i, chosenStates)) &&
        `${i.market_name} ${i.dropshipper_name} ${i.store ?? ''}`.toLowerCase().includes(text),
    )
  }, [data, search, status])
  const add = vendor.deletion ? undefined : (
    <Button size="xs" variant="default" leftSection={<IconPlus size={13} />} onClick={() => setAdding(true)}>
      Add integration
    </Button>
  )
  const columns = useMemo(() => integrationColumns(vendor.vendor_id), [vendor.vendor_id])
  return (
    <>
      <DataTable
        label="Integrations"
        bar={
          <>
            <FilterBox
              label="Filter integrations"
              placeholder="Market, supplier or store"
              value={search}
              set={(v) => set({ search: v }, { replace: true })}
            />
            <Filters
              filters={[
                {
                  key: 'status',
                  label: 'Status',
                  kind: 'choices',
                  options: states,
                },
              ]}
              values={{ status }}
              set={set}
            />
            {add}
          </>
        }
        columns={columns}
        rows={rows}
        id={(i) => i.vendor_market_map_id}
        open={(i) => void navigate({ href: links.integration(vendor.vendor_id, i.vendor_market_map_id) })}
        fetching={isFetching}
        error={error}
        retry={() => void refetch()}
        empty={search || status ? 'No integrations match these filters.' : 'No integrations yet.'}
      />
      {adding && <AddIntegration vendor={vendor} close={() => setAdding(false)} />}
    </>
  )
}
