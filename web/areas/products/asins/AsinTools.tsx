import { Group, SegmentedControl, Select, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import type { Result } from '#contract/index.ts'
import { amazonMarkets, defaultMarket } from '#contract/products/asins/markets.ts'
import { api } from '../../../api.ts'
import { LoadError, Page, Panel } from '../../../ui/page/Page.tsx'
import { PartsAtOnce } from '../../../ui/page/PartsAtOnce.tsx'
import { useUrl } from '../../../ui/page/useUrl.ts'
import { count, countOnceKnown, percent } from '../../../ui/values.tsx'
import { AcceptSure } from './AcceptSure.tsx'
import { AsinUpload } from './AsinUpload.tsx'
import { BatchList } from './BatchList.tsx'
import { classNames } from './class-names.ts'
import { HeldSuppliers } from './HeldSuppliers.tsx'
import { MatchReview } from './MatchReview.tsx'

const classes = ['all', 'green', 'amber', 'grey', 'none'] as const
const url = z.object({
  market: z.coerce
    .number()
    .refine((id) => (amazonMarkets as readonly number[]).includes(id))
    .catch(defaultMarket)
    .default(defaultMarket),
  supplier: z.coerce.number().int().min(1).optional().catch(undefined),
  class: z.enum(classes).catch('all').default('all'),
  order: z.enum(['best', 'worst']).catch('best').default('best'),
})
type Queue = Result<'getAsinQueue'>
const openIn = ({ classes: open, skipped }: Queue) =>
  open.green + open.amber + open.grey + open.none + skipped

/** The sure matches that may be accepted in bulk. */
const acceptableIn = ({ classes: { green }, held }: Queue, supplier: number | undefined) =>
  held
    .filter(({ dropshipper_id }) => supplier === undefined || dropshipper_id === supplier)
    .reduce((rest, { sure }) => rest - sure, green)

/** Uploads of ASINs, and the queue in which products get theirs. */
export default function AsinTools() {
  const [{ market, supplier, class: shownClass, order }, set] = useUrl(url)
  const { data, error, refetch } = useQuery({
    ...api.getAsinQueue.query({ query: { market_id: market, dropshipper_id: supplier } }),
    refetchInterval: 30_000,
  })
  const queue = {
    market_id: market,
    order,
    ...(supplier !== undefined && { dropshipper_id: supplier }),
    ...(shownClass !== 'all' && { class: shownClass }),
  }
  const isFiltered = supplier !== undefined || shownClass !== 'all'
  return (
    <Page
      title="ASIN Tools"
      count={data && count(openIn(data))}
      actions={data && <AcceptSure market={market} supplier={supplier} sure={acceptableIn(data, supplier)} />}
      facts={factsOf(data)}
    >
      {error && !data ? (
        <LoadError error={error} retry={() => void refetch()} />
      ) : (
        <PartsAtOnce height={900}>
          <Stack gap="lg">
            <Panel title="Review">
              <Stack gap="md">
                <HeldSuppliers market={market} held={data?.held ?? []} />
                <Group gap="sm" align="flex-end">
                  <Select
                    label="Market"
                    size="xs"
                    w={150}
                    allowDeselect={false}
                    value={String(market)}
                    data={marketChoices(data, market)}
                    onChange={(id) => set({ market: Number(id) === defaultMarket ? undefined : Number(id) })}
                  />
                  <Select
                    label="Supplier"
                    size="xs"
                    w={220}
                    searchable
                    clearable
                    placeholder="All suppliers"
                    value={supplier === undefined ? null : String(supplier)}
                    data={supplierChoices(data, supplier)}
                    onChange={(id) => set({ supplier: id === null ? undefined : Number(id) })}
                  />
                  <Select
                    label="Order"
                    size="xs"
                    w={130}
                    allowDeselect={false}
                    value={order}
                    data={[
                      { value: 'best', label: 'Best first' },
                      { value: 'worst', label: 'Worst first' },
                    ]}
                    onChange={(value) => set({ order: value === 'worst' ? 'worst' : undefined })}
                  />
                  <SegmentedControl
                    size="xs"
                    aria-label="How sure"
                    value={shownClass}
                    onChange={(value) => set({ class: value === 'all' ? undefined : value })}
                    data={classes.map((value) => ({ value, label: classLabel(value, data) }))}
                  />
                </Group>
                <MatchReview
                  queue={queue}
                  empty={
                    isFiltered
                      ? 'No products left to match here.'
                      : 'No products left to match. Upload a file of ASINs to add some.'
                  }
                />
              </Stack>
            </Panel>
            <Panel title="Upload">
              <AsinUpload market={market} suppliers={data?.suppliers ?? []} />
            </Panel>
            <Panel title="Bulk acceptances">
              <BatchList market={market} />
            </Panel>
          </Stack>
        </PartsAtOnce>
      )}
    </Page>
  )
}

const classLabel = (value: (typeof classes)[number], data: Queue | undefined): string => {
  const name = value === 'all' ? 'All' : classNames[value]
  if (!data) return name
  return `${name} ${count(value === 'all' ? openIn(data) : data.classes[value])}`
}

const marketChoices = (data: Queue | undefined, market: number) => {
  const known = data?.markets.map((m) => ({ value: String(m.market_id), label: m.market_name })) ?? []
  return known.some(({ value }) => value === String(market))
    ? known
    : [...known, { value: String(market), label: `Market ${market}` }]
}

const supplierChoices = (data: Queue | undefined, chosen: number | undefined) =>
  (data?.suppliers ?? [])
    .filter(({ open, dropshipper_id }) => open > 0 || dropshipper_id === chosen)
    .map((s) => ({ value: String(s.dropshipper_id), label: `${s.supplier_name} (${count(s.open)})` }))

function factsOf(data: Queue | undefined) {
  const { samples } = data ?? {}
  return [
    ['Reviewed by you today', countOnceKnown(data?.decided_today)],
    [
      'Later changed by others',
      data && data.decided > 0 ? percent((100 * data.changed_later) / data.decided) : '—',
    ],
    ['Skipped', countOnceKnown(data?.skipped)],
    [
      'Checked samples',
      samples && samples.checked > 0
        ? `${count(samples.checked - samples.wrong)} of ${count(samples.checked)} right`
        : '—',
    ],
  ] as const
}
