import { ActionIcon, Button, Group, Select, SimpleGrid, Skeleton, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messages } from '#contract/messages.ts'
import type { ShippingRow } from '#contract/suppliers/shipping.ts'
import { api, HttpError } from '../../../api.ts'
import { formErrorsText } from '../../../ui/act/form-errors.ts'
import { ActModal } from '../../../ui/act/ActModal.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { notify } from '../../../ui/act/notify.tsx'
import { useAct } from '../../../ui/act/useAct.ts'
import { Empty, LoadError, Panel } from '../../../ui/page/Page.tsx'
import { OrderConfigs } from './OrderConfigs.tsx'
import type { Supplier } from './supplier.ts'

export default function SupplierShipping({ supplier }: { supplier: Supplier }) {
  const oim = useQuery(
    api.listOrderManagerSuppliers.query({ params: { dropshipper_id: supplier.dropshipper_id } }),
  )
  const [chosenId, setChosenId] = useState<string | null>(null)
  if (oim.error) return <LoadError error={oim.error} retry={() => void oim.refetch()} />
  if (!oim.data) return <Skeleton height={280} />
  const current = oim.data.find((o) => String(o.supplier_id) === chosenId) ?? oim.data[0]
  if (!current) return <Empty>No order-manager supplier has this name yet.</Empty>
  return (
    <Stack>
      {oim.data.length > 1 && (
        <Select
          label="Order-manager supplier"
          w={360}
          allowDeselect={false}
          value={String(current.supplier_id)}
          onChange={setChosenId}
          data={oim.data.map((o) => ({
            value: String(o.supplier_id),
            label: `${o.supplier_name}${o.is_custom ? ' (custom)' : ''} · ${o.mapped} mapped`,
          }))}
        />
      )}
      <OrderConfigs key={`asks ${current.supplier_id}`} supplier={current} />
      <Shipping key={current.supplier_id} supplierId={current.supplier_id} name={current.supplier_name} />
    </Stack>
  )
}

function Shipping({ supplierId, name }: { supplierId: number; name: string }) {
  const query = api.listShippingMethods.query({ params: { supplier_id: supplierId } })
  const { data, error, refetch } = useQuery(query)
  const [removing, setRemoving] = useState<ShippingRow | null>(null)
  return (
    <Panel title={`Shipping methods for ${name}`}>
      <DataTable
        label="Shipping methods"
        exportSource={{ list: 'shipping_methods', input: { supplier_id: supplierId } }}
        rows={data}
        id={(r) => r.supplier_shipping_id}
        error={error}
        retry={() => void refetch()}
        empty="No shipping methods yet. Orders are sent without one."
        skeletonRows={2}
        columns={[
          {
            key: 'code',
            header: 'Supplier’s code',
            sortValue: (r) => r.shipping_code,
            cell: (r) => <span className="mono">{r.shipping_code}</span>,
          },
          {
            key: 'name',
            header: 'Supplier’s carrier',
            sortValue: (r) => r.supplier_carrier_name,
            cell: (r) => r.supplier_carrier_name,
          },
          {
            key: 'carrier',
            header: 'Carrier',
            sortValue: (r) => r.carrier_name,
            cell: (r) => r.carrier_name,
          },
          { key: 'method', header: 'Method', sortValue: (r) => r.method_name, cell: (r) => r.method_name },
          {
            key: 'act',
            leaves: 0,
            header: 'Action',
            width: 60,
            cell: (r) => (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Remove ${r.carrier_name} ${r.method_name}`}
                onClick={() => setRemoving(r)}
              >
                <IconTrash size={16} />
              </ActionIcon>
            ),
          },
        ]}
      />
      <AddShipping supplierId={supplierId} />
      {removing && (
        <ActModal
          title={`Remove ${removing.carrier_name} ${removing.method_name}?`}
          act="Remove method"
          danger
          close={() => setRemoving(null)}
          run={() =>
            api.removeShippingMethod({
              params: { supplier_id: supplierId, supplier_shipping_id: removing.supplier_shipping_id },
            })
          }
          doneText={'Shipping method removed'}
          undo={() => {
            const { supplier_shipping_id: _removedId, ...body } = removing
            return api.addShippingMethod({ params: { supplier_id: supplierId }, body })
          }}
        >
          Orders with this method will no longer include the code {removing.shipping_code}.
        </ActModal>
      )}
    </Panel>
  )
}

function AddShipping({ supplierId }: { supplierId: number }) {
  const carriers = useQuery({ ...api.listCarriers.query(), staleTime: Infinity })
  const form = useForm({
    initialValues: {
      shipping_code: '',
      supplier_carrier_name: '',
      carrier_id: null as string | null,
      shipping_id: null as string | null,
    },
    validate: {
      shipping_code: (v) => (v.trim() ? null : 'Enter a code'),
      supplier_carrier_name: (v) => (v.trim() ? null : 'Enter a carrier name'),
      shipping_id: (v) => (v ? null : messages.shippingMethodNeeded),
    },
  })
  const carrier = carriers.data?.find((c) => String(c.carrier_id) === form.values.carrier_id)
  const { act, busy } = useAct({
    run: async (v: typeof form.values) => {
      const method = carrier?.methods.find((m) => String(m.shipping_id) === v.shipping_id)
      if (!carrier || !method) throw new Error(messages.shippingMethodNeeded)
      return api.addShippingMethod({
        params: { supplier_id: supplierId },
        body: {
          ...method,
          shipping_code: v.shipping_code,
          supplier_carrier_name: v.supplier_carrier_name,
          carrier_id: carrier.carrier_id,
          carrier_name: carrier.carrier_name,
        },
      })
    },
    after: () => form.reset(),
    doneText: 'Shipping method added',
    handlesError: (e) => {
      if (e instanceof HttpError)
        form.setErrors({ ...e.fields, ...(e.status === 409 && { shipping_id: e.message }) })
      return false
    },
  })
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        (v) => act(v),
        (errors) => notify('error', errors.shipping_id ? messages.shippingMethodNeeded : formErrorsText()),
      )}
    >
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }} mt="md">
        <TextInput label="Supplier’s code" required {...form.getInputProps('shipping_code')} />
        <TextInput label="Supplier’s carrier" required {...form.getInputProps('supplier_carrier_name')} />
        <Select
          label="Carrier"
          data={carriers.data?.map((c) => ({ value: String(c.carrier_id), label: c.carrier_name })) ?? []}
          value={form.values.carrier_id}
          onChange={(v) => form.setValues({ carrier_id: v, shipping_id: null })}
        />
        <Select
          label="Method"
          required
          data={carrier?.methods.map((m) => ({ value: String(m.shipping_id), label: m.method_name })) ?? []}
          placeholder={carrier ? undefined : 'Choose a carrier first'}
          {...form.getInputProps('shipping_id')}
        />
      </SimpleGrid>
      <Group mt="sm" justify="flex-end">
        <Button type="submit" variant="default" loading={busy}>
          Add method
        </Button>
      </Group>
    </form>
  )
}
