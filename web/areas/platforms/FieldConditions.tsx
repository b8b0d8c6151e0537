import { Button, Group, Input, Select, Stack, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { isChoice } from '#contract/platforms/field-rules.ts'
import type { Condition } from '#contract/platforms/fields.ts'
import { soundChoices } from '#contract/platforms/form.ts'
import { RemoveButton } from '../../ui/form/RemoveButton.tsx'
import type { EditedField } from './field-form.ts'

const ticks = [
  { value: 'true', label: 'Checked' },
  { value: 'false', label: 'Not checked' },
]
const hasValue = ({ field_data_type: type }: EditedField) => type !== 'information' && type !== 'password'
const firstValue = (field: EditedField) =>
  field.field_data_type === 'checkbox' ? 'true' : (soundChoices(field.field_data_options)[0]?.value ?? '')

/** The values that a field can have; undefined: any text. */
function choicesOf({ field_data_type: type, field_data_options: options }: EditedField) {
  if (type === 'checkbox') return ticks
  return isChoice(type) ? soundChoices(options) : undefined
}

/** When the field is shown: each condition looks at a field above it, and all must hold. */
export function FieldConditions({
  value: conditions,
  fieldsAbove,
  change,
  error,
}: {
  value: readonly Condition[]
  fieldsAbove: readonly EditedField[]
  change: (conditions: Condition[]) => void
  error: (path: string) => ReactNode
}) {
  const fields = fieldsAbove.filter(hasValue)
  const byHandle = (handle: string) => fieldsAbove.find((field) => field.field_handle === handle)
  const set = (index: number, part: Partial<Condition>) =>
    change(conditions.map((condition, i) => (i === index ? { ...condition, ...part } : condition)))
  const add = () => {
    const [first] = fields
    if (first)
      change([
        ...conditions,
        { field_handle: first.field_handle, value: firstValue(first), not_equal: false },
      ])
  }
  return (
    <Input.Wrapper label="Show only if" labelElement="div">
      <Stack gap={6} mt={4}>
        {conditions.map((condition, i) => (
          <Group key={i} gap="xs" wrap="nowrap" align="flex-start">
            <Select
              flex={2}
              aria-label={`Field of condition ${i + 1}`}
              allowDeselect={false}
              data={fields.map((field) => ({
                value: field.field_handle,
                label: field.field_name || 'New field',
              }))}
              value={condition.field_handle}
              onChange={(v) => {
                const field = byHandle(v ?? '')
                if (field) set(i, { field_handle: field.field_handle, value: firstValue(field) })
              }}
              error={error(`.${i}.field_handle`)}
            />
            <Select
              flex={1}
              miw={92}
              aria-label={`Comparison of condition ${i + 1}`}
              allowDeselect={false}
              data={[
                { value: 'is', label: 'is' },
                { value: 'not', label: 'is not' },
              ]}
              value={condition.not_equal ? 'not' : 'is'}
              onChange={(v) => set(i, { not_equal: v === 'not' })}
            />
            <ConditionValue
              field={byHandle(condition.field_handle)}
              label={`Value of condition ${i + 1}`}
              value={condition.value}
              change={(value) => set(i, { value })}
              error={error(`.${i}.value`)}
            />
            <RemoveButton
              label={`Remove condition ${i + 1}`}
              remove={() => change(conditions.filter((_, x) => x !== i))}
            />
          </Group>
        ))}
        <Button
          size="xs"
          variant="default"
          w="max-content"
          disabled={fields.length === 0 || conditions.length >= 10}
          title={fields.length === 0 ? 'Conditions need a field above this one' : undefined}
          onClick={add}
        >
          Add condition
        </Button>
      </Stack>
    </Input.Wrapper>
  )
}

/** The value to compare with: one that the field can have. */
function ConditionValue({
  field,
  label,
  value,
  change,
  error,
}: {
  field: EditedField | undefined
  label: string
  value: string
  change: (value: string) => void
  error: ReactNode
}) {
  const choices = field && choicesOf(field)
  const sharedProps = { 'aria-label': label, error, flex: 2 }
  return choices ? (
    <Select
      {...sharedProps}
      allowDeselect={false}
      data={choices}
      value={value}
      onChange={(v) => v !== null && change(v)}
    />
  ) : (
    <TextInput
      {...sharedProps}
      placeholder="Blank"
      maxLength={400}
      value={value}
      onChange={(e) => change(e.currentTarget.value)}
    />
  )
}
