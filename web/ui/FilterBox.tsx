import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState, type KeyboardEvent } from 'react'

const firstRow = () => document.querySelector<HTMLElement>('main .table tbody tr[tabindex="0"]')
/** Whether the list begins in sight: an arrow that leads into one elsewhere would jump. */
export function listInSight(): boolean {
  const { top = -1 } = firstRow()?.getBoundingClientRect() ?? {}
  return top >= 0 && top < window.innerHeight
}

/** The list's first row; false: the screen has none. */
export function toFirstRow(): boolean {
  const row = firstRow()
  row?.focus()
  return row !== null
}

/** ↓ in a filter is the way into the rows. */
export function intoRows(e: KeyboardEvent): void {
  if (e.key === 'ArrowDown' && toFirstRow()) e.preventDefault()
}

/** A list's text filter: `/` puts the cursor in it, and what is typed is asked for after a breath. */
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
  const [typed, setTyped] = useState(value)
  const [shown, setShown] = useState(value)
  // the address changed by another way than typing: back, or a link
  if (shown !== value) {
    setShown(value)
    if (typed.trim() !== value) setTyped(value)
  }
  const ask = useDebouncedCallback((text: string) => set(text.trim()), 200)
  return (
    <TextInput
      data-filter
      aria-label={label}
      placeholder={placeholder}
      leftSection={<IconSearch size={14} />}
      rightSection={typed === '' ? <kbd>/</kbd> : undefined}
      onKeyDown={intoRows}
      value={typed}
      w={width}
      onChange={(e) => {
        setTyped(e.currentTarget.value)
        ask(e.currentTarget.value)
      }}
    />
  )
}
