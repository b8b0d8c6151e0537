import { ActionIcon, Autocomplete, Button, Group, MultiSelect, Select, Stack, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import {
  productFieldNames,
  productFields,
  type FeedMapping,
  type ProductField,
  type Transform,
} from '#contract/feeds/settings.ts'
import type { Adoptable } from './adoptable.ts'

/** The transforms that need nothing said; those with a value of their own are kept as they are. */
const simple = {
  trim: 'Trim',
  decimal_comma: 'Decimal comma',
  price: 'Price with currency',
  quantity_words: 'Quantity words',
} as const
const isSimple = (t: Transform): boolean => t.kind in simple
const describe = (t: Transform) =>
  t.kind === 'split'
    ? `split by ${t.by}`
    : t.kind === 'prefix'
      ? `prefix ${t.text}`
      : t.kind === 'default'
        ? `default ${t.text}`
        : t.kind
const make = (kind: string): Transform =>
  kind === 'quantity_words' ? { kind, words: {} } : ({ kind } as Transform)

export function MappingEditor({
  mapping,
  change,
  columns,
  adopt,
}: {
  mapping: FeedMapping
  change: (m: FeedMapping) => void
  columns: readonly string[]
  adopt: Adoptable | undefined
}) {
  const free = productFieldNames.filter((f) => !mapping.some((m) => m.field === f))
  const set = (at: number, entry: Partial<FeedMapping[number]>) =>
    change(mapping.map((m, i) => (i === at ? { ...m, ...entry } : m)))
  return (
    <Stack gap="xs">
      {mapping.length === 0 && (
        <Text size="sm" c="dimmed">
          Nothing is mapped yet. Preview the file to get a suggestion.
        </Text>
      )}
      {mapping.map((m, i) => (
        <Group key={m.field} gap="xs" wrap="nowrap" align="center">
          <Text size="sm" fw={600} w={150} style={{ flex: 'none' }}>
            {productFields[m.field].label}
          </Text>
          <Autocomplete
            aria-label={`Column for ${productFields[m.field].label}`}
            size="xs"
            data={[...columns]}
            value={m.from}
            onChange={(from) => set(i, { from })}
            w={260}
          />
          <MultiSelect
            aria-label={`Transforms for ${productFields[m.field].label}`}
            size="xs"
            placeholder={m.transforms.length ? '' : 'As it is'}
            data={Object.entries(simple).map(([value, label]) => ({ value, label }))}
            value={m.transforms.filter(isSimple).map((t) => t.kind)}
            onChange={(kinds) =>
              set(i, { transforms: [...m.transforms.filter((t) => !isSimple(t)), ...kinds.map(make)] })
            }
            style={{ flex: 1 }}
          />
          <Text size="xs" c="dimmed">
            {m.transforms
              .filter((t) => !isSimple(t))
              .map(describe)
              .join(', ')}
          </Text>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Unmap ${productFields[m.field].label}`}
            onClick={() => change(mapping.filter((_, j) => j !== i))}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </Group>
      ))}
      <Group>
        <Select
          aria-label="Map another field"
          placeholder="Map another field"
          size="xs"
          data={free.map((value) => ({ value, label: productFields[value].label }))}
          value={null}
          onChange={(f) => f && change([...mapping, { field: f as ProductField, from: '', transforms: [] }])}
          searchable
        />
        {adopt && (
          <Button size="xs" variant="light" onClick={adopt.adopt}>
            Use the suggested mapping ({adopt.fields} fields)
          </Button>
        )}
      </Group>
      {adopt && adopt.changes.length > 0 && (
        <Text size="sm" c="dimmed">
          It comes with: {adopt.changes.join('; ')}.
        </Text>
      )}
    </Stack>
  )
}
