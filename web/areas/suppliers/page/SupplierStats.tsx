import { Button, Checkbox, Group, MultiSelect, Skeleton, Stack, Text } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { isGood } from '#contract/feeds/standing.ts'
import { api } from '../../../api.ts'
import { links } from '../../../links.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { Empty, LoadError, Panel } from '../../../ui/page/Page.tsx'
import { RunStatus } from '../../feeds/public.tsx'
import { datumText, labelOf, unitOf } from './datums.ts'
import { zoneName } from '../../../ui/time.ts'
import type { Supplier } from './supplier.ts'
import { SupplierStatsChart, type StatRun } from './SupplierStatsChart.tsx'

const plottedByDefault = ['products', 'in_stock']
const listedByDefault = ['products', 'in_stock', 'created', 'updated', 'deleted', 'rejected']
const units = ['count', 'percent', 'bytes'] as const

/**
 * Statistics of runs; the browser remembers what is plotted and listed (docs/domain/feed-checks.md, Run numbers).
 */
export default function SupplierStats({ supplier }: { supplier: Supplier }) {
  const { data, error } = useQuery(api.listRunStatistics.query({ params: { id: supplier.dropshipper_id } }))
  const [plottedDatums, setPlottedDatums] = useLocalStorage({
    key: 'stats-plotted',
    defaultValue: plottedByDefault,
  })
  const [listedDatums, setListedDatums] = useLocalStorage({
    key: 'stats-selected',
    defaultValue: listedByDefault,
  })
  const navigate = useNavigate()
  const [chosenRuns, setChosenRuns] = useState<number[]>([])
  const all = useMemo(
    () =>
      [...new Set((data ?? []).flatMap((r) => Object.keys(r.datums)))].map((value) => ({
        value,
        label: labelOf(value),
      })),
    [data],
  )
  const newest = useMemo(() => [...(data ?? [])].reverse(), [data])
  if (error) return <LoadError error={error} />
  if (!data) return <Skeleton height={640} />
  if (data.length === 0) return <Empty>No run statistics yet.</Empty>
  // a third selection drops the oldest
  const choose = (id: number) =>
    setChosenRuns((now) => (now.includes(id) ? now.filter((x) => x !== id) : [...now, id].slice(-2)))
  const [first, second] = [...chosenRuns].sort((a, b) => a - b)
  return (
    <Stack>
      <Panel title="Over time">
        <MultiSelect
          label="Values to plot"
          data={all}
          value={plottedDatums}
          onChange={setPlottedDatums}
          clearable
          clearButtonProps={{ 'aria-label': 'Clear' }}
          mb="md"
        />
        {units.map((unit) => {
          const datums = plottedDatums.filter((d) => unitOf(d) === unit)
          return datums.length > 0 && data && <SupplierStatsChart key={unit} runs={data} datums={datums} />
        })}
        {plottedDatums.length === 0 && <Empty>Choose values to plot.</Empty>}
        <Text size="xs" c="dimmed" mt="xs">
          Times in {zoneName(data?.map((run) => run.tm))}.
        </Text>
      </Panel>
      <Panel
        title="Runs"
        actions={
          <Button
            size="xs"
            disabled={!second}
            title={second ? undefined : 'Select 2 runs'}
            onClick={() =>
              first &&
              second &&
              void navigate({ href: links.compare(supplier.dropshipper_id, first, second) })
            }
          >
            Compare runs
          </Button>
        }
      >
        <Group justify="space-between" mb="xs">
          <MultiSelect
            aria-label="Columns to show"
            data={all}
            value={listedDatums}
            onChange={setListedDatums}
            flex={1}
          />
          <Text size="sm" c="dimmed">
            {chosenRuns.length} of 2 selected
          </Text>
        </Group>
        <DataTable
          label="Run statistics"
          rows={data && newest}
          id={(r) => r.feed_run_id}
          empty="No runs yet."
          columns={[
            {
              key: 'x',
              header: 'Compare',
              width: 40,
              cell: (r) => (
                <Checkbox
                  aria-label={`Select run ${r.feed_run_id}`}
                  size="xs"
                  checked={chosenRuns.includes(r.feed_run_id)}
                  disabled={r.state !== 'applied' && r.state !== 'unchanged'}
                  onChange={() => choose(r.feed_run_id)}
                />
              ),
            },
            {
              key: 'id',
              header: 'Run',
              numeric: true,
              sortValue: (r) => r.feed_run_id,
              cell: (r) => (
                <Link to={links.feedRun(r.feed_run_id)} className="mono link">
                  {r.feed_run_id}
                </Link>
              ),
            },
            {
              key: 'state',
              header: 'Status',
              sortValue: (r) => r.state,
              cell: (r) => <RunStatus state={r.state} />,
            },
            { key: 'tm', header: 'Time', sortValue: (r) => r.tm, moment: (r) => r.tm },
            ...listedDatums.map((d) => ({
              key: d,
              header: labelOf(d),
              numeric: true,
              sortValue: (r: StatRun) => r.datums[d],
              cell: (r: StatRun) => (r.datums[d] === undefined ? '—' : datumText(d, r.datums[d])),
            })),
            {
              key: 'reason',
              header: 'Reason',
              wrap: true,
              leaves: 30,
              cell: (r) => (isGood(r.state) ? '—' : (r.reason ?? '—')),
            },
          ]}
        />
      </Panel>
    </Stack>
  )
}
