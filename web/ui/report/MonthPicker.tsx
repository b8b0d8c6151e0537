import { Button, Select } from '@mantine/core'
import { monthText } from '#contract/formats.ts'

export interface ChosenMonth {
  year: number
  /** undefined: the whole year. */
  month: number | undefined
}
const wholeYear = 'all'

/** A year and a month of it, or the whole year; the future can’t be chosen. */
export function MonthPicker({
  chosen: { year, month },
  today,
  years,
  hasWholeYear = false,
  set,
  back,
}: {
  chosen: ChosenMonth
  today: string
  /** How many years can be chosen, to this one. */
  years: number
  hasWholeYear?: boolean
  set: (chosen: ChosenMonth) => void
  /** The way back to the usual month, if another one is shown. */
  back?: { name: string; go: () => void } | undefined
}) {
  const [thisYear, thisMonth] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))]
  const change = (next: ChosenMonth) =>
    set({
      year: next.year,
      month:
        next.year === thisYear && next.month !== undefined ? Math.min(next.month, thisMonth) : next.month,
    })
  const months = Array.from({ length: 12 }, (_, i) => ({
    value: String(i + 1),
    label: monthText(`${year}-${String(i + 1).padStart(2, '0')}-01`).slice(0, 3),
    disabled: year === thisYear && i + 1 > thisMonth,
  }))
  return (
    <>
      <Select
        label="Year"
        w={100}
        allowDeselect={false}
        value={String(year)}
        data={Array.from({ length: years }, (_, i) => String(thisYear - i))}
        onChange={(value) => change({ year: Number(value), month })}
      />
      <Select
        label="Month"
        w={hasWholeYear ? 130 : 100}
        allowDeselect={false}
        value={month === undefined ? wholeYear : String(month)}
        data={hasWholeYear ? [{ value: wholeYear, label: 'Whole year' }, ...months] : months}
        onChange={(value) => change({ year, month: value === wholeYear ? undefined : Number(value) })}
      />
      {back && (
        <Button variant="default" onClick={back.go}>
          {back.name}
        </Button>
      )}
    </>
  )
}
