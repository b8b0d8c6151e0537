import { Checkbox } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, type ReactNode } from 'react'
import { standings } from '#contract/feeds/standing.ts'
import { links } from '../../../links.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { Filters } from '../../../ui/table/filter/Filters.tsx'
import { signs } from '../../feeds/public.tsx'
import { causeKey, causesOf } from './causes.ts'
import { monitoredColumns } from './monitored-columns.tsx'
import { idOf, type MonitoredFeed } from './standing.tsx'
import { TroubleByCause } from './TroubleByCause.tsx'

interface Change {
  status?: string | undefined
  cause?: string | undefined
  hidden?: boolean
  history?: number
  report?: number
}
const statusOptions = standings.map((value) => ({ value, label: signs[value].text }))
const names = {
  suppliers: { label: 'Suppliers', name: 'monitored suppliers', list: 'monitored_suppliers' },
  customFeeds: { label: 'Custom feeds', name: 'monitored custom feeds', list: 'monitored_custom_feeds' },
} as const

/** The feeds of suppliers or of vendors, a row each, below what is the matter with them. */
export function MonitoredList({
  custom,
  noun,
  feeds,
  rows,
  query: { error, isFetching, refetch },
  view,
  set,
  bar,
}: {
  custom: boolean
  noun: string
  /** All feeds of this kind; undefined until they are loaded. */
  feeds: readonly MonitoredFeed[] | undefined
  /** Those that the filters leave. */
  rows: readonly MonitoredFeed[] | undefined
  query: { error: Error | null; isFetching: boolean; refetch: () => unknown }
  view: { status?: string | undefined; cause?: string | undefined; hidden: boolean }
  set: (change: Change) => void
  bar: ReactNode
}) {
  const navigate = useNavigate()
  const visibleFeeds = useMemo(() => (feeds ?? []).filter((m) => !m.hidden_from_report), [feeds])
  const columns = useMemo(() => monitoredColumns(custom, set), [custom, set])
  const causeText = causesOf((feeds ?? []).filter((m) => causeKey(m) === view.cause))[0]?.text
  const { label, name, list } = custom ? names.customFeeds : names.suppliers
  return (
    <>
      {(feeds || !error) && (
        <TroubleByCause feeds={visibleFeeds} custom={custom} noun={noun} waits={!feeds} />
      )}
      <DataTable
        label={label}
        name={name}
        exportSource={(visibleRows) => ({ list, input: { ids: visibleRows.map(idOf) } })}
        bar={
          <>
            {bar}
            <Filters
              filters={[
                { key: 'status', label: 'Status', kind: 'choices', options: statusOptions },
                { key: 'cause', label: 'Cause', kind: 'given', text: causeText ?? 'resolved' },
              ]}
              values={{ status: view.status, cause: view.cause }}
              set={set}
            />
            <Checkbox
              size="xs"
              label="Include hidden"
              checked={view.hidden}
              onChange={(e) => set({ hidden: e.currentTarget.checked })}
            />
          </>
        }
        columns={columns}
        rows={rows}
        id={idOf}
        open={(m) =>
          void navigate({
            href: m.last_run_id
              ? links.feedRun(m.last_run_id)
              : links.supplier(m.dropshipper_id, 'monitoring'),
          })
        }
        fetching={isFetching && !feeds}
        error={error}
        retry={() => void refetch()}
        empty="No feeds match this filter."
        skeletonRows={15}
      />
    </>
  )
}
