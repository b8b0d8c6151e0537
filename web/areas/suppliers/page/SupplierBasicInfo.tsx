import { Box, MultiSelect, Select, SimpleGrid, Switch, TextInput } from '@mantine/core'
import { supplierTexts } from '#contract/suppliers/suppliers.ts'
import { allowBrowse, customFeedSupport, monthlyReports } from '#contract/suppliers/kinds.ts'
import { messages } from '#contract/messages.ts'
import { api } from '../../../api.ts'
import { ChoiceList } from '../../../ui/form/ChoiceList.tsx'
import { Logo } from '../../../ui/page/Logo.tsx'
import { NumberField } from '../../../ui/form/NumberField.tsx'
import { Panel } from '../../../ui/page/Page.tsx'
import { RecordForm, useRecordForm } from '../../../ui/form/RecordForm.tsx'
import { RichText } from '../../../ui/form/RichText.tsx'
import { count, daysSuffix } from '../../../ui/values.tsx'
import { toBody, toForm, toFormErrors, validate, type BasicForm } from './basic-form.ts'
import { CustomFeedFields } from './CustomFeedFields.tsx'
import type { SupplierView } from './supplier.ts'

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
const fieldLabels = Object.fromEntries(
  Object.entries({
    ...toggles,
    ...texts,
    supplier_name: 'Name',
    dropshipper_prefix: 'Prefix',
    allow_browse: 'Browsing',
    custom_feed_support: 'Custom feeds',
    monthly_report: 'Monthly report',
  }).map(([key, label]) => [`details.${key}`, label]),
)
const options = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

export default function SupplierBasicInfo({ view: latest }: { view: SupplierView }) {
  const params = { id: latest.dropshipper.dropshipper_id }
  const {
    form,
    parts,
    original: view,
  } = useRecordForm<SupplierView, BasicForm>({
    latest,
    toValues: toForm,
    validate,
    save: (values, openedView) => api.saveSupplier({ params, body: toBody(openedView, values) }),
    reload: () => api.getSupplier({ params }),
    doneText: 'Changes saved',
    toErrors: toFormErrors,
    labels: fieldLabels,
  })
  const { values, errors } = form
  const noCatalog = values.details.allow_browse === -2
  const closes =
    values.details.allow_browse === -1 &&
    view.dropshipper.allow_browse !== -1 &&
    view.dropshipper.sub_count > 0
  const choices = [
    {
      key: 'categories',
      title: 'Categories',
      all: view.all_categories.map((c) => ({ id: c.catalog_category_id, name: c.catalog_category_name })),
      nothingChosen: messages.categoryNeeded,
      create: { label: 'New category', nothingTyped: messages.categoryNameNeeded },
    },
    {
      key: 'locations',
      title: 'Shipping locations',
      all: view.all_locations.map((l) => ({
        id: l.dropshipper_location_id,
        name: l.dropshipper_location_name,
      })),
      nothingChosen: 'Choose a location',
    },
  ] as const
  return (
    <RecordForm parts={parts}>
      <Panel title="Supplier">
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
          <TextInput label="Name" required {...form.getInputProps('details.supplier_name')} />
          <TextInput label="Prefix" required {...form.getInputProps('details.dropshipper_prefix')} />
          <NumberField
            label="Maximum feed age"
            unit={daysSuffix(form.values.max_file_age_allowed_in_days)}
            required
            {...form.getInputProps('max_file_age_allowed_in_days')}
          />
          <Select
            label="Browsing"
            data={options(allowBrowse)}
            allowDeselect={false}
            value={String(values.details.allow_browse)}
            onChange={(v) =>
              form.setValues({
                details: {
                  ...values.details,
                  allow_browse: Number(v),
                  ...(v === '-2' && { integrated: false }),
                },
              })
            }
          />
          <Select
            label="Custom feeds"
            data={options(customFeedSupport)}
            allowDeselect={false}
            value={String(values.details.custom_feed_support)}
            onChange={(v) => form.setFieldValue('details.custom_feed_support', Number(v))}
          />
          <Select
            label="Monthly report"
            placeholder="None"
            clearable
            data={options(monthlyReports)}
            {...form.getInputProps('details.monthly_report')}
          />
          <MultiSelect
            label="Currencies"
            data={view.all_currencies.map((c) => ({
              value: String(c.currency_id),
              label: c.currency_name,
            }))}
            {...form.getInputProps('currencies')}
          />
        </SimpleGrid>
        {closes && (
          <Box component="p" className="callout tone-wait" role="status" mt="1rem">
            <b>Only vendors with access will get its products</b>
            {` Subscribers without access stop getting updates (${count(view.dropshipper.sub_count)} in total). Their listings stay. Grant access on a vendor’s Restricted Access tab or with a custom feed.`}
          </Box>
        )}
        <Box mt="1rem">
          <Logo
            src={latest.dropshipper.dropshipper_logo}
            recordName={latest.dropshipper.supplier_name}
            to={api.uploadSupplierLogo.url({ params })}
          />
        </Box>
      </Panel>
      <Panel title="Integration">
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }}>
          {Object.entries(toggles).map(([key, label]) => (
            <Switch
              key={key}
              label={label}
              disabled={key === 'integrated' && noCatalog}
              description={
                key === 'integrated' && noCatalog
                  ? 'Suppliers without a catalog can’t be integrated'
                  : undefined
              }
              {...form.getInputProps(`details.${key}`, { type: 'checkbox' })}
            />
          ))}
        </SimpleGrid>
      </Panel>
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        {choices.map(({ key, title, ...list }) => (
          <Panel key={key} title={title}>
            <ChoiceList
              label={title}
              value={values[key]}
              onChange={(v) => form.setFieldValue(key, v)}
              error={errors[key]}
              {...list}
            />
          </Panel>
        ))}
      </SimpleGrid>
      <Panel title="Custom feed fields">
        <CustomFeedFields
          value={values.fields}
          onChange={(v) => form.setFieldValue('fields', v)}
          errors={errors}
        />
      </Panel>
      <Panel title="Text">
        <SimpleGrid cols={{ base: 1, lg: 2 }}>
          {supplierTexts.map((key) => (
            <RichText
              key={key}
              label={texts[key]}
              value={values.details[key]}
              onChange={(html) => form.setFieldValue(`details.${key}`, html)}
              error={errors[`details.${key}`]}
            />
          ))}
        </SimpleGrid>
      </Panel>
    </RecordForm>
  )
}
