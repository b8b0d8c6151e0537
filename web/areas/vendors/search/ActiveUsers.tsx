import { SegmentedControl } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { z } from 'zod'
import { activeTrendDays } from '#contract/vendors/active.ts'
import { vendorSearchPageSize, vendorSorts, type VendorRow } from '#contract/vendors/vendors.ts'
import { api } from '../../../api.ts'
import { links } from '../../../links.ts'
import { Page } from '../../../ui/page/Page.tsx'
import { Pager } from '../../../ui/Pager.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { Filters } from '../../../ui/table/filter/Filters.tsx'
import { useSessionFilters } from '../../../ui/table/filter/session-filters.ts'
import { useUrl } from '../../../ui/page/useUrl.ts'
import { count } from '../../../ui/values.tsx'
import { ActiveTrends } from './ActiveTrends.tsx'
import { sortingBy, vendorColumns } from './vendor-columns.tsx'
import { numbersOf, ownerIds, severalOf, severalUrl, useVendorFilters } from './vendor-filters.ts'
import { useVendorSelection, VendorBulk } from './VendorBulk.tsx'

const days = z.coerce.number().int().min(0).max(36_500).optional().catch(undefined)
const url = z.object({
  ...severalUrl,
  crm_owner: ownerIds,
  days_from: days,
  days_to: days,
  billing: z.literal('failing').optional().catch(undefined),
  trend: z.enum(['30', '90', '365']).catch('30').default('30'),
  sort: z.enum(vendorSorts).catch('newest').default('newest'),
  page: z.coerce.number().int().min(1).max(10_000).catch(1).default(1),
})

/** Who is active now, how many were, and who joined. */
export default function ActiveUsers() {
  const isSettled = useSessionFilters('active-users')
  const [{ page, sort, trend, billing, ...chosenFilters }, set] = useUrl(url)
  const navigate = useNavigate()
  const { filters: sharedFilters, owners } = useVendorFilters()
  const { crm_owner, days_from, days_to } = chosenFilters
  const filters = {
    ...severalOf(chosenFilters),
    crm_owner: numbersOf(crm_owner),
    days_from,
    days_to,
    billing_failing: billing === 'failing',
  }
  const selection = useVendorSelection()
  const { data, error, isFetching, refetch, isPlaceholderData } = useQuery({
    ...api.listActiveVendors.query({ body: { ...filters, sort, page } }),
    placeholderData: keepPreviousData,
    enabled: isSettled,
  })
  return (
    <Page
      title="Active Users"
      count={data && `${count(data.total)}${data.total_is_exact ? '' : '+'}`}
      actions={
        <SegmentedControl
          size="xs"
          aria-label="Trend period"
          value={trend}
          onChange={(value) => set({ trend: value === '30' ? undefined : value })}
          data={activeTrendDays.map((n) => ({ value: String(n), label: `${n} days` }))}
        />
      }
    >
      <ActiveTrends days={Number(trend) as (typeof activeTrendDays)[number]} />
      <DataTable
        label="Active vendors"
        exportSource={{ list: 'active_vendors', input: { ...filters, sort } }}
        bar={
          <Filters
            filters={[
              ...sharedFilters,
              { key: 'crm_owner', label: 'CRM owner', kind: 'choices', options: owners },
              { key: 'days', label: 'Days as customer', kind: 'range', from: 'days_from', to: 'days_to' },
              {
                key: 'billing',
                label: 'Billing',
                kind: 'choice',
                options: [{ value: 'failing', label: 'Failing' }],
              },
            ]}
            values={{
              ...chosenFilters,
              days_from: days_from?.toString(),
              days_to: days_to?.toString(),
              billing,
            }}
            set={(change) => set({ ...change, page: undefined })}
          />
        }
        sorting={sortingBy(sort, (nextSort) => set({ sort: nextSort, page: undefined }))}
        columns={columns}
        rows={data?.vendors}
        id={(v) => v.vendor_id}
        open={(v) => void navigate({ href: links.vendor(v.vendor_id) })}
        fetching={isFetching}
        error={error}
        retry={() => void refetch()}
        empty="No vendors match these filters."
        skeletonRows={15}
        selection={selection}
      />
      <VendorBulk vendors={data?.vendors} selection={selection} sort={sort} />
      <Pager
        total={data?.total}
        stale={isPlaceholderData}
        size={vendorSearchPageSize}
        page={page}
        go={(p, options) => set({ page: p }, options)}
      />
    </Page>
  )
}

const columns = vendorColumns<VendorRow>()
