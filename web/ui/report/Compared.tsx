import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dayOf } from '#contract/billing/days.ts'
import { dayText } from '#contract/formats.ts'
import type { DayRange } from '#contract/marketing/periods.ts'
import { comparedMonths, comparedRanges } from '#contract/reports/compared.ts'
import { LoadError, Panel } from '../page/Page.tsx'
import type { Column } from '../table/column.ts'
import { DataTable } from '../table/DataTable.tsx'
import { movedPercent } from '../values.tsx'

/** A number of a report that is compared; null: the caller may not see it. */
export interface ComparedFigure<Answer> {
  name: string
  value: (answer: Answer) => number | null
  text: (value: number) => string
}
interface ReadOptions<Answer> {
  queryKey: readonly unknown[]
  queryFn: (context: { signal: AbortSignal }) => Promise<Answer>
}

/** A report's numbers beside those of as many days before, and of the same days a year before. */
export function Compared<Answer>({
  report,
  range,
  figures,
  read,
  wholeMonths = false,
}: {
  report: Answer
  /** The days of the report. */
  range: DayRange
  figures: readonly ComparedFigure<Answer>[]
  /** The same call for other days. */
  read: (range: DayRange) => ReadOptions<Answer>
  /** The call knows no parts of a month: a running one is compared with whole ones. */
  wholeMonths?: boolean
}) {
  const [today] = useState(() => dayOf(Date.now()))
  const ranges = wholeMonths ? comparedMonths(range) : comparedRanges(range, today)
  const before = useQuery(read(ranges.before))
  const yearBefore = useQuery(read(ranges.yearBefore))
  const error = before.error ?? yearBefore.error
  const retry = () => void Promise.all([before.refetch(), yearBefore.refetch()])
  return (
    <Panel title="Compared">
      {error ? (
        <LoadError error={error} retry={retry} />
      ) : (
        <DataTable
          plain
          label="Compared"
          columns={columnsOf({ range, answer: report }, [
            { range: ranges.before, answer: before.data },
            { range: ranges.yearBefore, answer: yearBefore.data },
          ])}
          rows={figures.filter(({ value }) => value(report) !== null)}
          id={({ name }) => name}
          empty="No numbers."
        />
      )}
    </Panel>
  )
}

const rangeText = ({ start, end }: DayRange) => `${dayText(start)} to ${dayText(end)}`

function columnsOf<Answer>(
  { range: ownRange, answer: report }: { range: DayRange; answer: Answer },
  others: readonly { range: DayRange; answer: Answer | undefined }[],
): readonly Column<ComparedFigure<Answer>>[] {
  return [
    { key: 'name', header: 'Number', leaves: 0, cell: ({ name }) => name },
    {
      key: 'now',
      header: rangeText(ownRange),
      numeric: true,
      leaves: 0,
      cell: (figure) => textOf(figure, report),
    },
    ...others.flatMap(({ range, answer }, place): Column<ComparedFigure<Answer>>[] => [
      {
        key: `then${place}`,
        header: rangeText(range),
        numeric: true,
        leaves: 0,
        cell: (figure) => (answer ? textOf(figure, answer) : '…'),
      },
      {
        key: `change${place}`,
        header: 'Change',
        numeric: true,
        leaves: 0,
        cell: (figure) => (answer ? changeText(figure, report, answer) : '…'),
      },
    ]),
  ]
}

function textOf<Answer>({ value, text }: ComparedFigure<Answer>, answer: Answer): string {
  const number = value(answer)
  return number === null ? '' : text(number)
}

/** A share beyond this says less than the numbers do. */
const mostShare = 9.995
/** How much more or less it is now, and by which share. */
function changeText<Answer>({ value, text }: ComparedFigure<Answer>, now: Answer, then: Answer): string {
  const [newer, older] = [value(now), value(then)]
  if (newer === null || older === null) return ''
  const change = newer - older
  if (change === 0) return 'Unchanged'
  const amount = `${change > 0 ? '+' : '−'}${text(Math.abs(change))}`
  const share = change / Math.abs(older)
  return older === 0 || share > mostShare ? amount : `${amount} (${movedPercent(share * 100)})`
}
