import { VisuallyHidden } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { NavEntry } from '../screens.ts'
import { isListInSight, focusFirstRow } from '../ui/FilterBox.tsx'

const ShortcutList = lazy(() => import('./ShortcutList.tsx'))

const typing = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))
/** How long after `g` the letters may take, in ms. */
const patience = 2500

/**
 * `g` and the two letters of a navigation entry go there. From `g` until the letters are complete, wrong or
 * too late, no key reaches the screen: a letter that navigates must not also act.
 * @returns the letters typed so far; null: no `g` was pressed
 */
function useGoKeys(entries: readonly NavEntry[]): string | null {
  const navigate = useNavigate()
  const [shownLetters, setShownLetters] = useState<string | null>(null)
  const typedLetters = useRef<string | null>(null)
  useEffect(() => {
    let timer = 0
    const keep = (letters: string | null) => {
      clearTimeout(timer)
      typedLetters.current = letters
      setShownLetters(letters)
      if (letters !== null) timer = window.setTimeout(() => keep(null), patience)
    }
    const onKey = (e: KeyboardEvent) => {
      if (typing(e.target) || e.ctrlKey || e.metaKey || e.altKey) return
      if (typedLetters.current === null) {
        if (e.key === 'g') keep('')
        return
      }
      e.stopPropagation()
      e.preventDefault()
      const letters = typedLetters.current + e.key
      const entry = entries.find((s) => s.nav.key === letters)
      if (entry) void navigate({ href: entry.path })
      keep(!entry && entries.some((s) => s.nav.key.startsWith(letters)) ? letters : null)
    }
    window.addEventListener('keydown', onKey, { capture: true })
    return () => {
      clearTimeout(timer)
      window.removeEventListener('keydown', onKey, { capture: true })
    }
  }, [entries, navigate])
  return shownLetters
}

/** Where the letters lead, while they are typed. */
function GoKeys({ entries }: { entries: readonly NavEntry[] }) {
  const letters = useGoKeys(entries)
  if (letters === null) return null
  return (
    <div className="go-keys" role="status" aria-label="Go to">
      {entries
        .filter((s) => s.nav.key.startsWith(letters))
        .map((s) => (
          <span key={s.state}>
            <kbd>{s.nav.key}</kbd> {s.title}
          </span>
        ))}
    </div>
  )
}

/** `/` is left to the browser if the screen has no filter. */
function focusFilter(e: KeyboardEvent): void {
  const filter = document.querySelector<HTMLInputElement>('input[data-filter]')
  if (!filter) return
  e.preventDefault()
  filter.focus()
}

/** From the page itself, and by j from anything but an input: moves into the rows. A row has its own keys. */
function enterList(e: KeyboardEvent): void {
  const active = document.activeElement
  const nowhere = active === document.body || active?.matches('h1, main')
  // if no list begins in sight, an arrow scrolls
  if (e.key !== 'j' && !(nowhere && isListInSight())) return
  if (e.defaultPrevented || active?.closest('.table, [role=dialog], [role=menu]')) return
  if (focusFirstRow()) e.preventDefault()
}

/** At the bottom of the navigation: mentions the shortcuts and opens their list. */
export const KeysHint = ({ icons, show }: { icons: boolean; show: () => void }) => (
  <button type="button" className="keys-hint" onClick={show}>
    <kbd>?</kbd>
    {icons ? (
      <VisuallyHidden>Keyboard shortcuts</VisuallyHidden>
    ) : (
      <span>
        {' '}
        shortcuts, <kbd>g</kbd> to go
      </span>
    )}
  </button>
)

export function Shortcuts({
  entries,
  open,
  show,
  close,
}: {
  entries: readonly NavEntry[]
  open: boolean
  show: () => void
  close: () => void
}) {
  useHotkeys([
    ['shift+?', show],
    ['/', focusFilter, { preventDefault: false }],
    ['j', enterList, { preventDefault: false }],
    ['ArrowDown', enterList, { preventDefault: false }],
  ])
  return (
    <>
      <GoKeys entries={entries} />
      {open && (
        <Suspense>
          <ShortcutList entries={entries} close={close} />
        </Suspense>
      )}
    </>
  )
}
