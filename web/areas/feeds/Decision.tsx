import { IconAlertTriangle, IconCheck, IconHandStop } from '@tabler/icons-react'
import type { FeedRun } from '#contract/feeds/runs.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { MovedRule } from '../../ui/MovedRule.tsx'
import { Panel } from '../../ui/Page.tsx'
import { count, movedPercent, percent, Status } from '../../ui/values.tsx'

type Decided = NonNullable<FeedRun['decision']>
type Measure = Decided['measures'][number]
const order = { hold: 0, warn: 1, ok: 2 } as const
const signs = {
  hold: { tone: 'bad', icon: IconHandStop, text: 'Holds' },
  warn: { tone: 'wait', icon: IconAlertTriangle, text: 'Warns' },
  ok: { tone: 'good', icon: IconCheck, text: 'Fine' },
} as const
const value = (m: Measure, n: number) => (m.name.startsWith('fill:') ? percent(n) : count(n))

/** How far each measure moved against its limit and the usual range of the last 30 runs, on one scale. */
export function Decision({ decision }: { decision: Decided }) {
  const measures = [...decision.measures].sort(
    (a, b) => order[a.verdict] - order[b.verdict] || Math.abs(b.moved) - Math.abs(a.moved),
  )
  const shown = measures
    .filter((m) => m.verdict !== 'ok' || !m.name.startsWith('fill:') || m.moved !== 0)
    .slice(0, 12)
  const furthest = Math.max(
    ...shown.map((m) => Math.min(Math.abs(m.moved), 100)),
    ...shown.map((m) => m.hold * 1.5),
    1,
  )
  const scale = Math.ceil(furthest / 10) * 10
  const title = decision.first_load
    ? 'What moved: a first load, nothing to compare with'
    : `What moved, limit ${decision.threshold}%${decision.one_time ? ' for this run only' : ''}`
  return (
    <Panel title={title} acts={<Legend />}>
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
          { key: 'after', header: 'This run', numeric: true, cell: (m) => value(m, m.after) },
          {
            key: 'moved',
            header: 'Moved',
            numeric: true,
            cell: (m) => movedPercent(m.moved),
          },
          {
            key: 'usual',
            header: 'Usual',
            numeric: true,
            leaves: 2,
            cell: (m) => <span className="quiet">{m.usual ? range(m.usual) : '—'}</span>,
          },
          {
            key: 'bar',
            header: 'On one scale',
            width: '36%',
            total: <Axis scale={scale} />,
            leaves: 1,
            cell: (m) => (
              <MovedRule
                moved={m.moved}
                limit={m.hold}
                usual={m.usual}
                scale={scale}
                tone={signs[m.verdict].tone}
                label={`Moved ${movedPercent(m.moved)}, held beyond ${m.hold}%, ${usually(m)}`}
              />
            ),
          },
        ]}
      />
    </Panel>
  )
}

const range = ([low, high]: readonly [number, number]) =>
  [...new Set([movedPercent(low), movedPercent(high)])].join(' to ')
const usually = (m: Measure) => (m.usual ? `usually ${range(m.usual)}` : 'nothing to say what is usual')

/** What the rules' places mean; the outermost stand for what lies beyond, too. */
const Axis = ({ scale }: { scale: number }) => (
  <span className="rule-scale">
    {[-1, -0.5, 0, 0.5, 1].map((at) => (
      <i key={at} style={{ left: `${50 + at * 48}%` }}>
        {`${at > 0 ? '+' : at < 0 ? '−' : ''}${Math.abs(at * scale)}%`}
      </i>
    ))}
  </span>
)

const Legend = () => (
  <span className="legend quiet">
    <svg className="rule" width={18} height={14} aria-hidden>
      <rect className="band" width={18} y={2} height={10} />
    </svg>
    usual, the feed’s last 30 good runs
    <svg className="rule" width={3} height={14} aria-hidden>
      <line className="tick" x1={1.5} x2={1.5} y1={1} y2={13} />
    </svg>
    limit
    <svg className="rule tone-off" width={10} height={14} aria-hidden>
      <path className="diamond" d="M0 7 5 2 10 7 5 12Z" />
    </svg>
    this run
  </span>
)
