import { Select, SimpleGrid } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { NumberField } from '../../../ui/form/NumberField.tsx'
import { daysSuffix } from '../../../ui/values.tsx'
import type { Values } from './feed-form.ts'
import { choicesFor, ruleLabels } from './rules.ts'

/** How rows are checked, and what happens to missing products. */
export function RuleFields({ form }: { form: UseFormReturnType<Values> }) {
  const { covers } = form.values.rules
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }}>
      {choicesFor(covers).map((name) => (
        <Select
          key={name}
          label={ruleLabels[name].label}
          allowDeselect={false}
          data={Object.entries(ruleLabels[name].options).map(([value, label]) => ({ value, label }))}
          {...form.getInputProps(`rules.${name}`)}
        />
      ))}
      {covers === 'all' && (
        <NumberField
          label="Delete missing products after"
          unit={daysSuffix(form.values.rules.gone_retention_days)}
          {...form.getInputProps('rules.gone_retention_days')}
        />
      )}
    </SimpleGrid>
  )
}
