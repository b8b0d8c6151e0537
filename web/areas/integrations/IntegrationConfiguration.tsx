import { Text } from '@mantine/core'
import type { IntegrationConfigs, IntegrationView } from '#contract/integrations/integrations.ts'
import { checkForm, choiceSeparator, type FieldValues, type FormField } from '#contract/platforms/form.ts'
import { api } from '../../api.ts'
import { FieldsForm } from '../../ui/form/FieldsForm.tsx'
import { Empty, Panel } from '../../ui/page/Page.tsx'
import { RecordForm, useRecordForm } from '../../ui/form/RecordForm.tsx'
import './integration.css'

interface Form {
  values: FieldValues
}
const prefix = 'values.'

/** The fields that the market and its platform require of an integration. */
export default function IntegrationConfiguration({ view }: { view: IntegrationView }) {
  const { vendor_id: vid, vendor_market_map_id: vmmid, market_id } = view.integration
  const params = { vid, vmmid }
  const {
    form,
    original: openedConfigs,
    parts,
  } = useRecordForm<IntegrationConfigs, Form>({
    latest: view.configs,
    toValues: ({ values }) => ({ values }),
    validate: ({ values }, { fields, set }) =>
      Object.fromEntries(
        Object.entries(checkForm(fields, { values, set, market_id }).faults).map(([key, text]) => [
          prefix + key,
          text,
        ]),
      ),
    save: async ({ values }, { version }) =>
      (await api.saveMarketConfigs({ params, body: { version, values: definedValues(values) } })).configs,
    reload: async () => (await api.getIntegration({ params })).configs,
    doneText: 'Configuration saved',
    labels: Object.fromEntries(view.configs.fields.map((f) => [prefix + f.field_handle, f.field_name])),
  })
  const hasFields = openedConfigs.fields.some((f) => f.field_data_type !== 'default')
  if (!hasFields) return <Empty>No {view.market_name} settings.</Empty>
  return (
    <RecordForm parts={parts} readOnly={view.closed !== null}>
      <Panel title={`${view.market_name} settings`}>
        {openedConfigs.fields.some((f) => f.field_data_type === 'password') && (
          <Text size="sm" c="dimmed" mb="md">
            Secrets are encrypted and never shown again.
          </Text>
        )}
        <div className="narrow-form">
          <FieldsForm
            fields={openedConfigs.fields.map((field) =>
              withDefault(field, openedConfigs, form.values.values),
            )}
            formState={{ values: form.values.values, set: openedConfigs.set, market_id }}
            faults={Object.fromEntries(
              Object.entries(form.errors).flatMap(([key, text]) =>
                typeof text === 'string' ? [[key.slice(prefix.length), text]] : [],
              ),
            )}
            change={(values) => {
              form.setFieldValue('values', values)
              form.clearErrors()
            }}
          />
        </div>
      </Panel>
    </RecordForm>
  )
}

/** A field whose value isn't the market's default says what that is. */
function withDefault<F extends FormField>(
  field: F,
  { market_configs }: IntegrationConfigs,
  values: FieldValues,
): F {
  const { field_handle: handle, field_data_options: options } = field
  const usual = market_configs.find((config) => config.field_handle === handle)?.default_value ?? ''
  if (usual === '' || (values[handle] ?? '') === usual) return field
  const labelOf = (value: string) => options.choices.find((choice) => choice.value === value)?.label ?? value
  const defaultText = `Default: ${usual.split(choiceSeparator).map(labelOf).join(', ')}`
  const text = [options.text, defaultText].filter(Boolean).join(' · ')
  return { ...field, field_data_options: { ...options, text } }
}

const definedValues = (values: FieldValues) =>
  Object.fromEntries(Object.entries(values).flatMap(([key, v]) => (v === undefined ? [] : [[key, v]])))
