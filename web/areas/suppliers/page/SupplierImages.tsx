import { Button, Group, Progress, Select, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { IconCircleCheck, IconClock, IconX } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import type { Result } from '#contract/index.ts'
import { failureSort } from '#contract/products/images.ts'
import { api } from '../../../api.ts'
import { tellScheduled } from '../../jobs/public.tsx'
import { SkuLink } from '../../products/public.tsx'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { useAct } from '../../../ui/act/useAct.ts'
import { Facts, LoadError, Panel } from '../../../ui/page/Page.tsx'
import { sortIn } from '../../../ui/table/sort-in.ts'
import { useUrl } from '../../../ui/page/useUrl.ts'
import { Ago, count, fileSize, Status } from '../../../ui/values.tsx'
import type { Supplier } from './supplier.ts'
import { CurrentSupplierJob, ScheduleButton, SupplierJobHistory } from './supplier-jobs.tsx'

type Sort = z.output<typeof failureSort>
type Summary = Result<'getImageSummary'>
const url = z.object({
  host: z.string().max(300).optional().catch(undefined),
  reason: z.string().max(50).optional().catch(undefined),
  sort: failureSort.optional().catch(undefined),
})

export default function SupplierImages({ supplier }: { supplier: Supplier }) {
  const id = supplier.dropshipper_id
  const [{ host, reason, sort }, set] = useUrl(url)
  const current = useQuery({
    ...api.getImageSummary.query({ params: { id } }),
    refetchInterval: (q) => (q.state.data?.current ? 2000 : 20_000),
  })
  const history = useQuery({ ...api.listImageChecks.query({ params: { id } }), refetchInterval: 15_000 })
  const retry = useAct({
    run: (failedHost: string | null) => api.retryImages({ params: { id }, body: { host: failedHost } }),
    after: (answer) => tellScheduled(answer, { job_type: 'BASIC_IMAGE', param_value: String(id) }),
  })
  if (current.error) return <LoadError error={current.error} retry={() => void current.refetch()} />
  const now = current.data
  if (!now) return <Skeleton height={560} />
  const all = now.good + now.waiting + now.failed
  return (
    <Stack>
      <Panel
        title="Images"
        actions={
          <Group gap="xs">
            {now.failed > 0 && (
              <Button size="xs" variant="default" loading={retry.busy} onClick={() => retry.act(null)}>
                Retry failed images
              </Button>
            )}
            <ScheduleButton type="BASIC_IMAGE" id={id} label="Check images" />
          </Group>
        }
      >
        <Stack gap="sm">
          {now.current && <CurrentSupplierJob job={now.current} />}
          <Facts
            facts={[
              ['Images', count(all)],
              ['Good', count(now.good)],
              ['Not checked yet', count(now.waiting)],
              ['Failed', count(now.failed)],
              ['Source size', fileSize(now.bytes)],
            ]}
          />
          {now.samples.length > 0 && <Samples id={id} samples={now.samples} />}
        </Stack>
      </Panel>
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <Hosts hosts={now.hosts} retry={retry} />
        <Reasons reasons={now.reasons} choose={(reason) => set({ reason })} />
      </SimpleGrid>
      <Failures
        id={id}
        host={host}
        reason={reason}
        sort={sort}
        hosts={now.hosts.filter((h) => h.failed > 0).map((h) => h.host)}
        reasons={now.reasons}
        set={set}
      />
      <Panel title="History">
        <SupplierJobHistory
          label="Image checks"
          jobs={history.data}
          error={history.error}
          counts={{
            checked: 'Checked',
            good: 'Good',
            unchanged: 'Unchanged',
            failed: 'Failed',
            added: 'New',
            removed: 'Removed',
          }}
          empty="No image checks yet."
        />
      </Panel>
    </Stack>
  )
}

const Samples = ({ id, samples }: { id: number; samples: Summary['samples'] }) => (
  <ul className="thumbs" aria-label="Sample images">
    {samples.map((s) => (
      <li key={s.product_image_id}>
        <img
          src={api.getImage.url({ params: { id, product_image_id: s.product_image_id } })}
          alt={s.sku}
          title={s.sku}
          loading="lazy"
        />
      </li>
    ))}
  </ul>
)

function Hosts({
  hosts,
  retry,
}: {
  hosts: Summary['hosts']
  retry: { act: (host: string | null) => void; busy: boolean }
}) {
  return (
    <Panel title="By host">
      <DataTable
        label="By host"
        rows={hosts}
        id={(h) => h.host}
        empty="No product images yet."
        skeletonRows={2}
        columns={[
          {
            key: 'host',
            header: 'Host',
            sortValue: (h) => h.host,
            cell: (h) => <div className="mono cut">{h.host || '(no host)'}</div>,
          },
          {
            key: 'share',
            header: 'Share',
            width: 110,
            cell: (h) => (
              <Progress.Root
                size="md"
                aria-label={`${h.host}: ${h.good} good, ${h.waiting} waiting, ${h.failed} failed`}
              >
                <Progress.Section
                  value={(h.good / (h.good + h.waiting + h.failed)) * 100}
                  color="var(--good-fill)"
                  aria-label="good"
                />
                <Progress.Section
                  value={(h.failed / (h.good + h.waiting + h.failed)) * 100}
                  color="var(--bad-fill)"
                  aria-label="failed"
                />
              </Progress.Root>
            ),
          },
          {
            key: 'good',
            header: 'Good',
            numeric: true,
            sortValue: (h) => h.good,
            cell: (h) => count(h.good),
          },
          {
            key: 'failed',
            header: 'Failed',
            numeric: true,
            sortValue: (h) => h.failed,
            cell: (h) => count(h.failed),
          },
          {
            key: 'act',
            leaves: 0,
            header: 'Action',
            width: 100,
            cell: (h) =>
              h.failed > 0 ? (
                <Button
                  size="compact-xs"
                  variant="default"
                  loading={retry.busy}
                  onClick={() => retry.act(h.host)}
                  aria-label={`Retry ${h.host}`}
                >
                  Retry
                </Button>
              ) : (
                <HostState waiting={h.waiting} />
              ),
          },
        ]}
      />
    </Panel>
  )
}

function Reasons({ reasons, choose }: { reasons: Summary['reasons']; choose: (reasonCode: string) => void }) {
  return (
    <Panel title="Failures by reason">
      <DataTable
        label="Failures by reason"
        rows={reasons}
        id={(r) => r.reason_code}
        empty="No failed images."
        skeletonRows={2}
        open={(r) => choose(r.reason_code)}
        columns={[
          {
            key: 'reason',
            header: 'Reason',
            leaves: 0,
            sortValue: (r) => r.reason,
            cell: (r) => (
              <div className="cut" title={r.reason}>
                {r.reason}
              </div>
            ),
          },
          {
            key: 'images',
            header: 'Images',
            numeric: true,
            sortValue: (r) => r.images,
            cell: (r) => count(r.images),
          },
        ]}
      />
    </Panel>
  )
}

const HostState = ({ waiting }: { waiting: number }) => (
  <Status tone={waiting ? 'off' : 'good'} icon={waiting ? IconClock : IconCircleCheck}>
    {waiting ? 'Waiting' : 'Good'}
  </Status>
)

function Failures({
  id,
  host,
  reason,
  sort,
  hosts,
  reasons,
  set,
}: {
  id: number
  host: string | undefined
  reason: string | undefined
  sort: Sort | undefined
  hosts: string[]
  reasons: readonly { reason_code: string }[]
  set: (change: { host?: string | undefined; reason?: string | undefined; sort?: Sort | undefined }) => void
}) {
  const filters = {
    ...(host !== undefined && { host }),
    ...(reason !== undefined && { reason_code: reason }),
    ...(sort !== undefined && { sort }),
  }
  const pages = useInfiniteQuery({
    queryKey: [...api.listFailedImages.key(), id, filters],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam }) =>
      api.listFailedImages({
        params: { id },
        query: { ...filters, ...(pageParam !== undefined && { after: pageParam }) },
      }),
    getNextPageParam: (last) => (last.length === 50 ? last.at(-1)?.product_image_id : undefined),
    placeholderData: keepPreviousData,
  })
  return (
    <Panel
      title="Failed images"
      actions={
        <Group gap="xs">
          <Select
            size="xs"
            aria-label="Host"
            placeholder="Any host"
            data={hosts}
            value={host ?? null}
            onChange={(v) => set({ host: v ?? undefined })}
            clearable
            clearButtonProps={{ 'aria-label': 'Any host' }}
          />
          <Select
            size="xs"
            aria-label="Reason"
            placeholder="Any reason"
            data={reasons.map((r) => r.reason_code)}
            value={reason ?? null}
            onChange={(v) => set({ reason: v ?? undefined })}
            clearable
            clearButtonProps={{ 'aria-label': 'Any reason' }}
          />
        </Group>
      }
    >
      <DataTable
        label="Failed images"
        exportSource={{ list: 'failed_images', input: { dropshipper_id: id, ...filters } }}
        sorting={sortIn(sort, undefined, (next) => set({ sort: next }))}
        rows={pages.data?.pages.flat()}
        id={(i) => i.product_image_id}
        error={pages.error}
        retry={() => void pages.refetch()}
        empty="No failed images."
        fetching={pages.isPlaceholderData}
        skeletonRows={3}
        columns={failureColumns(id)}
      />
      {pages.hasNextPage && (
        <Button
          mt="sm"
          variant="default"
          size="xs"
          loading={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          More images
        </Button>
      )}
      <Text size="xs" c="dimmed" mt="xs">
        Failed images are retried after 1, 2 and 4 hours, and so on up to a week. Good images are checked
        again after 30 days.
      </Text>
    </Panel>
  )
}

const failureColumns = (supplierId: number): readonly Column<Result<'listFailedImages'>[number]>[] => [
  {
    key: 'sku',
    header: 'SKU',
    sort: 'sku',
    cell: (i) => <SkuLink sku={i.sku} supplierId={supplierId} />,
  },
  {
    key: 'url',
    header: 'Address',
    sort: 'url',
    cell: (i) => (
      <div className="cut mono" title={i.url}>
        {/^https?:/.test(i.url) ? (
          <a href={i.url} target="_blank" rel="noreferrer noopener">
            {i.url}
          </a>
        ) : (
          i.url
        )}
      </div>
    ),
  },
  {
    key: 'reason',
    header: 'Reason',
    leaves: 0,
    sort: 'reason',
    cell: (i) => (
      <Status tone="bad" icon={IconX}>
        {i.reason ?? 'Failed'}
      </Status>
    ),
  },
  { key: 'tries', header: 'Attempts', numeric: true, sort: 'tries', cell: (i) => i.attempts },
  { key: 'last', header: 'Checked', sort: 'last', cell: (i) => <Ago tm={i.checked_tm} /> },
]
