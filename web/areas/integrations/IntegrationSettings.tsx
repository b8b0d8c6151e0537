import { Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import type { FormErrors, UseFormReturnType } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { activation, type IntegrationView } from '#contract/integrations/integrations.ts'
import {
  amountWords,
  exceptions,
  settingGroups,
  settingWords,
  withoutEffect,
} from '#contract/integrations/setting-words.ts'
import { amountLabels, settingLabels, type IntegrationSetting } from '#contract/integrations/settings.ts'
import { activations } from '#contract/integrations/standing.ts'
import { api } from '../../api.ts'
import { NumberField } from '../../ui/form/NumberField.tsx'
import { Panel } from '../../ui/page/Page.tsx'
import { same } from '../../ui/form/rebase.ts'
import { RecordForm, useRecordForm } from '../../ui/form/RecordForm.tsx'
import { HintedSwitch, SwitchGroup } from '../../ui/form/SwitchGroup.tsx'
import { missingOf, pathOf } from './answer.ts'
import './integration.css'
import { OnboardingSteps } from './OnboardingSteps.tsx'
import { SettingsEffects } from './SettingsEffects.tsx'
import { toForm, validate, type SettingsForm } from './settings-form.ts'

/** An integration's activation, and the settings for what its store is sent. */
export default function IntegrationSettings({ view }: { view: IntegrationView }) {
  const [openedView, setOpenedView] = useState(view)
  return (
    <FormOf key={openedView.version} latest={openedView} view={view} reopen={() => setOpenedView(view)} />
  )
}

function FormOf({
  latest,
  view,
  reopen,
}: {
  latest: IntegrationView
  /** The current record. */
  view: IntegrationView
  reopen: () => void
}) {
  const params = { vid: latest.integration.vendor_id, vmmid: latest.integration.vendor_market_map_id }
  const { form, parts } = useRecordForm<IntegrationView, SettingsForm>({
    latest,
    toValues: toForm,
    validate,
    save: ({ integration }, { version }) => api.saveIntegration({ params, body: { version, integration } }),
    reload: () => api.getIntegration({ params }),
    doneText: 'Integration saved',
  })
  const { integration: draft } = form.values
  // without typed changes, show what a button or another person saved
  const isOutdated = parts.changes === 0 && !same(toForm(view), form.values)
  useEffect(() => {
    if (isOutdated) reopen()
  })
  const errors = useErrors(form)
  const savedSettings = toForm(latest).integration
  const settingProps = (name: IntegrationSetting) => ({
    label: settingLabels[name],
    hint: settingWords[name],
    note: withoutEffect(name, draft),
    isOn: draft[name],
    turn: (isOn: boolean) => form.setFieldValue(`integration.${name}`, isOn),
  })
  return (
    <RecordForm parts={parts} readOnly={view.closed !== null}>
      <ActivationPanel view={view} form={form} errors={errors} />
      <AmountsPanel form={form} errors={errors} />
      {settingGroups.map(([title, settings]) => (
        <SwitchGroup
          key={title}
          title={title}
          onCount={settings.filter((name) => draft[name]).length}
          count={settings.length}
          changeCount={settings.filter((name) => draft[name] !== savedSettings[name]).length}
          isFaulty={settings.includes('use_weight_scale') && 'integration.weight_scale' in errors}
        >
          <SimpleGrid cols={{ base: 1, xs: 2, md: 3, lg: 4 }} verticalSpacing="lg">
            {settings.filter(isOnItsOwn).map((name) => (
              <div key={name}>
                <HintedSwitch {...settingProps(name)} />
                {name === 'use_weight_scale' && (
                  <div className="exception">
                    <WeightScale form={form} errors={errors} />
                  </div>
                )}
                {exceptions[name]?.map((exception) => (
                  <div key={exception} className="exception">
                    <HintedSwitch {...settingProps(exception)} disabled={!!withoutEffect(exception, draft)} />
                  </div>
                ))}
              </div>
            ))}
          </SimpleGrid>
        </SwitchGroup>
      ))}
      {parts.changes > 0 && <SettingsEffects view={latest} form={form.values} />}
    </RecordForm>
  )
}

const isOnItsOwn = (name: IntegrationSetting) =>
  !Object.values(exceptions).some((names) => names.includes(name))

interface PanelProps {
  form: UseFormReturnType<SettingsForm>
  errors: FormErrors
}

function ActivationPanel({ view, form, errors }: PanelProps & { view: IntegrationView }) {
  const { integration: draft } = form.values
  const isActive = draft.is_activated === activation.active
  const missing = missingOf(view)
  return (
    <Panel title="Activation">
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }}>
          <Select
            label="Activation"
            data={[activation.onboarding, activation.released, activation.active].map((code) => ({
              value: String(code),
              label: activations[code],
            }))}
            allowDeselect={false}
            value={String(draft.is_activated)}
            error={errors['integration.is_activated']}
            onChange={(v) => form.setFieldValue('integration.is_activated', Number(v) as 0 | 1 | 2)}
          />
          {isActive && (
            <Select
              label="Active options"
              data={[
                { value: 'on', label: 'Active' },
                { value: 'off', label: 'Paused' },
              ]}
              allowDeselect={false}
              value={draft.market_is_on ? 'on' : 'off'}
              onChange={(v) => form.setFieldValue('integration.market_is_on', v === 'on')}
            />
          )}
        </SimpleGrid>
        {!isActive && (
          <OnboardingSteps
            integration={draft}
            overdue={view.overdue}
            livePath={pathOf(view)}
            toggle={(flag) => form.setFieldValue(`integration.${flag}`, !draft[flag])}
          />
        )}
        {missing.length > 0 && (
          <div>
            <Text size="sm" fw={600}>
              Required before sending
            </Text>
            <ul className="plain-list">
              {missing.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </div>
        )}
      </Stack>
    </Panel>
  )
}

function AmountsPanel({ form, errors }: PanelProps) {
  const { integration: draft } = form.values
  // a value that is not a number stays as typed, and the check refuses it
  const wholeField = (key: 'quantity_buffer' | 'quantity_minimum') => (
    <NumberField
      label={amountLabels[key]}
      description={amountWords[key]}
      value={draft[key]}
      error={errors[`integration.${key}`]}
      onChange={(v) => form.setFieldValue(`integration.${key}`, v as number)}
    />
  )
  return (
    <Panel title="Quantities">
      <SimpleGrid cols={{ base: 1, xs: 2, sm: 3 }}>
        {wholeField('quantity_buffer')}
        {wholeField('quantity_minimum')}
        <NumberField
          label={amountLabels.quantity_maximum}
          description={amountWords.quantity_maximum}
          placeholder="No maximum"
          value={draft.quantity_maximum}
          error={errors['integration.quantity_maximum']}
          onChange={(v) =>
            form.setFieldValue('integration.quantity_maximum', v === '' ? null : (v as number))
          }
        />
      </SimpleGrid>
    </Panel>
  )
}

const WeightScale = ({ form, errors }: PanelProps) => (
  <TextInput
    label={amountLabels.weight_scale}
    description={amountWords.weight_scale}
    inputMode="decimal"
    disabled={!form.values.integration.use_weight_scale}
    {...form.getInputProps('integration.weight_scale')}
    error={errors['integration.weight_scale']}
  />
)

/** The errors of a save, and those of typed values after a pause. */
function useErrors({ values, errors }: UseFormReturnType<SettingsForm>): FormErrors {
  const [settledValues] = useDebouncedValue(values, 300)
  return { ...(settledValues === values && validate(values)), ...errors }
}
