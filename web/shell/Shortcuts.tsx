import { Kbd, Modal, Table } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { NavEntry } from '../screens.ts'

const typing = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))

/** `g` then the letter of a navigation entry goes there, whatever the letter does on the screen. */
export function useGoKeys(entries: readonly NavEntry[]): void {
  const navigate = useNavigate()
  useEffect(() => {
    let armed = 0
    const onKey = (e: KeyboardEvent) => {
      if (typing(e.target) || e.ctrlKey || e.metaKey || e.altKey) return
      if (e.key === 'g') armed = Date.now()
      else if (Date.now() - armed < 1500) {
        armed = 0
        const entry = entries.find((s) => s.nav.key === e.key)
        if (!entry) return
        e.stopPropagation()
        void navigate({ href: entry.path })
      }
    }
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [entries, navigate])
}

const keys = [
  ['Ctrl K', 'Search everything, or act'],
  ['/', 'Put the cursor in the filter'],
  ['j k or arrows', 'Move in a list'],
  ['Enter', 'Open the row'],
  ['x · Shift x', 'Select the row, or the span up to it, where rows can be selected'],
  ['Ctrl Shift L', 'Light or dark'],
  ['?', 'This list'],
] as const

export function Shortcuts({ entries }: { entries: readonly NavEntry[] }) {
  const [open, { open: show, close }] = useDisclosure()
  useHotkeys([
    ['shift+?', show],
    ['/', () => document.querySelector<HTMLInputElement>('input[data-filter]')?.focus()],
  ])
  return (
    <Modal
      opened={open}
      onClose={close}
      title="Keyboard shortcuts"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Table>
        <Table.Tbody>
          {[...keys, ...entries.map((s) => [`g ${s.nav.key}`, `Go to ${s.title}`] as const)].map(
            ([key, does]) => (
              <Table.Tr key={key}>
                <Table.Td style={{ whiteSpace: 'nowrap' }}>
                  <Kbd>{key}</Kbd>
                </Table.Td>
                <Table.Td>{does}</Table.Td>
              </Table.Tr>
            ),
          )}
        </Table.Tbody>
      </Table>
    </Modal>
  )
}
