import { Button, SimpleGrid, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { mostFields } from '#contract/platforms/fields.ts'
import { messages } from '#contract/messages.ts'
import type { PlatformView } from '#contract/platforms/platforms.ts'
import { api } from '../../api.ts'
import { Empty, Panel } from '../../ui/page/Page.tsx'
import { RecordForm, useRecordForm } from '../../ui/form/RecordForm.tsx'
import { SortableList } from '../../ui/form/Sortable.tsx'
import { effectsOf, effectSummary } from './effect-words.ts'
import {
  descriptionsOf,
  fieldAt,
  keptKeys,
  keysOf,
  toBody,
  toForm,
  underKeys,
  faultText,
  validate,
  withField,
  withNew,
  removeField,
} from './field-form.ts'
import { fieldLabels, fieldWords } from './field-labels.ts'
import { FieldPreview } from './FieldPreview.tsx'
import { FieldRow } from './FieldRow.tsx'
import { LosingModal } from './LosingModal.tsx'
import { useEffects } from './useEffects.ts'
import './fields.css'

const asRecord = (view: PlatformView) => ({ ...view, version: view.fields_version })

/** The fields of a platform's stores and integrations, with a preview of their form. */
export default function PlatformFields({ view }: { view: PlatformView }) {
  const params = { platform_id: view.platform.platform_id }
  const sentKeys = useRef<readonly string[]>([])
  const {
    form,
    parts,
    original: openedView,
  } = useRecordForm({
    latest: asRecord(view),
    toValues: toForm,
    validate,
    save: async (values, { version, fields }) => {
      sentKeys.current = keptKeys(values)
      return asRecord(await api.savePlatformFields({ params, body: { version, ...toBody(values, fields) } }))
    },
    reload: async () => asRecord(await api.getPlatform({ params })),
    doneText: messages.platformFieldsSaved,
    toErrors: (fields) => underKeys(fields, sentKeys.current),
    labels: fieldLabels,
    words: fieldWords(view.all_markets),
  })
  const { values, errors } = form
  const [open, setOpen] = useState<string | null>(null)
  const [addedKey, setAddedKey] = useState<string | null>(null)
  const { effects, asking, ask, close } = useEffects({
    platform_id: params.platform_id,
    values,
    openedForm: toForm(openedView),
    hasChanges: parts.changes > 0,
    save: parts.submit,
  })
  const keys = keysOf(values)
  const faults = validate(values)
  // a field above the one that its condition names is marked before the save
  const astray = Object.fromEntries(
    Object.entries(faults).filter(([path]) => /\.conditions\.\d+\.field_handle$/.test(path)),
  )
  const summary = parts.changes > 0 ? effectSummary(effects) : undefined
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl">
      <RecordForm parts={{ ...parts, submit: ask }}>
        <Panel
          title="Fields"
          actions={
            <Button
              size="xs"
              variant="default"
              leftSection={<IconPlus size={14} aria-hidden />}
              disabled={keys.length >= mostFields}
              onClick={() => {
                const { form: longer, key } = withNew(values)
                form.setValues(longer)
                setOpen(key)
                setAddedKey(key)
              }}
            >
              Add field
            </Button>
          }
        >
          {summary && (
            <Text size="sm" role="status" mb="xs" {...(effects && effects.losing > 0 && { c: 'var(--bad)' })}>
              {summary}
            </Text>
          )}
          {keys.length === 0 && <Empty>No fields yet.</Empty>}
          <SortableList ids={keys} move={(order) => form.setFieldValue('order', order)}>
            {keys.map((key) => (
              <FieldRow
                key={key}
                id={key}
                form={values}
                errors={{ ...astray, ...errors }}
                effects={effectsOf(effects, fieldAt(values, key).field_handle)}
                markets={view.market_implementations}
                open={open === key}
                naming={addedKey === key}
                toggle={() => setOpen(open === key ? null : key)}
                change={(change) => form.setValues(withField(values, key, change))}
                remove={() => form.setValues(removeField(values, key))}
              />
            ))}
          </SortableList>
        </Panel>
        {asking && <LosingModal effects={asking} fields={view.fields} save={parts.submit} close={close} />}
      </RecordForm>
      <FieldPreview
        platform_id={params.platform_id}
        fields={descriptionsOf(values)}
        body={() => toBody(values).fields}
        fault={faultText(values, faults)}
        markets={view.market_implementations}
      />
    </SimpleGrid>
  )
}
