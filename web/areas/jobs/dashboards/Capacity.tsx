import { Tooltip } from '@mantine/core'
import { jobThresholds, type JobCategory } from '#contract/jobs/types.ts'
import type { Result } from '#contract/index.ts'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { Panel } from '../../../ui/page/Page.tsx'
import { Rule } from '../../../ui/Rule.tsx'
import { duration } from '../../../ui/time.ts'
import { count } from '../../../ui/values.tsx'
import { colours, labels } from '../job-values.tsx'
import { measureOf } from './measure.ts'

type Summary = Result<'getJobSummary'>
type Row = Summary['categories'][number]
const measures = [
  ['average_queued', 'Average wait'],
  ['longest_queued', 'Longest wait'],
  ['average_executing', 'Average duration'],
  ['longest_executing', 'Longest running'],
] as const

/** A time beside its threshold, which is at two thirds of every row's bar. */
function Measure({ row, measure }: { row: Row; measure: (typeof measures)[number][0] }) {
  const [value, limit] = [row[measure], jobThresholds[measure]]
  const { tone, text, allowed } = measureOf(value, limit)
  const allowedText = `${text} (limit ${allowed})`
  return (
    <Tooltip label={allowedText}>
      <span className={`measure tone-${tone}`}>
        <span style={tone === 'wait' ? { color: 'var(--tone)' } : undefined}>{text}</span>
        <Rule value={value} limit={limit} scale={limit * 1.5} tone={tone} label={allowedText} width={64} />
      </span>
    </Tooltip>
  )
}

const columns: readonly Column<Row>[] = [
  {
    key: 'category',
    header: 'Category',
    leaves: 0,
    sortValue: (c) => labels[c.category],
    cell: (c) => (
      <>
        <i aria-hidden className="swatch" style={{ background: colours[c.category] }} /> {labels[c.category]}
      </>
    ),
  },
  { key: 'vcpus', header: 'vCPUs', numeric: true, sortValue: (c) => c.vcpus, cell: (c) => count(c.vcpus) },
  {
    key: 'running',
    header: 'Running',
    numeric: true,
    leaves: 0,
    sortValue: (c) => c.executing,
    cell: (c) => count(c.executing),
  },
  {
    key: 'queued',
    header: 'Queued',
    numeric: true,
    leaves: 0,
    sortValue: (c) => c.queued,
    cell: (c) => count(c.queued),
  },
  ...measures.map(([key, header]) => ({
    key,
    header: `${header}, ${duration(jobThresholds[key] * 60)} allowed`,
    sortValue: (c: Row) => c[key],
    cell: (c: Row) => <Measure row={c} measure={key} />,
  })),
]

/** The vCPUs in use of all live servers, and by category what runs, waits, and for how long. */
export function Capacity({
  summary,
  category,
}: {
  summary: Summary | undefined
  category?: JobCategory | undefined
}) {
  const busy = summary?.categories.filter(
    (c) => (!category || c.category === category) && c.executing + c.queued > 0,
  )
  if (!summary || !busy || busy.length === 0) return null
  const whole = Math.max(1, summary.server_vcpus, summary.vcpus_in_use)
  return (
    <Panel title="By category">
      <div className="shares capacity" role="img" aria-label="vCPUs in use by category">
        {summary.categories.map((c) => (
          <i key={c.category} style={{ flexGrow: c.vcpus, background: colours[c.category] }} />
        ))}
        <i style={{ flexGrow: whole - summary.vcpus_in_use, background: 'var(--line)' }} />
      </div>
      <DataTable label="Capacity" columns={columns} rows={busy} id={(c) => c.category} empty="" />
    </Panel>
  )
}
