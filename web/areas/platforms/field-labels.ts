import { fieldName } from '#contract/activity/names.ts'
import { isRecord } from '#contract/activity/parts.ts'
import { inWords } from '#contract/activity/words.ts'
import { connectionTypes, fieldTypes, type FieldDescription } from '#contract/platforms/fields.ts'
import type { PlatformView } from '#contract/platforms/platforms.ts'
import type { Labels, Sides } from '../../ui/form/Conflict.tsx'
import type { EditedField, FieldsOf } from './field-form.ts'

const parts = {
  field_name: 'name',
  field_handle: 'handle',
  field_data_type: 'type',
  'field_data_options.choices': 'options',
  'field_data_options.text': 'text',
  required: 'required',
  show_hide_for_market: 'markets',
  'show_hide_for_market.show': 'visibility',
  'show_hide_for_market.market_ids': 'markets',
  seeded_from_auth_field: 'authorization field',
  connects_with_type: 'connection',
  connects_with: 'connected field',
  conditions: 'conditions',
  deleted: 'deleted',
} as const

/** The fields of all sides by key; the opened version wins. */
const mergeFields = ({
  opened: openedForm,
  typed: typedForm,
  saved: savedForm,
}: Sides<FieldsOf>): Record<string, EditedField> => ({
  ...savedForm.fields,
  ...typedForm.fields,
  ...openedForm.fields,
})

/** The labels of the fields' parts, for merging two people's changes. */
export const fieldLabels = (sides: Sides<FieldsOf>): Labels => ({
  order: 'Field order',
  ...Object.fromEntries(
    Object.entries(mergeFields(sides)).flatMap(([key, { field_name }]) => [
      [`fields.${key}`, field_name || 'New field'],
      ...Object.entries(parts).map(([part, label]) => [
        `fields.${key}.${part}`,
        `${field_name || 'New field'}: ${label}`,
      ]),
    ]),
  ),
})

/** A field's values as in its editor: names for ids, labels for codes. */
export const fieldWords =
  (markets: PlatformView['all_markets']) =>
  ([top, key, part, sub]: readonly string[], value: unknown, sides: Sides<FieldsOf>): string | undefined => {
    const all = mergeFields(sides)
    if (top === 'order') return (value as string[]).map((k) => all[k]?.field_name || 'new field').join(', ')
    if (part === undefined)
      return isRecord(value) ? fieldTypes[(value as unknown as EditedField).field_data_type] : 'none'
    const knownFields = [all[key ?? ''], ...Object.values(all)].filter((field) => field !== undefined)
    const wordValue = sayings[sub ? `${part}.${sub}` : part]
    return value === undefined || !wordValue
      ? undefined
      : wordValue(value as never, { fields: knownFields, markets })
  }

interface WordContext {
  /** Every field that a condition can name. */
  fields: readonly EditedField[]
  markets: PlatformView['all_markets']
}
type MarketLimit = FieldDescription['show_hide_for_market']
const placeText = (show: boolean) => (show ? 'only in' : 'not in')
const names = (ids: readonly number[], { markets }: WordContext) =>
  ids.map((id) => markets.find((m) => m.market_id === id)?.market_name ?? 'a deleted market').join(', ')

const sayings: Readonly<Record<string, (value: never, known: WordContext) => string | undefined>> = {
  field_data_type: (type: EditedField['field_data_type']) => fieldTypes[type],
  'field_data_options.choices': (choices: { label: string; value: string }[]) =>
    choices.map(({ label, value }) => (label === value ? label : `${label} (${value})`)).join(', ') ||
    'nothing',
  show_hide_for_market: (limit: MarketLimit, context) =>
    limit ? `${placeText(limit.show)} ${names(limit.market_ids, context)}` : 'in all markets',
  'show_hide_for_market.show': placeText,
  'show_hide_for_market.market_ids': names,
  connects_with_type: (type: EditedField['connects_with_type']) => (type ? connectionTypes[type] : 'nothing'),
  connects_with: (name: string) => (name ? fieldName(name) : 'nothing'),
  conditions: (conditions: EditedField['conditions'], { fields }) =>
    conditions
      .map(({ field_handle, not_equal, value }) => {
        const name = fields.find((field) => field.field_handle === field_handle)?.field_name || field_handle
        return `${name} ${not_equal ? 'is not' : 'is'} ${inWords(value || null)}`
      })
      .join(' and ') || 'always',
}
