import { Checkbox, MultiSelect, Select, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { isChoice, isQuiet } from '#contract/platforms/field-rules.ts'
import { fieldTypes, type FieldType } from '#contract/platforms/fields.ts'
import type { PlatformView } from '#contract/platforms/platforms.ts'
import { FieldConditions } from './FieldConditions.tsx'
import { FieldConnection } from './FieldConnection.tsx'
import { FieldOptions } from './FieldOptions.tsx'
import { fieldAt, keptKeys, type EditedField, type FieldsOf } from './field-form.ts'

const choicesOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))
const textLabels: Partial<Record<FieldType, string>> = { information: 'Text', default: 'Value' }
const marketScopes = { all: 'In all markets', show: 'Only in…', hide: 'Not in…' } as const

/** All settings of one field. */
export function FieldEditor({
  id,
  form,
  errors,
  markets,
  naming,
  change,
}: {
  id: string
  form: FieldsOf
  errors: Readonly<Record<string, ReactNode>>
  markets: PlatformView['market_implementations']
  /** It was just added: its name gets the focus. */
  naming: boolean
  change: (change: Partial<EditedField>) => void
}) {
  const field = fieldAt(form, id)
  const error = (path: string) => errors[`fields.${id}.${path}`]
  const { field_data_type: type, field_data_options: options, show_hide_for_market: marketLimit } = field
  const limitKind = marketLimit?.show ? 'show' : 'hide'
  const keys = keptKeys(form)
  const fieldsAbove = keys.slice(0, keys.indexOf(id)).map((key) => fieldAt(form, key))
  return (
    <Stack
      className="field-editor"
      gap="sm"
      role="group"
      aria-label={`Field ${field.field_name || '(unnamed)'}`}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          label="Field name"
          required
          autoFocus={naming}
          maxLength={100}
          description={`Handle: ${field.field_handle}`}
          value={field.field_name}
          onChange={(e) => change({ field_name: e.currentTarget.value })}
          error={error('field_name')}
        />
        <Select
          label="Type"
          description={isQuiet(type) ? 'Not filled in by vendors' : 'Filled in by vendors'}
          data={choicesOf(fieldTypes)}
          allowDeselect={false}
          value={type}
          onChange={(v) =>
            v !== null && change({ field_data_type: v as FieldType, ...(isQuiet(v) && { required: false }) })
          }
          error={error('field_data_type')}
        />
      </SimpleGrid>
      {isChoice(type) && (
        <FieldOptions
          value={options.choices}
          change={(choices) => change({ field_data_options: { ...options, choices } })}
          error={(path) => error(`field_data_options.choices${path}`)}
        />
      )}
      <Textarea
        label={textLabels[type] ?? 'Help text'}
        required={isQuiet(type)}
        autosize
        minRows={1}
        maxRows={6}
        maxLength={2000}
        value={options.text}
        onChange={(e) => change({ field_data_options: { ...options, text: e.currentTarget.value } })}
        error={error('field_data_options.text')}
      />
      {!isQuiet(type) && (
        <Checkbox
          label="Required"
          checked={field.required}
          onChange={(e) => change({ required: e.currentTarget.checked })}
        />
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Select
          label="Visibility"
          data={choicesOf(marketScopes)}
          allowDeselect={false}
          value={marketLimit ? limitKind : 'all'}
          onChange={(v) =>
            change({
              show_hide_for_market:
                v === 'all' ? null : { show: v === 'show', market_ids: marketLimit?.market_ids ?? [] },
            })
          }
        />
        {marketLimit && (
          <MultiSelect
            label="Markets"
            required
            data={markets.map((market) => ({ value: String(market.market_id), label: market.market_name }))}
            value={marketLimit.market_ids.map(String)}
            onChange={(ids) =>
              change({ show_hide_for_market: { ...marketLimit, market_ids: ids.map(Number) } })
            }
            error={error('show_hide_for_market.market_ids') ?? error('show_hide_for_market')}
          />
        )}
      </SimpleGrid>
      <FieldConnection field={field} change={change} error={error} />
      {!isQuiet(type) && (
        <TextInput
          label="Authorization field"
          description="Prefilled from this field of the vendor’s authorization, if any"
          placeholder="None"
          maxLength={100}
          classNames={{ input: 'mono' }}
          value={field.seeded_from_auth_field}
          onChange={(e) => change({ seeded_from_auth_field: e.currentTarget.value })}
          error={error('seeded_from_auth_field')}
        />
      )}
      <FieldConditions
        value={field.conditions}
        fieldsAbove={fieldsAbove}
        change={(conditions) => change({ conditions })}
        error={(path) => error(`conditions${path}`)}
      />
    </Stack>
  )
}
