import { Button, Group, Modal, Radio, Table, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { fieldName } from '#contract/activity/names.ts'
import { inWords } from '#contract/activity/words.ts'
import type { FieldChange } from '#contract/refusals.ts'
import { HttpError } from '../../api.ts'
import { partsChanged, rebased, same, withPart, type Part } from './rebased.ts'
import { Ago, many, Status } from '../values.tsx'

/**
 * The refusal of a save because somebody else has saved the record since it was opened; undefined where it
 * is another error.
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
 * What both have changed while the form was open, field by field. What only one has changed joins by itself;
 * where both have, one is chosen.
 */
export function Conflict<Values>({
  error,
  values: { opened, typed, saved },
  labels,
  words,
  save,
  discard,
  close,
}: {
  error: HttpError
  values: Sides<Values>
  labels: Labels
  /** A value as the form has it; undefined: its own words. */
  words: (path: readonly string[], value: unknown) => string | undefined
  save: (merged: Values) => void
  discard: () => void
  close: () => void
}) {
  const [chosen, setChosen] = useState<Record<string, 'typed' | 'saved'>>({})
  const parts = partsChanged(opened, typed, saved)
  const clashes = parts.filter((part) => part.clash)
  const open = clashes.filter((part) => !chosen[keyOf(part)])
  const merged = parts
    .filter((part) => chosen[keyOf(part)] === 'saved')
    .reduce((values, part) => withPart(values, part.path, part.saved), rebased(opened, typed, saved))
  const mine = partsChanged(saved, merged, saved).length
  const nameOf = (part: Part) => labels[keyOf(part)] ?? fieldName(part.path.at(-1) ?? '')
  const by = [...new Set(error.changed.map((change) => change.by))].join(' and ')
  const last = error.changed.map((change) => change.tm).toSorted()
  return (
    <Modal
      opened
      onClose={close}
      size="xl"
      title={`${by} changed this while you were editing`}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Text size="sm" c="dimmed">
        Saved <Ago tm={last.at(-1)!} />.{' '}
        {clashes.length > 0
          ? `${many(clashes.length, 'field')} that you both changed ${clashes.length === 1 ? 'needs' : 'need'} ` +
            'your choice; the others join by themselves.'
          : 'You changed different fields: they join by themselves.'}
      </Text>
      <Table.ScrollContainer minWidth={560}>
        <Table aria-label="Changed by you both" mt="sm">
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
                say={(value) => words(part.path, value) ?? inWords(value)}
                chosen={chosen[keyOf(part)]}
                choose={(which) => setChosen({ ...chosen, [keyOf(part)]: which })}
              />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Group justify="space-between" mt="md">
        <Button variant="subtle" color="gray" onClick={discard}>
          Discard mine
        </Button>
        <Group gap="xs">
          {open.length > 0 && (
            <Text size="sm" c="dimmed">
              Choose for {open.map(nameOf).join(', ')}
            </Text>
          )}
          <Button variant="default" onClick={close}>
            Keep editing
          </Button>
          <Button disabled={open.length > 0} onClick={() => (mine === 0 ? discard() : save(merged))}>
            {mine === 0 ? 'Take theirs' : `Save ${many(mine, 'field')}`}
          </Button>
        </Group>
      </Group>
    </Modal>
  )
}

function Row({
  part,
  label,
  say,
  chosen,
  choose,
}: {
  part: Part
  label: string
  say: (value: unknown) => string
  chosen: 'typed' | 'saved' | undefined
  choose: (which: 'typed' | 'saved') => void
}) {
  const yours = !same(part.opened, part.typed)
  const theirs = !same(part.opened, part.saved)
  const option = (which: 'typed' | 'saved') =>
    part.clash ? (
      <Radio
        size="xs"
        styles={{ label: { fontSize: 'inherit' } }}
        name={keyOf(part)}
        label={say(part[which])}
        checked={chosen === which}
        onChange={() => choose(which)}
      />
    ) : (
      say(part[which])
    )
  const kept = part.clash ? chosen && (chosen === 'typed' ? 'Yours' : 'Theirs') : yours ? 'Yours' : 'Theirs'
  return (
    <Table.Tr className={part.clash && !chosen ? 'asks' : undefined}>
      <Table.Td>
        {part.clash && !chosen ? (
          <Status tone="bad" icon={IconAlertTriangle}>
            {label}
          </Status>
        ) : (
          label
        )}
      </Table.Td>
      <Table.Td c="dimmed">{say(part.opened)}</Table.Td>
      <Table.Td>{yours ? option('typed') : <span className="faint">not changed</span>}</Table.Td>
      <Table.Td>{theirs ? option('saved') : <span className="faint">not changed</span>}</Table.Td>
      <Table.Td>{kept ?? 'Choose one'}</Table.Td>
    </Table.Tr>
  )
}

const keyOf = (part: Part) => part.path.join('.')

/** What was changed meanwhile, in a sentence, for a modal that has no room for a table. */
export const changesInWords = (changed: readonly FieldChange[]): string =>
  changed
    .flatMap(({ field, from, to }) =>
      partsChanged(from, to, from).map(
        (part) =>
          `${[field, ...part.path].map(fieldName).join(': ')}: ${inWords(part.opened)}, now ${inWords(part.typed)}`,
      ),
    )
    .join(', ')
