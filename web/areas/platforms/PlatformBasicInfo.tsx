import { Box, Select, SimpleGrid, Switch, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { messages } from '#contract/messages.ts'
import { type PlatformView } from '#contract/platforms/platforms.ts'
import { platformFlags } from '#contract/platforms/flags.ts'
import { flagNotes } from '#contract/platforms/words.ts'
import { api } from '../../api.ts'
import { ChoiceList } from '../../ui/form/ChoiceList.tsx'
import { Logo } from '../../ui/page/Logo.tsx'
import { Panel } from '../../ui/page/Page.tsx'
import { RecordForm, useRecordForm } from '../../ui/form/RecordForm.tsx'
import { many } from '../../ui/values.tsx'
import { MarketsModal } from './MarketsModal.tsx'
import { marketsTaken, toBody, toForm, toFormErrors, validate, type BasicForm } from './basic-form.ts'

const labels = Object.fromEntries(
  Object.entries({
    ...platformFlags,
    platform_name: 'Name',
    market_id: 'Main market',
    display_url: 'Display URL',
  }).map(([key, label]) => [`details.${key}`, label]),
)

export default function PlatformBasicInfo({ view: latest }: { view: PlatformView }) {
  const params = { platform_id: latest.platform.platform_id }
  const {
    form,
    parts,
    original: view,
  } = useRecordForm<PlatformView, BasicForm>({
    latest,
    toValues: toForm,
    validate,
    save: (values, openedView) => api.savePlatform({ params, body: toBody(openedView, values) }),
    reload: () => api.getPlatform({ params }),
    doneText: messages.platformSaved,
    toErrors: toFormErrors,
    labels,
  })
  const { values, errors } = form
  const [asking, setAsking] = useState(false)
  const takenMarkets = marketsTaken(view, values)
  const ask = () => {
    if (takenMarkets.length > 0 && Object.keys(validate(values)).length === 0) setAsking(true)
    else parts.submit()
  }
  const ownMarkets = values.markets.filter((market) => !market.deleted && market.id !== null)
  const free = view.all_markets.filter(
    (market) => market.platform_id === null || market.platform_id === params.platform_id,
  )
  return (
    <RecordForm parts={{ ...parts, submit: ask }}>
      <Panel title="Platform">
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
          <TextInput label="Name" required maxLength={100} {...form.getInputProps('details.platform_name')} />
          <TextInput
            label="Display URL"
            placeholder="https://"
            {...form.getInputProps('details.display_url')}
          />
          <Select
            label="Main market"
            placeholder="None"
            clearable
            data={ownMarkets.map((market) => ({ value: String(market.id), label: market.name }))}
            value={values.details.market_id === null ? null : String(values.details.market_id)}
            onChange={(v) => form.setFieldValue('details.market_id', v === null ? null : Number(v))}
            error={errors['details.market_id']}
          />
        </SimpleGrid>
        <Box mt="1rem">
          <Logo
            src={latest.platform.logo_url}
            recordName={latest.platform.platform_name}
            to={api.uploadPlatformLogo.url({ params: { id: params.platform_id } })}
          />
        </Box>
      </Panel>
      <Panel title="Type and requirements">
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }}>
          {Object.entries(platformFlags).map(([key, label]) => (
            <Switch key={key} label={label} {...form.getInputProps(`details.${key}`, { type: 'checkbox' })} />
          ))}
        </SimpleGrid>
        {flagNotes(values.details).map((note) => (
          <Text key={note} size="sm" c="var(--wait)" mt="xs" role="status">
            {note}
          </Text>
        ))}
      </Panel>
      <Panel title="Market implementations">
        <ChoiceList
          label="Market implementations"
          all={free.map((market) => ({ id: market.market_id, name: market.market_name }))}
          value={values.markets}
          onChange={(markets) => form.setFieldValue('markets', markets)}
          error={errors.markets}
          nothingChosen="Choose a market first"
          create={{ label: 'New market', nothingTyped: 'Enter a name' }}
          describe={({ id }) => {
            const market = view.market_implementations.find(
              (implementation) => implementation.market_id === id,
            )
            return market && many(market.vendors, 'vendor')
          }}
        />
      </Panel>
      {asking && (
        <MarketsModal
          platform={view.platform}
          markets={takenMarkets}
          save={parts.submit}
          close={() => setAsking(false)}
        />
      )}
    </RecordForm>
  )
}
