import { useLayoutEffect, useRef, type FocusEvent, type KeyboardEvent, type RefObject } from 'react'

/**
 * j, k and the arrows move between rows, Enter opens, x ticks; if the focused row is removed, the one in its
 * place gets the focus. From “Select all” they lead into the rows, and Enter ticks it.
 */
export function useRowKeys({
  body,
  count,
  reveal,
  open,
  tick,
}: {
  body: RefObject<HTMLTableSectionElement | null>
  count: number
  /** Brings a row into the page, if only some are in it. */
  reveal: (index: number) => void
  open: ((index: number) => void) | undefined
  tick: ((index: number, span: boolean) => void) | undefined
}) {
  const current = useRef<number | null>(null)
  const rowAt = (index: number) =>
    body.current?.querySelector<HTMLTableRowElement>(`tr[data-index="${index}"]`)
  const go = (index: number) => {
    const to = Math.max(0, Math.min(index, count - 1))
    reveal(to)
    const row = rowAt(to)
    if (row) return row.focus()
    // far away: it gets the focus once it is in the page
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    current.current = to
  }
  /** Without scrolling: the screen stays where it was left. */
  const focusRow = (index: number) => {
    const row = rowAt(index)
    if (row) return row.focus({ preventScroll: true })
    reveal(index)
    current.current = index
  }
  useLayoutEffect(() => {
    if (current.current === null || count === 0 || document.activeElement !== document.body) return
    // undefined: it was scrolled out of the page, and scrolling must not be undone
    rowAt(Math.min(current.current, count - 1))?.focus({ preventScroll: true })
  })
  const onFocus = (e: FocusEvent) => {
    const row = e.target.closest<HTMLTableRowElement>('tr[data-index]')
    current.current = row ? Number(row.dataset.index) : null
  }
  const onBlur = (e: FocusEvent<HTMLElement>) => {
    if (!e.currentTarget.contains(e.relatedTarget)) current.current = null
  }
  const onKeyDown = (e: KeyboardEvent) => {
    const target = e.target as HTMLElement
    if (target.tagName !== 'TR' && !(target instanceof HTMLInputElement && target.type === 'checkbox')) return
    if (e.ctrlKey || e.metaKey || e.altKey) return
    const index = current.current
    if (index === null) return
    if (e.key === 'j' || e.key === 'ArrowDown') go(index + 1)
    else if (e.key === 'k' || e.key === 'ArrowUp') {
      // up from the first row returns to the filter
      if (index === 0 && e.key === 'ArrowUp')
        document.querySelector<HTMLElement>('input[data-filter]')?.focus()
      else go(index - 1)
    } else if (e.key === 'Home') go(0)
    else if (e.key === 'End') go(count - 1)
    else if ((e.key === 'x' || e.key === 'X') && tick) tick(index, e.shiftKey)
    else if (e.key === 'Enter' && open && target.tagName === 'TR') open(index)
    else return
    e.preventDefault()
  }
  const onHeadKeyDown = (e: KeyboardEvent) => {
    const target = e.target
    if (!(target instanceof HTMLInputElement) || e.ctrlKey || e.metaKey || e.altKey) return
    if (e.key === 'j' || e.key === 'ArrowDown') go(0)
    else if (e.key === 'End') go(count - 1)
    else if (e.key === 'k' || e.key === 'ArrowUp')
      document.querySelector<HTMLElement>('input[data-filter]')?.focus()
    else if (e.key === 'Enter') target.click()
    else return
    e.preventDefault()
  }
  return { focusRow, rows: { onFocus, onBlur, onKeyDown }, head: { onKeyDown: onHeadKeyDown } }
}
