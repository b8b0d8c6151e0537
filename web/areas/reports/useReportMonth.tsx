import { useState, type ReactNode } from 'react'
import { z } from 'zod'
import { dayOf } from '#contract/billing/days.ts'
import { lastMonth } from '#contract/marketing/periods.ts'
import { useUrl } from '../../ui/page/useUrl.ts'
import { MonthPicker, type ChosenMonth } from '../../ui/report/MonthPicker.tsx'

const pickedYears = 10
const wholeYear = 'all'
const url = z.object({
  year: z.coerce.number().int().min(2000).max(9999).optional().catch(undefined),
  month: z
    .union([z.literal(wholeYear), z.coerce.number().int().min(1).max(12)])
    .optional()
    .catch(undefined),
})

/** The month of a report, or a whole year, kept in the address; usually last month. */
export function useReportMonth({
  hasWholeYear = false,
  forget = [],
}: {
  hasWholeYear?: boolean
  /** What the address says of one month only. */
  forget?: readonly string[]
} = {}): { choice: ChosenMonth; picker: ReactNode } {
  const [{ year, month }, set] = useUrl(url)
  const [today] = useState(() => dayOf(Date.now()))
  const { start } = lastMonth(today)
  const usual = { year: Number(start.slice(0, 4)), month: Number(start.slice(5, 7)) }
  const isWhole = month === wholeYear && hasWholeYear
  const choice: ChosenMonth =
    year === undefined || month === undefined
      ? usual
      : { year, month: isWhole ? undefined : month === wholeYear ? 1 : month }
  const isUsual = choice.year === usual.year && choice.month === usual.month
  const forgotten = Object.fromEntries(forget.map((key) => [key, undefined]))
  const choose = (next: { year: number | undefined; month: number | string | undefined }) =>
    set({ ...forgotten, ...next })
  return {
    choice,
    picker: (
      <MonthPicker
        chosen={choice}
        today={today}
        years={pickedYears}
        hasWholeYear={hasWholeYear}
        set={(next) => choose({ year: next.year, month: next.month ?? wholeYear })}
        back={
          isUsual
            ? undefined
            : { name: 'Last month', go: () => choose({ year: undefined, month: undefined }) }
        }
      />
    ),
  }
}
