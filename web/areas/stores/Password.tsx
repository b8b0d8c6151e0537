import type { UseFormReturnType } from '@mantine/form'
import type { StoreForm, StorePassword } from '#contract/stores/settings.ts'
import type { StoreView } from '#contract/stores/stores.ts'
import { FieldsForm } from '../../ui/form/FieldsForm.tsx'
import { checked, passwordField } from './store-form.ts'

/** A password of a store: typed anew, left as it is, or forgotten on purpose. */
export function Password({
  name,
  form,
  opened,
  label,
  required = false,
}: {
  name: StorePassword
  form: UseFormReturnType<StoreForm>
  opened: StoreView
  /** What its market calls it. */
  label?: string | undefined
  required?: boolean
}) {
  const own = { ...passwordField(name), required }
  const field = label ? { ...own, field_name: label } : own
  const why = checked(form.values, opened).forgotten[name]
  const error = form.errors[`store.${name}`]
  return (
    <FieldsForm
      fields={[why ? { ...field, field_data_options: { choices: [], text: why } } : field]}
      filled={{
        values: { [name]: form.values.store[name] },
        set: why ? [] : opened.set,
        market_id: null,
      }}
      faults={typeof error === 'string' ? { [name]: error } : {}}
      change={(values) => form.setFieldValue(`store.${name}`, values[name] ?? null)}
    />
  )
}
