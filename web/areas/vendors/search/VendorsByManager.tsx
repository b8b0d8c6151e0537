import { Button, Select, Textarea } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { z } from 'zod'
import { mostReassigned } from '#contract/vendors/by-manager.ts'
import { messages } from '#contract/messages.ts'
import { vendorSearchPageSize, vendorSorts, type VendorRow } from '#contract/vendors/vendors.ts'
import { api } from '../../../api.ts'
import { links } from '../../../links.ts'
import { ActModal } from '../../../ui/act/ActModal.tsx'
import { Page } from '../../../ui/page/Page.tsx'
import { Pager } from '../../../ui/Pager.tsx'
import { SelectionBar } from '../../../ui/form/SaveBar.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { chipText } from '../../../ui/table/filter/filter.ts'
import { Filters } from '../../../ui/table/filter/Filters.tsx'
import { useUrl } from '../../../ui/page/useUrl.ts'
import { count, many } from '../../../ui/values.tsx'
import {
  numbersOf,
  owedFilter,
  severalOf,
  severalUrl,
  standingUrl,
  statusFilter,
  useVendorFilters,
} from './vendor-filters.ts'
import { sortingBy, vendorColumns } from './vendor-columns.tsx'

const url = z.object({
  ...standingUrl,
  ...severalUrl,
  manager: z.coerce.number().int().min(0).optional().catch(undefined),
  sort: z.enum(vendorSorts).catch('newest').default('newest'),
  page: z.coerce.number().int().min(1).max(10_000).catch(1).default(1),
})
const nobody = 0

/** Vendors by account manager; several can be reassigned at once. */
export default function VendorsByManager() {
  const [{ manager: chosenManager, sort, page, ...view }, set] = useUrl(url)
  const navigate = useNavigate()
  const { data: account } = useQuery({ ...api.getAccount.query(), staleTime: Infinity })
  const { data: managers } = useQuery(api.listAccountManagers.query())
  // one's own vendors first; without any, those that have no manager
  const ownId = managers?.find((m) => m.vendor_id === account?.vendor_id && m.vendors > 0)?.vendor_id
  const manager = chosenManager ?? ownId ?? nobody
  const { filters } = useVendorFilters()
  const ownFilters = [statusFilter, ...filters.filter(({ key }) => key !== 'manager'), owedFilter]
  const { manager: _own, ...several } = severalOf(view)
  const filtered = {
    status: numbersOf(view.status),
    ...several,
    owed_min: view.owed_min,
    owed_max: view.owed_max,
  }
  const isFiltered = ownFilters.some((filter) => chipText(filter, view) !== undefined)
  const { data, error, isFetching, refetch, isPlaceholderData } = useQuery({
    ...api.listVendorsOfManager.query({
      params: { manager_vid: manager },
      body: { sort, page, ...filtered },
    }),
    placeholderData: keepPreviousData,
    enabled: chosenManager !== undefined || managers !== undefined,
  })
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  const [moving, setMoving] = useState<'ticked' | 'all'>()
  const selection = (data?.vendors ?? []).filter((v) => ids.has(v.vendor_id))
  const nameOf = (id: number) =>
    id === nobody ? 'No account manager' : (managers?.find((m) => m.vendor_id === id)?.name ?? 'this manager')
  const total = data?.total ?? 0
  const noneText =
    manager === nobody ? 'Every vendor has an account manager.' : `${nameOf(manager)} has no vendors.`
  return (
    <Page
      title="Users By Account Owner"
      count={data && count(total)}
      actions={
        total > 0 &&
        !isFiltered && (
          <Button variant="default" onClick={() => setMoving('all')}>
            Reassign all {count(Math.min(total, mostReassigned))}…
          </Button>
        )
      }
    >
      <DataTable
        label="Vendors by account manager"
        bar={
          <>
            <Select
              data-filter
              aria-label="Account manager"
              searchable
              allowDeselect={false}
              w={280}
              data={[
                { value: String(nobody), label: 'None' },
                ...(managers ?? []).map((m) => ({
                  value: String(m.vendor_id),
                  label: `${m.name}, ${many(m.vendors, 'vendor')}`,
                })),
              ]}
              value={String(manager)}
              onChange={(value) => set({ manager: Number(value), page: undefined })}
            />
            <Filters
              filters={ownFilters}
              values={view}
              set={(change) => set({ ...change, page: undefined })}
            />
          </>
        }
        exportSource={{ list: 'vendors_of_manager', input: { manager_vid: manager, sort, ...filtered } }}
        sorting={sortingBy(sort, (nextSort) => set({ sort: nextSort, page: undefined }))}
        columns={columns}
        rows={data?.vendors}
        id={(v) => v.vendor_id}
        open={(v) => void navigate({ href: links.vendor(v.vendor_id) })}
        fetching={isFetching}
        error={error}
        retry={() => void refetch()}
        empty={isFiltered ? 'No vendors match these filters.' : noneText}
        skeletonRows={15}
        selection={{ ids, set: setIds, id: (v) => v.vendor_id, name: (v) => v.company }}
      />
      <SelectionBar
        count={selection.length}
        summary={many(
          selection.reduce((sum, v) => sum + v.total_active_integrations, 0),
          'active integration',
        )}
        clear={() => setIds(new Set())}
      >
        <Button size="xs" variant="outline" onClick={() => setMoving('ticked')}>
          Reassign {many(selection.length, 'vendor')}…
        </Button>
      </SelectionBar>
      <Pager
        total={data?.total}
        stale={isPlaceholderData}
        size={vendorSearchPageSize}
        page={page}
        go={(p, options) => set({ page: p }, options)}
      />
      {moving && (
        <Reassign
          from={manager === nobody ? null : manager}
          fromName={nameOf(manager)}
          vendors={moving === 'ticked' ? selection : undefined}
          users={moving === 'ticked' ? selection.length : Math.min(total, mostReassigned)}
          managers={managers ?? []}
          clearSelection={() => setIds(new Set())}
          close={() => setMoving(undefined)}
        />
      )}
    </Page>
  )
}

