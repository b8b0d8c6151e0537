import { Kbd, Modal, Table } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'

const typing = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))

/** `g` then a letter goes to an area. */
export function useGoKeys(areas: readonly { key: string; to: string }[]): void {
  const navigate = useNavigate()
  useEffect(() => {
    let armed = 0
    const onKey = (e: KeyboardEvent) => {
      if (typing(e.target) || e.ctrlKey || e.metaKey || e.altKey) return
      if (e.key === 'g') armed = Date.now()
      else if (Date.now() - armed < 1500) {
        armed = 0
        const area = areas.find((a) => a.key === e.key)
        if (area) void navigate({ href: area.to })
      }
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [areas, navigate])
}

const keys = [
  ['Ctrl K', 'Search everything, or act'],
  ['/', 'Put the cursor in the filter'],
  ['g v · g s · g m · g j · g l', 'Go to users, suppliers, monitoring, the Job Dashboard, all jobs'],
  ['j k or arrows', 'Move in a list'],
  ['Enter', 'Open the row'],
  ['x · Shift x', 'Select the row, or the span up to it, where rows can be selected'],
  ['Ctrl Shift L', 'Light or dark'],
  ['?', 'This list'],
] as const

export function Shortcuts() {
  const [open, { open: show, close }] = useDisclosure()
  useHotkeys([
    ['shift+?', show],
    ['/', () => document.querySelector<HTMLInputElement>('input[data-filter]')?.focus()],
  ])
  return (
    <Modal opened={open} onClose={close} title="Keyboard shortcuts" closeButtonProps={{ 'aria-label': 'Close' }}>
      <Table>
        <Table.Tbody>
          {keys.map(([key, does]) => (
            <Table.Tr key={key}>
              <Table.Td>
                <Kbd>{key}</Kbd>
              </Table.Td>
              <Table.Td>{does}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  )
}
