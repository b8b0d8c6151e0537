import { Kbd, Modal, Table } from '@mantine/core'
import type { NavEntry } from '../screens.ts'

const keys = [
  ['Ctrl K', 'Search everything, or act'],
  ['/', 'Put the cursor in the filter'],
  ['j or ↓', 'Into the rows, from the filter too'],
  ['j k or arrows', 'Move in a list'],
  ['Enter', 'Open the row'],
  ['x · Shift x', 'Select the row, or the span up to it, where rows can be selected'],
  ['Ctrl S', 'Save what was changed'],
  ['Ctrl Shift L', 'Light or dark'],
  ['?', 'This list'],
] as const

/** Every key, and where `g` leads. */
export default function ShortcutList({
  entries,
  close,
}: {
  entries: readonly NavEntry[]
  close: () => void
}) {
  return (
    <Modal opened onClose={close} title="Keyboard shortcuts" closeButtonProps={{ 'aria-label': 'Close' }}>
      <Table>
        <Table.Tbody>
          {[...keys, ...entries.map((s) => [`g ${s.nav.key}`, `Go to ${s.title}`] as const)].map(
            ([key, effect]) => (
              <Table.Tr key={key}>
                <Table.Td className="one-line">
                  <Kbd>{key}</Kbd>
                </Table.Td>
                <Table.Td>{effect}</Table.Td>
              </Table.Tr>
            ),
          )}
        </Table.Tbody>
      </Table>
    </Modal>
  )
}
