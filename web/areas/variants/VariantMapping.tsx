import { Button, Group, Kbd, SegmentedControl, Stack, Text } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconCheck, IconClock, IconMinus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import type { Result } from '#contract/index.ts'
import { mappingFilters, variantPageSize, type VariantProduct } from '#contract/variants/mapping.ts'
import { api } from '../../api.ts'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { FilterBox } from '../../ui/FilterBox.tsx'
import { ActModal } from '../../ui/ActModal.tsx'
import { useAct } from '../../ui/useAct.ts'
import { Facts, Panel } from '../../ui/Page.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { SelectionBar } from '../../ui/SaveBar.tsx'
import { useUrl } from '../../ui/useUrl.ts'
import { Ago, count, many, roughPercent, Status } from '../../ui/values.tsx'
import { MapInto } from './MapInto.tsx'
import { ParentEditor } from './ParentEditor.tsx'
import { ParentList } from './ParentList.tsx'

const url = z.object({
  filter: z.enum(mappingFilters).catch('queue').default('queue'),
  search: z.string().max(200).catch('').default(''),
  page: z.coerce.number().int().min(1).catch(1).default(1),
})
const names = { queue: 'Queued', mapped: 'Mapped', unmapped: 'Unmapped', all: 'All' } as const
const marks = {
  Queued: { tone: 'wait', icon: IconClock },
  Mapped: { tone: 'good', icon: IconCheck },
  Unmapped: { tone: 'off', icon: IconMinus },
} as const

interface Supplier {
  dropshipper_id: number
  dropshipper_prefix: string
  variant_mapping_update_tm: string | null
}

const columns: readonly Column<VariantProduct>[] = [
  { key: 'sku', header: 'SKU', cell: (p) => <span className="mono">{p.sku}</span> },
  {
    key: 'title',
    header: 'Title',
    cell: (p) => (
      <div>
        <div className="cut" title={p.title ?? ''}>
          {p.title ?? '—'}
        </div>
        <Text size="xs" c="dimmed">
          {p.manufacturer ?? 'no brand'}
        </Text>
      </div>
    ),
  },
  {
    key: 'price',
    header: 'Cost',
    numeric: true,
    cell: (p) => (p.wholesale_price === null ? '—' : Number(p.wholesale_price).toFixed(2)),
  },
  {
    key: 'status',
    header: 'Status',
    cell: (p) => (
      <Status tone={marks[p.mapping_status].tone} icon={marks[p.mapping_status].icon}>
        {p.mapping_status}
      </Status>
    ),
  },
  { key: 'parent', header: 'Parent', cell: (p) => <Parent product={p} /> },
]

/** Where a product stands, or where its siblings say that it belongs and how sure that is. */
function Parent({ product: p }: { product: VariantProduct }) {
  if (p.mapped_parent_sku)
    return (
      <div>
        <span className="mono">{p.mapped_parent_sku}</span>
        <Text size="xs" c="dimmed">
          {p.option_names.map((name, i) => `${name}: ${p.option_values[i] ?? '—'}`).join(', ')}
        </Text>
      </div>
    )
  const s = p.suggestion
  if (!s)
    return (
      <Text size="xs" c="dimmed">
        {p.mapping_status === 'Queued' ? 'No suggestion' : '—'}
      </Text>
    )
  const sure = Math.round(s.confidence * 100)
  return (
    <div title={s.why}>
      <span className="mono">{s.parent_sku}</span>{' '}
      {s.product_variant_parent_id === null && (
        <Text component="span" size="xs" c="dimmed">
          (new)
        </Text>
      )}
      <Group gap={6} wrap="nowrap">
        <div
          className={`bar tone-${sure >= 85 ? 'good' : sure >= 60 ? 'wait' : 'off'}`}
          style={{ width: 60 }}
          aria-hidden
        >
          <i style={{ left: 0, width: `${sure}%` }} />
        </div>
        <Text size="xs" c="dimmed">
          {roughPercent(s.confidence)} sure ·{' '}
          {s.option_names.map((name, i) => `${name}: ${s.option_values[i] ?? '—'}`).join(', ')}
        </Text>
      </Group>
    </div>
  )
}

