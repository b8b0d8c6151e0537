import { Button } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconGavel,
  IconPlus,
  IconReceiptRefund,
} from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import {
  chargePageSize,
  chargeSort,
  chargeState,
  chargeStates,
  chargeType,
  chargeTypes,
  type VendorCharge,
} from '#contract/billing/billing.ts'
import { money } from '#contract/formats.ts'
import { manualChargeTypes, refundRefusal } from '#contract/payments/manual-charge.ts'
import { api } from '../../api.ts'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { Filters } from '../../ui/table/Filters.tsx'
import type { Filter } from '../../ui/table/filter.ts'
import { sortIn } from '../../ui/table/sort-in.ts'
import { Panel } from '../../ui/Page.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { zoneName } from '../../ui/time.ts'
import { useUrl } from '../../ui/useUrl.ts'
import { Moment, Status } from '../../ui/values.tsx'
import { disputeText } from '#contract/payments/disputes.ts'
import { PaperLink } from './Standing.tsx'

const url = z.object({
  sort: chargeSort.catch('-tm').default('-tm'),
  page: z.coerce.number().int().min(1).max(10_000).catch(1).default(1),
  type: chargeType.optional().catch(undefined),
  state: chargeState.optional().catch(undefined),
})
const filters: readonly Filter[] = [
  {
    key: 'type',
    label: 'Type',
    kind: 'choice',
    options: chargeTypes.map((label, i) => ({ value: String(i + 1), label })),
  },
  {
    key: 'state',
    label: 'State',
    kind: 'choice',
    options: Object.entries(chargeStates).map(([value, label]) => ({ value, label })),
  },
]

const signs = {
  success: { tone: 'good', icon: IconCircleCheck },
  refunded_in_part: { tone: 'off', icon: IconReceiptRefund },
  refunded: { tone: 'off', icon: IconReceiptRefund },
  declined: { tone: 'bad', icon: IconAlertTriangle },
  failed: { tone: 'bad', icon: IconAlertTriangle },
} as const
const disputeTones = { inquiry: 'wait', open: 'bad', won: 'good', lost: 'bad' } as const
/** Disputed or not: whose money it is comes before whether it was paid. */
const ChargeSign = ({ state, dispute }: Pick<VendorCharge, 'state' | 'dispute'>) =>
  dispute ? (
    <Status tone={disputeTones[dispute]} icon={IconGavel}>
      {disputeText[dispute]}
    </Status>
  ) : (
    <Status {...signs[state]}>{chargeStates[state]}</Status>
  )

/** What it was for, in its own words; who else paid it, why nobody did. */
const What = ({ of }: { of: VendorCharge }) => (
  <>
    {of.charge_description || '—'}
    {of.ghost && <span className="faint"> · ghost, paid outside</span>}
    {of.card_exception && <span className="faint"> · {of.card_exception}</span>}
  </>
)

