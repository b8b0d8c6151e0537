import { IconAlertTriangle, IconCheck, IconHandStop } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { measureText } from '#contract/feeds/expectations.ts'
import type { JudgedMeasure } from '#contract/feeds/gate.ts'
import type { FeedRun } from '#contract/feeds/runs.ts'
import { many } from '#contract/words.ts'
import { api } from '../../../../api.ts'
import { Panel } from '../../../../ui/page/Page.tsx'
import { Marks } from '../../../../ui/Rule.tsx'
import { DataTable, type Column } from '../../../../ui/table/DataTable.tsx'
import { shortDay } from '../../../../ui/time.ts'
import { useUrl } from '../../../../ui/page/useUrl.ts'
import { Status } from '../../../../ui/values.tsx'
import {
  againstText,
  changeOf,
  isSigned,
  limitText,
  sourceText,
  timesLimit,
  usualText,
  valueText,
} from '../../gate/gate-words.ts'
import { MeasureRows } from './MeasureRows.tsx'
import { axisOf, limitOf } from './moved-axis.ts'
import { MovedRule } from './MovedRule.tsx'
import { changesUrl } from '../RunChanges.tsx'

const signs = {
  hold: { tone: 'bad', icon: IconHandStop, text: 'Hold', was: 'Held' },
  warn: { tone: 'wait', icon: IconAlertTriangle, text: 'Warning', was: 'Warning' },
  ok: { tone: 'good', icon: IconCheck, text: 'OK', was: 'OK' },
} as const
const measureId = (m: JudgedMeasure) => [m.name, m.window, m.field ?? '', m.part ?? ''].join(' ').trim()
const url = changesUrl.extend({
  measure: z.string().catch('').default(''),
  fine: z.stringbool().catch(false).default(false),
})
type Axis = ReturnType<typeof axisOf>

/** Each measure that moved against its limit and usual range, with example rows of the chosen measure. */
export function Decision({ run, decision }: { run: FeedRun; decision: NonNullable<FeedRun['decision']> }) {
  const { measures, first_load } = decision
  const [{ measure: chosenId, fine: all }, set] = useUrl(url)
  const expectedUntil = useExpectedUntil(run.feed_id, measures)
  const loud = measures.filter((m) => m.verdict !== 'ok')
  const fine = measures.length - loud.length
  const namedMeasure = measures.find((m) => measureId(m) === chosenId)
  const open = all || loud.length === 0 || namedMeasure?.verdict === 'ok'
  // a measure that only warns is not chosen: its rows would not explain why the run is held
  const chosenMeasure = namedMeasure ?? loud.find((m) => m.rows.length > 0 && m.verdict === loud[0]?.verdict)
  if (measures.length === 0)
    return (
      <Panel title="Checks">
        <p className="why">
          {first_load ? 'First file of this feed. No problems found.' : 'No changes found.'}
        </p>
      </Panel>
    )
  return (
    <div className="measures">
      <Panel title="Checks" actions={<Legend />}>
        <DataTable
          label="Checks"
          rows={open ? measures : loud}
          id={measureId}
          open={(m) =>
            set(
              { measure: measureId(m), change: isListedBelow(m) ? changeOf(m.name) : undefined },
              { replace: true },
            )
          }
          current={(m) => m === chosenMeasure}
          empty="No changes found."
          columns={columnsOf(expectedUntil, axisOf(open ? measures : loud), run.state === 'held' || run.dry)}
        />
        {loud.length > 0 && fine > 0 && (
          <button
            type="button"
            className="link more"
            aria-expanded={open}
            onClick={() =>
              set(open ? { fine: undefined, measure: undefined } : { fine: true }, { replace: true })
            }
          >
            {open ? 'Hide passed checks' : `Show ${many(fine, 'passed check')}`}
          </button>
        )}
      </Panel>
      {chosenMeasure && !isListedBelow(chosenMeasure) && (
        <MeasureRows key={measureId(chosenMeasure)} measure={chosenMeasure} run={run} />
      )}
    </div>
  )
}

/** Whether the list of changed products shows the same rows. */
const isListedBelow = (m: JudgedMeasure) => m.rows.length > 0 && changeOf(m.name) !== 'Updated'