function nothingWaits(data: Result<'listMappableProducts'> | undefined): string {
  if (data && data.mapping_job_id !== null)
    return `Nothing waits yet: job ${data.mapping_job_id} sorts the products that are new.`
  if (data?.unsorted)
    return `Nothing waits yet. ${many(data.unsorted, 'product')} not sorted so far: the next feed run with a change sorts them.`
  return 'Nothing waits: every likely variant is mapped or was taken out of the queue.'
}

/** What is done to ticked products, and how it is taken back. */
interface Deed {
  run: () => Promise<string>
  back: () => Promise<unknown>
}

/**
 * A supplier's products between queue and parent. Everything is done by the keyboard too: j, k and x choose,
 * a letter acts.
 */
export function VariantMapping({ supplier }: { supplier: Supplier }) {
  const { dropshipper_id } = supplier
  const [{ filter, search, page }, set] = useUrl(url)
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  const [modal, setModal] = useState<{ kind: 'map' | 'parent' | 'unmap'; parentId?: number } | null>(null)
  const { data, error, isFetching, refetch } = useQuery({
    ...api.listMappableProducts.query({ body: { dropshipper_id, filter, search, page } }),
    placeholderData: keepPreviousData,
    // new products are sorted in the background; rows don't move under a selection
    refetchInterval: ids.size === 0 ? 10_000 : false,
  })
  const products = data?.products ?? []
  const chosen = products.filter((p) => ids.has(p.product_id))
  const suggested = chosen.filter((p) => p.suggestion)
  const of = (mapping_status: VariantProduct['mapping_status']) =>
    chosen.filter((p) => p.mapping_status === mapping_status).map((p) => p.product_id)
  const { act, busy } = useAct({
    run: ({ run }: Deed) => run(),
    after: () => setIds(new Set()),
    done: (said) => said,
    undo: (_said, { back }) => back(),
  })
  const accept = (): Deed => {
    const product_ids = suggested.map((p) => p.product_id)
    const skus = new Map(suggested.map((p) => [p.product_id, p.sku]))
    let mapped: number[] = []
    return {
      run: async () => {
        const answer = await api.acceptSuggestions({ body: { dropshipper_id, product_ids } })
        const skipped = answer.skipped.map((s) => s.product_id)
        mapped = product_ids.filter((id) => !skipped.includes(id))
        const left = answer.skipped[0]
        return [
          `${many(answer.mapped, 'product')} mapped, ${many(answer.parents_created, 'parent')} made`,
          ...(left
            ? [`${many(skipped.length, 'product')} left: ${skus.get(left.product_id)}: ${left.reason}`]
            : []),
        ].join('. ')
      },
      back: async () => {
        await api.unmapVariants({ body: { dropshipper_id, product_ids: mapped } })
        await api.queueVariants({ body: { dropshipper_id, product_ids: mapped } })
      },
    }
  }
  const unqueue = (): Deed => {
    const body = { dropshipper_id, product_ids: of('Queued') }
    return {
      run: async () => {
        const { unqueued } = await api.unqueueVariants({ body })
        return `${many(unqueued, 'product')} taken out of the queue`
      },
      back: () => api.queueVariants({ body }),
    }
  }
  const queue = (): Deed => {
    const body = { dropshipper_id, product_ids: of('Unmapped') }
    return {
      run: async () => `${many((await api.queueVariants({ body })).queued, 'product')} put into the queue`,
      back: () => api.unqueueVariants({ body }),
    }
  }
  const free = [...of('Queued'), ...of('Unmapped')]
  const can = {
    accept: suggested.length > 0,
    map: free.length > 0,
    unqueue: of('Queued').length > 0,
    unmap: of('Mapped').length > 0,
    queue: of('Unmapped').length > 0,
  }
  useHotkeys([
    ['a', () => can.accept && act(accept())],
    ['m', () => can.map && setModal({ kind: 'map' })],
    ['n', () => can.map && setModal({ kind: 'parent' })],
    ['u', () => (can.unqueue ? act(unqueue()) : can.unmap ? setModal({ kind: 'unmap' }) : undefined)],
    ['q', () => can.queue && act(queue())],
  ])
  return (
    <Stack>
      <Group justify="space-between" align="flex-end">
        <Facts
          facts={[
            ['Waiting', count(data?.counts.queue ?? 0)],
            ['Mapped', count(data?.counts.mapped ?? 0)],
            ['No variants', count(data?.counts.unmapped ?? 0)],
            ['Mapping updated', <Ago key="tm" tm={supplier.variant_mapping_update_tm} />],
          ]}
        />
        <Text size="xs" c="dimmed">
          <Kbd size="xs">x</Kbd> select <Kbd size="xs">a</Kbd> accept <Kbd size="xs">m</Kbd> map into{' '}
          <Kbd size="xs">n</Kbd> new parent <Kbd size="xs">u</Kbd> take out
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
        columns={columns}
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
        empty={
          search
            ? `No product matches “${search}”.`
            : filter === 'queue'
              ? nothingWaits(data)
              : 'There is no such product.'
        }
      />
      <Pager total={data?.total} size={variantPageSize} page={page} go={(p) => set({ page: p })} />
      <SelectionBar count={ids.size} clear={() => setIds(new Set())}>
        {can.accept && (
          <Button size="xs" loading={busy} onClick={() => act(accept())}>
            Accept {many(suggested.length, 'suggestion')}
          </Button>
        )}
        {can.map && (
          <>
            <Button size="xs" variant="default" onClick={() => setModal({ kind: 'map' })}>
              Map into a parent
            </Button>
            <Button size="xs" variant="default" onClick={() => setModal({ kind: 'parent' })}>
              New parent
            </Button>
          </>
        )}
        {can.unqueue && (
          <Button size="xs" variant="default" loading={busy} onClick={() => act(unqueue())}>
            Unqueue {many(of('Queued').length, 'product')}
          </Button>
        )}
        {can.unmap && (
          <Button size="xs" variant="default" onClick={() => setModal({ kind: 'unmap' })}>
            Unmap {many(of('Mapped').length, 'product')}…
          </Button>
        )}
        {can.queue && (
          <Button size="xs" variant="default" loading={busy} onClick={() => act(queue())}>
            Queue {many(of('Unmapped').length, 'product')}
          </Button>
        )}
      </SelectionBar>
      <Panel title="Parents">
        <ParentList
          dropshipperId={dropshipper_id}
          edit={(parentId) => setModal({ kind: 'parent', parentId })}
        />
      </Panel>
      {modal?.kind === 'map' && (
        <MapInto
          dropshipperId={dropshipper_id}
          products={chosen.filter((p) => p.mapping_status !== 'Mapped')}
          close={() => setModal(null)}
          done={() => setIds(new Set())}
        />
      )}
      {modal?.kind === 'unmap' && (
        <ActModal
          title={`Unmap ${many(of('Mapped').length, 'product')}`}
          act="Unmap"
          danger
          run={() => api.unmapVariants({ body: { dropshipper_id, product_ids: of('Mapped') } })}
          after={() => setIds(new Set())}
          done={({ unmapped, parents_deleted }) =>
            `${many(unmapped, 'product')} unmapped${parents_deleted ? `, ${many(parents_deleted, 'empty parent')} deleted` : ''}`
          }
          close={() => setModal(null)}
        >
          <Text size="sm">
            They leave their parents and lose their option values; a parent that is left empty is deleted.
          </Text>
        </ActModal>
      )}
      {modal?.kind === 'parent' && (
        <ParentEditor
          supplier={supplier}
          {...(modal.parentId !== undefined && { parentId: modal.parentId })}
          products={modal.parentId === undefined ? chosen.filter((p) => p.mapping_status !== 'Mapped') : []}
          close={() => setModal(null)}
          done={() => setIds(new Set())}
        />
      )}
    </Stack>
  )
}
