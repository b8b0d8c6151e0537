import type { UseFormReturnType } from '@mantine/form'
import type { StoreForm, StorePassword } from '#contract/stores/settings.ts'
import type { StoreView } from '#contract/stores/stores.ts'
import { FieldsForm } from '../../ui/form/FieldsForm.tsx'
import { checkStoreForm, passwordField } from './store-form.ts'

/** A store's password: typed again, kept, or removed on purpose. */
export function Password({
  name,
  form,
  openedStore,
  label,
  isRequired = false,
}: {
  name: StorePassword
  form: UseFormReturnType<StoreForm>
  openedStore: StoreView
  /** What its market calls it. */
  label?: string | undefined
  isRequired?: boolean
}) {
  const baseField = { ...passwordField(name), required: isRequired }
  const field = label ? { ...baseField, field_name: label } : baseField
  const forgottenReason = checkStoreForm(form.values, openedStore).forgotten[name]
  const error = form.errors[`store.${name}`]
  return (
    <FieldsForm
      fields={[
        forgottenReason ? { ...field, field_data_options: { choices: [], text: forgottenReason } } : field,
      ]}
      formState={{
        values: { [name]: form.values.store[name] },
        set: forgottenReason ? [] : openedStore.set,
        market_id: null,
      }}
      faults={typeof error === 'string' ? { [name]: error } : {}}
      change={(values) => form.setFieldValue(`store.${name}`, values[name] ?? null)}
    />
  )
}
