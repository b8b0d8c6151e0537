import { isEmail } from '../formats.ts'
import { text, url, visible } from '../inputs.ts'
import { isChoice, isQuiet } from './field-rules.ts'
import type { FieldDescription } from './fields.ts'

/**
 * What is filled in, by handle. Of a secret a text is a new one, nothing leaves it as it is, and null forgets
 * it.
 */
export type FieldValues = Readonly<Record<string, string | null | undefined>>
/**
 * The options that a person can choose between: each value once, none that is blank. A draft has such, and
 * a menu of them can't be drawn.
 */
export function soundChoices({ choices }: FieldDescription['field_data_options']) {
  const seen = new Set<string>()
  return choices.flatMap(({ value, label }) => {
    if (!visible(value) || seen.has(value)) return []
    seen.add(value)
    return [{ value, label: visible(label) ? label : value }]
  })
}

/** A field as a form asks for it. */
export interface FormField extends FieldDescription {
  /** Of a menu: several may be chosen, joined by `between`. */
  multiple?: boolean | undefined
}
export const between = '~'
export interface Filled {
  values: FieldValues
  /** The handles of secrets that are kept already. */
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

/** The fields that are shown: those of this market whose conditions hold (docs/domain.md, Platforms). */
export function shownFields<F extends FieldDescription>(
  fields: readonly F[],
  { values, market_id }: Pick<Filled, 'values' | 'market_id'>,
): F[] {
  const shown = new Map<string, F>()
  for (const field of fields)
    if (
      isOfMarket(field, market_id) &&
      field.conditions.every(({ field_handle, value, not_equal }) => {
        const above = shown.get(field_handle)
        // what isn't shown itself decides nothing
        return above !== undefined && (valueOf(above, values) === value) !== not_equal
      })
    )
      shown.set(field.field_handle, field)
  return [...shown.values()]
}

const isOfMarket = ({ show_hide_for_market: only }: FieldDescription, market_id: number | null) =>
  only === null || (market_id !== null && only.market_ids.includes(market_id)) === only.show

/** The one check of what was filled in, in the browser and on the server. */
export function checkForm(
  fields: readonly FormField[],
  filled: Filled,
): {
  /** What is wrong, by handle. */
  faults: Record<string, string>
  /** What is to be kept; what isn't shown isn't in it, nor what is left as it is. */
  kept: Record<string, string | null>
} {
  const shown = shownFields(fields, filled)
  const faults: Record<string, string> = {}
  const kept: Record<string, string | null> = {}
  for (const handle of Object.keys(filled.values))
    if (!fields.some((field) => field.field_handle === handle)) faults[handle] = 'There is no such field'
  for (const field of shown) {
    if (field.field_data_type === 'information') continue
    const { field_handle: handle, field_data_type: type } = field
    const forgets = filled.values[handle] === null
    const value = type === 'password' ? valueOf(field, filled.values) : valueOf(field, filled.values).trim()
    const asIs = type === 'password' && value === '' && !forgets && filled.set.includes(handle)
    const fault = asIs ? undefined : faultOf(field, value)
    if (fault) faults[handle] = fault
    else if (!asIs) kept[handle] = value === '' ? null : value
  }
  return { faults, kept }
}

function faultOf(field: FormField, value: string): string | undefined {
  const { field_data_type: type, field_data_options, required } = field
  if (isQuiet(type)) return undefined
  if (required && type === 'checkbox' && value !== 'true') return 'Tick this'
  if (value === '') return required ? 'This is needed' : undefined
  const chosen = field.multiple ? value.split(between) : [value]
  const isOne = (one: string) => field_data_options.choices.some((choice) => choice.value === one)
  if (isChoice(type) && (!chosen.every(isOne) || new Set(chosen).size < chosen.length))
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
