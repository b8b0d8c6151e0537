import { integrationSettings } from '../integrations/settings.ts'
import { isSecretOfStore, storeFields } from './connections.ts'
import { visible } from '../inputs.ts'
import type { GivenField } from './fields.ts'
import { freeHandle, handleOf, handleShape, isReserved } from './handles.ts'

type Faults = Record<string, string>
/** Types for which a person chooses one of the field's options. */
export const isChoice = (type: string): boolean => type === 'select' || type === 'radio'
/** Types that ask nobody for a value. */
export const isQuiet = (type: string): boolean => type === 'information' || type === 'default'

/** The fields in order, the new ones with a handle made from their names. */
export function withHandles<F extends Pick<GivenField, 'field_name' | 'field_handle' | 'field_order'>>(
  fields: readonly F[],
): (F & { field_handle: string })[] {
  const takenHandles = new Set(fields.flatMap((field) => field.field_handle ?? []))
  return fields
    .toSorted((a, b) => a.field_order - b.field_order)
    .map((field) => {
      const field_handle = field.field_handle ?? freeHandle(field.field_name, takenHandles)
      takenHandles.add(field_handle)
      return { ...field, field_handle }
    })
}

/** The errors in a platform's fields, by path: `2.conditions.0.value`. */
export function fieldFaults(inputs: readonly GivenField[]): Faults {
  const faults: Faults = {}
  const orderedFields = withHandles(inputs.map((field, position) => ({ ...field, at: position })))
  for (const [place, field] of orderedFields.entries()) {
    const fieldsAbove = orderedFields.slice(0, place)
    const fieldFaultsByPath = {
      ...handleFault(field.field_handle, inputs, field.at),
      ...optionFaults(field),
      ...connectionFault(field),
      ...conditionFaults(field, fieldsAbove, orderedFields),
    }
    for (const [path, message] of Object.entries(fieldFaultsByPath)) faults[`${field.at}.${path}`] = message
  }
  return faults
}

function handleFault(handle: string, inputs: readonly GivenField[], position: number): Faults {
  const { field_name, field_handle, platform_field_id } = inputs[position]!
  if (field_handle === undefined)
    return handleOf(field_name) ? {} : { field_name: 'Use at least one letter or digit' }
  if (isReserved(handle)) return { field_handle: `${handle} is reserved. Choose another name` }
  const isNew = platform_field_id === undefined
  // an existing field keeps its handle, wherever a new field with it is placed
  const twice = inputs.some((input, i) => {
    const otherIsNew = input.platform_field_id === undefined
    return input.field_handle === handle && (isNew === otherIsNew ? i < position : isNew)
  })
  return twice ? { field_handle: `Another field already has the handle ${handle}` } : {}
}

function optionFaults({ field_data_type: type, field_data_options: { choices, text } }: GivenField): Faults {
  if (type === 'information' && !text.trim()) return { 'field_data_options.text': 'Enter text' }
  if (type === 'default' && !text.trim()) return { 'field_data_options.text': 'Enter a value' }
  if (!isChoice(type)) return {}
  if (choices.length === 0) return { 'field_data_options.choices': 'Add at least one option' }
  return Object.fromEntries(
    [...choices.keys()].flatMap((i) =>
      (['label', 'value'] as const)
        .flatMap((part) => optionFault(choices, i, part))
        .slice(0, 1)
        .map(({ part, why: message }) => [`field_data_options.choices.${i}.${part}`, message]),
    ),
  )
}

type Choices = GivenField['field_data_options']['choices']
/** Errors name an option by its place and by the repeated text, since a field may have many. */
function optionFault(choices: Choices, i: number, part: 'label' | 'value') {
  const text = choices[i]![part]
  if (!visible(text)) return [{ part, why: `Option ${i + 1} has no ${part}` }]
  const first = choices.findIndex((choice) => choice[part] === text)
  return first < i ? [{ part, why: `Options ${first + 1} and ${i + 1} have the same ${part}: ${text}` }] : []
}

function connectionFault({
  connects_with_type: type,
  connects_with: name,
  field_data_type,
}: GivenField): Faults {
  const fault = (message: string) => ({ connects_with: message })
  if (type === null) return name ? { connects_with_type: 'Choose a connection' } : {}
  if (field_data_type === 'information')
    return { connects_with_type: 'Information fields can’t have a connection' }
  if (type === 'market') return handleShape.test(name) ? {} : fault('Enter a configuration name')
  if (type === 'setting') {
    if (!(integrationSettings as readonly string[]).includes(name)) return fault('Choose a setting')
    return isOnOff(field_data_type) ? {} : fault('Only a checkbox can connect to a setting')
  }
  if (!Object.hasOwn(storeFields, name)) return fault('Choose a store field')
  if (isSecretOfStore(name) !== (field_data_type === 'password'))
    return fault(
      isSecretOfStore(name)
        ? 'Only a password field can connect to this'
        : 'A password can connect only to a store password',
    )
  return {}
}
const isOnOff = (type: string) => type === 'checkbox' || type === 'default'

type FieldWithHandle = GivenField & { field_handle: string }

function conditionFaults(
  field: FieldWithHandle,
  fieldsAbove: readonly FieldWithHandle[],
  all: readonly FieldWithHandle[],
): Faults {
  const faults: Faults = {}
  for (const [i, condition] of field.conditions.entries()) {
    const decidingField = fieldsAbove.find((candidate) => candidate.field_handle === condition.field_handle)
    const message = decidingField ? undefined : missing(condition.field_handle, field, all)
    const path = `conditions.${i}`
    if (message) faults[`${path}.field_handle`] = message
    else if (decidingField && hasNoKnownValue(decidingField))
      faults[`${path}.field_handle`] = `${decidingField.field_name} has no value to compare`
    else if (decidingField && !couldBe(decidingField, condition.value))
      faults[`${path}.value`] = `Choose a value of ${decidingField.field_name}`
  }
  return faults
}

const missing = (handle: string, field: FieldWithHandle, all: readonly FieldWithHandle[]) => {
  if (handle === field.field_handle) return 'A field can’t depend on itself'
  return all.some((candidate) => candidate.field_handle === handle)
    ? 'Choose a field above this one'
    : 'Field not found. It may have been deleted'
}
/** Information has no value, and a password's is never revealed. */
const hasNoKnownValue = ({ field_data_type: type }: FieldWithHandle) =>
  type === 'information' || type === 'password'

function couldBe({ field_data_type: type, field_data_options }: FieldWithHandle, value: string): boolean {
  if (type === 'checkbox') return value === 'true' || value === 'false'
  return !isChoice(type) || field_data_options.choices.some((choice) => choice.value === value)
}
