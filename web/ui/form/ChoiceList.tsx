import { ActionIcon, Button, Group, Input, Select, TextInput } from '@mantine/core'
import { IconArrowBackUp, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { notify } from '../act/notify.tsx'
import type { Choice } from './choices.ts'

/**
 * Choices as chips: added from a list, created by name if `create` is given, removed and restored before
 * saving.
 */
export function ChoiceList({
  label,
  all,
  value,
  onChange,
  error,
  nothingChosen,
  create,
  describe,
}: {
  label: string
  all: readonly { id: number; name: string }[]
  value: readonly Choice[]
  onChange: (value: Choice[]) => void
  error?: React.ReactNode
  nothingChosen: string
  create?: { label: string; nothingTyped: string }
  /** What to know about a choice before removing it. */
  describe?: (choice: Choice) => string | undefined
}) {
  const [choiceId, setChoiceId] = useState<string | null>(null)
  const [newName, setNewName] = useState('')
  const [wrong, setWrong] = useState<{ pick?: string; create?: string }>({})
  const replace = (choice: Choice, next: Choice) => onChange(value.map((c) => (c === choice ? next : c)))
  const toggle = (choice: Choice) =>
    choice.id === null
      ? onChange(value.filter((c) => c !== choice))
      : replace(choice, { ...choice, deleted: !choice.deleted })
  const add = () => {
    const choice = all.find((a) => String(a.id) === choiceId)
    if (!choice) return setWrong({ pick: nothingChosen })
    setWrong({})
    setChoiceId(null)
    onChange([...value, { ...choice, deleted: false }])
  }
  const make = () => {
    if (!create) return
    const name = newName.trim()
    if (!name) return setWrong({ create: create.nothingTyped })
    const isNamesake = (choice: { name: string }) => choice.name.toLowerCase() === name.toLowerCase()
    const present = value.find(isNamesake)
    if (present && !present.deleted) return setWrong({ create: `${present.name} is already selected` })
    setWrong({})
    setNewName('')
    if (present) {
      notify('info', `${present.name} restored`)
      return replace(present, { ...present, deleted: false })
    }
    const existing = all.find(isNamesake)
    if (existing) notify('info', `${existing.name} already exists and was added`)
    return onChange([...value, { id: null, name, ...existing, deleted: false }])
  }
  return (
    <div role="group" aria-label={label}>
      <ul className="chips">
        {value.map((c) => (
          <li key={c.id ?? `new-${c.name}`} className={lookOf(c)}>
            <span>
              {c.name}
              {c.id === null && ' (new)'}
              {describe?.(c) && <span className="faint"> {describe(c)}</span>}
            </span>
            <ActionIcon
              size="xs"
              variant="subtle"
              color="gray"
              aria-label={c.deleted ? `Restore ${c.name}` : `Remove ${c.name}`}
              onClick={() => toggle(c)}
            >
              {c.deleted ? <IconArrowBackUp size={13} /> : <IconX size={13} />}
            </ActionIcon>
          </li>
        ))}
      </ul>
      {error && <Input.Error mt={4}>{error}</Input.Error>}
      <Group mt="xs" align="flex-start" gap="xs">
        <Select
          size="xs"
          searchable
          aria-label={`${label}: choose`}
          placeholder="Choose…"
          data={all
            .filter((a) => !value.some((v) => v.id === a.id))
            .map((a) => ({ value: String(a.id), label: a.name }))}
          value={choiceId}
          onChange={setChoiceId}
          error={wrong.pick}
        />
        <Button size="xs" variant="default" onClick={add} aria-label={`Add to ${label.toLowerCase()}`}>
          Add
        </Button>
        {create && (
          <>
            <TextInput
              size="xs"
              aria-label={create.label}
              placeholder={create.label}
              value={newName}
              maxLength={100}
              onChange={(e) => setNewName(e.currentTarget.value)}
              onKeyDown={(e) => {
                if (e.key !== 'Enter') return
                e.preventDefault()
                make()
              }}
              error={wrong.create}
            />
            <Button size="xs" variant="default" onClick={make}>
              Create
            </Button>
          </>
        )}
      </Group>
    </div>
  )
}

function lookOf({ id, deleted }: Choice): string {
  if (deleted) return 'struck'
  return id === null ? 'new' : ''
}
