import { ActionIcon, Button, Group, Input, Stack, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { RemoveButton } from '../../ui/form/RemoveButton.tsx'

interface Option {
  value: string
  label: string
}

/** The options of a choice: stored value and label. */
export function FieldOptions({
  value: options,
  change,
  error,
}: {
  value: readonly Option[]
  change: (options: Option[]) => void
  error: (path: string) => ReactNode
}) {
  const set = (index: number, part: Partial<Option>) =>
    change(options.map((option, i) => (i === index ? { ...option, ...part } : option)))
  const swap = (index: number, step: -1 | 1) => {
    const rest = options.toSpliced(index, 1)
    change(rest.toSpliced(index + step, 0, ...options.slice(index, index + 1)))
  }
  const nameOf = (i: number) => options[i]?.label || `option ${i + 1}`
  return (
    <Input.Wrapper label="Options" required error={error('')} labelElement="div">
      <Stack gap={6} mt={4}>
        {options.map((option, i) => (
          // an option is identified by its position alone
          <Group key={i} gap="xs" wrap="nowrap" align="flex-start">
            <TextInput
              flex={1}
              aria-label={`Label of option ${i + 1}`}
              placeholder="Label"
              maxLength={200}
              value={option.label}
              onChange={(e) => {
                const label = e.currentTarget.value
                // the value follows the label until it is changed
                set(i, option.value === option.label ? { label, value: label } : { label })
              }}
              error={error(`.${i}.label`)}
            />
            <TextInput
              flex={1}
              aria-label={`Value of option ${i + 1}`}
              placeholder="Value"
              maxLength={200}
              classNames={{ input: 'mono' }}
              value={option.value}
              onChange={(e) => set(i, { value: e.currentTarget.value })}
              error={error(`.${i}.value`)}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              disabled={i === 0}
              aria-label={`Move ${nameOf(i)} up`}
              onClick={() => swap(i, -1)}
            >
              <IconArrowUp size={15} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              disabled={i === options.length - 1}
              aria-label={`Move ${nameOf(i)} down`}
              onClick={() => swap(i, 1)}
            >
              <IconArrowDown size={15} />
            </ActionIcon>
            <RemoveButton
              label={`Remove ${nameOf(i)}`}
              remove={() => change(options.filter((_, x) => x !== i))}
            />
          </Group>
        ))}
        <Button
          size="xs"
          variant="default"
          w="max-content"
          disabled={options.length >= 200}
          onClick={() => change([...options, { value: '', label: '' }])}
        >
          Add option
        </Button>
      </Stack>
    </Input.Wrapper>
  )
}
