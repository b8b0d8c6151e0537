import type { FieldDescription } from '../platforms/fields.ts'
import type { FormField } from '../platforms/form.ts'
import { fieldsOfStore } from '../stores/settings.ts'

/** What a market's configuration asks for; a menu of several has its values joined by `~`. */
export const configTypes = [
  'text',
  'number',
  'email',
  'url',
  'checkbox',
  'select',
  'select_multiple',
] as const
export type ConfigType = (typeof configTypes)[number]

/** One thing that a market wants to know of each integration in it. */
export interface MarketConfig {
  market_config_id: number
  config_name: string
  config_label: string
  config_type: ConfigType
  config_hint: string
  config_options: { value: string; label: string }[]
  default_value: string
  is_needed: boolean
}

/** What a configuration's value is called in the form, beside the handles of fields. */
export const keyOfConfig = (name: string) => `market:${name}`

/** What the form calls a configuration: a platform's field may ask for it. */
export const handleOfConfig = (
  { config_name }: Pick<MarketConfig, 'config_name'>,
  fields: readonly Pick<FieldDescription, 'field_handle' | 'connects_with_type' | 'connects_with'>[],
): string =>
  fields.find((field) => field.connects_with_type === 'market' && field.connects_with === config_name)
    ?.field_handle ?? keyOfConfig(config_name)

/** What stands elsewhere and decides in the form what is asked. */
interface Elsewhere {
  /** The integration's switches. */
  settings: Readonly<Record<string, unknown>>
  /** What is filled in for its store, by handle. */
  store: Readonly<Record<string, string>>
}

/**
 * The form of an integration's configuration (docs/domain/integrations.md, Configuration fields): its platform's fields that
 * aren't the store's, then what the market's configuration asks beside them.
 */
export function configForm(
  configs: readonly MarketConfig[],
  fields: readonly FieldDescription[],
  elsewhere: Elsewhere,
): FormField[] {
  const connectedNames = new Set(fields.filter(isOfMarket).map((field) => field.connects_with))
  return [
    ...integrationFields(fields, elsewhere),
    ...configs.filter(({ config_name }) => !connectedNames.has(config_name)).map(toField),
  ]
}

/** A platform's fields as an integration's form has them: what it doesn't ask is a value given. */
export function integrationFields<F extends FieldDescription>(fields: readonly F[], source: Elsewhere): F[] {
  const ofStore = new Set(fieldsOfStore(fields).map((field) => field.field_handle))
  return fields.flatMap((field) => {
    const type = field.connects_with_type
    if (type === 'setting') return withDefault(field, String(source.settings[field.connects_with] === true))
    if (type !== 'market' && ofStore.has(field.field_handle))
      return field.field_data_type === 'information'
        ? []
        : withDefault(field, source.store[field.field_handle] ?? '')
    return field
  })
}
const withDefault = <F extends FieldDescription>(field: F, text: string): F => ({
  ...field,
  field_data_type: 'default',
  field_data_options: { choices: [], text },
  required: false,
})

const isOfMarket = ({ connects_with_type: type }: FieldDescription) => type === 'market'

const toField = (config: MarketConfig): FormField => ({
  field_name: config.config_label,
  field_handle: keyOfConfig(config.config_name),
  field_data_type: config.config_type === 'select_multiple' ? 'select' : config.config_type,
  field_data_options: { choices: config.config_options, text: config.config_hint },
  required: config.is_needed && config.config_type !== 'checkbox',
  show_hide_for_market: null,
  seeded_from_auth_field: '',
  connects_with_type: null,
  connects_with: '',
  conditions: [],
  multiple: config.config_type === 'select_multiple',
})
