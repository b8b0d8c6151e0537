import { IconAlertTriangle, IconCheck, IconHandStop } from '@tabler/icons-react'
import type { Decision as Decided, JudgedMeasure } from '#contract/feeds/gate.ts'
import { z } from 'zod'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { MovedRule } from '../../ui/MovedRule.tsx'
import { Panel } from '../../ui/Page.tsx'
import { useUrl } from '../../ui/useUrl.ts'
import { movedPercent, percent, Status } from '../../ui/values.tsx'
import { FieldChange } from './RunChanges.tsx'

const signs = {
  hold: { tone: 'bad', icon: IconHandStop, text: 'Holds' },
  warn: { tone: 'wait', icon: IconAlertTriangle, text: 'Warns' },
  ok: { tone: 'good', icon: IconCheck, text: 'Fine' },
} as const
const windows = {
  first: 'The file itself',
  last: 'The last run',
  week: 'A week ago',
  agreed: 'Last agreed',
} as const
const sources = {
  floor: '',
  threshold: 'by the feed’s threshold',
  usual: 'by what is usual here',
  own: 'set for this feed',
  expected: 'expected for now',
  one_time: 'for this run only',
} as const

const measureId = (m: JudgedMeasure) => [m.name, m.window, m.field ?? '', m.part ?? ''].join(' ').trim()
const url = z.object({ measure: z.string().catch('').default('') })
/** Values end at this many times their limit. */
const furthest = 3

/** Each measure that moved against its limit and what is usual, all on one scale: times the limit. */
export function Decision({ decision }: { decision: Decided }) {
  const [{ measure: asked }, set] = useUrl(url)
  const { measures } = decision
  const chosen = measures.find((m) => measureId(m) === asked) ?? measures.find((m) => m.rows.length > 0)
  if (measures.length === 0)
    return (
      <Panel title="What moved">
        <p className="why">
          {decision.first_load
            ? 'The feed’s first file: nothing to compare with, and nothing in it that looks wrong.'
            : 'Nothing that the gate measures moved.'}
        </p>
      </Panel>
    )
  return (
    <>
      <Panel title="What moved" acts={<Legend />}>
        <DataTable
          label="Measures"
          rows={measures}
          id={measureId}
          open={(m) => set({ measure: measureId(m) }, { replace: true })}
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
            {
              key: 'sentence',
              header: 'What the gate sees',
              wrap: true,
              leaves: 0,
              cell: (m) => (m === chosen ? <b>{m.sentence}</b> : m.sentence),
            },
            {
              key: 'window',
              header: 'Against',
              leaves: 3,
              cell: (m) => <span className="quiet">{windows[m.window]}</span>,
            },
            { key: 'value', header: 'This run', numeric: true, cell: (m) => percent(m.value) },
            {
              key: 'usual',
              header: 'Usual',
              numeric: true,
              leaves: 2,
              cell: (m) => <span className="quiet">{m.usual ? range(m.usual) : '—'}</span>,
            },
            {
              key: 'hold',
              header: 'Limit',
              numeric: true,
              cell: (m) =>
                m.hold === null ? <span className="quiet">warns only</span> : <Limit measure={m} />,
            },
            {
              key: 'bar',
              header: 'Times the limit',
              width: '24%',
              leaves: 1,
              cell: (m) => <Scale measure={m} />,
            },
          ]}
        />
      </Panel>
      {chosen && chosen.rows.length > 0 && <Rows measure={chosen} />}
    </>
  )
}

function Limit({ measure: { hold, by } }: { measure: JudgedMeasure }) {
  return (
    <span>
      {percent(hold!)}
      {sources[by] && <small className="quiet"> {sources[by]}</small>}
    </span>
  )
}

function Scale({ measure: m }: { measure: JudgedMeasure }) {
  const limit = m.hold ?? m.warn ?? 0
  const times = (n: number) => (limit === 0 ? (n === 0 ? 0 : furthest) : n / limit)
  const usually = m.usual ? `usually ${range(m.usual)}` : 'nothing to say what is usual'
  return (
    <MovedRule
      moved={times(m.value)}
      limit={1}
      usual={m.usual && [times(m.usual[0]), times(m.usual[1])]}
      scale={furthest}
      tone={signs[m.verdict].tone}
      label={`${percent(m.value)}, ${m.hold === null ? 'never held' : `held beyond ${percent(m.hold)}`}, ${usually}`}
    />
  )
}

/** Products that show a measure. */
function Rows({ measure }: { measure: JudgedMeasure }) {
  return (
    <Panel title={`Rows that show it: ${measure.sentence}`}>
      <DataTable
        label="Rows that show it"
        rows={measure.rows}
        id={(r) => r.sku}
        empty="None was kept."
        columns={[
          {
            key: 'sku',
            header: 'SKU',
            width: 200,
            leaves: 0,
            cell: (r) => <span className="mono cut">{r.sku}</span>,
          },
          {
            key: 'title',
            header: 'Title',
            leaves: 1,
            cell: (r) => <div className="cut">{r.title ?? '—'}</div>,
          },
          {
            key: 'change',
            header: 'What changes',
            leaves: 0,
            wrap: true,
            cell: (r) => <FieldChange field={fieldOf(measure)} from={r.from} to={r.to} />,
          },
        ]}
      />
    </Panel>
  )
}

/** The field whose values the rows show. */
const fieldOf = ({ field, name }: JudgedMeasure) =>
  field ??
  (name === 'left_stock' || name.startsWith('quantity') || name === 'part_left_stock'
    ? 'quantity'
    : 'wholesale_price')

const range = ([low, high]: readonly [number, number]) =>
  [...new Set([movedPercent(low), movedPercent(high)])].join(' to ')

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
