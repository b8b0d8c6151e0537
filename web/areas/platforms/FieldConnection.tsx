import { Select, SimpleGrid, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { settingLabels } from '#contract/integrations/settings.ts'
import { storeFields } from '#contract/platforms/connections.ts'
import { connectionTypes, type ConnectionType } from '#contract/platforms/fields.ts'
import type { EditedField } from './field-form.ts'

const entries = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))
const namesByType = {
  store: entries(storeFields),
  setting: entries(settingLabels),
}

/**
 * What the field's value fills in elsewhere: a store's field, an integration setting, or a market's
 * configuration.
 */
export function FieldConnection({
  field: { connects_with_type: type, connects_with: name },
  change,
  error,
}: {
  field: EditedField
  change: (change: Partial<EditedField>) => void
  error: (path: string) => ReactNode
}) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <Select
        label="Connection"
        placeholder="None"
        clearable
        data={entries(connectionTypes)}
        value={type}
        onChange={(v) => change({ connects_with_type: v as ConnectionType | null, connects_with: '' })}
        error={error('connects_with_type')}
      />
      {type === 'market' && (
        <TextInput
          label="Configuration name"
          required
          maxLength={100}
          classNames={{ input: 'mono' }}
          value={name}
          onChange={(e) => change({ connects_with: e.currentTarget.value })}
          error={error('connects_with')}
        />
      )}
      {(type === 'store' || type === 'setting') && (
        <Select
          label={type === 'store' ? 'Store field' : 'Setting'}
          required
          searchable
          data={namesByType[type]}
          value={name || null}
          onChange={(v) => change({ connects_with: v ?? '' })}
          error={error('connects_with')}
        />
      )}
    </SimpleGrid>
  )
}
