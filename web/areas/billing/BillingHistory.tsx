import { Stack } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconReceiptRefund } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { money } from '#contract/formats.ts'
import {
  chargePageSize,
  chargeSort,
  chargeStatuses,
  chargeTypes,
  type VendorCharge,
} from '#contract/billing/billing.ts'
import { api } from '../../api.ts'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { Facts } from '../../ui/Page.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { sortIn } from '../../ui/table/sort-in.ts'
import { zoneName } from '../../ui/time.ts'
import { useUrl } from '../../ui/useUrl.ts'
import { count, Moment, Status } from '../../ui/values.tsx'

const url = z.object({
  sort: chargeSort.catch('-tm').default('-tm'),
  page: z.coerce.number().int().min(1).max(10_000).catch(1).default(1),
})

function ChargeSign({ of }: { of: VendorCharge }) {
  const status = chargeStatuses[(of.vendor_charge_status_id ?? 1) - 1] ?? 'Success'
  if (status !== 'Success')
    return (
      <Status tone="bad" icon={IconAlertTriangle}>
        {status}
      </Status>
    )
  return (
    <Status tone={of.refund_tm ? 'off' : 'good'} icon={of.refund_tm ? IconReceiptRefund : IconCircleCheck}>
      {of.refund_tm ? 'Refunded' : status}
    </Status>
  )
}

const columnsIn = (zone: string): readonly Column<VendorCharge>[] => [
  { key: 'tm', sort: 'tm', header: `When (${zone})`, cell: (c) => <Moment tm={c.tm} /> },
  {
    key: 'type',
    sort: 'type',
    header: 'Type',
    cell: (c) => chargeTypes[c.vendor_charge_trans_type_id - 1] ?? 'Charge',
  },
  { key: 'status', sort: 'status', header: 'Status', leaves: 0, cell: (c) => <ChargeSign of={c} /> },
  { key: 'what', sort: 'what', header: 'What', wrap: true, cell: (c) => c.charge_description || '—' },
  {
    key: 'transaction',
    sort: 'transaction',
    header: 'Transaction',
    cell: (c) => <span className="mono">{c.transaction_num ?? '—'}</span>,
  },
  { key: 'credit', sort: 'credit', header: 'Credit used', numeric: true, cell: (c) => money(c.credit_used) },
  { key: 'amount', sort: 'amount', header: 'Amount', numeric: true, leaves: 0, cell: (c) => money(c.amount) },
]

export default function BillingHistory({ vendor }: { vendor: { vendor_id: number } }) {
  const [{ sort, page }, set] = useUrl(url)
  const { data, error, isFetching, refetch } = useQuery({
    ...api.listVendorCharges.query({ params: { vendor_id: vendor.vendor_id }, query: { sort, page } }),
    placeholderData: keepPreviousData,
  })
  return (
    <Stack>
      {data && (
        <Facts
          facts={[
            ['Charges', count(data.total)],
            ['Paid', money(data.charged)],
            ['Refunded', money(data.refunded)],
          ]}
        />
      )}
      <DataTable
        label="Charges"
        columns={columnsIn(zoneName(data?.charges.map((c) => c.tm)))}
        sorting={sortIn(sort, '-tm', (next) => set({ sort: next, page: undefined }))}
        rows={data?.charges}
        id={(c) => c.vendor_charge_id}
        fetching={isFetching}
        error={error}
        retry={() => void refetch()}
        empty="Nothing has been charged yet."
      />
      <Pager total={data?.total} size={chargePageSize} page={page} go={(p) => set({ page: p })} />
    </Stack>
  )
}
