import { Button, Group, Modal, Radio, Table, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { fieldName } from '#contract/activity/names.ts'
import { inWords, valueText } from '#contract/activity/words.ts'
import type { FieldChange } from '#contract/refusals.ts'
import { HttpError } from '../../api.ts'
import { partsChanged, rebase, same, withPart, type Part } from './rebase.ts'
import { Ago, many, Status } from '../values.tsx'

/**
 * The refusal of a save because somebody else has saved the record since it was opened; undefined for
 * other errors.
 */
export const conflictOf = (error: unknown): HttpError | undefined =>
  error instanceof HttpError && error.changed.length > 0 ? error : undefined

export type Labels = Readonly<Record<string, string>>
export interface Sides<Values> {
  opened: Values
  typed: Values
  saved: Values
}

/**
 * What both people changed while the form was open, field by field. What only one changed merges by itself;
 * for the rest, one value is chosen.
 */
export function Conflict<Values>({
  error,
  values: { opened: original, typed: draft, saved: latest },
  labels,
  words,
  save,
  discard,
  close,
}: {
  error: HttpError
  values: Sides<Values>
  labels: Labels
  /** A value in the form's words; undefined: in its own. */
  words: (path: readonly string[], value: unknown) => string | undefined
  save: (merged: Values) => void
  discard: () => void
  close: () => void
}) {
  const [choices, setChoices] = useState<Record<string, 'typed' | 'saved'>>({})
  const parts = partsChanged(original, draft, latest)
  const clashes = parts.filter((part) => part.clash)
  const open = clashes.filter((part) => !choices[keyOf(part)])
  const result = parts
    .filter((part) => choices[keyOf(part)] === 'saved')
    .reduce((values, part) => withPart(values, part.path, part.saved), rebase(original, draft, latest))
  const changeCount = partsChanged(latest, result, latest).length
  const nameOf = (part: Part) => labels[keyOf(part)] ?? fieldName(part.path.at(-1) ?? '')
  const names = [...new Set(error.changed.map((change) => change.by))].join(' and ')
  const lastChange =
    error.changed
      .map((change) => change.tm)
      .toSorted()
      .at(-1) ?? null
  return (
    <Modal
      opened
      onClose={close}
      size="xl"
      title={`${names} changed this while you were editing`}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Text size="sm" c="dimmed">
        Saved <Ago tm={lastChange} />. {clashText(clashes.length)}
      </Text>
      <Table.ScrollContainer minWidth={560}>
        <Table aria-label="Changed fields" mt="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Field</Table.Th>
              <Table.Th>Before</Table.Th>
              <Table.Th>Yours</Table.Th>
              <Table.Th>Theirs</Table.Th>
              <Table.Th>Will be saved</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {parts.map((part) => (
              <Row
                key={keyOf(part)}
                part={part}
                label={nameOf(part)}
                toText={(value) => words(part.path, value) ?? valueText(value)}
                choice={choices[keyOf(part)]}
                choose={(side) => setChoices({ ...choices, [keyOf(part)]: side })}
              />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Group justify="space-between" mt="md">
        <Button variant="subtle" color="gray" onClick={discard}>
          Discard my changes
        </Button>
        <Group gap="xs">
          {open.length > 0 && (
            <Text size="sm" c="dimmed">
              Choose a value for {open.map(nameOf).join(', ')}
            </Text>
          )}
          <Button variant="default" onClick={close}>
            Keep editing
          </Button>
          <Button disabled={open.length > 0} onClick={() => (changeCount === 0 ? discard() : save(result))}>
            {changeCount === 0 ? 'Use theirs' : `Save ${many(changeCount, 'field')}`}
          </Button>
        </Group>
      </Group>
    </Modal>
  )
}

function Row({
  part,
  label,
  toText,
  choice,
  choose,
}: {
  part: Part
  label: string
  toText: (value: unknown) => string
  choice: 'typed' | 'saved' | undefined
  choose: (which: 'typed' | 'saved') => void
}) {
  const youChanged = !same(part.opened, part.typed)
  const theyChanged = !same(part.opened, part.saved)
  const option = (side: 'typed' | 'saved') =>
    part.clash ? (
      <Radio
        size="xs"
        styles={{ label: { fontSize: 'inherit' } }}
        name={keyOf(part)}
        label={toText(part[side])}
        checked={choice === side}
        onChange={() => choose(side)}
      />
    ) : (
      toText(part[side])
    )
  // what only one of them changed needs no choice
  const onlySide = youChanged ? 'typed' : 'saved'
  const winner = part.clash ? choice : onlySide
  return (
    <Table.Tr className={part.clash && !choice ? 'asks' : undefined}>
      <Table.Td>
        {part.clash && !choice ? (
          <Status tone="bad" icon={IconAlertTriangle}>
            {label}
          </Status>
        ) : (
          label
        )}
      </Table.Td>
      <Table.Td c="dimmed">{toText(part.opened)}</Table.Td>
      <Table.Td>{youChanged ? option('typed') : <span className="faint">unchanged</span>}</Table.Td>
      <Table.Td>{theyChanged ? option('saved') : <span className="faint">unchanged</span>}</Table.Td>
      <Table.Td>{sideNames[winner ?? 'none']}</Table.Td>
    </Table.Tr>
  )
}

const sideNames = { typed: 'Yours', saved: 'Theirs', none: 'Choose one' } as const

function clashText(clashes: number): string {
  if (clashes === 0) return 'You changed different fields, so both changes will be saved.'
  return `You both changed ${many(clashes, 'field')}. Choose which value to save.`
}

const keyOf = (part: Part) => part.path.join('.')

/** What was changed meanwhile, in a sentence, for modals without room for a table. */
export const changesInWords = (changes: readonly FieldChange[]): string =>
  changes
    .flatMap(({ field, from, to }) =>
      partsChanged(from, to, from).map(
        (part) =>
          `${[field, ...part.path].map(fieldName).join(': ')}: ${inWords(part.opened)}, now ${inWords(part.typed)}`,
      ),
    )
    .join(', ')
