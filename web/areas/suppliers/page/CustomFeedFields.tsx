import { ActionIcon, Button, Checkbox, Group, Input, Stack, Text, TextInput } from '@mantine/core'
import { IconArrowBackUp, IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react'
import type { BasicForm } from './basic-form.ts'

type Field = BasicForm['fields'][number]

/** The fields a vendor fills in to get a custom feed, in order, each required or not. */
export function CustomFeedFields({
  value,
  onChange,
  errors,
}: {
  value: readonly Field[]
  onChange: (value: Field[]) => void
  errors: Record<string, React.ReactNode>
}) {
  const set = (index: number, change: Partial<Field>) =>
    onChange(value.map((f, i) => (i === index ? { ...f, ...change } : f)))
  const swap = (index: number, step: -1 | 1) => {
    const rest = value.toSpliced(index, 1)
    onChange(rest.toSpliced(index + step, 0, ...value.slice(index, index + 1)))
  }
  return (
    <Stack gap="xs">
      {value.length === 0 && (
        <Text size="sm" c="dimmed">
          No fields yet. Custom feeds for this supplier have no required settings.
        </Text>
      )}
      {value.map((f, i) => (
        // a new field has no id, so its position identifies it
        <Group key={f.id ?? `new-${i}`} gap="xs" wrap="nowrap" align="flex-start">
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Move ${f.name || 'the field'} up`}
            disabled={i === 0}
            onClick={() => swap(i, -1)}
          >
            <IconArrowUp size={15} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Move ${f.name || 'the field'} down`}
            disabled={i === value.length - 1}
            onClick={() => swap(i, 1)}
          >
            <IconArrowDown size={15} />
          </ActionIcon>
          <TextInput
            size="xs"
            aria-label={`Field ${i + 1} name`}
            value={f.name}
            disabled={f.deleted}
            maxLength={100}
            onChange={(e) => set(i, { name: e.currentTarget.value })}
            error={errors[`fields.${i}.name`]}
            flex={1}
            {...(f.deleted && { td: 'line-through' })}
          />
          <Checkbox
            size="xs"
            mt={6}
            label="Required"
            aria-label={`${f.name || 'The field'} is required`}
            checked={f.required}
            disabled={f.deleted}
            onChange={(e) => set(i, { required: e.currentTarget.checked })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={f.deleted ? `Restore ${f.name}` : `Remove ${f.name || 'the field'}`}
            onClick={() =>
              f.id === null ? onChange(value.filter((_, x) => x !== i)) : set(i, { deleted: !f.deleted })
            }
          >
            {f.deleted ? <IconArrowBackUp size={15} /> : <IconX size={15} />}
          </ActionIcon>
        </Group>
      ))}
      {errors.fields && <Input.Error>{errors.fields}</Input.Error>}
      <Button
        size="xs"
        variant="default"
        w="max-content"
        onClick={() => onChange([...value, { id: null, name: '', required: false, deleted: false }])}
        disabled={value.length >= 100}
      >
        Add field
      </Button>
    </Stack>
  )
}
