import { Button, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { IntegrationView } from '#contract/integrations/integrations.ts'
import type { Switch } from '#contract/integrations/settings.ts'
import { api } from '../../api.ts'
import { Bar } from '../../ui/form/SaveBar.tsx'
import { effectsInWords } from './effect-words.ts'
import { validate, type SettingsForm } from './settings-form.ts'

/** What the typed settings would change in the stores, above the save bar. */
export function SettingsEffects({ view, form }: { view: IntegrationView; form: SettingsForm }) {
  const [settledForm] = useDebouncedValue(form, 500)
  const { vendor_id: vid, vendor_market_map_id: vmmid } = view.integration
  const input = { params: { vid, vmmid }, body: settledForm }
  const isSound = Object.keys(validate(settledForm)).length === 0
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['weighed settings', view.version, input],
    queryFn: () => api.weighIntegration(input),
    enabled: isSound,
    placeholderData: keepPreviousData,
  })
  const isBusy = isFetching || settledForm !== form
  const words = data && effectsInWords(data, sendsAll(settledForm.integration) && !sendsAll(view.integration))
  return (
    <Bar label="Effects of saving">
      <div className="weighed-settings" role="status" aria-busy={isBusy}>
        <Effects isSound={isSound} error={isFetching ? null : error} words={isBusy ? undefined : words} />
      </div>
      {isSound && error && !isFetching && (
        <Button variant="default" size="xs" onClick={() => void refetch()}>
          Try again
        </Button>
      )}
    </Bar>
  )
}

function Effects({
  isSound,
  error,
  words,
}: {
  isSound: boolean
  error: Error | null
  /** Undefined while counting. */
  words: ReturnType<typeof effectsInWords> | undefined
}) {
  if (!isSound) return <Text size="sm">Correct the amounts to see the effects.</Text>
  if (error)
    return (
      <Text size="sm" c="var(--bad)">
        Couldn’t calculate the effects: {error.message}
      </Text>
    )
  if (!words) return <Text size="sm">Calculating…</Text>
  return words.map(({ text, grave }) => (
    <Text key={text} size="sm" {...(grave && { c: 'var(--bad)', fw: 600 })}>
      {text}
    </Text>
  ))
}

const sendsAll = (settings: Record<'is_smart_update' | 'never_run_full_update', Switch>) =>
  !settings.is_smart_update && !settings.never_run_full_update
