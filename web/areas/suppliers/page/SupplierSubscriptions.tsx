import { Group, Stack } from '@mantine/core'
import { IconCircleCheck, IconClock } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { z } from 'zod'
import { subscriberSort, subscriptionAccess } from '#contract/suppliers/subscribers.ts'
import type { Result } from '#contract/index.ts'
import { api } from '../../../api.ts'
import { links } from '../../../links.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { FilterBox } from '../../../ui/FilterBox.tsx'
import { Facts } from '../../../ui/page/Page.tsx'
import { Pager } from '../../../ui/Pager.tsx'
import { sortIn } from '../../../ui/table/sort-in.ts'
import { useUrl } from '../../../ui/page/useUrl.ts'
import { count, countOnceKnown, Status } from '../../../ui/values.tsx'
import { vendorColumns } from '../../vendor-record/public.tsx'
import type { Supplier } from './supplier.ts'

type Subscriber = Result<'listSubscribers'>['subscriptions'][number]

const url = z.object({
  search: z.string().max(200).catch('').default(''),
  sort: subscriberSort.catch('-since').default('-since'),
  page: z.coerce.number().int().min(1).catch(1).default(1),
})

export default function SupplierSubscriptions({ supplier }: { supplier: Supplier }) {
  const [{ search, sort, page }, set] = useUrl(url)
  const navigate = useNavigate()
  const { data, error, isFetching, refetch, isPlaceholderData } = useQuery({
    ...api.listSubscribers.query({ params: { id: supplier.dropshipper_id }, query: { search, sort, page } }),
    placeholderData: keepPreviousData,
  })
  const { counts } = data ?? {}
  return (
    <Stack>
      <Group justify="space-between" align="flex-end">
        <Facts
          facts={[
            ['Subscribers', countOnceKnown(data?.total)],
            ['No extra access', countOnceKnown(counts?.none)],
            ['eBay access', countOnceKnown(counts?.ebay)],
            ['Legacy', countOnceKnown(counts?.legacy)],
            ['Cancel pending', countOnceKnown(counts?.cancel_pending)],
          ]}
        />
        <FilterBox
          label="Search subscribers"
          placeholder="Company, email or ID"
          value={search}
          set={(v) => set({ search: v, page: undefined }, { replace: true })}
          width={260}
        />
      </Group>
      <DataTable
        label="Subscribers"
        exportSource={{
          list: 'subscribers',
          input: { dropshipper_id: supplier.dropshipper_id, search, sort },
        }}
        sorting={sortIn(sort, '-since', (next) => set({ sort: next, page: undefined }))}
        rows={data?.subscriptions}
        id={(s) => s.vendor_id}
        fetching={isFetching}
        error={error}
        retry={() => void refetch()}
        empty={search ? `No subscribers match “${search}”.` : 'No subscribers yet.'}
        open={(s) => void navigate({ href: links.vendor(s.vendor_id) })}
        columns={[
          ...vendorColumns<Subscriber>(),
          { key: 'access', header: 'Access', sort: 'access', cell: (s) => subscriptionAccess[s.access as 0] },
          {
            key: 'state',
            header: 'Status',
            sort: 'state',
            leaves: 1,
            cell: (s) => (
              <Status
                tone={s.is_cancel_pending ? 'wait' : 'good'}
                icon={s.is_cancel_pending ? IconClock : IconCircleCheck}
              >
                {s.is_cancel_pending ? 'Cancel pending' : 'Active'}
              </Status>
            ),
          },
          {
            key: 'integrations',
            header: 'Integrations',
            numeric: true,
            sort: 'integrations',
            cell: (s) => count(s.integrations),
          },
          { key: 'since', header: 'Since', sort: 'since', moment: (s) => s.insert_tm },
        ]}
      />
      <Pager
        total={data?.total}
        stale={isPlaceholderData}
        size={100}
        page={page}
        go={(p, options) => set({ page: p }, options)}
      />
    </Stack>
  )
}
