import { Box, Button, Group, Select, Stack, Switch, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { messages } from '#contract/messages.ts'
import type { OrderManagerView } from '#contract/vendors/order-manager.ts'
import { links } from '../../../links.ts'
import { FieldsForm } from '../../../ui/form/FieldsForm.tsx'
import { Panel } from '../../../ui/page/Page.tsx'
import { many } from '../../../ui/values.tsx'
import { DeleteOrRestore } from './DeleteOrRestore.tsx'
import {
  newSupplier,
  settingsOf,
  supplierKey,
  supplierName,
  supplierOf,
  type OrderManagerForm,
} from './order-manager-form.ts'

type Form = UseFormReturnType<OrderManagerForm>

/** The suppliers that a vendor's orders go to, with the settings each requires. */
export function OrderSuppliers({ form, view }: { form: Form; view: OrderManagerView }) {
  const keys = Object.keys(form.values.suppliers)
  const add = (id: number) =>
    form.setFieldValue('suppliers', { ...form.values.suppliers, [supplierKey(id)]: newSupplier })
  return (
    <Panel title="Suppliers" actions={<AddSupplier view={view} used={keys} add={add} />}>
      {keys.length === 0 ? (
        <Text size="sm">No suppliers yet. Add one to send it orders automatically.</Text>
      ) : (
        <Stack gap={0}>
          {keys.map((key) => (
            <OneSupplier key={key} formKey={key} form={form} view={view} />
          ))}
        </Stack>
      )}
    </Panel>
  )
}

function AddSupplier({
  view,
  used,
  add,
}: {
  view: OrderManagerView
  used: readonly string[]
  add: (id: number) => void
}) {
  const [error, setError] = useState<string>()
  const choices = [...view.available_suppliers, ...view.suppliers].map(({ supplier_id, supplier_name }) => ({
    value: String(supplier_id),
    label: supplier_name,
  }))
  const choose = (value: string | null) => {
    if (value === null) return
    const isThere = used.includes(supplierKey(Number(value)))
    setError(isThere ? messages.orderSupplierTwice : undefined)
    if (!isThere) add(Number(value))
  }
  return (
    <Select
      aria-label="Add supplier"
      placeholder="Add supplier"
      size="xs"
      w={230}
      searchable
      data={choices}
      value={null}
      error={error}
      nothingFoundMessage="No subscribed suppliers match"
      onBlur={() => setError(undefined)}
      onChange={choose}
    />
  )
}

function OneSupplier({ formKey, form, view }: { formKey: string; form: Form; view: OrderManagerView }) {
  const id = supplierOf(formKey)
  const { deleted: isDeleted, config_values } = form.values.suppliers[formKey]!
  const { configs, set } = settingsOf(view, id)
  const name = supplierName(view, id)
  const supplier = [...view.suppliers, ...view.available_suppliers].find(
    (candidate) => candidate.supplier_id === id,
  )
  const fault = form.errors[`suppliers.${formKey}`]
  const faults = faultsOf(form, formKey)
  const [isExpanded, setIsExpanded] = useState(false)
  const isOpen = isExpanded || Object.keys(faults).length > 0
  const { [formKey]: _this, ...others } = form.values.suppliers
  // an unsaved supplier has nothing to restore
  const remove = () =>
    view.suppliers.some((candidate) => candidate.supplier_id === id)
      ? form.setFieldValue(`suppliers.${formKey}.deleted`, !isDeleted)
      : form.setFieldValue('suppliers', others)
  const editableFields = configs.filter((field) => field.field_data_type !== 'default')
  return (
    <div className="order-part" role="group" aria-label={name}>
      <Group justify="space-between" gap="xs">
        <Box flex="1 1 14rem">
          <Text fw={600} className={isDeleted ? 'struck' : undefined}>
            {supplier?.dropshipper_id ? (
              <Link className="link" to={links.supplier(supplier.dropshipper_id, 'order_automation')}>
                {name}
              </Link>
            ) : (
              name
            )}
          </Text>
          {supplier && (
            <Text size="sm" c="dimmed">
              {factsOf(supplier)}
            </Text>
          )}
        </Box>
        <Group gap="md">
          {!isDeleted && editableFields.length > 0 && (
            <Button
              size="xs"
              variant="subtle"
              aria-expanded={isOpen}
              aria-label={`Settings for ${name}`}
              onClick={() => setIsExpanded(!isOpen)}
            >
              {`Settings (${editableFields.length})`}
            </Button>
          )}
          {!isDeleted && (
            <Switch
              label="Test mode"
              aria-label={`Test mode for ${name}`}
              {...form.getInputProps(`suppliers.${formKey}.test_mode`, { type: 'checkbox' })}
            />
          )}
          <DeleteOrRestore name={name} isDeleted={isDeleted} act={remove} />
        </Group>
      </Group>
      {fault && !isDeleted && (
        <Text size="sm" c="var(--bad)" role="alert" mt={6}>
          {fault}
        </Text>
      )}
      {isOpen && !isDeleted && (
        <div className="order-settings">
          <FieldsForm
            fields={configs}
            formState={{ values: config_values, set, market_id: null }}
            faults={faults}
            change={(values) => form.setFieldValue(`suppliers.${formKey}.config_values`, values)}
          />
        </div>
      )}
    </div>
  )
}

const factsOf = (supplier: {
  is_custom: boolean
  shipping_methods: number
  supports_order_automation: boolean
}): string =>
  [
    supplier.is_custom ? 'Custom name' : null,
    supplier.supports_order_automation ? 'Order automation' : 'No order automation',
    many(supplier.shipping_methods, 'shipping method'),
  ]
    .filter(Boolean)
    .join(' · ')

/** What is wrong with a supplier's settings, by handle. */
function faultsOf(form: Form, formKey: string): Record<string, string> {
  const start = `suppliers.${formKey}.config_values.`
  return Object.fromEntries(
    Object.entries(form.errors).flatMap(([name, fault]) =>
      name.startsWith(start) && typeof fault === 'string' ? [[name.slice(start.length), fault]] : [],
    ),
  )
}
