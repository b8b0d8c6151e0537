import { Skeleton, Stack, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { OrderManagerView } from '#contract/vendors/order-manager.ts'
import { api } from '../../../api.ts'
import { LoadError } from '../../../ui/page/Page.tsx'
import { RecordForm, useRecordForm } from '../../../ui/form/RecordForm.tsx'
import { useAct } from '../../../ui/act/useAct.ts'
import {
  labelsOf,
  toBody,
  toForm,
  toFormErrors,
  validate,
  type OrderManagerForm,
} from './order-manager-form.ts'
import './order-manager.css'
import { OrderChannels } from './OrderChannels.tsx'
import { OrderSuppliers } from './OrderSuppliers.tsx'
import type { Vendor } from '../page/vendor.ts'

/** Where a vendor's orders come from, and to which suppliers they go (docs/domain/order-manager.md). */
export default function VendorOrderManager({ vendor }: { vendor: Vendor }) {
  const params = { vid: vendor.vendor_id }
  const { data, error, refetch } = useQuery(api.getOrderManager.query({ params }))
  if (error && !data) return <LoadError error={error} retry={() => void refetch()} />
  if (!data) return <Skeleton height={320} />
  return <OrderManagerOf vendor={vendor} latest={data} />
}

function OrderManagerOf({ vendor, latest }: { vendor: Vendor; latest: OrderManagerView }) {
  const params = { vid: vendor.vendor_id }
  const readOnly = vendor.deletion !== null
  const { form, original, parts } = useRecordForm<OrderManagerView, OrderManagerForm>({
    latest,
    toValues: toForm,
    validate,
    save: (values, view) => api.saveOrderManager({ params, body: toBody(view, values) }),
    reload: () => api.getOrderManager({ params }),
    doneText: 'Order manager saved',
    toErrors: toFormErrors,
    labels: labelsOf(latest),
  })
  const sync = useAct({
    run: (optimized_sync_oa: boolean) => api.saveOrderManagerSync({ params, body: { optimized_sync_oa } }),
    doneText: (view) => `Optimized sync turned ${view.optimized_sync_oa ? 'on' : 'off'}`,
  })
  return (
    <Stack>
      <Switch
        label="Optimized sync"
        description="Saved immediately. Same setting as in Basic Info"
        checked={latest.optimized_sync_oa}
        disabled={readOnly || sync.busy}
        onChange={(e) => sync.act(e.currentTarget.checked)}
      />
      <RecordForm parts={parts} readOnly={readOnly}>
        <OrderSuppliers form={form} view={original} />
        <OrderChannels form={form} view={original} />
      </RecordForm>
    </Stack>
  )
}