/** The last day on which a measure is expected. */
function useExpectedUntil(feedId: number, measures: readonly JudgedMeasure[]) {
  const { data } = useQuery({
    ...api.listExpectations.query({ params: { feed_id: feedId } }),
    enabled: measures.some((m) => m.by === 'expected'),
  })
  return (m: JudgedMeasure) => {
    const expectation = data?.find((e) => e.measure === m.name && Math.abs(e.limit - (m.hold ?? 0)) < 0.01)
    return expectation && shortDay(expectation.until_tm)
  }
}

/** @param open the run is not decided yet */
const columnsOf = (
  expectedUntil: (m: JudgedMeasure) => string | undefined,
  axis: Axis,
  open: boolean,
): readonly Column<JudgedMeasure>[] => [
  {
    key: 'verdict',
    header: 'Result',
    width: 88,
    cell: (m) => (
      <Status tone={signs[m.verdict].tone} icon={signs[m.verdict].icon}>
        {open ? signs[m.verdict].text : signs[m.verdict].was}
      </Status>
    ),
  },
  {
    key: 'sentence',
    header: 'Finding',
    wrap: true,
    leaves: 0,
    cell: (m) => <MeasureSentence measure={m} />,
  },
  {
    key: 'window',
    header: 'Compared with',
    leaves: 5,
    width: 128,
    cell: (m) => <span className="quiet">{againstText(m)}</span>,
  },
  {
    key: 'usual',
    header: 'Usual',
    numeric: true,
    leaves: 4,
    width: 128,
    cell: (m) => <span className="quiet">{usualText(m)}</span>,
  },
  { key: 'value', header: 'This run', numeric: true, leaves: 0, width: 92, cell: (m) => valueText(m) },
  {
    key: 'hold',
    header: 'Limit',
    numeric: true,
    leaves: 0,
    width: 84,
    cell: (m) => limitText(m),
  },
  {
    key: 'by',
    header: 'Where it comes from',
    leaves: 3,
    width: 172,
    cell: (m) => <span className="quiet">{sourceText(m, expectedUntil(m))}</span>,
  },
  {
    key: 'rule',
    header: 'Vs. limit',
    marks: axisHeader(axis),
    leaves: 1,
    width: ruleWidth + 60,
    cell: (m) => <Moved measure={m} axis={axis} />,
  },
]

/** A measure's sentence, and its name as in the expectations and the gate's report. */
const MeasureSentence = ({ measure }: { measure: JudgedMeasure }) => (
  <>
    {measure.sentence}
    <div className="quiet">{measureText(measure)}</div>
  </>
)

const ruleWidth = 230

/** The axis that all measures share, in the header. */
const axisHeader = ({ span: [from, to], marks }: Axis) => (
  <Marks width={ruleWidth} labels={marks.map((mark) => [(mark - from) / (to - from), `${mark}%`] as const)} />
)

/** A measure that is counted has no place on an axis of percents. */
function Moved({ measure: m, axis }: { measure: JudgedMeasure; axis: Axis }) {
  const limit = limitOf(m)
  if (limit === undefined) return null
  const times = timesLimit(m)
  return (
    <span className="times">
      <MovedRule
        value={m.value}
        limit={limit}
        isSigned={isSigned(m.name)}
        usual={m.usual}
        span={axis.span}
        tone={signs[m.verdict].tone}
        width={ruleWidth}
        label={`${valueText(m)}, limit ${limitText(m)}, usually ${usualText(m)}`}
      />
      {times > 1 && Number.isFinite(times) && (
        <small className={m.verdict === 'ok' ? 'quiet' : undefined}>{times.toFixed(1)}×</small>
      )}
    </span>
  )
}

const Legend = () => (
  <span className="legend quiet">
    <svg className="rule" width={18} height={14} aria-hidden>
      <rect className="band" width={18} y={3} height={9} />
    </svg>
    usual (last 30 good runs)
    <svg className="rule" width={3} height={14} aria-hidden>
      <line className="tick" x1={1.5} x2={1.5} y1={2} y2={13} />
    </svg>
    limit
    <svg className="rule tone-off" width={10} height={14} aria-hidden>
      <path className="mark" d="M5 2.5 l5 5 l-5 5 l-5 -5 z" />
    </svg>
    this run
  </span>
)
