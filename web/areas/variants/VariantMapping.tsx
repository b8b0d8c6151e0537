import { Button, Group, Kbd, SegmentedControl, Stack, Text } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import type { Result } from '#contract/index.ts'
import { mappableSort, mappingFilters, variantPageSize } from '#contract/variants/mapping.ts'
import { api } from '../../api.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { FilterBox } from '../../ui/FilterBox.tsx'
import { Facts, Panel } from '../../ui/page/Page.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { SelectionBar } from '../../ui/form/SaveBar.tsx'
import { sortIn } from '../../ui/table/sort-in.ts'
import { useUrl } from '../../ui/page/useUrl.ts'
import { Ago, count, countOnceKnown, many } from '../../ui/values.tsx'
import { MapInto } from './MapInto.tsx'
import { ParentEditor } from './ParentEditor.tsx'
import { ParentList } from './ParentList.tsx'
import { UnmapModal } from './UnmapModal.tsx'
import { useVariantActs } from './useVariantActs.ts'
import { variantColumns } from './variant-columns.tsx'

const url = z.object({
  filter: z.enum(mappingFilters).catch('queue').default('queue'),
  search: z.string().max(200).catch('').default(''),
  sort: mappableSort.optional().catch(undefined),
  page: z.coerce.number().int().min(1).catch(1).default(1),
})
const names = { queue: 'Queued', mapped: 'Mapped', unmapped: 'Unmapped', all: 'All' } as const
interface Supplier {
  dropshipper_id: number
  dropshipper_prefix: string
  variant_mapping_update_tm: string | null
}

function nothingWaits(data: Result<'listMappableProducts'> | undefined): string {
  if (data && data.mapping_job_id !== null)
    return `Nothing queued yet. Job ${data.mapping_job_id} is processing new products.`
  if (data?.unsorted)
    return (
      `Nothing queued yet. ${many(data.unsorted, 'product')} not processed yet. ` +
      'The next feed run with changes processes them.'
    )
  return 'Nothing queued. All likely variants are mapped or were removed from the queue.'
}

/**
 * A supplier's products between queue and parent. The keyboard works too: j, k and x select, letters act.
 */
