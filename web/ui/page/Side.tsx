import { Button, CloseButton, Drawer, UnstyledButton } from '@mantine/core'
import { useHotkeys, useMediaQuery } from '@mantine/hooks'
import { useRef, type ReactNode } from 'react'
import { z } from 'zod'
import { useUrl } from './useUrl.ts'

/** A part of the side panel: notes, activity. */
export interface SidePart {
  name: string
  title: string
  /** undefined until it is known: its room is kept. */
  count?: string | undefined
  content: ReactNode
}

const url = z.object({ side: z.string().max(40).optional().catch(undefined) })

/**
 * A record's side panel, one part at a time, kept in the address; a drawer if there is no room. One button
 * opens it at its first part, and the panel switches between its parts.
 */
export function useSide(parts: readonly SidePart[]): { buttons: ReactNode; panel: ReactNode } {
  const [{ side }, set] = useUrl(url)
  const narrow = useMediaQuery('(max-width: 1199.9px)', undefined, { getInitialValueInEffect: false })
  const open = parts.find((part) => part.name === side)
  const opener = useRef<HTMLButtonElement>(null)
  // opened by a click, not by the address: it takes the focus
  const byHand = useRef(false)
  const enteredPart = useRef<string | null>(null)
  const enter = (panel: HTMLElement | null) => {
    if (!panel || !open || !byHand.current || enteredPart.current === open.name) return
    enteredPart.current = open.name
    ;(panel.querySelector<HTMLElement>('[data-autofocus]') ?? panel).focus()
  }
  const close = () => {
    set({ side: undefined }, { replace: true })
    opener.current?.focus()
  }
  const [first] = parts
  const writeNote = () => {
    if (open?.name === 'notes') document.querySelector<HTMLElement>('.side [data-autofocus]')?.focus()
    else if (document.querySelector('[role=dialog], [role=menu]') === null) {
      byHand.current = true
      enteredPart.current = null
      set({ side: 'notes' }, { replace: true })
    }
  }
  const buttons = first && (
    <Button
      variant="default"
      aria-pressed={open !== undefined}
      {...(first.name === 'notes' && { 'aria-keyshortcuts': 'w', title: 'Press W' })}
      ref={opener}
      onClick={() => {
        byHand.current = true
        enteredPart.current = null
        set({ side: open ? undefined : first.name }, { replace: true })
      }}
    >
      {first.title}
      {'count' in first && <span className="faint side-count">{first.count}</span>}
    </Button>
  )
  useHotkeys([['w', () => first?.name === 'notes' && writeNote()]])
  if (!open) return { buttons, panel: null }
  const show = (name: string) => set({ side: name }, { replace: true })
  if (narrow)
    return {
      buttons,
      panel: (
        <Drawer
          opened
          position="right"
          size={360}
          onClose={close}
          title={parts.length === 1 ? open.title : <Switches parts={parts} open={open} set={show} />}
          closeButtonProps={{ 'aria-label': 'Close' }}
        >
          {open.content}
        </Drawer>
      ),
    }
  return {
    buttons,
    panel: (
      <aside className="side no-print" aria-label={open.title} ref={enter} tabIndex={-1}>
        <header>
          {parts.length === 1 ? <h2>{open.title}</h2> : <Switches parts={parts} open={open} set={show} />}
          <CloseButton aria-label={`Close ${open.title.toLowerCase()}`} onClick={close} />
        </header>
        {open.content}
      </aside>
    ),
  }
}

/** The names of the parts: the open one is marked. */
const Switches = ({
  parts,
  open,
  set,
}: {
  parts: readonly SidePart[]
  open: SidePart
  set: (name: string) => void
}) => (
  <div className="side-switches" role="group" aria-label="Side panel">
    {parts.map((part) => (
      <UnstyledButton
        key={part.name}
        aria-label={`Show ${part.title}`}
        aria-pressed={part === open}
        onClick={() => set(part.name)}
      >
        {part.title}
      </UnstyledButton>
    ))}
  </div>
)
