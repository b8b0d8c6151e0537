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

/** A span of days: a preset that moves along with today, two days of a month's grid, or typed ones. */
export default function Days({
  from: given,
  to,
  set,
  done,
}: {
  from: string | undefined
  to: string | undefined
  set: (from: string | undefined, to: string | undefined) => void
  done: () => void
}) {
  // a day and a span that moves say two things
  const moving = isLastDays(given)
  const from = moving ? undefined : given
  const [today] = useState(() => dayOf(Date.now() / 1000))
  const [at, setAt] = useState(() => [to, from].find((day) => day && isDay(day)) ?? today)
  const [end, setEnd] = useState<'from' | 'to'>(from && !to ? 'to' : 'from')
  const grid = useRef<HTMLTableElement>(null)
  const moved = useRef(true)
  useEffect(() => {
    if (moved.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
    moved.current = false
  }, [at])
  const onKey = (e: KeyboardEvent) => {
    const next = dayByKey(at, e.key, e.shiftKey)
    if (next === undefined) return
    e.preventDefault()
    moved.current = true
    setAt(next)
  }
  const choose = (day: string) => {
    const span = spanWith(from, end, day)
    setAt(day)
    setEnd(end === 'from' ? 'to' : 'from')
    set(span.from, span.to)
  }
  const turn = (key: string) => setAt(dayByKey(at, key)!)
  const chosen = (day: string) => day === from || day === to
  const between = (day: string) => from !== undefined && to !== undefined && day > from && day < to
  return (
    <Stack gap="xs" className="days">
      <Group gap={6} wrap="nowrap">
        {presets.map(([label, span]) => (
          <Button
            key={span}
            size="compact-xs"
            variant="default"
            aria-label={span === '1d' ? label : `Last ${label}`}
            aria-pressed={given === span}
            onClick={() => {
              set(span, undefined)
              done()
            }}
          >
            {label}
          </Button>
        ))}
      </Group>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <Typed
          label="From"
          value={from}
          pick={() => setEnd('from')}
          set={(day) => set(day, to)}
          show={setAt}
        />
        <Typed
          label="To"
          value={to}
          wrong={from !== undefined && to !== undefined && to < from && 'Before the first day'}
          pick={() => setEnd('to')}
          set={(day) => set(from, day)}
          show={setAt}
        />
      </Group>
      <Group justify="space-between" wrap="nowrap">
        <ActionIcon
          size={24}
          variant="subtle"
          color="gray"
          aria-label="Month before"
          onClick={() => turn('PageUp')}
        >
          <IconChevronLeft size={15} aria-hidden />
        </ActionIcon>
        <b aria-live="polite">{monthName.format(new Date(at))}</b>
        <ActionIcon
          size={24}
          variant="subtle"
          color="gray"
          aria-label="Month after"
          onClick={() => turn('PageDown')}
        >
          <IconChevronRight size={15} aria-hidden />
        </ActionIcon>
      </Group>
      <table
        ref={grid}
        role="grid"
        aria-label={end === 'from' ? 'The first day' : 'The last day'}
        onKeyDown={onKey}
      >
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
          {weeksOf(at).map((week, row) => (
            // oxlint-disable-next-line react/no-array-index-key -- six rows, always
            <tr key={row}>
              {week.map((day, column) =>
                day === undefined ? (
                  // oxlint-disable-next-line react/no-array-index-key -- a place of its week
                  <td key={column} role="gridcell" />
                ) : (
                  <td key={day} role="gridcell" aria-selected={chosen(day)}>
                    <button
                      type="button"
                      tabIndex={day === at ? 0 : -1}
                      data-autofocus={day === at || undefined}
                      data-between={between(day) || undefined}
                      aria-label={wholeName.format(new Date(day))}
                      aria-current={day === today ? 'date' : undefined}
                      onClick={() => choose(day)}
                    >
                      {Number(day.slice(8))}
                    </button>
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </Stack>
  )
}

/** A day as it is typed: it counts once it is one. */
function Typed({
  label,
  value,
  wrong: mistaken = false,
  pick,
  set,
  show,
}: {
  label: string
  value: string | undefined
  /** What is wrong with a day that is one. */
  wrong?: string | false
  /** The grid chooses this end next. */
  pick: () => void
  set: (day: string | undefined) => void
  show: (day: string) => void
}) {
  const [typed, setTyped] = useState<string>()
  const [wrong, setWrong] = useState(false)
  const change = (text: string) => {
    setTyped(text)
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
      value={typed ?? value ?? ''}
      error={(wrong && 'No such day: 2026-12-31 or 12/31/2026') || mistaken}
      onFocus={pick}
      onChange={(e) => change(e.currentTarget.value)}
      onBlur={() => {
        if (typed === undefined || typed === '' || typedDay(typed)) setTyped(undefined)
        else setWrong(true)
      }}
    />
  )
}
