import { Group, Pagination, SegmentedControl, Select, Text, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { z } from 'zod'
import type { Result } from '#contract/index.ts'
import { messages } from '#contract/messages.ts'
import { vendorSearchPageSize, vendorSorts, type FoundVendor } from '#contract/vendors/vendors.ts'
import { api } from '../../../api.ts'
import { links } from '../../../links.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { dayFrom, isLastDays, type Filter } from '../../../ui/table/filter/filter.ts'
import { Filters } from '../../../ui/table/filter/Filters.tsx'
import { enterRowsOnArrow, useAfterAnswer } from '../../../ui/FilterBox.tsx'
import { notify } from '../../../ui/act/notify.tsx'
import { matchReason } from '../../../ui/match-text.ts'
import { Page } from '../../../ui/page/Page.tsx'
import { useUrl } from '../../../ui/page/useUrl.ts'
import { Ago, count } from '../../../ui/values.tsx'
import { InviteUser } from './InviteUser.tsx'
import { sortingBy, vendorColumns } from './vendor-columns.tsx'
import {
  numbersOf,
  owedFilter,
  severalOf,
  severalUrl,
  standingUrl,
  statusFilter,
  useVendorFilters,
} from './vendor-filters.ts'
import { useVendorSelection, VendorBulk } from './VendorBulk.tsx'

const url = z.object({
  term: z.string().max(200).catch('').default(''),
  sort: z.enum(vendorSorts).catch('newest').default('newest'),
  ...standingUrl,
  ...severalUrl,
  since: z
    .union([z.iso.date(), z.string().refine(isLastDays)])
    .optional()
    .catch(undefined),
  until: z.iso.date().optional().catch(undefined),
  page: z.coerce.number().int().min(1).max(10_000).catch(1).default(1),
})
const sortLabels: Record<(typeof vendorSorts)[number], string> = {
  email_asc: 'Email A-Z',
  email_desc: 'Email Z-A',
  vendor_id_asc: 'Vendor ID, ascending',
  vendor_id_desc: 'Vendor ID, descending',
  newest: 'Newest',
  oldest: 'Oldest',
  health_asc: 'Worst health first',
  health_desc: 'Best health first',
}

const whyFound = ({ best, matched: match, company }: FoundVendor) =>
  [best && 'Best match', match && matchReason(match, company)].filter(Boolean).join(', ')

const columns = vendorColumns<FoundVendor>(undefined, whyFound)

const ownFilters: readonly Filter[] = [
  statusFilter,
  { key: 'since', label: 'Joined', kind: 'days', from: 'since', to: 'until' },
  owedFilter,
]

export default function VendorSearch() {
  const [{ term, sort, status, since: sinceDay, until: untilDay, page, ...several }, set] = useUrl(url)
  const { filters } = useVendorFilters()
  const selection = useVendorSelection()
  const { data: inTrouble } = useQuery(api.countVendorsInTrouble.query())
  const navigate = useNavigate()
  const [draft, setDraft] = useState(term)
  const search = useDebouncedCallback(
    (value: string) => set({ term: value.trim(), page: undefined }, { replace: true }),
    200,
  )
  const [lastTerm, setLastTerm] = useState(term)
  // the address changed without typing: back, or a link
  if (lastTerm !== term) {
    setLastTerm(term)
    if (draft.trim() !== term) setDraft(term)
  }
  const query = {
    term,
    sort,
    status: numbersOf(status),
    ...severalOf(several),
    owed_min: several.owed_min,
    owed_max: several.owed_max,
    since: dayFrom(sinceDay),
    until: untilDay,
  }
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...api.searchVendors.query({ body: { ...query, all: term === '', page } }),
    placeholderData: keepPreviousData,
  })
  const hasAnswer = draft.trim() === term && !isPlaceholderData && Boolean(data ?? error)
  const enter = useAfterAnswer<'open'>(hasAnswer, () => {
    const first = data?.vendors[0]
    if (first) void navigate({ href: links.vendor(first.vendor_id) })
  })
  // of several exact matches, the one that Enter opens
  const best = data?.vendors.find((v) => v.best)
  const isOfAttention = several.health === 'poor' && sort === 'health_asc'
  const total = data && count(data.total) + (data.total_is_exact ? '' : '+')
  return (
    <Page title="Search Users" count={total} actions={<InviteUser />}>
      <Views
        current={isOfAttention ? 'attention' : 'all'}
        inTrouble={inTrouble}
        asOf={data?.vendors.map((v) => v.health_tm)}
        set={(view) =>
          set({
            health: view === 'attention' ? 'poor' : undefined,
            sort: view === 'attention' ? 'health_asc' : undefined,
            page: undefined,
          })
        }
      />
      {data?.alike && (
        <Text role="status">
          No exact match for “{term}”. {total} with similar names.
        </Text>
      )}
      <DataTable
        label="Vendors"
        exportSource={{ list: 'vendors', input: query }}
        bar={
          <form
            role="search"
            className="contents"
            onSubmit={(e) => {
              e.preventDefault()
              if (draft.trim() === '') notify('error', messages.searchTermNeeded)
              else {
                search.flush()
                enter.ask('open')
              }
            }}
          >
            <TextInput
              data-filter
              aria-label="Search vendors"
              placeholder="Name, ID, email, phone, store, charge, note"
              leftSection={<IconSearch size={14} />}
              value={draft}
              autoFocus
              w={320}
              onKeyDown={enterRowsOnArrow}
              onChange={(e) => {
                enter.forget()
                setDraft(e.currentTarget.value)
                search(e.currentTarget.value)
              }}
            />
            <Filters
              filters={[...ownFilters, ...filters]}
              values={{ ...several, status: status || undefined, since: sinceDay, until: untilDay }}
              set={(change) => set({ ...change, page: undefined })}
            />
            <Select
              aria-label="Sort"
              data={vendorSorts.map((value) => ({ value, label: sortLabels[value] }))}
              value={sort}
              allowDeselect={false}
              onChange={(v) => set({ sort: v === 'newest' ? undefined : (v ?? undefined), page: undefined })}
              w={170}
            />
            {/* without a submit button, a form with several fields ignores Enter */}
            <button type="submit" hidden tabIndex={-1}>
              Search
            </button>
          </form>
        }
        sorting={sortingBy(sort, (nextSort) => set({ sort: nextSort, page: undefined }))}
        columns={columns}
        rows={data?.vendors.map((v) => (v.best && v !== best ? { ...v, best: false } : v))}
        id={(v) => v.vendor_id}
        open={(v) => void navigate({ href: links.vendor(v.vendor_id) })}
        fetching={isFetching}
        error={error}
        retry={() => void refetch()}
        empty={
          term
            ? `No vendors match “${term}”. Try part of an email or company, or the last 7 digits of a phone number.`
            : 'No vendors match these filters.'
        }
        skeletonRows={15}
        selection={selection}
      />
      <VendorBulk vendors={data?.vendors} selection={selection} sort={sort} />
      {data && data.total > vendorSearchPageSize && (
        <Pagination
          total={Math.ceil(data.total / vendorSearchPageSize)}
          value={page}
          onChange={(p) => set({ page: p === 1 ? undefined : p })}
          getControlProps={(c) => ({ 'aria-label': `${c} page` })}
          size="sm"
        />
      )}
    </Page>
  )
}

/** Every vendor, or those that need attention, worst first; and when the oldest shown health was computed. */
function Views({
  current,
  inTrouble,
  asOf = [],
  set,
}: {
  current: 'attention' | 'all'
  inTrouble: Result<'countVendorsInTrouble'> | undefined
  asOf: readonly (string | null)[] | undefined
  set: (view: string) => void
}) {
  const number = inTrouble && `${count(inTrouble.total)}${inTrouble.total_is_exact ? '' : '+'}`
  const oldest = asOf.filter((tm) => tm !== null).toSorted()[0]
  return (
    <Group gap="sm">
      <SegmentedControl
        size="xs"
        aria-label="Vendors"
        value={current}
        onChange={set}
        data={[
          { value: 'attention', label: `Needs attention ${number ?? ''}` },
          { value: 'all', label: 'All' },
        ]}
      />
      {oldest && (
        <Text size="xs" c="dimmed">
          Health computed <Ago tm={oldest} />
        </Text>
      )}
    </Group>
  )
}
