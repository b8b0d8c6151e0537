import { Alert, Checkbox, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { VendorSubscription } from '#contract/subscriptions/subscriptions.ts'
import type { Warehouses } from '#contract/subscriptions/warehouses.ts'
import { api } from '../../api.ts'
import { ActModal } from '../../ui/act/ActModal.tsx'
import { same } from '../../ui/form/rebased.ts'
import { useMerged } from './merged.ts'

interface Props {
  vendorId: number
  of: VendorSubscription
  close: () => void
}

/** From which of a supplier's locations a vendor is served. */
export function WarehousesModal(props: Props) {
  const params = { vendor_id: props.vendorId, did: props.of.dropshipper_id }
  const { data } = useQuery({ ...api.getWarehouses.query({ params }), staleTime: 0, gcTime: 0 })
  return data ? <Loaded key="loaded" latest={data} params={params} {...props} /> : <Waiting {...props} />
}

const title = ({ of }: Props) => `Warehouses of ${of.dropshipper_name}`

const Waiting = (props: Props) => (
  <ActModal
    title={title(props)}
    act="Save"
    missing="Being read"
    run={() => Promise.resolve()}
    close={props.close}
  >
    <Skeleton height={80} />
  </ActModal>
)

/** Each by its id: what two people tick joins. */
const toValues = ({ warehouses, warehouse_ids }: Warehouses): Record<string, boolean> =>
  Object.fromEntries(warehouses.map((w) => [w.warehouse_id, warehouse_ids.includes(w.warehouse_id)]))

function Loaded({
  latest,
  params,
  ...props
}: Props & { latest: Warehouses; params: { vendor_id: number; did: number } }) {
  const { opened, values, setValues, merging, meanwhile } = useMerged(latest, toValues, () =>
    api.getWarehouses({ params }),
  )
  const ids = opened.warehouses.map((w) => w.warehouse_id)
  const warehouse_ids = ids.filter((id) => values[id])
  const changed = !same(values, toValues(opened))
  return (
    <ActModal
      title={title(props)}
      act="Save"
      missing={changed ? undefined : 'Nothing is changed'}
      changed={changed}
      run={() => merging((version) => api.saveWarehouses({ params, body: { version, warehouse_ids } }))}
      done={`Warehouses of ${props.of.dropshipper_name} are saved`}
      close={props.close}
    >
      {meanwhile && <Alert color="yellow">{meanwhile}</Alert>}
      <Text size="sm">
        {ids.length === 0
          ? 'The supplier has no location yet: they are given on its Basic Info.'
          : 'None ticked: the supplier ships from any of them. Listings and billing stay as they are.'}
      </Text>
      <Stack gap="xs">
        {opened.warehouses.map((w) => (
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
