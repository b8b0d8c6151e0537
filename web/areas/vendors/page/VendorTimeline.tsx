import { Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { timelineKinds, type TimelineKind, type TimelineRow } from '#contract/vendors/timeline.ts'
import { api } from '../../../api.ts'
import { links } from '../../../links.ts'
import { useUrl } from '../../../ui/page/useUrl.ts'
import type { Column } from '../../../ui/table/column.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import type { Filter } from '../../../ui/table/filter/filter.ts'
import { Filters } from '../../../ui/table/filter/Filters.tsx'
import { LogPager } from '../../activity/public.tsx'

const kindNames = Object.keys(timelineKinds)
const url = z.object({
  kinds: z
    .string()
    .refine((text) => text.split(',').every((kind) => kindNames.includes(kind)))
    .optional()
    .catch(undefined),
  page: z.coerce.number().int().min(1).max(200).catch(1).default(1),
})
const filters: readonly Filter[] = [
  {
    key: 'kinds',
    label: 'Kind',
    kind: 'choices',
    options: Object.entries(timelineKinds).map(([value, label]) => ({ value, label })),
  },
]

/** What happened to a vendor, whoever or whatever did it, each with a link to its record. */
export function VendorTimeline({ vendorId, before }: { vendorId: number; before: ReactNode }) {
  const [{ kinds, page }, set] = useUrl(url)
  const { data, error, isFetching, refetch } = useQuery({
    ...api.listVendorTimeline.query({
      params: { vendor_id: vendorId },
      body: { kinds: (kinds?.split(',') ?? []) as TimelineKind[], page },
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <Stack>
      <DataTable
        label="Timeline"
        bar={
          <>
            {before}
            <Filters
              filters={filters}
              values={{ kinds }}
              set={(change) => set({ ...change, page: undefined }, { replace: true })}
            />
          </>
        }
        columns={columnsOf(vendorId)}
        rows={data?.rows}
        id={(row) => row.key}
        fetching={isFetching}
        error={error}
        retry={() => void refetch()}
        empty={kinds ? 'No activity of these kinds.' : 'No activity yet.'}
        skeletonRows={15}
      />
      <LogPager
        page={page}
        hasMore={data?.more ?? false}
        go={(next) => set({ page: next === 1 ? undefined : next })}
      />
    </Stack>
  )
}

const columnsOf = (vendorId: number): readonly Column<TimelineRow>[] => [
  { key: 'tm', header: 'Time', width: 140, leaves: 0, moment: (row) => row.tm },
  { key: 'kind', header: 'Kind', width: 130, cell: (row) => timelineKinds[row.kind] },
  {
    key: 'what',
    header: 'Details',
    leaves: 0,
    wrap: true,
    cell: (row) => {
      const to = addressOf(vendorId, row)
      return (
        <>
          {to ? (
            <Link to={to} className="link">
              {row.message}
            </Link>
          ) : (
            row.message
          )}
          {row.detail && <div className="quiet">{row.detail}</div>}
        </>
      )
    },
  },
  { key: 'by', header: 'By', width: 150, cell: (row) => row.by ?? '—' },
]

/** Where the record of an entry is. */
function addressOf(vendorId: number, { kind, entity, entity_id, vendor_store_id }: TimelineRow) {
  const id = Number(entity_id)
  if (entity === 'feed_run') return links.feedRun(id)
  if (entity === 'vendor_charge') return links.charge(vendorId, id)
  if (entity === 'store_update' && vendor_store_id !== null)
    return `${links.vendorStore(vendorId, vendor_store_id)}?update=${id}`
  if (entity === 'vendor_store') return links.vendorStore(vendorId, id)
  if (entity === 'vendor_market_map') return links.integration(vendorId, id)
  if (kind === 'charges') return links.vendor(vendorId, 'billing_history')
  return kind === 'notes' ? `${links.vendor(vendorId)}?side=notes` : undefined
}
