import {
  Button,
  Checkbox,
  Group,
  MultiSelect,
  PasswordInput,
  Radio,
  Select,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import {
  choiceSeparator,
  shownFields,
  soundChoices,
  type FieldValues,
  type FilledForm,
  type FormField,
} from '#contract/platforms/form.ts'

type Value = string | null
interface FieldProps {
  field: FormField
  value: Value | undefined
  isSet: boolean
  error: string | undefined
  set: (value: Value) => void
}

/**
 * A form made of described fields: those that their conditions hide are left out, and secrets only show
 * whether they are set.
 */
export function FieldsForm({
  fields,
  formState,
  faults,
  change,
}: {
  fields: readonly FormField[]
  formState: FilledForm
  /** What is wrong, by handle. */
  faults: Readonly<Record<string, string>>
  change: (values: FieldValues) => void
}) {
  return (
    <Stack gap="sm">
      {shownFields(fields, formState).map((field) => (
        <FieldInput
          key={field.field_handle}
          field={field}
          value={formState.values[field.field_handle]}
          isSet={formState.set.includes(field.field_handle)}
          error={faults[field.field_handle]}
          set={(value) => change({ ...formState.values, [field.field_handle]: value })}
        />
      ))}
    </Stack>
  )
}

function FieldInput(props: FieldProps) {
  const { field, value, error, set } = props
  const hint = field.field_data_options.text || undefined
  const common = { label: field.field_name, description: hint, required: field.required, error }
  const choices = soundChoices(field.field_data_options)
  switch (field.field_data_type) {
    case 'default':
      return null
    case 'information':
      return (
        <div>
          <Text size="sm" fw={600}>
            {field.field_name}
          </Text>
          <Text size="sm" c="dimmed" className="keep-lines">
            {hint}
          </Text>
        </div>
      )
    case 'checkbox':
      return (
        <Checkbox
          {...common}
          checked={value === 'true'}
          onChange={(e) => set(e.currentTarget.checked ? 'true' : 'false')}
        />
      )
    case 'radio':
      return (
        <Radio.Group {...common} value={value ?? ''} onChange={set}>
          <Group mt={4}>
            {choices.map((choice) => (
              <Radio
                key={choice.value}
                value={choice.value}
                label={choice.label}
                data-faulty={error !== undefined || undefined}
              />
            ))}
          </Group>
        </Radio.Group>
      )
    case 'select':
      if (!field.multiple)
        return (
          <Select
            {...common}
            data={choices}
            value={value || null}
            onChange={(next) => set(next ?? '')}
            clearable={!field.required}
          />
        )
      return (
        <MultiSelect
          searchable
          {...common}
          data={choices}
          value={value ? value.split(choiceSeparator) : []}
          onChange={(next) => set(next.join(choiceSeparator))}
          clearable={!field.required}
        />
      )
    case 'password':
      return <Secret {...props} />
    default:
      return (
        <TextInput
          {...common}
          {...inputs[field.field_data_type]}
          value={value ?? ''}
          onChange={(e) => set(e.currentTarget.value)}
        />
      )
  }
}

const inputs = {
  text: {},
  number: { inputMode: 'decimal' },
  email: { type: 'email', autoComplete: 'off' },
  url: { type: 'url', placeholder: 'https://' },
} as const

/** A new value is typed, or the set one is kept; it is never shown. */
function Secret({ field, value, isSet, error, set }: FieldProps) {
  const isCleared = isSet && value === null
  return (
    <Group align="flex-end" gap="xs" wrap="nowrap">
      <PasswordInput
        flex={1}
        label={field.field_name}
        description={field.field_data_options.text || undefined}
        required={field.required && !isSet}
        placeholder={placeholderOf(isSet, isCleared)}
        autoComplete="new-password"
        value={value ?? ''}
        error={error}
        onChange={(e) => set(e.currentTarget.value)}
      />
      {isSet && !field.required && (
        <Button
          variant="default"
          aria-label={`${isCleared ? 'Keep' : 'Remove'}: ${field.field_name}`}
          onClick={() => set(isCleared ? '' : null)}
        >
          {isCleared ? 'Keep' : 'Remove'}
        </Button>
      )}
    </Group>
  )
}

function placeholderOf(isSet: boolean, isCleared: boolean): string | undefined {
  if (isCleared) return 'Will be removed'
  return isSet ? 'Saved. Type to replace it' : undefined
}
