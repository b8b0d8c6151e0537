import { ActionIcon, Modal, Select, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core'
import type { FormErrors, UseFormReturnType } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { IconHelp } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { IntegrationView } from '#contract/integrations/integrations.ts'
import {
  amountWords,
  settingGroups,
  settingWords,
  withoutEffect,
} from '#contract/integrations/setting-words.ts'
import { amountLabels, settingLabels, type IntegrationSetting } from '#contract/integrations/settings.ts'
import { activations } from '#contract/integrations/standing.ts'
import { api } from '../../api.ts'
import { NumberField } from '../../ui/form/NumberField.tsx'
import { Panel } from '../../ui/page/Page.tsx'
import { same } from '../../ui/form/rebased.ts'
import { RecordForm, useRecordForm } from '../../ui/form/RecordForm.tsx'
import { missingOf } from './answer.ts'
import './integration.css'
import { OnboardingSteps } from './OnboardingSteps.tsx'
import { SettingsEffects } from './SettingsEffects.tsx'
import { toForm, validate, type SettingsForm } from './settings-form.ts'

/** How an integration is set up, and what of its supplier's products its store is sent. */
export default function IntegrationSettings({ view }: { view: IntegrationView }) {
  const [opened, setOpened] = useState(view)
  return <FormOf key={opened.version} latest={opened} view={view} reopen={() => setOpened(view)} />
}

function FormOf({
  latest,
  view,
  reopen,
}: {
  latest: IntegrationView
  /** As it is now. */
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
    done: 'The integration is saved',
  })
  const { integration: typed } = form.values
  // an act of the head, or another's save, shows where nothing is typed
  const outdated = parts.changes === 0 && !same(toForm(view), form.values)
  useEffect(() => {
    if (outdated) reopen()
  })
  const errors = useErrors(form)
  // what is no number is kept as it was typed, and refused by the check
  const [explained, setExplained] = useState<IntegrationSetting | null>(null)
  const missing = missingOf(view)
  const whole = (key: 'quantity_buffer' | 'quantity_minimum') => (
    <NumberField
      label={amountLabels[key]}
      description={amountWords[key]}
      value={typed[key]}
      error={errors[`integration.${key}`]}
      onChange={(v) => form.setFieldValue(`integration.${key}`, v as number)}
    />
  )
  return (
    <RecordForm of={parts} closed={view.closed !== null}>
      <Panel title="Activation">
        <Stack gap="md">
          <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }}>
            <Select
              label="Activation"
              data={[0, 2, 1].map((code) => ({
                value: String(code),
                label: activations[code as keyof typeof activations],
              }))}
              allowDeselect={false}
              value={String(typed.is_activated)}
              error={errors['integration.is_activated']}
              onChange={(v) => form.setFieldValue('integration.is_activated', Number(v) as 0 | 1 | 2)}
            />
            {typed.is_activated === 1 && (
              <Select
                label="Active options"
                data={[
                  { value: 'on', label: 'Active' },
                  { value: 'off', label: 'Paused' },
                ]}
                allowDeselect={false}
                value={typed.market_is_on ? 'on' : 'off'}
                onChange={(v) => form.setFieldValue('integration.market_is_on', v === 'on')}
              />
            )}
          </SimpleGrid>
          {typed.is_activated !== 1 && (
            <OnboardingSteps
              of={typed}
              overdue={view.overdue}
              toggle={(flag) => form.setFieldValue(`integration.${flag}`, !typed[flag])}
            />
          )}
          {missing.length > 0 && (
            <div>
              <Text size="sm" fw={600}>
                Before it can send anything
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
      <Panel title="Quantities and weight">
        <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }}>
          {whole('quantity_buffer')}
          {whole('quantity_minimum')}
          <NumberField
            label={amountLabels.quantity_maximum}
            description={amountWords.quantity_maximum}
            value={typed.quantity_maximum}
            error={errors['integration.quantity_maximum']}
            onChange={(v) =>
              form.setFieldValue('integration.quantity_maximum', v === '' ? null : (v as number))
            }
          />
          <TextInput
            label={amountLabels.weight_scale}
            description={amountWords.weight_scale}
            inputMode="decimal"
            {...form.getInputProps('integration.weight_scale')}
            error={errors['integration.weight_scale']}
          />
        </SimpleGrid>
      </Panel>
      {settingGroups.map(([title, settings]) => (
        <Panel key={title} title={title}>
          <SimpleGrid cols={{ base: 1, xs: 2, md: 3, lg: 4 }} verticalSpacing="lg">
            {settings.map((name) => (
              <Setting
                key={name}
                name={name}
                on={typed[name]}
                quiet={withoutEffect(name, typed)}
                turn={(on) => form.setFieldValue(`integration.${name}`, on)}
                explain={() => setExplained(name)}
              />
            ))}
          </SimpleGrid>
        </Panel>
      ))}
      {parts.changes > 0 && <SettingsEffects view={latest} form={form.values} />}
      {explained && (
        <Explained
          name={explained}
          on={typed[explained]}
          quiet={withoutEffect(explained, typed)}
          close={() => setExplained(null)}
        />
      )}
    </RecordForm>
  )
}

/** What a save refused, and what is wrong with what was typed, said once the person pauses. */
function useErrors({ values, errors }: UseFormReturnType<SettingsForm>): FormErrors {
  const [settled] = useDebouncedValue(values, 300)
  return { ...(settled === values && validate(values)), ...errors }
}

interface Shown {
  name: IntegrationSetting
  on: boolean
  /** Why it changes nothing now. */
  quiet: string | undefined
}

const Setting = ({
  name,
  on,
  quiet,
  turn,
  explain,
}: Shown & { turn: (on: boolean) => void; explain: () => void }) => (
  <div className="setting">
    <Switch
      label={settingLabels[name]}
      aria-label={settingLabels[name]}
      description={quiet ?? settingWords[name]}
      checked={on}
      onChange={(e) => turn(e.currentTarget.checked)}
    />
    <ActionIcon
      variant="subtle"
      color="gray"
      size="sm"
      aria-label={`What “${settingLabels[name]}” does`}
      onClick={explain}
    >
      <IconHelp size={15} aria-hidden />
    </ActionIcon>
  </div>
)

/** What a setting does, at length. */
const Explained = ({ name, on, quiet, close }: Shown & { close: () => void }) => (
  <Modal opened onClose={close} title={settingLabels[name]} closeButtonProps={{ 'aria-label': 'Close' }}>
    <Stack gap="sm">
      <Text size="sm">{settingWords[name]}</Text>
      <Text size="sm">
        It is {on ? 'on' : 'off'} now.{quiet && ` ${quiet}.`}
      </Text>
      <Text size="sm" c="dimmed">
        Its name in calls: <span className="mono">{name}</span>
      </Text>
    </Stack>
  </Modal>
)
