import { ActionIcon, Box, Button, Group, SegmentedControl, Tooltip } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { Result } from '#contract/index.ts'
import { jobCategories, type JobCategory } from '#contract/jobs/types.ts'
import { api } from '../../../api.ts'
import { useAct } from '../../../ui/act/useAct.ts'
import { links } from '../../../links.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { LoadError, Panel } from '../../../ui/page/Page.tsx'
import { count, percent } from '../../../ui/values.tsx'
import { labels } from '../job-values.tsx'

/** The hours shown, with the default minutes of an interval. */
export const trendSpans = { 6: 10, 24: 30, 72: 120, 168: 240 } as const
export const trendHours = ['6', '24', '72', '168'] as const

// charts are the largest script: the text of the screen doesn't wait for them
const TrendBars = lazy(() => import('./TrendBars.tsx'))
const barsHeight = 220

type Point = Result<'getJobTrends'>[number]
const sum = (points: readonly Point[], key: keyof Point) => points.reduce((n, p) => n + p[key], 0)

const nowInSeconds = () => Date.now() / 1000

/** Jobs started in each interval, their total and their errors; a click on a bar opens its jobs. */
export function Trends({
  hours,
  category,
  interval: fixedInterval,
  change,
}: {
  hours: keyof typeof trendSpans
  category: JobCategory | undefined
  interval?: number
  change: (hours: string) => void
}) {
  const [asTable, setAsTable] = useState(false)
  const interval = fixedInterval ?? trendSpans[hours]
  const [now, setNow] = useState(nowInSeconds)
  const end = Math.ceil(now / (interval * 60) + 1) * interval * 60
  const trendInput = { start: end - hours * 3600, end, interval, category }
  const query = api.getJobTrends.query({ query: trendInput })
  const { data, error } = useQuery({ ...query, refetchInterval: 60_000 })
  const client = useQueryClient()
  const countAgain = useAct({
    run: () => api.getJobTrends({ query: { ...trendInput, refresh: 'true' } }),
    after: (points) => {
      client.setQueryData(query.queryKey, points)
      setNow(nowInSeconds)
    },
  })
  const navigate = useNavigate()
  const shownCategories = category ? [category] : jobCategories
  const rows = data ?? []
  const [first, second] = rows
  const step = first && second ? second.interval_start - first.interval_start : interval * 60
  const activeCategories = shownCategories.filter((c) => sum(rows, `${c}_count`) > 0)
  const begunCount = shownCategories
    .map((c) => sum(rows, `${c}_count`))
    .reduce((n, categoryCount) => n + categoryCount, 0)
  const failedCount = sum(rows, 'failed_count')
  const hasBars = !data || begunCount > 0
  const behind = (intervalStart: number) =>
    void navigate({
      href: links.jobs({ category, begun: 'true', start: intervalStart, end: intervalStart + step }),
    })
  return (
    <Panel
      title="Jobs started"
      actions={
        <Group gap="xs">
          <Tooltip label="Refresh now">
            <ActionIcon
              variant="default"
              aria-label="Refresh trends"
              loading={countAgain.busy}
              onClick={() => countAgain.act()}
            >
              <IconRefresh size={16} />
            </ActionIcon>
          </Tooltip>
          <Button size="compact-xs" variant="default" onClick={() => setAsTable(!asTable)}>
            {asTable ? 'Chart' : 'Table'}
          </Button>
          <SegmentedControl
            size="xs"
            aria-label="Period"
            value={String(hours)}
            onChange={change}
            data={[
              { value: '6', label: '6 h' },
              { value: '24', label: '24 h' },
              { value: '72', label: '3 days' },
              { value: '168', label: '7 days' },
            ]}
          />
        </Group>
      }
    >
      {error && <LoadError error={error} />}
      {!data && !error && <p className="quiet">&nbsp;</p>}
      {data && begunCount === 0 && <p className="quiet">No jobs started in this period.</p>}
      {data && begunCount > 0 && (
        <p className="quiet">
          {activeCategories.map((c) => `${labels[c]} ${count(sum(rows, `${c}_count`))}`).join(' · ')}
          {failedCount > 0 && (
            <>
              {' · '}
              <Link
                className="link"
                to={links.jobs({
                  category,
                  state: '3',
                  stopped: 'false',
                  begun: 'true',
                  start: trendInput.start,
                  end: trendInput.end,
                })}
              >
                {count(failedCount)} with errors ({percent((failedCount / begunCount) * 100)})
              </Link>
            </>
          )}
        </p>
      )}
      {hasBars && asTable && <TrendTable rows={data && rows} categories={shownCategories} open={behind} />}
      {hasBars && !asTable && (
        // reserves its space, so that nothing moves when it loads
        <Suspense fallback={<Box h={barsHeight} aria-hidden />}>
          <TrendBars
            rows={rows}
            categories={activeCategories}
            hours={hours}
            height={barsHeight}
            behind={behind}
          />
        </Suspense>
      )}
    </Panel>
  )
}

function TrendTable({
  rows,
  categories,
  open,
}: {
  rows: readonly Point[] | undefined
  categories: readonly JobCategory[]
  open: (intervalStart: number) => void
}) {
  const points = rows ?? []
  return (
    <DataTable
      label="Jobs started"
      rows={rows?.filter((p) => categories.some((c) => p[`${c}_count`] > 0)).reverse()}
      id={(p) => p.interval_start}
      empty="No jobs yet."
      open={(p) => open(p.interval_start)}
      columns={[
        {
          key: 'tm',
          header: 'From',
          sortValue: (p) => p.interval_start,
          moment: (p) => new Date(p.interval_start * 1000).toISOString(),
        },
        ...categories.map((c) => ({
          key: c,
          header: labels[c],
          numeric: true,
          sortValue: (p: Point) => p[`${c}_count`],
          cell: (p: Point) => count(p[`${c}_count`]),
          total: count(sum(points, `${c}_count`)),
        })),
        {
          key: 'failed',
          header: 'With errors',
          numeric: true,
          sortValue: (p) => p.failed_count,
          cell: (p) => count(p.failed_count),
          total: count(sum(points, 'failed_count')),
        },
      ]}
    />
  )
}
