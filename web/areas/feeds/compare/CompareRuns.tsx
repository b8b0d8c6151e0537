import '../feeds.css'
import { Button, SegmentedControl, Text } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { z } from 'zod'
import { api } from '../../../api.ts'
import { links } from '../../../links.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { Empty, Page } from '../../../ui/page/Page.tsx'
import { usePathId } from '../../../ui/page/usePath.ts'
import { useUrl } from '../../../ui/page/useUrl.ts'
import { count } from '../../../ui/values.tsx'
import { productColumns } from '../run/RunChanges.tsx'

const url = z.object({
  stat1: z.coerce.number().int().positive().optional().catch(undefined),
  stat2: z.coerce.number().int().positive().optional().catch(undefined),
  change: z.enum(['Created', 'Updated', 'Deleted']).optional().catch(undefined),
})

/** Compares exactly two runs product by product (docs/domain/feed-checks.md, Comparing two runs). */
export default function CompareRuns() {
  const id = usePathId('id')
  const [{ stat1, stat2, change }, set] = useUrl(url)
  const params = { stat1: stat1 ?? 0, stat2: stat2 ?? 0 }
  const pages = useInfiniteQuery({
    queryKey: [...api.compareRuns.key(), stat1, stat2, change],
    enabled: stat1 !== undefined && stat2 !== undefined,
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam }) => api.compareRuns({ params, query: { after: pageParam, change } }),
    getNextPageParam: (last) => last.next ?? undefined,
  })
  const { data: counts } = useQuery({
    ...api.countRunDifferences.query({ params }),
    enabled: stat1 !== undefined && stat2 !== undefined,
  })
  const backButton = (
    <Button
      size="xs"
      variant="default"
      component={Link}
      to={id === null ? links.suppliers() : links.supplier(id, 'stats')}
    >
      Choose other runs
    </Button>
  )
  if (!stat1 || !stat2)
    return (
      <Page title="Compare" actions={backButton}>
        <Empty>Choose exactly two runs to compare.</Empty>
      </Page>
    )
  return (
    <Page title={`Run ${Math.min(stat1, stat2)} vs. run ${Math.max(stat1, stat2)}`} actions={backButton}>
      <SegmentedControl
        aria-label="Change"
        value={change ?? 'all'}
        onChange={(v) => set({ change: v === 'all' ? undefined : v })}
        className="at-start"
        data={[
          {
            value: 'all',
            label: `All${counts ? ` ${count(counts.Created + counts.Updated + counts.Deleted)}` : ''}`,
          },
          ...(['Created', 'Updated', 'Deleted'] as const).map((value) => ({
            value,
            label: `${value}${counts ? ` ${count(counts[value])}` : ''}`,
          })),
        ]}
      />
      <DataTable
        label="Products"
        rows={pages.data?.pages.flatMap((p) => p.products)}
        id={(p) => p.sku}
        columns={productColumns(pages.data?.pages[0]?.currency ?? null, id ?? undefined)}
        error={pages.error}
        retry={() => void pages.refetch()}
        empty="No differences between these runs."
      />
      {pages.hasNextPage && (
        <Button
          variant="default"
          size="xs"
          w="max-content"
          loading={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          More products
        </Button>
      )}
      <Text size="xs" c="dimmed">
        Compares the catalog after each run.
      </Text>
    </Page>
  )
}
