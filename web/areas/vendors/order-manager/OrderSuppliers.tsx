import { Button, Group, Select, Stack, Switch, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { messages } from '#contract/messages.ts'
import type { OrderManagerView } from '#contract/vendors/order-manager.ts'
import { links } from '../../../links.ts'
import { FieldsForm } from '../../../ui/form/FieldsForm.tsx'
import { Panel } from '../../../ui/page/Page.tsx'
import { many } from '../../../ui/values.tsx'
import { DeleteOrBack } from './DeleteOrBack.tsx'
import {
  newSupplier,
  settingsOf,
  supplierKey,
  supplierName,
  supplierOf,
  type OrderManagerForm,
} from './order-manager-form.ts'

type Form = UseFormReturnType<OrderManagerForm>

/** The suppliers that a vendor's orders go to, with what each of them asks. */
export function OrderSuppliers({ form, view }: { form: Form; view: OrderManagerView }) {
  const keys = Object.keys(form.values.suppliers)
  const add = (id: number) =>
    form.setFieldValue('suppliers', { ...form.values.suppliers, [supplierKey(id)]: newSupplier })
  return (
    <Panel title="Suppliers" acts={<AddSupplier view={view} used={keys} add={add} />}>
      {keys.length === 0 ? (
        <Text size="sm">
          No order goes to a supplier by itself yet. Those that the user is subscribed to can be added.
        </Text>
      ) : (
        <Stack gap={0}>
          {keys.map((key) => (
            <OneSupplier key={key} at={key} form={form} view={view} />
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
      aria-label="Add a supplier"
      placeholder="Add a supplier"
      size="xs"
      w={230}
      searchable
      data={choices}
      value={null}
      error={error}
      nothingFoundMessage="The user isn’t subscribed to such a supplier"
      onBlur={() => setError(undefined)}
      onChange={choose}
    />
  )
}

function OneSupplier({ at, form, view }: { at: string; form: Form; view: OrderManagerView }) {
  const id = supplierOf(at)
  const { deleted, config_values } = form.values.suppliers[at]!
  const { configs, set } = settingsOf(view, id)
  const name = supplierName(view, id)
  const of = [...view.suppliers, ...view.available_suppliers].find((one) => one.supplier_id === id)
  const fault = form.errors[`suppliers.${at}`]
  const faults = faultsOf(form, at)
  const [opened, setOpened] = useState(false)
  const isOpen = opened || Object.keys(faults).length > 0
  const { [at]: _this, ...others } = form.values.suppliers
  // one that was never saved has nothing to be brought back
  const remove = () =>
    view.suppliers.some((one) => one.supplier_id === id)
      ? form.setFieldValue(`suppliers.${at}.deleted`, !deleted)
      : form.setFieldValue('suppliers', others)
  const asked = configs.filter((one) => one.field_data_type !== 'default')
  return (
    <div className="order-part" role="group" aria-label={name}>
      <Group justify="space-between" gap="xs">
        <div style={{ flex: '1 1 14rem' }}>
          <Text fw={600} className={deleted ? 'struck' : undefined}>
            {of?.dropshipper_id ? (
              <Link className="link" to={links.supplier(of.dropshipper_id, 'order_automation')}>
                {name}
              </Link>
            ) : (
              name
            )}
          </Text>
          {of && (
            <Text size="sm" c="dimmed">
              {factsOf(of)}
            </Text>
          )}
        </div>
        <Group gap="md">
          {!deleted && asked.length > 0 && (
            <Button
              size="xs"
              variant="subtle"
              aria-expanded={isOpen}
              aria-label={`Settings of ${name}`}
              onClick={() => setOpened(!isOpen)}
            >
              {`Settings (${asked.length})`}
            </Button>
          )}
          {!deleted && (
            <Switch
              label="Test mode"
              aria-label={`Test mode of ${name}`}
              {...form.getInputProps(`suppliers.${at}.test_mode`, { type: 'checkbox' })}
            />
          )}
          <DeleteOrBack name={name} deleted={deleted} act={remove} />
        </Group>
      </Group>
      {fault && !deleted && (
        <Text size="sm" c="var(--bad)" role="alert" mt={6}>
          {fault}
        </Text>
      )}
      {isOpen && !deleted && (
        <div className="order-settings">
          <FieldsForm
            fields={configs}
            filled={{ values: config_values, set, market_id: null }}
            faults={faults}
            change={(values) => form.setFieldValue(`suppliers.${at}.config_values`, values)}
          />
        </div>
      )}
    </div>
  )
}

const factsOf = (of: {
  is_custom: boolean
  shipping_methods: number
  supports_order_automation: boolean
}): string =>
  [
    of.is_custom ? 'A name of the user’s own' : null,
    of.supports_order_automation ? 'Order automation' : 'No order automation',
    many(of.shipping_methods, 'shipping method'),
  ]
    .filter(Boolean)
    .join(' · ')

/** What is wrong with a supplier's settings, by handle. */
function faultsOf(form: Form, at: string): Record<string, string> {
  const start = `suppliers.${at}.config_values.`
  return Object.fromEntries(
    Object.entries(form.errors).flatMap(([name, fault]) =>
      name.startsWith(start) && typeof fault === 'string' ? [[name.slice(start.length), fault]] : [],
    ),
  )
}
