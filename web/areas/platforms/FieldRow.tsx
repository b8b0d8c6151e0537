import { ActionIcon, UnstyledButton } from '@mantine/core'
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconChevronDown,
  IconChevronRight,
  IconX,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { fieldTypes } from '#contract/platforms/fields.ts'
import type { PlatformView } from '#contract/platforms/platforms.ts'
import { SortableRow } from '../../ui/form/Sortable.tsx'
import { Status } from '../../ui/values.tsx'
import { FieldEditor } from './FieldEditor.tsx'
import { fieldAt, type EditedField, type FieldsOf } from './field-form.ts'

/** One field: its handle, name and type, the effects on filled-in values, and its editor when open. */
export function FieldRow({
  id,
  form,
  errors,
  effects,
  markets,
  open,
  naming,
  toggle,
  change,
  remove,
}: {
  id: string
  form: FieldsOf
  errors: Readonly<Record<string, ReactNode>>
  effects: readonly string[]
  markets: PlatformView['market_implementations']
  open: boolean
  naming: boolean
  toggle: () => void
  change: (change: Partial<EditedField>) => void
  remove: () => void
}) {
  const field = fieldAt(form, id)
  const name = field.field_name || 'New field'
  const isWrong = Object.keys(errors).some(
    (path) => path.startsWith(`fields.${id}.`) && Boolean(errors[path]),
  )
  const isOpen = !field.deleted && (open || isWrong)
  return (
    <SortableRow
      id={id}
      name={name}
      details={
        <>
          {effects.map((text) => (
            <div key={text} className="field-effect">
              <Status tone="wait" icon={IconAlertTriangle}>
                {text}
              </Status>
            </div>
          ))}
          {isOpen && (
            <FieldEditor
              id={id}
              form={form}
              errors={errors}
              markets={markets}
              naming={naming}
              change={change}
            />
          )}
        </>
      }
    >
      <UnstyledButton
        className={`field-head${field.deleted ? ' struck' : ''}`}
        aria-expanded={isOpen}
        disabled={field.deleted}
        onClick={toggle}
      >
        {isOpen ? <IconChevronDown size={14} aria-hidden /> : <IconChevronRight size={14} aria-hidden />}
        <span className="what">{name}</span>
        <span className="mono faint">{field.field_handle}</span>
        <span className="faint end">
          {fieldTypes[field.field_data_type]}
          {field.required && ', required'}
          {field.conditions.length > 0 && ', conditional'}
        </span>
      </UnstyledButton>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={field.deleted ? `Restore ${name}` : `Delete ${name}`}
        onClick={remove}
      >
        {field.deleted ? <IconArrowBackUp size={15} /> : <IconX size={15} />}
      </ActionIcon>
    </SortableRow>
  )
}
