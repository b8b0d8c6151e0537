import { SegmentedControl, Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { z } from 'zod'
import {
  platformSubscriptionSort,
  subscriptionsPageSize,
  type PlatformSubscription,
  type PlatformView,
} from '#contract/platforms/platforms.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { FilterBox } from '../../ui/FilterBox.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { sortIn } from '../../ui/table/sort-in.ts'
import { useUrl } from '../../ui/page/useUrl.ts'
import { count } from '../../ui/values.tsx'
import { vendorColumns } from '../vendor-record/public.tsx'

const url = z.object({
  search: z.string().max(200).catch('').default(''),
  market_id: z.coerce.number().int().min(1).optional().catch(undefined),
  sort: platformSubscriptionSort.catch('company').default('company'),
  page: z.coerce.number().int().min(1).catch(1).default(1),
})

/** The vendors who use the platform, market by market. */
export default function PlatformSubscriptions({ view }: { view: PlatformView }) {
  const { platform_id } = view.platform
  const [{ search, market_id, sort, page }, set] = useUrl(url)
  const navigate = useNavigate()
  const { data, error, isFetching, refetch, isPlaceholderData } = useQuery({
    ...api.listPlatformSubscriptions.query({
      params: { platform_id },
      query: { search, sort, page, ...(market_id !== undefined && { market_id }) },
    }),
    placeholderData: keepPreviousData,
  })
  const hasNoMarket = view.market_implementations.length === 0
  const noVendors = hasNoMarket
    ? 'No vendors yet. The platform needs a market first.'
    : 'No vendors with a store or active integration in its markets.'
  const all = data?.markets.reduce((sum, market) => sum + market.vendors, 0) ?? 0
  return (
    <Stack>
      <DataTable
        label="Vendors"
        exportSource={{
          list: 'platform_subscriptions',
          input: { platform_id, search, sort, ...(market_id !== undefined && { market_id }) },
        }}
        bar={
          <>
            {data && data.markets.length > 1 && (
              <SegmentedControl
                aria-label="Market"
                value={String(market_id ?? '')}
                onChange={(v) => set({ market_id: v ? Number(v) : undefined, page: undefined })}
                data={[
                  { value: '', label: `All ${count(all)}` },
                  ...data.markets.map((market) => ({
                    value: String(market.market_id),
                    label: `${market.market_name} ${count(market.vendors)}`,
                  })),
                ]}
              />
            )}
            <FilterBox
              label="Search vendors"
              placeholder="Company, email or ID"
              value={search}
              set={(v) => set({ search: v, page: undefined }, { replace: true })}
            />
          </>
        }
        columns={columns}
        sorting={sortIn(sort, 'company', (next) => set({ sort: next, page: undefined }))}
        rows={data?.subscriptions}
        id={(s) => `${s.vendor_id} ${s.market_id}`}
        open={(s) => void navigate({ href: links.vendor(s.vendor_id) })}
        fetching={isFetching}
        error={error}
        retry={() => void refetch()}
        empty={search ? `No vendors match “${search}”.` : noVendors}
        emptyAct={
          !search && hasNoMarket && <Link to={links.platform(platform_id)}>Add a market in Basic Info</Link>
        }
      />
      <Pager
        total={data?.total}
        stale={isPlaceholderData}
        size={subscriptionsPageSize}
        page={page}
        go={(p, options) => set({ page: p }, options)}
      />
    </Stack>
  )
}

const columns: readonly Column<PlatformSubscription>[] = [
  ...vendorColumns<PlatformSubscription>({ id: 4, email: 3 }),
  { key: 'market', sort: 'market', header: 'Market', leaves: 0, cell: (s) => s.market_name },
  { key: 'stores', sort: 'stores', header: 'Stores', numeric: true, cell: (s) => count(s.stores), leaves: 1 },
  {
    key: 'integrations',
    sort: 'integrations',
    header: 'Active integrations',
    numeric: true,
    leaves: 1,
    cell: (s) => count(s.integrations),
  },
  {
    key: 'open',
    header: 'Missing fields',
    numeric: true,
    leaves: 2,
    cell: (s) => (s.open_fields === null ? <span className="faint">Not started</span> : count(s.open_fields)),
  },
  {
    key: 'changed',
    sort: 'changed',
    header: 'Last change',
    leaves: 5,
    moment: (s) => s.last_modified_tm,
  },
]
