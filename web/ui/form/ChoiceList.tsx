import { ActionIcon, Button, Group, Input, Select, TextInput } from '@mantine/core'
import { IconArrowBackUp, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { notify } from '../act/notify.tsx'
import type { Choice } from './choices.ts'

/**
 * Choices as chips: added from a list, made by name where `create` says how, struck out and taken back
 * before saving.
 */
export function ChoiceList({
  label,
  all,
  value,
  onChange,
  error,
  nothingChosen,
  create,
  about,
}: {
  label: string
  all: readonly { id: number; name: string }[]
  value: readonly Choice[]
  onChange: (value: Choice[]) => void
  error?: React.ReactNode
  nothingChosen: string
  create?: { label: string; nothingTyped: string }
  /** What is to be known of a choice before it is taken out. */
  about?: (choice: Choice) => string | undefined
}) {
  const [picked, setPicked] = useState<string | null>(null)
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState<{ pick?: string; create?: string }>({})
  const toggle = (at: number, deleted: boolean) =>
    onChange(
      value[at]!.id === null
        ? value.filter((_, i) => i !== at)
        : value.map((c, i) => (i === at ? { ...c, deleted } : c)),
    )
  const add = () => {
    const choice = all.find((a) => String(a.id) === picked)
    if (!choice) return setWrong({ pick: nothingChosen })
    setWrong({})
    setPicked(null)
    onChange([...value, { ...choice, deleted: false }])
  }
  const make = () => {
    const name = typed.trim()
    if (!name) return setWrong({ create: create!.nothingTyped })
    const at = value.findIndex((c) => c.name.toLowerCase() === name.toLowerCase())
    if (at >= 0 && !value[at]!.deleted) return setWrong({ create: `${value[at]!.name} is chosen already` })
    setWrong({})
    setTyped('')
    if (at >= 0) {
      notify('info', `${value[at]!.name} was there: it is taken back`)
      return onChange(value.map((c, i) => (i === at ? { ...c, deleted: false } : c)))
    }
    const known = all.find((a) => a.name.toLowerCase() === name.toLowerCase())
    if (known) notify('info', `There is ${known.name} already: it is added, not made anew`)
    return onChange([...value, { id: known?.id ?? null, name: known?.name ?? name, deleted: false }])
  }
  return (
    <div role="group" aria-label={label}>
      <ul className="chips">
        {value.map((c, i) => (
          <li key={c.id ?? `new-${c.name}`} className={c.deleted ? 'struck' : c.id === null ? 'new' : ''}>
            <span>
              {c.name}
              {c.id === null && ' (new)'}
              {about?.(c) && <span className="faint"> {about(c)}</span>}
            </span>
            <ActionIcon
              size="xs"
              variant="subtle"
              color="gray"
              aria-label={c.deleted ? `Take ${c.name} back` : `Remove ${c.name}`}
              onClick={() => toggle(i, !c.deleted)}
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
          value={picked}
          onChange={setPicked}
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
              value={typed}
              maxLength={100}
              onChange={(e) => setTyped(e.currentTarget.value)}
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
