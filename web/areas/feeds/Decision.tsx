import { IconAlertTriangle, IconCheck, IconHandStop } from '@tabler/icons-react'
import type { FeedRun } from '#contract/feeds/runs.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { MovedRule } from '../../ui/MovedRule.tsx'
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

/** How far each measure moved against its limit and the usual range of the last 30 runs, on one scale. */
export function Decision({ decision }: { decision: Decided }) {
  const measures = [...decision.measures].sort(
    (a, b) => order[a.verdict] - order[b.verdict] || Math.abs(b.moved) - Math.abs(a.moved),
  )
  const shown = measures
    .filter((m) => m.verdict !== 'ok' || !m.name.startsWith('fill:') || m.moved !== 0)
    .slice(0, 12)
  const scale = Math.max(
    ...shown.map((m) => Math.min(Math.abs(m.moved), 100)),
    ...shown.map((m) => m.hold * 1.5),
    1,
  )
  const title = decision.first_load
    ? 'What moved: a first load, nothing to compare with'
    : `What moved, limit ${decision.threshold}%${decision.one_time ? ' for this run only' : ''}`
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
          {
            key: 'bar',
            header: `−${Math.round(scale)}% to +${Math.round(scale)}%, ticks at the limit`,
            width: '36%',
            leaves: 1,
            cell: (m) => (
              <MovedRule
                moved={m.moved}
                limit={m.hold}
                usual={m.usual}
                scale={scale}
                tone={signs[m.verdict].tone}
                label={`Moved ${m.moved}%, held over ${m.hold}%${m.usual ? `, usually ${m.usual[0]}% to ${m.usual[1]}%` : ''}`}
              />
            ),
          },
        ]}
      />
    </Panel>
  )
}
