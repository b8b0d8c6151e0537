import type { Parsed } from '#contract/index.ts'
import { handleOfConfig, type MarketConfig } from '#contract/integrations/market-configs.ts'
import type { FieldDescription } from '#contract/platforms/fields.ts'
import { checkForm, type FormField } from '#contract/platforms/form.ts'
import { holdFields, keepFilled } from '#server/areas/platforms/public.ts'
import { markStoresOfVendorBehind } from '#server/areas/stores/public.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import { invalid } from '#server/platform/http/errors.ts'
import { namesAlone } from '#server/platform/names-alone.ts'
import { differences, write, type Ctx } from '#server/platform/services.ts'
import { refuseStale } from '#server/platform/database/versions.ts'
import { readForm } from './configs.ts'
import { editedConfigs, lockIntegration, activityTarget } from './known-integration.ts'
import { readIntegration } from './read.ts'
import { keepSettingAnswers } from './setting-answers.ts'

type FieldTexts = Readonly<Record<string, string | null>>

/** Fills in what market and platform ask of an integration; secrets are sealed, and never in the log. */
export async function saveMarketConfigs(ctx: Ctx, { params, body }: Parsed<'saveMarketConfigs'>) {
  await write(ctx, async (tx, logActivity) => {
    const integration = await lockIntegration(ctx, tx, params)
    await refuseStale(tx, ctx, editedConfigs(params.vmmid), body.version)
    const platformFields =
      integration.platform_id === null ? [] : await holdFields(tx, integration.platform_id)
    const {
      form,
      fields,
      configs,
      filled: answers,
    } = await readForm(tx, integration, await settingsOf(tx, params.vmmid), platformFields)
    const byConfig = valuesByConfig(body.market_configs, configs, fields)
    const isNew = ([key, value]: readonly [string, string | null]) => value !== (answers.values[key] ?? '')
    const values: Record<string, string | null> = {
      ...answers.values,
      ...Object.fromEntries([...byConfig.filter(isNew), ...Object.entries(body.values).filter(isNew)]),
    }
    const { market_id, vendor_id, vendor_market_map_id } = integration
    const { faults, kept: keptValues } = checkForm(form, { values, set: answers.set, market_id })
    if (Object.keys(faults).length > 0)
      throw invalid(Object.fromEntries(Object.entries(faults).map(([key, text]) => [`values.${key}`, text])))
    const changes = differences(
      loggedValues(form, answers.values, {}, answers.set),
      loggedValues(form, keptValues, keptValues, answers.set),
    )
    if (!changes) return
    const handles = new Set(fields.map((field) => field.field_handle))
    await keepFilled(tx, ctx.secrets, {
      fields,
      target: { vendor_id, market_id, vendor_market_map_id },
      values: Object.fromEntries(Object.entries(values).filter(([key]) => handles.has(key))),
    })
    const configValues = configs.flatMap((config) => {
      const { market_config_id, default_value } = config
      const value = keptValues[handleOfConfig(config, fields)]
      return value === undefined ? [] : [{ market_config_id, value: value ?? '', default_value }]
    })
    await keepConfigs(tx, params.vmmid, configValues)
    await keepSettingAnswers(tx, integration, true)
    await markStoresOfVendorBehind(tx, vendor_id, [integration.dropshipper_id])
    await logActivity({
      type: 'integration.configs',
      ...activityTarget(integration),
      message: `${integration.name}: configuration changed: ${Object.keys(changes).join(', ')}`,
      changes,
    })
  })
  return readIntegration(ctx.db, params)
}

/** What is given by the market's own ids, as the form calls it. */
const valuesByConfig = (
  given: Parsed<'saveMarketConfigs'>['body']['market_configs'],
  configs: readonly MarketConfig[],
  fields: readonly FieldDescription[],
) =>
  given.map(({ market_config_id, config_value }, i) => {
    const config = configs.find((known) => known.market_config_id === market_config_id)
    if (!config) throw invalid({ [`market_configs.${i}.market_config_id`]: 'Market setting not found' })
    return [handleOfConfig(config, fields), config_value ?? config.default_value] as const
  })

async function settingsOf(tx: Tx, id: number): Promise<Record<string, unknown>> {
  const { rows } = await sql<{ settings: Record<string, unknown> }>`
    select to_jsonb(m) as settings from vendor_market_map m where vendor_market_map_id = ${id}`.execute(tx)
  return singleRow(rows).settings
}

/** What is as the market has it by default isn't kept: it follows the default. */
const keepConfigs = (
  tx: Tx,
  id: number,
  configValues: readonly { market_config_id: number; value: string; default_value: string }[],
) =>
  sql`
    with given as (
      select *
      from jsonb_to_recordset(${JSON.stringify(configValues)}::jsonb) as x(
        market_config_id int, value text, default_value text)),
    gone as (
      delete from integration_config c
      using given g
      where c.vendor_market_map_id = ${id}
        and c.market_config_id = g.market_config_id
        and g.value = g.default_value)
    insert into integration_config (vendor_market_map_id, market_config_id, config_value)
    select ${id}::int, market_config_id, value
    from given
    where value <> default_value
    on conflict (vendor_market_map_id, market_config_id) do update
    set config_value = excluded.config_value`.execute(tx)

/** By the fields' names; of a secret only whether one is set, and that it is a new one. */
function loggedValues(
  form: readonly FormField[],
  values: FieldTexts,
  keptValues: FieldTexts,
  set: readonly string[],
) {
  const fields = form.filter((f) => f.field_data_type !== 'default' && f.field_data_type !== 'information')
  const names = namesAlone(fields.map((field) => field.field_name))
  return Object.fromEntries(
    fields.map(({ field_handle: key, field_data_type: type }, i) => {
      const name = names[i]!
      if (type !== 'password') return [name, values[key] ?? null]
      const [newValue, wasSet] = [keptValues[key], set.includes(key)]
      if (newValue === undefined) return [name, wasSet ? 'set' : null]
      if (newValue === null) return [name, null]
      return [name, wasSet ? 'changed' : 'set']
    }),
  )
}
