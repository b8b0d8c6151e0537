import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { z } from 'zod'
import type { PlatformRow } from '#contract/platforms/platforms.ts'
import { platformKind, platformPlan } from '#contract/platforms/words.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { FilterBox } from '../../ui/FilterBox.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { useUrl } from '../../ui/page/useUrl.ts'
import { count, many } from '../../ui/values.tsx'
import { NewPlatform } from './NewPlatform.tsx'

const url = z.object({ search: z.string().max(200).catch('').default('') })
const matches = (p: PlatformRow, search: string) =>
  [p.platform_name, p.platform_handle, String(p.platform_id), ...p.markets].some((text) =>
    text.toLowerCase().includes(search.toLowerCase()),
  )

/** Every platform with its markets, users and fields. */
export default function PlatformList() {
  const [{ search }, set] = useUrl(url)
  const [adding, setAdding] = useState(false)
  const navigate = useNavigate()
  const { data, error, isFetching, refetch } = useQuery(api.listPlatforms.query())
  const rows = data?.filter((p) => matches(p, search))
  return (
    <Page
      title="Platforms"
      count={data && count(data.length)}
      actions={
        <Button variant={data?.length === 0 ? 'filled' : 'default'} onClick={() => setAdding(true)}>
          Add platform
        </Button>
      }
    >
      <DataTable
        label="Platforms"
        bar={
          <FilterBox
            label="Search platforms"
            placeholder="Name, handle, market or ID"
            value={search}
            set={(v) => set({ search: v }, { replace: true })}
          />
        }
        exportSource={(visibleRows) => ({
          list: 'platforms',
          input: { ids: visibleRows.map((p) => p.platform_id) },
        })}
        columns={columns(rows)}
        rows={rows}
        id={(p) => p.platform_id}
        open={(p) => void navigate({ href: links.platform(p.platform_id) })}
        fetching={isFetching}
        error={error}
        retry={() => void refetch()}
        empty={search ? `No platforms match “${search}”.` : 'No platforms yet.'}
        emptyAct={
          search && (
            <Button variant="default" onClick={() => set({ search: undefined })}>
              Show all platforms
            </Button>
          )
        }
      />
      {adding && <NewPlatform close={() => setAdding(false)} />}
    </Page>
  )
}

const sum = (rows: readonly PlatformRow[] | undefined, countOf: (p: PlatformRow) => number) =>
  rows && count(rows.reduce((all, p) => all + countOf(p), 0))
const yesNo = (flag: boolean) => (flag ? 'Yes' : <span className="faint">No</span>)

const columns = (rows: readonly PlatformRow[] | undefined): readonly Column<PlatformRow>[] => [
  {
    key: 'name',
    header: 'Platform',
    sortValue: (p) => p.platform_name.toLowerCase(),
    cell: (p) => (
      <Link to={links.platform(p.platform_id)} className="name">
        {p.platform_name}
      </Link>
    ),
    total: rows && many(rows.length, 'platform'),
  },
  {
    key: 'handle',
    header: 'Handle',
    sortValue: (p) => p.platform_handle,
    leaves: 6,
    cell: (p) => <span className="mono">{p.platform_handle}</span>,
  },
  {
    key: 'markets',
    header: 'Markets',
    sortValue: (p) => p.markets.join().toLowerCase() || null,
    leaves: 1,
    cell: (p) => p.markets.join(', ') || '—',
  },
  {
    key: 'vendors',
    header: 'Vendors',
    numeric: true,
    sortValue: (p) => p.vendor_count,
    leaves: 0,
    cell: (p) => count(p.vendor_count),
    // one vendor may use several platforms
    total: '',
  },
  {
    key: 'fields',
    header: 'Fields',
    numeric: true,
    sortValue: (p) => p.field_count,
    leaves: 2,
    cell: (p) => count(p.field_count),
    total: sum(rows, (p) => p.field_count),
  },
  { key: 'kind', header: 'Kind', sortValue: platformKind, leaves: 3, cell: platformKind },
  { key: 'plan', header: 'Plan', sortValue: platformPlan, leaves: 4, cell: platformPlan },
  {
    key: 'orders',
    header: 'Order automation',
    sortValue: (p) => Number(p.supports_order_automation),
    leaves: 5,
    cell: (p) => yesNo(p.supports_order_automation),
  },
  {
    key: 'purchasable',
    header: 'Can be purchased',
    sortValue: (p) => Number(p.is_purchasable),
    leaves: 7,
    cell: (p) => yesNo(p.is_purchasable),
  },
]
