import { Table, Text } from '@mantine/core'
import { HttpError } from '../api.ts'
import { ActModal } from './ActModal.tsx'
import { shortTime } from './time.ts'

/**
 * The refusal of a save because somebody else has saved the record since it was opened; undefined where it
 * is another error.
 */
export const conflictOf = (error: unknown): HttpError | undefined =>
  error instanceof HttpError && error.changed.length > 0 ? error : undefined

/** What changed while a form was open, field by field. Taking it in loses nothing that was typed. */
export function Conflict({
  error,
  takeIn,
  close,
}: {
  error: HttpError
  takeIn: () => Promise<unknown>
  close: () => void
}) {
  return (
    <ActModal
      title="Somebody else has saved this"
      act="Take these in, keep my changes"
      size="lg"
      run={takeIn}
      close={close}
    >
      <Text size="sm">
        Since you opened it, this was changed. Take it in and look at the form again before you save; where
        both of you changed a field, yours stays.
      </Text>
      <Table.ScrollContainer minWidth={480}>
        <Table aria-label="Changed meanwhile">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Field</Table.Th>
              <Table.Th>It was</Table.Th>
              <Table.Th>Now it is</Table.Th>
              <Table.Th>By</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {error.changed.map(({ field, from, to, by, tm }, i) => (
              // oxlint-disable-next-line react/no-array-index-key -- a field may have changed twice
              <Table.Tr key={i}>
                <Table.Td>{plain(field)}</Table.Td>
                <Table.Td>{shown(from)}</Table.Td>
                <Table.Td>{shown(to)}</Table.Td>
                <Table.Td>
                  {by}, {shortTime(tm)}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </ActModal>
  )
}

const longest = 160
const plain = (field: string) => field.charAt(0).toUpperCase() + field.slice(1).replaceAll('_', ' ')
function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string' || typeof value === 'number')
    return String(value)
      .replace(/<[^>]*>/g, ' ')
      .slice(0, longest)
  if (Array.isArray(value) && value.every((part) => typeof part !== 'object'))
    return value.join(', ').slice(0, longest) || 'nothing'
  return 'changed'
}
