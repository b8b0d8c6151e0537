import { Button, Group, Menu, Popover, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconArrowLeft, IconPlus, IconTrash } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { Transform } from '#contract/feeds/settings.ts'
import { CalculationSettings } from './CalculationSettings.tsx'
import { NumberField } from '../../../ui/form/NumberField.tsx'
import {
  describe,
  fromLines,
  toLines,
  transformKinds,
  transformLabels,
  wordsFromLines,
  type TransformKind,
} from './transforms.ts'

interface Props {
  /** The label of the field. */
  fieldLabel: string
  /** The file's columns. */
  columns: readonly string[]
  transforms: readonly Transform[]
  change: (transforms: Transform[]) => void
}

/** What is done to a column's values, in order; each opens to its settings. */
export function TransformChips({ fieldLabel, columns, transforms, change }: Props) {
  const [open, setOpen] = useState<number | null>(null)
  const add = useRef<HTMLButtonElement>(null)
  const replace = (index: number, t: Transform) => change(transforms.map((old, i) => (i === index ? t : old)))
  const remove = (index: number) => {
    setOpen(null)
    change(transforms.filter((_, i) => i !== index))
    add.current?.focus()
  }
  const take = (kind: TransformKind) => {
    const { first } = transformLabels[kind]
    change([...transforms, first])
    if (hasSettings(first)) setOpen(transforms.length)
  }
  const free = transformKinds.filter((kind) => !transforms.some((t) => t.kind === kind))
  return (
    <div className="chips-row">
      {transforms.map((t, i) => (
        <Popover
          key={`${t.kind}${i}`}
          opened={open === i}
          onChange={(isOpen) => setOpen(isOpen ? i : null)}
          trapFocus
          returnFocus
          position="bottom-start"
          width={300}
        >
          <Popover.Target>
            <button
              type="button"
              className="chip"
              title={describe(t)}
              onClick={() => setOpen(open === i ? null : i)}
              onKeyDown={(e) => {
                if (e.key === 'Delete' || e.key === 'Backspace') remove(i)
              }}
              aria-label={`${describe(t)}, transform of ${fieldLabel}`}
            >
              {describe(t)}
            </button>
          </Popover.Target>
          <Popover.Dropdown>
            <Stack gap="xs">
              <div>
                <Text size="sm" fw={600}>
                  {transformLabels[t.kind].label}
                </Text>
                <Text size="xs" c="dimmed">
                  {transformLabels[t.kind].effect}
                </Text>
              </div>
              <Settings t={t} columns={columns} set={(to) => replace(i, to)} />
              <Group justify="space-between">
                <Button
                  size="xs"
                  variant="default"
                  leftSection={<IconTrash size={14} />}
                  onClick={() => remove(i)}
                >
                  Remove
                </Button>
                {i > 0 && (
                  <Button
                    size="xs"
                    variant="default"
                    leftSection={<IconArrowLeft size={14} />}
                    onClick={() => {
                      change(transforms.with(i - 1, t).with(i, transforms[i - 1] ?? t))
                      setOpen(i - 1)
                    }}
                  >
                    Move earlier
                  </Button>
                )}
                <Button size="xs" onClick={() => setOpen(null)}>
                  Done
                </Button>
              </Group>
            </Stack>
          </Popover.Dropdown>
        </Popover>
      ))}
      {free.length > 0 && transforms.length < 10 && (
        <Menu position="bottom-start">
          <Menu.Target>
            <button
              ref={add}
              type="button"
              className="chip add"
              aria-label={`Add a transform to ${fieldLabel}`}
            >
              <IconPlus size={13} aria-hidden />
              {transforms.length === 0 && 'Transform'}
            </button>
          </Menu.Target>
          <Menu.Dropdown mah={320} className="scrolling-menu">
            {free.map((kind) => (
              <Menu.Item key={kind} onClick={() => take(kind)}>
                {transformLabels[kind].label}
                <Text size="xs" c="dimmed">
                  {transformLabels[kind].effect}
                </Text>
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  )
}

const hasSettings = (t: Transform) => Object.keys(t).length > 1 && t.kind !== 'quantity_words'

interface SettingsProps {
  t: Transform
  columns: readonly string[]
  set: (t: Transform) => void
}

function Settings({ t, columns, set }: SettingsProps) {
  switch (t.kind) {
    case 'quantity_words':
      return (
        <Lines
          label="Supplier’s terms, one per line"
          placeholder={'in stock = 5\nsold out = 0'}
          initial={toLines(t.words)}
          change={(text) => set({ ...t, words: wordsFromLines(text) })}
        />
      )
    case 'split': {
      const { take, ...rest } = t
      return (
        <>
          <TextInput
            label="Split by"
            maxLength={10}
            data-autofocus
            error={t.by === '' && 'Enter a separator'}
            value={t.by}
            onChange={(e) => set({ ...t, by: e.currentTarget.value })}
          />
          <TakenPart part={take} take={(n) => set(n === undefined ? rest : { ...rest, take: n })} />
        </>
      )
    }
    case 'prefix':
    case 'default':
      return (
        <TextInput
          label={t.kind === 'prefix' ? 'Prefix' : 'Default value'}
          placeholder={t.kind === 'prefix' ? 'https://example.com/images/' : ''}
          maxLength={500}
          data-autofocus
          value={t.text}
          onChange={(e) => set({ ...t, text: e.currentTarget.value })}
        />
      )
    case 'lookup':
      return (
        <Lines
          label="Replacements, one per line"
          placeholder="NIB = New"
          initial={toLines(t.table)}
          change={(text) => set({ ...t, table: fromLines(text) })}
        />
      )
    case 'blank':
      return (
        <Lines
          label="Values treated as blank, one per line"
          placeholder={'n/a\n-'}
          initial={t.values.join('\n')}
          change={(text) => set({ ...t, values: text.split('\n').filter(Boolean).slice(0, 20) })}
        />
      )
    case 'unit':
    case 'exchange':
    case 'divide':
    case 'divide_by':
    case 'pattern':
    case 'when':
      return <CalculationSettings t={t} columns={columns} set={set} />
    default:
      return null
  }
}

const isPlace = (input: number | string): input is number =>
  Number.isInteger(input) && Number(input) >= 1 && Number(input) <= 100

/** The part to take. People count from 1, the stored index from 0. */
function TakenPart({ part, take }: { part: number | undefined; take: (n: number | undefined) => void }) {
  const [input, setInput] = useState<number | string>(part === undefined ? '' : part + 1)
  return (
    <NumberField
      label="Part to keep"
      placeholder="All parts"
      value={input}
      error={input !== '' && !isPlace(input) && 'Enter a whole number from 1 to 100'}
      onChange={(n) => {
        setInput(n)
        take(isPlace(n) ? n - 1 : undefined)
      }}
    />
  )
}

/** Text that stays as typed, while only the lines that can be read count. */
function Lines({
  label,
  placeholder,
  initial,
  change,
}: {
  label: string
  placeholder: string
  initial: string
  change: (text: string) => void
}) {
  const [text, setText] = useState(initial)
  return (
    <Textarea
      label={label}
      placeholder={placeholder}
      autosize
      minRows={2}
      maxRows={8}
      data-autofocus
      value={text}
      onChange={(e) => {
        setText(e.currentTarget.value)
        change(e.currentTarget.value)
      }}
    />
  )
}
