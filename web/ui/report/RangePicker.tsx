import { Button, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'

interface Range {
  start: string
  end: string
}

/** The first and the last day of a report, and the way back to the usual ones. */
export function RangePicker({
  range,
  isUsual,
  usualName,
  faults,
  set,
  children,
}: {
  /** As chosen or, without a choice, as answered. */
  range: Range
  isUsual: boolean
  usualName: string
  faults: Readonly<Record<string, string>>
  set: (range: { start: string | undefined; end: string | undefined }) => void
  /** More controls, before the way back. */
  children?: ReactNode
}) {
  // one day alone is no range: the other one stays as shown
  const change = (part: Partial<Range>) => {
    const next = { ...range, ...part }
    if (next.start !== '' && next.end !== '') set(next)
  }
  return (
    <>
      <TextInput
        type="date"
        label="From"
        value={range.start}
        error={Boolean(faults.start)}
        onChange={(e) => change({ start: e.currentTarget.value })}
      />
      <TextInput
        type="date"
        label="To"
        value={range.end}
        error={Boolean(faults.end)}
        onChange={(e) => change({ end: e.currentTarget.value })}
      />
      {children}
      {!isUsual && (
        <Button variant="default" onClick={() => set({ start: undefined, end: undefined })}>
          {usualName}
        </Button>
      )}
    </>
  )
}
