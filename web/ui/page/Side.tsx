import { Button, CloseButton, Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useRef, type ReactNode } from 'react'
import { z } from 'zod'
import { useUrl } from './useUrl.ts'

/** A part of the side panel: notes, activity. */
export interface SidePart {
  name: string
  title: string
  count?: string | undefined
  content: ReactNode
}

const url = z.object({ side: z.string().max(40).optional().catch(undefined) })

/** A record's side panel, one part at a time, kept in the address; a drawer if there is no room. */
export function useSide(parts: readonly SidePart[]): { buttons: ReactNode; panel: ReactNode } {
  const [{ side }, set] = useUrl(url)
  const narrow = useMediaQuery('(max-width: 1199.9px)', undefined, { getInitialValueInEffect: false })
  const open = parts.find((part) => part.name === side)
  const openers = useRef(new Map<string, HTMLButtonElement | null>())
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
    if (open) openers.current.get(open.name)?.focus()
  }
  const buttons = parts.map(({ name, title, count }) => (
    <Button
      key={name}
      variant="default"
      aria-pressed={name === side}
      ref={(button: HTMLButtonElement | null) => void openers.current.set(name, button)}
      onClick={() => {
        byHand.current = true
        enteredPart.current = null
        set({ side: name === side ? undefined : name }, { replace: true })
      }}
    >
      {title}
      {count && <span className="faint">&nbsp;{count}</span>}
    </Button>
  ))
  if (!open) return { buttons, panel: null }
  if (narrow)
    return {
      buttons,
      panel: (
        <Drawer
          opened
          position="right"
          size={360}
          onClose={close}
          title={open.title}
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
          <h2>{open.title}</h2>
          <CloseButton aria-label={`Close ${open.title.toLowerCase()}`} onClick={close} />
        </header>
        {open.content}
      </aside>
    ),
  }
}
