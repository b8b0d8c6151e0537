import { Table, Text } from '@mantine/core'
import { HttpError } from '../api.ts'
import type { Changed } from '#contract/refusals.ts'
import { ActModal } from './ActModal.tsx'
import { isRecord, same } from './rebased.ts'
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
            {partByPart(error.changed).map(({ field, from, to, by, tm }) => (
              <Table.Tr key={field}>
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

/** Each part once, from what it was at first to what it is now; what came back to what it was is no change. */
function partByPart(changed: readonly Changed[]): Changed[] {
  const parts = new Map<string, Changed>()
  for (const change of changed.flatMap(partsOf))
    parts.set(change.field, { ...change, from: (parts.get(change.field) ?? change).from })
  return [...parts.values()].filter(({ from, to }) => !same(from, to))
}

/** The same in a sentence, for a modal that has no room for another. */
export const inWords = (changed: readonly Changed[]): string =>
  partByPart(changed)
    .map(({ field, from, to }) => `${plain(field)}: ${shown(from)} → ${shown(to)}`)
    .join(', ')

function partsOf(change: Changed): Changed[] {
  const { field, from, to } = change
  if (!isRecord(from) || !isRecord(to)) return [change]
  const keys = [...new Set([...Object.keys(from), ...Object.keys(to)])].filter(
    (key) => !same(from[key], to[key]),
  )
  return keys.map((key) => ({ ...change, field: `${field}: ${key}`, from: from[key], to: to[key] }))
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