const columns = vendorColumns<VendorRow>('manager')

function Reassign({
  from,
  fromName,
  vendors,
  users,
  managers,
  clearSelection,
  close,
}: {
  from: number | null
  fromName: string
  /** undefined: all of them. */
  vendors: readonly VendorRow[] | undefined
  users: number
  managers: readonly { vendor_id: number; name: string; vendors: number }[]
  clearSelection: () => void
  close: () => void
}) {
  const [choice, setChoice] = useState<string | null>(null)
  const [note, setNote] = useState('')
  // 0 is nobody
  const to = Number(choice) || null
  const noteFault = note.trim() === '' ? messages.noteNeeded : undefined
  const options = [
    ...managers
      .filter((m) => m.vendor_id !== from)
      .map((m) => ({ value: String(m.vendor_id), label: `${m.name}, ${many(m.vendors, 'vendor')}` })),
    ...(from === null ? [] : [{ value: String(nobody), label: 'None' }]),
  ]
  return (
    <ActModal
      title={`Reassign ${many(users, 'vendor')} from ${fromName}`}
      act={`Reassign ${many(users, 'vendor')}`}
      missing={choice === null ? messages.managerNeeded : noteFault}
      isChanged={note !== '' || choice !== null}
      run={() =>
        api.reassignVendors({
          body: { from, to, note, ...(vendors && { vendor_ids: vendors.map((v) => v.vendor_id) }) },
        })
      }
      doneText={({ changed: ids }) =>
        ids.length === users
          ? `${many(ids.length, 'vendor')} reassigned`
          : `${count(ids.length)} of ${many(users, 'vendor')} reassigned. The others already have another account manager`
      }
      undo={({ changed: ids }) =>
        ids.length === 0
          ? Promise.resolve()
          : api.reassignVendors({
              body: { from: to, to: from, vendor_ids: ids, note: `Undone: ${note}` },
            })
      }
      after={clearSelection}
      close={close}
    >
      <Select
        label="New account manager"
        searchable
        data-autofocus
        data={options}
        value={choice}
        onChange={setChoice}
      />
      <Textarea
        label="Note"
        description="Shown in each vendor’s history"
        required
        autosize
        minRows={2}
        maxLength={3900}
        value={note}
        onChange={(e) => setNote(e.currentTarget.value)}
      />
    </ActModal>
  )
}
