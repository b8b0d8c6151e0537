import type { IntegrationConfigs } from '#contract/integrations/integrations.ts'
import {
  configForm,
  handleOfConfig,
  integrationFields,
  type MarketConfig,
} from '#contract/integrations/market-configs.ts'
import type { KeptField } from '#contract/platforms/fields.ts'
import { checkForm } from '#contract/platforms/form.ts'
import { readFields } from '#server/areas/platforms/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import { versionOf } from '#server/platform/database/versions.ts'
import { editedConfigs, type KnownIntegration } from './known-integration.ts'

type Settings = Readonly<Record<string, unknown>>

/** What its market and platform ask of an integration, with what is filled in; no secret's value. */
export async function readConfigs(
  db: Db,
  integration: KnownIntegration,
  settings: Settings,
): Promise<IntegrationConfigs & { filled_in: number }> {
  const version = await versionOf(db, editedConfigs(integration.vendor_market_map_id))
  const platformFields = integration.platform_id === null ? [] : await readFields(db, integration.platform_id)
  const {
    form,
    fields,
    configs,
    filled: answers,
    filled_in,
  } = await readForm(db, integration, settings, platformFields)
  const market_configs = configs.map((config) => ({
    market_config_id: config.market_config_id,
    config_name: config.config_name,
    config_type: config.config_type,
    field_handle: handleOfConfig(config, fields),
    default_value: config.default_value,
    config_value: config.config_value,
  }))
  const { faults } = checkForm(form, { ...answers, market_id: integration.market_id })
  return { version, fields: form, ...answers, market_configs, open: Object.keys(faults).length, filled_in }
}

/** The form with what is filled in of it. @param platformFields its platform's fields */
export async function readForm(
  db: Db,
  integration: KnownIntegration,
  settings: Settings,
  platformFields: readonly KeptField[],
) {
  const [configs, values] = await Promise.all([
    readMarketConfigs(db, integration),
    readValues(db, integration),
  ])
  const elsewhere = { settings, store: values.store }
  const form = configForm(configs, platformFields, elsewhere)
  const fields = integrationFields(platformFields, elsewhere)
  const handles = new Set(form.filter((f) => f.field_data_type !== 'default').map((f) => f.field_handle))
  const ofConfigs = configs.flatMap((config) => {
    const value = config.config_value ?? config.default_value
    return value === '' ? [] : [[handleOfConfig(config, fields), value] as const]
  })
  const ownEntries = [...Object.entries(values.own), ...ofConfigs].filter(([handle]) => handles.has(handle))
  return {
    form,
    fields,
    configs,
    filled: {
      values: Object.fromEntries(ownEntries) as Record<string, string>,
      set: values.set.filter((handle) => handles.has(handle)),
    },
    filled_in:
      Object.keys(values.own).length +
      values.set.length +
      configs.filter((c) => c.config_value !== null).length,
  }
}

type FilledConfig = MarketConfig & { config_value: string | null }

async function readMarketConfigs(db: Db, integration: KnownIntegration): Promise<FilledConfig[]> {
  const { rows } = await sql<FilledConfig>`
    select c.market_config_id, c.config_name, c.config_label, c.config_type, c.config_hint, c.config_options,
      c.default_value, c.is_needed, v.config_value
    from market_config c
    left join integration_config v
      on v.market_config_id = c.market_config_id
      and v.vendor_market_map_id = ${integration.vendor_market_map_id}
    where c.market_id = ${integration.market_id}
    order by c.config_order, c.market_config_id
    limit 200`.execute(db)
  return rows
}

interface Values {
  own: Record<string, string>
  set: string[]
  /** What is filled in for its store. */
  store: Record<string, string>
}
async function readValues(db: Db, integration: KnownIntegration): Promise<Values> {
  const { rows } = await sql<Values>`
    select
      coalesce(
        jsonb_object_agg(f.field_handle, v.value)
          filter (where v.value is not null and v.vendor_market_map_id is not null),
        '{}') as own,
      coalesce(
        jsonb_agg(f.field_handle) filter (where v.secret is not null and v.vendor_market_map_id is not null),
        '[]') as set,
      coalesce(
        jsonb_object_agg(f.field_handle, v.value)
          filter (where v.value is not null and v.vendor_store_id is not null),
        '{}') as store
    from platform_field_value v
    join platform_field f using (platform_field_id)
    where f.platform_id = ${integration.platform_id}
      and (
        v.vendor_market_map_id = ${integration.vendor_market_map_id}
        or v.vendor_store_id = (
          select vendor_store_id
          from vendor_market_map
          where vendor_market_map_id = ${integration.vendor_market_map_id}))`.execute(db)
  return singleRow(rows)
}
