import { Radio, SimpleGrid, Slider, Stack } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { usualThreshold } from '#contract/feeds/gate.ts'
import type { Feed } from '#contract/feeds/feeds.ts'
import { NumberField, type NumberFieldProps } from '../../../ui/form/NumberField.tsx'
import { BackTest } from './BackTest.tsx'
import type { Values } from '../settings/feed-form.ts'
import { GateLimits } from './GateLimits.tsx'
import { coverings } from '../settings/rules.ts'
import { useBackTest } from './useBackTest.ts'

/** The slider ends here: a limit that lets most of a catalog go has to be typed on purpose. */
const furthest = 60

/** When a run is held, and how these limits would have decided the last runs. */
export function GateFields({ form, feed }: { form: UseFormReturnType<Values>; feed: Feed }) {
  const { rules } = form.values
  const backTest = useBackTest(feed.feed_id, form.values)
  // a file of some products has no missing ones, so the threshold applies to all other amounts
  const holds = rules.covers === 'all' ? 'Hold when missing products exceed' : 'Hold at'
  return (
    <Stack gap="lg">
      <Radio.Group
        label="The file contains"
        value={rules.covers}
        onChange={(covers) => form.setFieldValue('rules.covers', covers as typeof rules.covers)}
      >
        <SimpleGrid cols={{ base: 1, sm: 3 }} mt={6}>
          {Object.entries(coverings).map(([value, { label, means }]) => (
            <Radio key={value} size="xs" value={value} label={label} description={means} />
          ))}
        </SimpleGrid>
      </Radio.Group>
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        <NumberField
          label={holds}
          description={scaleText(rules.threshold_percent)}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          inputContainer={(input) => (
            <>
              {input}
              <Slider
                my={6}
                size="sm"
                color="var(--field)"
                min={1}
                max={furthest}
                label={null}
                thumbLabel={holds}
                marks={[{ value: usualThreshold }]}
                value={Number(rules.threshold_percent) || 0}
                onChange={(n) => form.setFieldValue('rules.threshold_percent', n)}
              />
            </>
          )}
          unit="%"
          {...form.getInputProps('rules.threshold_percent')}
        />
        <NumberField
          label="Warn at"
          description="Default: 5%. Scales all other warnings."
          unit="%"
          {...form.getInputProps('rules.warn_percent')}
        />
        <OneTimeThreshold {...form.getInputProps('oneTime')} />
      </SimpleGrid>
      <BackTest result={backTest} />
      <GateLimits form={form} runs={backTest.runs} />
    </Stack>
  )
}

/** The one-time override, wherever a threshold is edited. */
export const OneTimeThreshold = (props: NumberFieldProps) => (
  <NumberField
    label="One-time threshold"
    description="For the next applied run only"
    placeholder="Usual threshold"
    unit="%"
    {...props}
  />
)
/** The threshold alone, without the slider and its back-test. */
export const Threshold = (props: NumberFieldProps) => (
  <NumberField
    label="Threshold"
    description={`Runs with more missing products are held. Default: ${usualThreshold}%.`}
    unit="%"
    {...props}
  />
)

/** How the threshold scales the other measures' limits. */
function scaleText(threshold: number | string): string {
  const times = Number(threshold) / usualThreshold
  const others = 'except likely errors'
  if (Number.isNaN(times)) return `Default: ${usualThreshold}%.`
  if (times === 1) return `Default: ${usualThreshold}%. Scales all other limits, ${others}.`
  return `All other limits are ${times.toFixed(1)} times the default, ${others}.`
}
