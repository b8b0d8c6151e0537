import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'

const firstRow = () => document.querySelector<HTMLElement>('main .table tbody tr[tabindex="0"]')
/** Whether the list begins in sight: otherwise an arrow key that enters it would jump. */
export function isListInSight(): boolean {
  const { top = -1 } = firstRow()?.getBoundingClientRect() ?? {}
  return top >= 0 && top < window.innerHeight
}

/** Focuses the list's first row; returns false if there is none. */
export function focusFirstRow(): boolean {
  const row = firstRow()
  row?.focus()
  return row !== null
}

/** ↓ in a filter moves into the rows. */
export function enterRowsOnArrow(e: KeyboardEvent): void {
  if (e.key === 'ArrowDown' && focusFirstRow()) e.preventDefault()
}

/** A list's text filter: `/` focuses it, and typing is applied after a short pause. */
export function FilterBox({
  label,
  placeholder,
  value,
  set,
  width = 216,
}: {
  label: string
  placeholder: string
  value: string
  set: (text: string) => void
  width?: number | string
}) {
  const [draft, setDraft] = useState(value)
  const [lastValue, setLastValue] = useState(value)
  // the address changed without typing: back, or a link
  if (lastValue !== value) {
    setLastValue(value)
    if (draft.trim() !== value) setDraft(value)
  }
  const ask = useDebouncedCallback((text: string) => set(text.trim()), 200)
  return (
    <TextInput
      data-filter
      aria-label={label}
      placeholder={placeholder}
      leftSection={<IconSearch size={14} />}
      rightSection={draft === '' ? <kbd>/</kbd> : undefined}
      onKeyDown={enterRowsOnArrow}
      value={draft}
      w={width}
      onChange={(e) => {
        setDraft(e.currentTarget.value)
        ask(e.currentTarget.value)
      }}
    />
  )
}

/**
 * Delays an act that a key requests until the answer to what was typed is there, since what is shown until
 * then answers another question. Typing on cancels it.
 */
export function useAfterAnswer<Act extends string>(hasAnswer: boolean, run: (act: Act) => void) {
  const waits = useRef<Act | null>(null)
  useEffect(() => {
    const act = waits.current
    if (act === null || !hasAnswer) return
    waits.current = null
    run(act)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what is to be done is of the render that has the answer
  }, [hasAnswer])
  return {
    ask: (act: Act) => {
      if (hasAnswer) run(act)
      else waits.current = act
    },
    forget: () => {
      waits.current = null
    },
  }
}
