import { useState, type ComponentProps } from 'react'
import { addDays, dayOf } from '#contract/billing/days.ts'
import type { ReportName } from '#contract/reports/names.ts'
import { ReportNotes, useReportNotes } from './notes/ReportNotes.tsx'
import ReportBars from './ReportBars.tsx'

interface Range {
  start: string
  end: string
}

/**
 * Bars of periods, one after another: the running one hatched, notes on their days, and a drag over bars that shows
 * only their days.
 */
export default function ReportChart({
  report,
  starts,
  end,
  setRange,
  ...bars
}: Omit<ComponentProps<typeof ReportBars>, 'running' | 'marks' | 'zoom' | 'zoomOut'> & {
  report: ReportName
  /** Each bar's first day, oldest first. */
  starts: readonly string[]
  /** The last bar's last day, whether it has come or not. */
  end: string
  /** Without a range: the usual one. */
  setRange?: ((range?: Range) => void) | undefined
}) {
  const [today] = useState(() => dayOf(Date.now()))
  const range = { start: starts[0] ?? end, end }
  const notes = useReportNotes(report, range)
  const placeOf = (day: string) => starts.findLastIndex((start) => start <= day)
  const lastOf = (place: number) => {
    const next = starts[place + 1]
    return next === undefined ? end : addDays(next, -1)
  }
  const running = today <= end ? placeOf(today) : -1
  return (
    <>
      <ReportBars
        {...bars}
        running={running < 0 ? undefined : running}
        marks={[...Map.groupBy(notes.toReversed(), ({ day }) => placeOf(day))]
          .filter(([place]) => place >= 0)
          .map(([place, own]) => ({ place, text: own.map(({ text }) => text).join('; ') }))}
        {...(setRange && {
          zoom: (from: number, to: number) => {
            const start = starts[from]
            if (start !== undefined) setRange({ start, end: lastOf(to) })
          },
          zoomOut: () => setRange(),
        })}
      />
      <ReportNotes report={report} range={range} />
    </>
  )
}
