import { Alert, Checkbox, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { VendorSubscription } from '#contract/subscriptions/subscriptions.ts'
import type { Warehouses } from '#contract/subscriptions/warehouses.ts'
import { api } from '../../api.ts'
import { ActModal } from '../../ui/act/ActModal.tsx'
import { WaitingModal } from '../../ui/act/WaitingModal.tsx'
import { same } from '../../ui/form/rebase.ts'
import { useMergedValues } from './useMergedValues.ts'

interface Props {
  vendorId: number
  subscription: VendorSubscription
  close: () => void
}

/** Which of a supplier's locations serve a vendor. */
export function WarehousesModal(props: Props) {
  const params = { vendor_id: props.vendorId, did: props.subscription.dropshipper_id }
  const { data } = useQuery({ ...api.getWarehouses.query({ params }), staleTime: 0, gcTime: 0 })
  return data ? (
    <WarehousesForm key="loaded" latest={data} params={params} {...props} />
  ) : (
    <WaitingModal title={title(props)} act="Save" close={props.close} />
  )
}

const title = ({ subscription }: Props) => `Warehouses for ${subscription.dropshipper_name}`

/** Keyed by id, so that two people's ticks merge. */
const toValues = ({ warehouses, warehouse_ids }: Warehouses): Record<string, boolean> =>
  Object.fromEntries(warehouses.map((w) => [w.warehouse_id, warehouse_ids.includes(w.warehouse_id)]))

function WarehousesForm({
  latest,
  params,
  ...props
}: Props & { latest: Warehouses; params: { vendor_id: number; did: number } }) {
  const {
    opened: original,
    values,
    setValues,
    merging,
    meanwhile,
  } = useMergedValues(latest, toValues, () => api.getWarehouses({ params }))
  const ids = original.warehouses.map((w) => w.warehouse_id)
  const warehouse_ids = ids.filter((id) => values[id])
  const isChanged = !same(values, toValues(original))
  return (
    <ActModal
      title={title(props)}
      act="Save"
      missing={isChanged ? undefined : 'No changes'}
      isChanged={isChanged}
      run={() => merging((version) => api.saveWarehouses({ params, body: { version, warehouse_ids } }))}
      doneText={'Warehouses saved'}
      close={props.close}
    >
      {meanwhile && <Alert color="yellow">{meanwhile}</Alert>}
      <Text size="sm">
        {ids.length === 0
          ? 'No warehouses yet. Add them on the supplier’s Basic Info tab.'
          : 'If none is selected, the supplier ships from any warehouse.'}
      </Text>
      <Stack gap="xs">
        {original.warehouses.map((w) => (
          <Checkbox
            key={w.warehouse_id}
            label={w.name}
            checked={values[w.warehouse_id] ?? false}
            onChange={(e) => setValues({ ...values, [w.warehouse_id]: e.currentTarget.checked })}
          />
        ))}
      </Stack>
    </ActModal>
  )
}
