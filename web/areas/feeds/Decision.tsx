import { IconAlertTriangle, IconCheck, IconHandStop } from '@tabler/icons-react'
import type { FeedRun } from '#contract/feeds/runs.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { Panel } from '../../ui/Page.tsx'
import { count, Status } from '../../ui/values.tsx'

type Decided = NonNullable<FeedRun['decision']>
type Measure = Decided['measures'][number]
const order = { hold: 0, warn: 1, ok: 2 } as const
const signs = {
  hold: { tone: 'bad', icon: IconHandStop, text: 'Holds' },
  warn: { tone: 'wait', icon: IconAlertTriangle, text: 'Warns' },
  ok: { tone: 'good', icon: IconCheck, text: 'Fine' },
} as const
const value = (m: Measure, n: number) => (m.name.startsWith('fill:') ? `${n}%` : count(n))

/**
 * Each threshold as a bar: how far the measure moved, the usual range of the last 30 runs behind it, the
 * threshold as a mark.
 */
export function Decision({ decision }: { decision: Decided }) {
  const measures = [...decision.measures].sort(
    (a, b) => order[a.verdict] - order[b.verdict] || Math.abs(b.moved) - Math.abs(a.moved),
  )
  const shown = measures
    .filter((m) => m.verdict !== 'ok' || !m.name.startsWith('fill:') || m.moved !== 0)
    .slice(0, 12)
  const title = decision.first_load
    ? 'Decision: a first load, nothing to compare with'
    : `Decision: ${decision.verdict === 'hold' ? 'hold' : 'apply'}, threshold ${decision.threshold}%${decision.one_time ? ' for this run only' : ''}`
  return (
    <Panel title={title}>
      <DataTable
        label="Measures"
        rows={shown}
        id={(m) => m.name}
        empty="Nothing moved."
        columns={[
          {
            key: 'verdict',
            header: 'Verdict',
            width: 90,
            cell: (m) => (
              <Status tone={signs[m.verdict].tone} icon={signs[m.verdict].icon}>
                {signs[m.verdict].text}
              </Status>
            ),
          },
          { key: 'label', header: 'Measure', cell: (m) => m.label },
          {
            key: 'before',
            header: 'Before',
            numeric: true,
            cell: (m) => (m.name === 'prices' ? '—' : value(m, m.before)),
          },
          { key: 'after', header: 'After', numeric: true, cell: (m) => value(m, m.after) },
          {
            key: 'moved',
            header: 'Moved',
            numeric: true,
            cell: (m) => `${m.moved > 0 ? '+' : m.moved < 0 ? '−' : ''}${Math.abs(m.moved)}%`,
          },
          { key: 'bar', header: 'Against the threshold', width: '34%', cell: (m) => <ThresholdBar of={m} /> },
        ]}
      />
    </Panel>
  )
}

function ThresholdBar({ of: m }: { of: Measure }) {
  const scale = Math.max(m.hold * 1.6, Math.abs(m.moved), ...(m.usual ?? []).map(Math.abs), 1)
  const at = (n: number) => `${Math.min(100, (Math.abs(n) / scale) * 100)}%`
  const usual = m.usual ? Math.max(Math.abs(m.usual[0]), Math.abs(m.usual[1])) : 0
  return (
    <div
      className={`bar tone-${signs[m.verdict].tone}`}
      role="img"
      aria-label={`Moved ${m.moved}%, held over ${m.hold}%${m.usual ? `, usually ${m.usual[0]}% to ${m.usual[1]}%` : ''}`}
      title={m.usual ? `Usually ${m.usual[0]}% to ${m.usual[1]}%` : undefined}
    >
      {usual > 0 && <s style={{ width: at(usual) }} />}
      <i style={{ width: at(m.moved) }} />
      <em style={{ left: at(m.hold) }} />
    </div>
  )
}
