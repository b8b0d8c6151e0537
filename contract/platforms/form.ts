import { isEmail } from '../formats.ts'
import { text, url, visible } from '../inputs.ts'
import { isChoice, isQuiet } from './field-rules.ts'
import type { FieldDescription } from './fields.ts'

/**
 * The values, by handle. For a secret, text sets a new one, a missing value keeps it, and null removes it.
 */
export type FieldValues = Readonly<Record<string, string | null | undefined>>
/**
 * The options of a menu: each value once, none blank. A draft may have others, which can't be shown in a
 * menu.
 */
export function soundChoices({ choices }: FieldDescription['field_data_options']) {
  const seenHandles = new Set<string>()
  return choices.flatMap(({ value, label }) => {
    if (!visible(value) || seenHandles.has(value)) return []
    seenHandles.add(value)
    return [{ value, label: visible(label) ? label : value }]
  })
}

/** A field as a form asks for it. */
export interface FormField extends FieldDescription {
  /** For a menu: several options may be chosen, joined by `choiceSeparator`. */
  multiple?: boolean | undefined
}
export const choiceSeparator = '~'
export interface FilledForm {
  values: FieldValues
  /** The handles of secrets that are stored already. */
  set: readonly string[]
  market_id: number | null
}

const valueOf = (
  { field_data_type: type, field_handle, field_data_options }: FieldDescription,
  values: FieldValues,
) => {
  if (type === 'default') return field_data_options.text.trim()
  const value = Object.hasOwn(values, field_handle) ? values[field_handle] : undefined
  return type === 'checkbox' ? (value ?? 'false') : (value ?? '')
}

/** The visible fields: those of this market whose conditions are met (docs/domain/platforms.md, Platforms). */
export function shownFields<F extends FieldDescription>(
  fields: readonly F[],
  { values, market_id }: Pick<FilledForm, 'values' | 'market_id'>,
): F[] {
  const shownByHandle = new Map<string, F>()
  for (const field of fields)
    if (
      isOfMarket(field, market_id) &&
      field.conditions.every(({ field_handle, value, not_equal }) => {
        const decidingField = shownByHandle.get(field_handle)
        // a hidden field decides nothing
        return decidingField !== undefined && (valueOf(decidingField, values) === value) !== not_equal
      })
    )
      shownByHandle.set(field.field_handle, field)
  return [...shownByHandle.values()]
}

const isOfMarket = ({ show_hide_for_market: onlyMarketId }: FieldDescription, market_id: number | null) =>
  onlyMarketId === null ||
  (market_id !== null && onlyMarketId.market_ids.includes(market_id)) === onlyMarketId.show

/** The one validation of a filled-in form, in the browser and on the server. */
export function checkForm(
  fields: readonly FormField[],
  form: FilledForm,
): {
  /** The errors, by handle. */
  faults: Record<string, string>
  /** The values to save, without hidden fields and those left unchanged. */
  kept: Record<string, string | null>
} {
  const visibleFields = shownFields(fields, form)
  const faults: Record<string, string> = {}
  const keptValues: Record<string, string | null> = {}
  for (const handle of Object.keys(form.values))
    if (!fields.some((field) => field.field_handle === handle)) faults[handle] = 'There is no such field'
  for (const field of visibleFields) {
    if (field.field_data_type === 'information') continue
    const { field_handle: handle, field_data_type: type } = field
    const forgets = form.values[handle] === null
    const value = type === 'password' ? valueOf(field, form.values) : valueOf(field, form.values).trim()
    const asIs = type === 'password' && value === '' && !forgets && form.set.includes(handle)
    const fault = asIs ? undefined : faultOf(field, value)
    if (fault) faults[handle] = fault
    else if (!asIs) keptValues[handle] = value === '' ? null : value
  }
  return { faults, kept: keptValues }
}

function faultOf(field: FormField, value: string): string | undefined {
  const { field_data_type: type, field_data_options, required: isRequired } = field
  if (isQuiet(type)) return undefined
  if (isRequired && type === 'checkbox' && value !== 'true') return 'Tick this'
  if (value === '') return isRequired ? 'Required' : undefined
  const choices = field.multiple ? value.split(choiceSeparator) : [value]
  const isOne = (value: string) => field_data_options.choices.some((choice) => choice.value === value)
  if (isChoice(type) && (!choices.every(isOne) || new Set(choices).size < choices.length))
    return field.multiple ? 'Choose among the options' : 'Choose one of the options'
  const fits = checks[type]
  return fits && !fits.holds(value) ? fits.else : undefined
}

const fitsText = (value: string) => text(4000).safeParse(value).success
const plain = { holds: fitsText, else: 'At most 4,000 characters that can be kept' }
const checks: Partial<Record<string, { holds: (value: string) => boolean; else: string }>> = {
  text: plain,
  password: plain,
  number: { holds: (value) => /^-?\d{1,12}(\.\d{1,6})?$/.test(value), else: 'Enter a number such as 12.5' },
  email: { holds: (value) => fitsText(value) && isEmail(value), else: 'This is not a valid email address' },
  url: {
    holds: (value) => url(2000, ['https', 'http'], 'x').safeParse(value).success,
    else: 'Enter an address that begins with https:// or http://',
  },
  checkbox: { holds: (value) => value === 'true' || value === 'false', else: 'Ticked or not' },
}
