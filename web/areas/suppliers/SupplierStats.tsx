import '@mantine/charts/styles.layer.css'
import { LineChart } from '@mantine/charts'
import { Button, Checkbox, Group, MultiSelect, Stack, Text } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { Empty, Failed, Panel } from '../../ui/Page.tsx'
import { shortTime } from '../../ui/time.ts'
import { count, Moment, RunStatus } from '../../ui/values.tsx'
import type { Supplier } from './supplier.ts'

const colours = ['cyan.7', 'orange.7', 'grape.6', 'green.7', 'red.6', 'blue.7', 'yellow.8', 'pink.6']
const plottedByDefault = ['products', 'in_stock']
const listedByDefault = ['products', 'in_stock', 'created', 'updated', 'deleted', 'rejected']
const label = (datum: string) =>
  datum.startsWith('fill:') ? `${datum.slice(5)} filled %` : datum.replaceAll('_', ' ')

/** Figures over runs; what is plotted and listed stays in the browser (docs/domain.md, Feeds: statistics). */
export default function SupplierStats({ supplier }: { supplier: Supplier }) {
  const { data, error } = useQuery(api.listRunStatistics.query({ params: { id: supplier.dropshipper_id } }))
  const [plotted, setPlotted] = useLocalStorage({ key: 'stats-plotted', defaultValue: plottedByDefault })
  const [listed, setListed] = useLocalStorage({ key: 'stats-selected', defaultValue: listedByDefault })
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<number[]>([])
  const all = useMemo(
    () =>
      [...new Set((data ?? []).flatMap((r) => Object.keys(r.datums)))].map((value) => ({
        value,
        label: label(value),
      })),
    [data],
  )
  const newest = useMemo(() => [...(data ?? [])].reverse(), [data])
  if (error) return <Failed error={error} />
  if (data?.length === 0) return <Empty>No run of this feed has left statistics yet.</Empty>
  // a third selection drops the oldest
  const choose = (id: number) =>
    setChosen((now) => (now.includes(id) ? now.filter((x) => x !== id) : [...now, id].slice(-2)))
  const [first, second] = [...chosen].sort((a, b) => a - b)
  return (
    <Stack>
      <Panel title="Over time">
        <MultiSelect
          label="Plotted"
          data={all}
          value={plotted}
          onChange={setPlotted}
          clearable
          clearButtonProps={{ 'aria-label': 'Plot nothing' }}
          mb="md"
        />
        <LineChart
          h={260}
          data={(data ?? []).map((r) => ({
            tm: shortTime(r.tm),
            ...Object.fromEntries(plotted.map((p) => [label(p), r.datums[p] ?? 0])),
          }))}
          dataKey="tm"
          withDots={false}
          curveType="linear"
          series={plotted.map((p, i) => ({ name: label(p), color: colours[i % colours.length]! }))}
          withLegend
          valueFormatter={(v) => count(v)}
        />
      </Panel>
      <Panel
        title="Runs"
        acts={
          <Button
            size="xs"
            disabled={!second}
            onClick={() =>
              first &&
              second &&
              void navigate({ href: links.compare(supplier.dropshipper_id, first, second) })
            }
          >
            Compare two runs
          </Button>
        }
      >
        <Group justify="space-between" mb="xs">
          <MultiSelect
            aria-label="Listed"
            data={all}
            value={listed}
            onChange={setListed}
            style={{ flex: 1 }}
          />
          <Text size="sm" c="dimmed">
            {chosen.length} of 2 selected
          </Text>
        </Group>
        <DataTable
          label="Statistics of runs"
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
                  checked={chosen.includes(r.feed_run_id)}
                  disabled={r.state !== 'applied' && r.state !== 'unchanged'}
                  onChange={() => choose(r.feed_run_id)}
                />
              ),
            },
            {
              key: 'id',
              header: 'Run',
              numeric: true,
              cell: (r) => (
                <Link to={links.feedRun(r.feed_run_id)} className="mono link">
                  {r.feed_run_id}
                </Link>
              ),
            },
            { key: 'state', header: 'State', cell: (r) => <RunStatus state={r.state} /> },
            { key: 'tm', header: 'When', cell: (r) => <Moment tm={r.tm} /> },
            ...listed.map((d) => ({
              key: d,
              header: label(d),
              numeric: true,
              cell: (r: { datums: Record<string, number> }) =>
                r.datums[d] === undefined ? '—' : count(r.datums[d]),
            })),
          ]}
        />
      </Panel>
    </Stack>
  )
}
