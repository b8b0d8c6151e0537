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
interface Of {
  field: FormField
  value: Value | undefined
  isSet: boolean
  error: string | undefined
  set: (value: Value) => void
}

/**
 * The form that described fields make: what their conditions hide isn't asked, and of a secret it knows only
 * whether one is set.
 */
export function FieldsForm({
  fields,
  filled,
  faults,
  change,
}: {
  fields: readonly FormField[]
  filled: FilledForm
  /** What is wrong, by handle. */
  faults: Readonly<Record<string, string>>
  change: (values: FieldValues) => void
}) {
  return (
    <Stack gap="sm">
      {shownFields(fields, filled).map((field) => (
        <One
          key={field.field_handle}
          field={field}
          value={filled.values[field.field_handle]}
          isSet={filled.set.includes(field.field_handle)}
          error={faults[field.field_handle]}
          set={(value) => change({ ...filled.values, [field.field_handle]: value })}
        />
      ))}
    </Stack>
  )
}

function One(of: Of) {
  const { field, value, error, set } = of
  const hint = field.field_data_options.text || undefined
  const shared = { label: field.field_name, description: hint, required: field.required, error }
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
          <Text size="sm" c="dimmed" style={{ whiteSpace: 'pre-wrap' }}>
            {hint}
          </Text>
        </div>
      )
    case 'checkbox':
      return (
        <Checkbox
          {...shared}
          checked={value === 'true'}
          onChange={(e) => set(e.currentTarget.checked ? 'true' : 'false')}
        />
      )
    case 'radio':
      return (
        <Radio.Group {...shared} value={value ?? ''} onChange={set}>
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
      return field.multiple ? (
        <MultiSelect
          searchable
          {...shared}
          data={choices}
          value={value ? value.split(choiceSeparator) : []}
          onChange={(chosen) => set(chosen.join(choiceSeparator))}
          clearable={!field.required}
        />
      ) : (
        <Select
          {...shared}
          data={choices}
          value={value || null}
          onChange={(chosen) => set(chosen ?? '')}
          clearable={!field.required}
        />
      )
    case 'password':
      return <Secret {...of} />
    default:
      return (
        <TextInput
          {...shared}
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

/** It is typed anew or left as it is; what is set is never shown. */
function Secret({ field, value, isSet, error, set }: Of) {
  const forgotten = isSet && value === null
  return (
    <Group align="flex-end" gap="xs" wrap="nowrap">
      <PasswordInput
        flex={1}
        label={field.field_name}
        description={field.field_data_options.text || undefined}
        required={field.required && !isSet}
        placeholder={forgotten ? 'Will be forgotten' : isSet ? 'Is set; type to replace it' : undefined}
        autoComplete="new-password"
        value={value ?? ''}
        error={error}
        onChange={(e) => set(e.currentTarget.value)}
      />
      {isSet && !field.required && (
        <Button
          variant="default"
          aria-label={`${forgotten ? 'Keep it' : 'Forget it'}: ${field.field_name}`}
          onClick={() => set(forgotten ? '' : null)}
        >
          {forgotten ? 'Keep it' : 'Forget it'}
        </Button>
      )}
    </Group>
  )
}
