import './days.css'
import { ActionIcon, Button, Group, Stack, TextInput } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { dayOf } from '../../time.ts'
import { dayByKey, isDay, spanWith, typedDay, weeksOf } from './days.ts'
import { isLastDays } from './filter.ts'

const monthName = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const wholeName = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' })
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const presets = [
  ['Today', '1d'],
  ['7 days', '7d'],
  ['30 days', '30d'],
  ['90 days', '90d'],
] as const

/** A range of days: a preset relative to today, two days of the calendar, or typed ones. */
export default function Days({
  from: fromText,
  to,
  set,
  close,
}: {
  from: string | undefined
  to: string | undefined
  set: (from: string | undefined, to: string | undefined) => void
  close: () => void
}) {
  // a relative range and a fixed day exclude each other
  const moving = isLastDays(fromText)
  const from = moving ? undefined : fromText
  const [today] = useState(() => dayOf(Date.now() / 1000))
  const [cursor, setCursor] = useState(() => [to, from].find((day) => day && isDay(day)) ?? today)
  const [end, setEnd] = useState<'from' | 'to'>(from && !to ? 'to' : 'from')
  const grid = useRef<HTMLTableElement>(null)
  const shouldFocus = useRef(true)
  useEffect(() => {
    if (shouldFocus.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
    shouldFocus.current = false
  }, [cursor])
  const onKey = (e: KeyboardEvent) => {
    const next = dayByKey(cursor, e.key, e.shiftKey)
    if (next === undefined) return
    e.preventDefault()
    shouldFocus.current = true
    setCursor(next)
  }
  const choose = (day: string) => {
    const span = spanWith(from, end, day)
    setCursor(day)
    setEnd(end === 'from' ? 'to' : 'from')
    set(span.from, span.to)
  }
  const turn = (key: string) => setCursor(dayByKey(cursor, key) ?? cursor)
  return (
    <Stack gap="xs" className="days">
      <Group gap={6} wrap="nowrap">
        {presets.map(([label, span]) => (
          <Button
            key={span}
            size="compact-xs"
            variant="default"
            aria-label={span === '1d' ? label : `Last ${label}`}
            aria-pressed={fromText === span}
            onClick={() => {
              set(span, undefined)
              close()
            }}
          >
            {label}
          </Button>
        ))}
      </Group>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <DayInput
          label="From"
          value={from}
          pick={() => setEnd('from')}
          set={(day) => set(day, to)}
          show={setCursor}
        />
        <DayInput
          label="To"
          value={to}
          wrong={
            from !== undefined && to !== undefined && to < from && 'The end date is before the start date'
          }
          pick={() => setEnd('to')}
          set={(day) => set(from, day)}
          show={setCursor}
        />
      </Group>
      <Group justify="space-between" wrap="nowrap">
        <ActionIcon
          size={24}
          variant="subtle"
          color="gray"
          aria-label="Previous month"
          onClick={() => turn('PageUp')}
        >
          <IconChevronLeft size={15} aria-hidden />
        </ActionIcon>
        <b aria-live="polite">{monthName.format(new Date(cursor))}</b>
        <ActionIcon
          size={24}
          variant="subtle"
          color="gray"
          aria-label="Next month"
          onClick={() => turn('PageDown')}
        >
          <IconChevronRight size={15} aria-hidden />
        </ActionIcon>
      </Group>
      <table ref={grid} role="grid" aria-label={end === 'from' ? 'Start date' : 'End date'} onKeyDown={onKey}>
        <MonthGrid cursor={cursor} today={today} from={from} to={to} choose={choose} />
      </table>
    </Stack>
  )
}

/** The days of the cursor's month, week by week. */
function MonthGrid({
  cursor,
  today,
  from,
  to,
  choose,
}: {
  cursor: string
  today: string
  from: string | undefined
  to: string | undefined
  choose: (day: string) => void
}) {
  const isBetween = (day: string) => from !== undefined && to !== undefined && day > from && day < to
  return (
    <>
      <thead>
        <tr>
          {weekdays.map((name) => (
            <th key={name} scope="col" abbr={name}>
              {name.slice(0, 2)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(cursor).map((week, row) => (
          // oxlint-disable-next-line react/no-array-index-key -- six rows, always
          <tr key={row}>
            {week.map((day, column) =>
              day === undefined ? (
                // oxlint-disable-next-line react/no-array-index-key -- a place of its week
                <td key={column} role="gridcell" />
              ) : (
                <td key={day} role="gridcell" aria-selected={day === from || day === to}>
                  <DayButton
                    day={day}
                    isCursor={day === cursor}
                    isToday={day === today}
                    isBetween={isBetween(day)}
                    choose={() => choose(day)}
                  />
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </>
  )
}

const DayButton = ({
  day,
  isCursor,
  isToday,
  isBetween,
  choose,
}: {
  day: string
  isCursor: boolean
  isToday: boolean
  isBetween: boolean
  choose: () => void
}) => (
  <button
    type="button"
    tabIndex={isCursor ? 0 : -1}
    data-autofocus={isCursor || undefined}
    data-between={isBetween || undefined}
    aria-label={wholeName.format(new Date(day))}
    aria-current={isToday ? 'date' : undefined}
    onClick={choose}
  >
    {Number(day.slice(8))}
  </button>
)

/** A typed day, applied once it is valid. */
function DayInput({
  label,
  value,
  wrong: mistaken = false,
  pick,
  set,
  show,
}: {
  label: string
  value: string | undefined
  /** What is wrong with a valid day. */
  wrong?: string | false
  /** The calendar sets this end next. */
  pick: () => void
  set: (day: string | undefined) => void
  show: (day: string) => void
}) {
  const [draft, setDraft] = useState<string>()
  const [wrong, setWrong] = useState(false)
  const change = (text: string) => {
    setDraft(text)
    setWrong(false)
    const day = typedDay(text)
    if (text === '') set(undefined)
    else if (day) {
      set(day)
      show(day)
    }
  }
  return (
    <TextInput
      size="xs"
      w={118}
      label={label}
      placeholder="2026-11-21"
      maxLength={10}
      value={draft ?? value ?? ''}
      error={(wrong && 'Enter a date such as 2026-12-31 or 12/31/2026') || mistaken}
      onFocus={pick}
      onChange={(e) => change(e.currentTarget.value)}
      onBlur={() => {
        if (draft === undefined || draft === '' || typedDay(draft)) setDraft(undefined)
        else setWrong(true)
      }}
    />
  )
}
