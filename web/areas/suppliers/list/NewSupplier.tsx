import { Select, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { supplierTypes } from '#contract/suppliers/kinds.ts'
import { messages } from '#contract/messages.ts'
import { api } from '../../../api.ts'
import { links } from '../../../links.ts'
import { ActModal } from '../../../ui/act/ActModal.tsx'

/** Name, prefix and type; the server's refusals are shown as they are. */
export function NewSupplier({ close }: { close: () => void }) {
  const form = useForm({
    initialValues: {
      supplier_name: '',
      supplier_prefix: '',
      supplier_type: null as keyof typeof supplierTypes | null,
    },
    validate: {
      supplier_name: (v) => (v.trim() ? null : messages.supplierNameNeeded),
      supplier_prefix: (v) => (v.trim() ? null : messages.supplierPrefixNeeded),
      supplier_type: (v) => (v ? null : messages.supplierTypeNeeded),
    },
  })
  const navigate = useNavigate()
  return (
    <ActModal
      title="Add supplier"
      act="Add supplier"
      isChanged={form.isDirty()}
      close={close}
      form={form}
      run={async () => {
        const { supplier_type, ...details } = form.values
        const result = await api.insertSupplier({ body: { ...details, supplier_type: supplier_type! } })
        if (result.insertion_error || result.dropshipper_id === null) throw new Error(result.insertion_error)
        return result.dropshipper_id
      }}
      doneText={messages.supplierAdded}
      after={(id) => navigate({ href: links.feedSettings({ dropshipper_id: id }) })}
      fields={form.setErrors}
    >
      <TextInput label="Name" required data-autofocus {...form.getInputProps('supplier_name')} />
      <TextInput
        label="Prefix"
        description="Unique. Starts each product’s SKU"
        required
        {...form.getInputProps('supplier_prefix')}
      />
      <Select
        label="Type"
        required
        data={Object.entries(supplierTypes).map(([value, label]) => ({ value, label }))}
        {...form.getInputProps('supplier_type')}
      />
    </ActModal>
  )
}
