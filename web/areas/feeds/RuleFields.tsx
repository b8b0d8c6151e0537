import { NumberInput, Select, SimpleGrid } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { daysSuffix } from '../../ui/values.tsx'
import type { Values } from './feed-form.ts'
import { choices, ruleLabels } from './rules.ts'

const percent = { suffix: '%', min: 0, max: 100 } as const

/** When a run is held, and how rows are checked. */
export function RuleFields({ form }: { form: UseFormReturnType<Values> }) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }}>
      <NumberInput
        label="Hold when a measure moves by more than"
        {...percent}
        {...form.getInputProps('rules.threshold_percent')}
      />
      <NumberInput label="Warn from" {...percent} {...form.getInputProps('rules.warn_percent')} />
      <NumberInput
        label="For the next applied run only"
        description="Empty: the usual threshold"
        {...percent}
        {...form.getInputProps('oneTime')}
      />
      <NumberInput
        label="Delete missing products after"
        suffix={daysSuffix(form.values.rules.gone_retention_days)}
        min={1}
        max={3650}
        {...form.getInputProps('rules.gone_retention_days')}
      />
      {choices.map((name) => (
        <Select
          key={name}
          label={ruleLabels[name].label}
          allowDeselect={false}
          data={Object.entries(ruleLabels[name].options).map(([value, label]) => ({ value, label }))}
          {...form.getInputProps(`rules.${name}`)}
        />
      ))}
    </SimpleGrid>
  )
}