interface Of {
  vendorId: number
  zone: string
  /** Why whoever looks gives nothing back. */
  why: string | undefined
  refund: (charge: VendorCharge) => void
}
const columnsOf = ({ vendorId, zone, why, refund }: Of): readonly Column<VendorCharge>[] => [
  { key: 'tm', sort: 'tm', header: `When (${zone})`, cell: (c) => <Moment tm={c.tm} /> },
  {
    key: 'type',
    sort: 'type',
    header: 'Type',
    leaves: 4,
    cell: (c) => chargeTypes[c.vendor_charge_trans_type_id - 1] ?? 'Charge',
  },
  {
    key: 'for',
    header: 'For',
    leaves: 9,
    cell: (c) => (c.vendor_charge_type_id ? manualChargeTypes[c.vendor_charge_type_id - 1] : '—'),
  },
  { key: 'status', sort: 'status', header: 'State', leaves: 0, cell: (c) => <ChargeSign {...c} /> },
  { key: 'what', sort: 'what', header: 'What', wrap: true, leaves: 1, cell: (c) => <What of={c} /> },
  { key: 'card', header: 'Card', leaves: 7, cell: (c) => c.card ?? '—' },
  {
    key: 'transaction',
    sort: 'transaction',
    header: 'Transaction',
    leaves: 10,
    cell: (c) => <span className="mono">{c.transaction_num ?? '—'}</span>,
  },
  {
    key: 'paper',
    header: 'Paper',
    leaves: 3,
    cell: (c) => (
      <>
        {c.paper ? <PaperLink vendorId={vendorId} of={c.paper} /> : '—'}
        {c.corrected_by && (
          <span className="faint">
            {' '}
            corrected by <PaperLink vendorId={vendorId} of={c.corrected_by} />
          </span>
        )}
      </>
    ),
  },
  {
    key: 'credit',
    sort: 'credit',
    header: 'Credit used',
    numeric: true,
    leaves: 6,
    cell: (c) => money(c.credit_used),
  },
  {
    key: 'refunded',
    header: 'Refunded',
    numeric: true,
    leaves: 5,
    cell: (c) => (
      <>
        {money(c.refunded)}
        {Number(c.refund_reserved) > 0 && (
          <span className="faint"> and {money(c.refund_reserved)} under way</span>
        )}
      </>
    ),
  },
  { key: 'amount', sort: 'amount', header: 'Amount', numeric: true, leaves: 0, cell: (c) => money(c.amount) },
  {
    key: 'act',
    header: 'Act',
    width: 92,
    leaves: 0,
    cell: (c) => <RefundButton of={c} why={why} refund={refund} />,
  },
]

function RefundButton({ of, why, refund }: { of: VendorCharge } & Pick<Of, 'why' | 'refund'>) {
  const refusal = refundRefusal(of)
  // what no gateway is asked about any more says so; what was never paid has nothing to say
  if (refusal !== null && refundRefusal({ ...of, at_gateway: true }) !== null) return null
  const whyNot = refusal ?? why
  return (
    <Button
      size="compact-xs"
      variant="default"
      disabled={whyNot !== undefined}
      title={whyNot}
      onClick={() => refund(of)}
    >
      Refund…
    </Button>
  )
}

/** All that was charged and given back, newest first or sorted, filtered by the address. */
export function Charges({
  vendorId,
  why,
  moving,
  charge,
  refund,
}: {
  vendorId: number
  why: string | undefined
  /** How much is under way: what has got its answer is read anew. */
  moving: number
  charge: () => void
  refund: (charge: VendorCharge) => void
}) {
  const [{ sort, page, type, state }, set] = useUrl(url)
  const asked = api.listVendorCharges.query({
    params: { vendor_id: vendorId },
    query: { sort, page, type, state },
  })
  const { data, error, isFetching, refetch } = useQuery({
    ...asked,
    queryKey: [...asked.queryKey, moving],
    placeholderData: keepPreviousData,
  })
  return (
    <Panel
      title="Charges"
      acts={
        data && (
          <span className="faint">
            Paid {money(data.charged)}, given back {money(data.refunded)}
          </span>
        )
      }
    >
      <DataTable
        label="Charges"
        exported={{ list: 'vendor_charges', input: { vendor_id: vendorId, sort, type, state } }}
        bar={
          <>
            <Filters
              filters={filters}
              values={{ type: type === undefined ? undefined : String(type), state }}
              set={(change) => set({ ...change, page: undefined })}
            />
            <Button
              size="xs"
              variant="default"
              leftSection={<IconPlus size={13} />}
              disabled={why !== undefined}
              title={why}
              onClick={charge}
            >
              Manual charge…
            </Button>
            {why && <span className="faint">{why}</span>}
          </>
        }
        columns={columnsOf({ vendorId, zone: zoneName(data?.charges.map((c) => c.tm)), why, refund })}
        sorting={sortIn(sort, '-tm', (next) => set({ sort: next, page: undefined }))}
        rows={data?.charges}
        id={(c) => c.vendor_charge_id}
        fetching={isFetching}
        error={error}
        retry={() => void refetch()}
        empty={type || state ? 'No charge is left by these filters.' : 'Nothing has been charged yet.'}
      />
      <Pager total={data?.total} size={chargePageSize} page={page} go={(p) => set({ page: p })} />
    </Panel>
  )
}
