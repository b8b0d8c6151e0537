import { NumberInput, Select, SimpleGrid, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { allowBrowse, customFeedSupport, supplierDetails, supplierTexts } from '#contract/suppliers.ts'
import { messages } from '#contract/messages.ts'
import { api, HttpError } from '../../api.ts'
import { notify } from '../../ui/notify.tsx'
import { Panel } from '../../ui/Page.tsx'
import { changedKeys, SaveBar } from '../../ui/SaveBar.tsx'
import type { Supplier } from './supplier.ts'

const toggles = {
  integrated: 'Integrated',
  supports_inventory_automation: 'Inventory automation',
  supports_order_automation: 'Order automation',
  allows_ebay: 'Allows eBay',
  allows_amazon: 'Allows Amazon',
  allows_marketplace: 'Allows marketplaces',
  automated_variant_mapping: 'Automated variant mapping',
} as const
const texts: Record<(typeof supplierTexts)[number], string> = {
  description: 'Description',
  primary_contact_info: 'Primary contact',
  ordering_info: 'Ordering',
  pricing_info: 'Pricing',
  account_setup_info: 'Account setup',
  policy_info: 'Policies',
}
const options = (labels: Record<string, string>) => Object.entries(labels).map(([value, label]) => ({ value, label }))

export default function SupplierBasicInfo({ supplier }: { supplier: Supplier }) {
  const initial = { ...supplierDetails.parse(supplier), max_file_age_allowed_in_days: supplier.max_file_age_allowed_in_days }
  const form = useForm({
    initialValues: initial,
    validate: (v) => Object.fromEntries((supplierDetails.safeParse(v).error?.issues ?? []).map((i) => [i.path.join('.'), i.message])),
  })
  const client = useQueryClient()
  const save = useMutation({
    mutationFn: ({ max_file_age_allowed_in_days, ...dropshipper }: typeof initial) =>
      api.suppliers.save({ params: { id: supplier.dropshipper_id }, body: { dropshipper, max_file_age_allowed_in_days } }),
    onSuccess: async (saved) => {
      const values = { ...supplierDetails.parse(saved), max_file_age_allowed_in_days: saved.max_file_age_allowed_in_days }
      form.setInitialValues(values)
      form.setValues(values)
      notify('success', `${saved.supplier_name} is saved`)
      await client.invalidateQueries({ queryKey: ['suppliers'] })
    },
    onError: (error) => {
      if (error instanceof HttpError) form.setErrors(Object.fromEntries(Object.entries(error.fields).map(([k, m]) => [k.replace(/^dropshipper\./, ''), m])))
      notify('error', error.message)
    },
  })
  const submit = form.onSubmit(
    (v) => save.mutate(v),
    () => notify('error', messages.formErrorsListed),
  )
  const noCatalog = form.values.allow_browse === -2
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Panel title="Supplier">
          <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
            <TextInput label="Name" required {...form.getInputProps('supplier_name')} />
            <TextInput label="Prefix" required {...form.getInputProps('dropshipper_prefix')} />
            <NumberInput
              label="Feed may be at most this old"
              suffix=" days"
              min={1}
              max={365}
              required
              {...form.getInputProps('max_file_age_allowed_in_days')}
            />
            <Select
              label="Browsing"
              data={options(allowBrowse)}
              allowDeselect={false}
              value={String(form.values.allow_browse)}
              onChange={(v) => form.setValues({ allow_browse: Number(v), ...(v === '-2' && { integrated: false }) })}
            />
            <Select
              label="Custom feeds"
              data={options(customFeedSupport)}
              allowDeselect={false}
              value={String(form.values.custom_feed_support)}
              onChange={(v) => form.setFieldValue('custom_feed_support', Number(v))}
            />
          </SimpleGrid>
        </Panel>
        <Panel title="Integration">
          <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }}>
            {Object.entries(toggles).map(([key, label]) => (
              <Switch
                key={key}
                label={label}
                disabled={key === 'integrated' && noCatalog}
                description={key === 'integrated' && noCatalog ? 'A supplier without a catalog can’t be integrated' : undefined}
                {...form.getInputProps(key, { type: 'checkbox' })}
              />
            ))}
          </SimpleGrid>
        </Panel>
        <Panel title="Texts">
          <SimpleGrid cols={{ base: 1, lg: 2 }}>
            {supplierTexts.map((key) => (
              <Textarea key={key} label={texts[key]} autosize minRows={3} maxRows={12} {...form.getInputProps(key)} />
            ))}
          </SimpleGrid>
        </Panel>
        <SaveBar changes={changedKeys(initial, form.values).length} saving={save.isPending} save={() => submit()} discard={() => form.reset()} />
      </Stack>
    </form>
  )
}
