import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { z } from 'zod'
import {
  chargePageSize,
  chargeSort,
  chargeState,
  chargeType,
  type VendorCharge,
} from '#contract/billing/billing.ts'
import { money } from '#contract/formats.ts'
import { refundRefusal } from '#contract/payments/manual-charge.ts'
import { api } from '../../../api.ts'
import { links } from '../../../links.ts'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { Filters } from '../../../ui/table/filter/Filters.tsx'
import type { Filter } from '../../../ui/table/filter/filter.ts'
import { sortIn } from '../../../ui/table/sort-in.ts'
import { Panel } from '../../../ui/page/Page.tsx'
import { Pager } from '../../../ui/Pager.tsx'
import { useUrl } from '../../../ui/page/useUrl.ts'
import { useMayMove } from '../../billing/public.tsx'
import { chargeColumns, stateFilter, typeFilter } from './charge-columns.tsx'

const url = z.object({
  sort: chargeSort.catch('-tm').default('-tm'),
  page: z.coerce.number().int().min(1).max(10_000).catch(1).default(1),
  type: chargeType.optional().catch(undefined),
  state: chargeState.optional().catch(undefined),
  charge: z.coerce.number().int().min(1).optional().catch(undefined),
})
const filters = (charge: number | undefined): readonly Filter[] => [
  typeFilter,
  stateFilter,
  { key: 'charge', label: 'Charge', kind: 'given', text: `#${charge}` },
]

interface RefundActs {
  label: string
  /** Why nobody may refund, or ask for it. */
  disabledReason: string | undefined
  refund: (charge: VendorCharge) => void
}
const columnsOf = (vendorId: number, acts: RefundActs): readonly Column<VendorCharge>[] => [
  ...chargeColumns<VendorCharge>(() => vendorId),
  {
    key: 'act',
    header: 'Actions',
    width: 92,
    leaves: 0,
    cell: (c) => <RefundButton charge={c} {...acts} />,
  },
]

function RefundButton({ charge, label, disabledReason, refund }: { charge: VendorCharge } & RefundActs) {
  const refusal = refundRefusal(charge)
  // a charge too old for the gateway says so; one that was never paid has no button
  if (refusal !== null && refundRefusal({ ...charge, at_gateway: true }) !== null) return null
  const whyNot = refusal ?? disabledReason
  return (
    <Button
      size="compact-xs"
      variant="default"
      disabled={whyNot !== undefined}
      title={whyNot}
      onClick={() => refund(charge)}
    >
      {label}
    </Button>
  )
}

/** A vendor's charges and refunds, newest first or sorted, with filters in the URL. */
export function Charges({
  vendorId,
  disabledReason,
  moving,
  charge,
  refund,
}: {
  vendorId: number
  disabledReason: string | undefined
  /** How many payments are pending: a change reloads the list. */
  moving: number
  charge: () => void
  refund: (charge: VendorCharge) => void
}) {
  const [{ sort, page, type, state, charge: chargeId }, set] = useUrl(url)
  const navigate = useNavigate()
  const mayMove = useMayMove()
  const query = api.listVendorCharges.query({
    params: { vendor_id: vendorId },
    query: { sort, page, type, state, charge: chargeId },
  })
  const { data, error, isFetching, refetch, isPlaceholderData } = useQuery({
    ...query,
    queryKey: [...query.queryKey, moving],
    placeholderData: keepPreviousData,
  })
  return (
    <Panel
      title="Charges"
      actions={
        data && (
          <span className="faint">
            {money(data.charged)} charged, {money(data.refunded)} refunded
          </span>
        )
      }
    >
      <DataTable
        label="Charges"
        exportSource={{
          list: 'vendor_charges',
          input: { vendor_id: vendorId, sort, type, state, charge: chargeId },
        }}
        bar={
          <>
            <Filters
              filters={filters(chargeId)}
              values={{ type: type?.toString(), state, charge: chargeId?.toString() }}
              set={(change) => set({ ...change, page: undefined })}
            />
            <Button
              size="xs"
              variant="default"
              leftSection={<IconPlus size={13} />}
              disabled={disabledReason !== undefined}
              title={disabledReason}
              onClick={charge}
            >
              {mayMove === false ? 'Request charge…' : 'Manual charge…'}
            </Button>
            {disabledReason && <span className="faint">{disabledReason}</span>}
          </>
        }
        columns={columnsOf(vendorId, {
          label: mayMove === false ? 'Request…' : 'Refund…',
          disabledReason,
          refund,
        })}
        sorting={sortIn(sort, '-tm', (next) => set({ sort: next, page: undefined }))}
        rows={data?.charges}
        id={(c) => c.vendor_charge_id}
        open={(c) => void navigate({ href: links.charge(vendorId, c.vendor_charge_id) })}
        fetching={isFetching}
        error={error}
        retry={() => void refetch()}
        empty={type || state || chargeId ? 'No charges match these filters.' : 'No charges yet.'}
      />
      <Pager
        total={data?.total}
        stale={isPlaceholderData}
        size={chargePageSize}
        page={page}
        go={(p, options) => set({ page: p }, options)}
      />
    </Panel>
  )
}
