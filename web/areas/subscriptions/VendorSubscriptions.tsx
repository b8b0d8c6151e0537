import { Button, Skeleton, Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { z } from 'zod'
import { money } from '#contract/formats.ts'
import { subscriptionStates, type SubscriptionState } from '#contract/subscriptions/standing.ts'
import type { SubscriptionsView, VendorSubscription } from '#contract/subscriptions/subscriptions.ts'
import { api } from '../../api.ts'
import { FilterBox } from '../../ui/FilterBox.tsx'
import { Facts, LoadError } from '../../ui/page/Page.tsx'
import { RecordForm, useRecordForm } from '../../ui/form/RecordForm.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { Filters } from '../../ui/table/filter/Filters.tsx'
import type { Filter } from '../../ui/table/filter/filter.ts'
import { dayText } from '../../ui/time.ts'
import { useUrl } from '../../ui/page/useUrl.ts'
import { count } from '../../ui/values.tsx'
import { FeedHistory } from '../feeds/public.tsx'
import { keyOf, labelsOf, toForm, toWanted, type AccessForm } from './access-form.ts'
import type { SubscriptionAct } from './acts.ts'
import { AddSubscription } from './AddSubscription.tsx'
import { BulkActs } from './BulkActs.tsx'
import { CustomerRequests } from './CustomerRequests.tsx'
import { ChangeModal } from './ChangeModal.tsx'
import { ConfigurationModal } from './ConfigurationModal.tsx'
import { subscriptionColumns } from './subscription-columns.tsx'
import { WarehousesModal } from './WarehousesModal.tsx'

interface Vendor {
  vendor_id: number
  company: string
  /** A deleted account can't be changed. */
  deletion: object | null
}
type Modal =
  | { kind: 'add' }
  | {
      kind: 'act'
      act: SubscriptionAct
      subscriptions: readonly VendorSubscription[]
      selection?: readonly VendorSubscription[]
    }
  | { kind: 'warehouses' | 'configuration' | 'history'; subscription: VendorSubscription }

const states = Object.keys(subscriptionStates) as SubscriptionState[]
const url = z.object({
  search: z.string().max(200).catch('').default(''),
  state: z.string().max(100).optional().catch(undefined),
  access: z.enum(['legacy', 'ebay', 'none']).optional().catch(undefined),
})
const filters: readonly Filter[] = [
  {
    key: 'state',
    label: 'Status',
    kind: 'choices',
    options: states.map((value) => ({ value, label: subscriptionStates[value] })),
  },
  {
    key: 'access',
    label: 'Extra access',
    kind: 'choice',
    options: [
      { value: 'legacy', label: 'Legacy' },
      { value: 'ebay', label: 'eBay' },
      { value: 'none', label: 'None' },
    ],
  },
]
const hasAccess = {
  legacy: (s: VendorSubscription) => s.is_legacy,
  ebay: (s: VendorSubscription) => s.has_ebay_access,
  none: (s: VendorSubscription) => !s.is_legacy && !s.has_ebay_access,
}

/** A vendor's subscriptions, their state, and what can be done about them. */
export default function VendorSubscriptions({ vendor }: { vendor: Vendor }) {
  const params = { vendor_id: vendor.vendor_id }
  const { data, error, isFetching, refetch } = useQuery(api.listVendorSubscriptions.query({ params }))
  const requests = useQuery(api.listCustomerRequests.query({ params }))
  if (error && !data) return <LoadError error={error} retry={() => void refetch()} />
  // requests are above the list, which would move when they come
  if (!data || requests.isPending) return <Skeleton height={320} />
  return <SubscriptionList vendor={vendor} view={data} fetching={isFetching} />
}

function SubscriptionList({
  vendor,
  view,
  fetching,
}: {
  vendor: Vendor
  view: SubscriptionsView
  fetching: boolean
}) {
  const params = { vendor_id: vendor.vendor_id }
  const [{ search, state, access }, set] = useUrl(url)
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  const [modal, setModal] = useState<Modal | null>(null)
  const { form, parts } = useRecordForm<SubscriptionsView, AccessForm>({
    latest: view,
    toValues: toForm,
    save: (values, from) =>
      api.saveSubscriptions({
        params,
        body: { version: from.version, subscriptions: toWanted(from, values) },
      }),
    reload: () => api.listVendorSubscriptions({ params }),
    doneText: 'Extra access saved',
    labels: labelsOf(view),
  })
  const rows = view.subscriptions.filter(
    (s) =>
      s.dropshipper_name.toLowerCase().includes(search.toLowerCase()) &&
      (!state || state.split(',').includes(s.state)) &&
      (!access || hasAccess[access](s)),
  )
  const extraAccessOf = (s: VendorSubscription) => form.values[keyOf(s.dropshipper_id)] ?? s
  const close = () => setModal(null)
  return (
    <RecordForm parts={parts}>
      <Stack>
        <Facts facts={factsOf(view)} />
        <CustomerRequests vendorId={vendor.vendor_id} isFixed={vendor.deletion !== null} />
        <DataTable
          label="Subscriptions"
          exportSource={(visibleRows) => ({
            list: 'vendor_subscriptions',
            input: { vendor_id: vendor.vendor_id, ids: visibleRows.map((s) => s.dropshipper_id) },
          })}
          bar={
            <>
              <FilterBox
                label="Filter suppliers"
                placeholder="Filter suppliers"
                value={search}
                set={(v) => set({ search: v }, { replace: true })}
              />
              <Filters filters={filters} values={{ state, access }} set={set} />
              {!vendor.deletion && (
                <Button
                  size="xs"
                  variant="default"
                  leftSection={<IconPlus size={13} />}
                  onClick={() => setModal({ kind: 'add' })}
                >
                  Add subscription
                </Button>
              )}
            </>
          }
          columns={subscriptionColumns({
            vendorId: vendor.vendor_id,
            rows,
            isChecked: (s, extra) => extraAccessOf(s)[extra],
            check: (s, extra, isOn) => {
              const { is_legacy, has_ebay_access } = extraAccessOf(s)
              form.setFieldValue(keyOf(s.dropshipper_id), { is_legacy, has_ebay_access, [extra]: isOn })
            },
            act: (act, s) => setModal({ kind: 'act', act, subscriptions: [s] }),
            open: (kind, subscription) => setModal({ kind, subscription }),
          })}
          rows={rows}
          id={(s) => s.dropshipper_id}
          selection={{ ids, set: setIds, id: (s) => s.dropshipper_id, name: (s) => s.dropshipper_name }}
          fetching={fetching}
          empty={
            view.subscriptions.length > 0 ? 'No subscriptions match these filters.' : 'No subscriptions yet.'
          }
        />
      </Stack>
      <BulkActs
        subscriptions={rows.filter((s) => ids.has(s.dropshipper_id))}
        version={view.version}
        vendorId={vendor.vendor_id}
        act={(act, subscriptions, selection) => setModal({ kind: 'act', act, subscriptions, selection })}
        clear={() => setIds(new Set())}
      />
      {modal?.kind === 'add' && <AddSubscription vendor={vendor} close={close} />}
      {modal?.kind === 'act' && (
        <ChangeModal
          {...modal}
          vendor={vendor}
          version={view.version}
          after={() => setIds(new Set())}
          close={close}
        />
      )}
      {modal?.kind === 'warehouses' && (
        <WarehousesModal vendorId={vendor.vendor_id} subscription={modal.subscription} close={close} />
      )}
      {modal?.kind === 'configuration' && (
        <ConfigurationModal subscription={modal.subscription} close={close} />
      )}
      {modal?.kind === 'history' && (
        <Suspense>
          <FeedHistory of={modal.subscription} supplier={modal.subscription.dropshipper_name} close={close} />
        </Suspense>
      )}
    </RecordForm>
  )
}

function factsOf({ subscriptions, frozen_fee, next_charge_date, charged: isCharged }: SubscriptionsView) {
  const standing = states.map((state) => {
    const n = subscriptions.filter((s) => s.state === state).length
    return [subscriptionStates[state], count(n)] as const
  })
  const day = isCharged && next_charge_date ? ` on ${dayText(next_charge_date)}` : ''
  return [
    ...standing.filter(([name, n]) => name === subscriptionStates.active || n !== '0'),
    ...(Number(frozen_fee) > 0 ? [['Fee for frozen suppliers', `${money(frozen_fee)}${day}`] as const] : []),
  ]
}
