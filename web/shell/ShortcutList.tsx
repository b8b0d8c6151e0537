import { Kbd, Modal, Table } from '@mantine/core'
import type { NavEntry } from '../screens.ts'

const keys = [
  ['Ctrl K', 'Search and run commands'],
  ['/', 'Focus the filter'],
  ['j or ↓', 'Move to the first row'],
  ['j k or arrows', 'Move through a list'],
  ['Enter', 'Open the row'],
  ['x · Shift x', 'Select a row, or a range of rows'],
  ['a · d · n', 'Approve, discard, or skip a held run'],
  ['w', 'Write a note on a vendor or supplier'],
  ['a letter', 'On a record: the action with this letter in its “More actions” menu'],
  ['Ctrl S', 'Save changes'],
  ['Ctrl Shift L', 'Switch between light and dark'],
  ['?', 'Show this list'],
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