export function VariantMapping({ supplier }: { supplier: Supplier }) {
  const { dropshipper_id } = supplier
  const [{ filter, search, sort, page }, set] = useUrl(url)
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  const [modal, setModal] = useState<{ kind: 'map' | 'parent' | 'unmap'; parentId?: number } | null>(null)
  const { data, error, isFetching, refetch, isPlaceholderData } = useQuery({
    ...api.listMappableProducts.query({ body: { dropshipper_id, filter, search, sort, page } }),
    placeholderData: keepPreviousData,
    // new products are sorted in the background; rows don't move under a selection
    refetchInterval: ids.size === 0 ? 10_000 : false,
  })
  const products = data?.products ?? []
  const chosenProducts = products.filter((p) => ids.has(p.product_id))
  const variantActs = useVariantActs(dropshipper_id, chosenProducts, () => setIds(new Set()))
  const { idsOf, act, acts } = variantActs
  const can = possibleActs(variantActs)
  const noProducts = filter === 'queue' ? nothingWaits(data) : 'No products.'
  const takeOut = () => {
    if (can.unqueue) act(acts.unqueue())
    else if (can.unmap) setModal({ kind: 'unmap' })
  }
  useHotkeys([
    ['a', () => can.accept && act(acts.accept())],
    ['m', () => can.map && setModal({ kind: 'map' })],
    ['n', () => can.map && setModal({ kind: 'parent' })],
    ['u', takeOut],
    ['q', () => can.queue && act(acts.queue())],
  ])
  return (
    <Stack>
      <Group justify="space-between" align="flex-end">
        <Facts
          facts={[
            ['Queued', countOnceKnown(data?.counts.queue)],
            ['Mapped', countOnceKnown(data?.counts.mapped)],
            ['Unmapped', countOnceKnown(data?.counts.unmapped)],
            ['Mapping updated', <Ago key="tm" tm={supplier.variant_mapping_update_tm} />],
          ]}
        />
        <Text size="xs" c="dimmed">
          <Kbd size="xs">j</Kbd> next row <Kbd size="xs">x</Kbd> select <Kbd size="xs">a</Kbd> accept{' '}
          <Kbd size="xs">m</Kbd> map <Kbd size="xs">n</Kbd> new parent <Kbd size="xs">u</Kbd> remove
        </Text>
      </Group>
      <Group>
        <SegmentedControl
          size="xs"
          aria-label="Mapping status"
          value={filter}
          onChange={(v) => {
            setIds(new Set())
            set({ filter: v === 'queue' ? undefined : v, page: undefined })
          }}
          data={mappingFilters.map((value) => ({
            value,
            label: data ? `${names[value]} ${count(data.counts[value])}` : names[value],
          }))}
        />
        <FilterBox
          label="Search products"
          placeholder="SKU or title"
          value={search}
          set={(v) => set({ search: v, page: undefined }, { replace: true })}
          width={240}
        />
      </Group>
      <DataTable
        label="Products"
        rows={data?.products}
        exportSource={{
          list: 'mappable_products',
          input: { dropshipper_id: supplier.dropshipper_id, filter, search, sort },
        }}
        columns={variantColumns}
        sorting={sortIn(sort, undefined, (next) => set({ sort: next, page: undefined }))}
        id={(p) => p.product_id}
        selection={{ ids, set: setIds, id: (p) => p.product_id, name: (p) => p.sku }}
        open={(p) =>
          p.product_variant_parent_id
            ? setModal({ kind: 'parent', parentId: p.product_variant_parent_id })
            : undefined
        }
        fetching={isFetching}
        error={error}
        retry={() => void refetch()}
        empty={search ? `No products match “${search}”.` : noProducts}
      />
      <Pager
        total={data?.total}
        stale={isPlaceholderData}
        size={variantPageSize}
        page={page}
        go={(p, options) => set({ page: p }, options)}
      />
      <VariantBar
        count={chosenProducts.length}
        variantActs={variantActs}
        open={(kind) => setModal({ kind })}
        clear={() => setIds(new Set())}
      />
      <Panel title="Parents">
        <ParentList
          dropshipperId={dropshipper_id}
          edit={(parentId) => setModal({ kind: 'parent', parentId })}
        />
      </Panel>
      {modal?.kind === 'map' && (
        <MapInto
          dropshipperId={dropshipper_id}
          products={chosenProducts.filter((p) => p.mapping_status !== 'Mapped')}
          close={() => setModal(null)}
          onDone={() => setIds(new Set())}
        />
      )}
      {modal?.kind === 'unmap' && (
        <UnmapModal
          dropshipperId={dropshipper_id}
          productIds={idsOf('Mapped')}
          onDone={() => setIds(new Set())}
          close={() => setModal(null)}
        />
      )}
      {modal?.kind === 'parent' && (
        <ParentEditor
          supplier={supplier}
          {...(modal.parentId !== undefined && { parentId: modal.parentId })}
          products={
            modal.parentId === undefined ? chosenProducts.filter((p) => p.mapping_status !== 'Mapped') : []
          }
          close={() => setModal(null)}
          onDone={() => setIds(new Set())}
        />
      )}
    </Stack>
  )
}

type VariantActs = ReturnType<typeof useVariantActs>

const possibleActs = ({ suggestedProducts, idsOf }: Pick<VariantActs, 'suggestedProducts' | 'idsOf'>) => ({
  accept: suggestedProducts.length > 0,
  map: idsOf('Queued').length + idsOf('Unmapped').length > 0,
  unqueue: idsOf('Queued').length > 0,
  unmap: idsOf('Mapped').length > 0,
  queue: idsOf('Unmapped').length > 0,
})

function VariantBar({
  count: chosenCount,
  variantActs,
  open,
  clear,
}: {
  count: number
  variantActs: VariantActs
  open: (kind: 'map' | 'parent' | 'unmap') => void
  clear: () => void
}) {
  const { suggestedProducts, idsOf, act, busy, acts } = variantActs
  const can = possibleActs(variantActs)
  return (
    <SelectionBar count={chosenCount} clear={clear}>
      {can.accept && (
        <Button size="xs" loading={busy} onClick={() => act(acts.accept())}>
          Accept {many(suggestedProducts.length, 'suggestion')}
        </Button>
      )}
      {can.map && (
        <>
          <Button size="xs" variant="default" onClick={() => open('map')}>
            Map to a parent
          </Button>
          <Button size="xs" variant="default" onClick={() => open('parent')}>
            New parent
          </Button>
        </>
      )}
      {can.unqueue && (
        <Button size="xs" variant="default" loading={busy} onClick={() => act(acts.unqueue())}>
          Remove {many(idsOf('Queued').length, 'product')} from queue
        </Button>
      )}
      {can.unmap && (
        <Button size="xs" variant="default" onClick={() => open('unmap')}>
          Unmap {many(idsOf('Mapped').length, 'product')}…
        </Button>
      )}
      {can.queue && (
        <Button size="xs" variant="default" loading={busy} onClick={() => act(acts.queue())}>
          Queue {many(idsOf('Unmapped').length, 'product')}
        </Button>
      )}
    </SelectionBar>
  )
}
