import { IconAlertTriangle, IconCircleCheck, IconGavel, IconReceiptRefund } from '@tabler/icons-react'
import { chargeStates, chargeTypes, signedAmount, type VendorCharge } from '#contract/billing/billing.ts'
import { amount, money } from '#contract/formats.ts'
import { disputeText } from '#contract/payments/disputes.ts'
import { declineText } from '#contract/payments/decline-words.ts'
import { manualChargeTypes } from '#contract/payments/manual-charge.ts'
import type { Column } from '../../../ui/table/DataTable.tsx'
import type { Filter } from '../../../ui/table/filter/filter.ts'
import { Status } from '../../../ui/values.tsx'
import { PaperLink } from '../Standing.tsx'

const numberedOptions = (labels: readonly string[]) =>
  labels.map((label, i) => ({ value: String(i + 1), label }))
export const typeFilter: Filter = {
  key: 'type',
  label: 'Type',
  kind: 'choice',
  options: numberedOptions(chargeTypes),
}
export const forFilter: Filter = {
  key: 'for',
  label: 'Purpose',
  kind: 'choice',
  options: numberedOptions(manualChargeTypes),
}
export const stateFilter: Filter = {
  key: 'state',
  label: 'Status',
  kind: 'choice',
  options: Object.entries(chargeStates).map(([value, label]) => ({ value, label })),
}

const signs = {
  success: { tone: 'good', icon: IconCircleCheck },
  refunded_in_part: { tone: 'off', icon: IconReceiptRefund },
  refunded: { tone: 'off', icon: IconReceiptRefund },
  declined: { tone: 'bad', icon: IconAlertTriangle },
  failed: { tone: 'bad', icon: IconAlertTriangle },
} as const
const disputeTones = { inquiry: 'wait', open: 'bad', won: 'good', lost: 'bad' } as const
/** A partial refund is said by its amount. */
const statusText = ({ state, refunded }: VendorCharge) =>
  state === 'refunded_in_part' ? `${money(refunded)} refunded` : chargeStates[state]

/** What the status leaves unsaid: refunds of a disputed charge, and refunds under way. */
const moreRefunds = ({ dispute, refunded, credited, refund_reserved: pending }: VendorCharge) =>
  [
    Number(credited) > 0 && `${money(credited)} credited`,
    dispute && Number(refunded) > 0 && `${money(refunded)} refunded`,
    Number(pending) > 0 && `${money(pending)} refund pending`,
  ]
    .filter(Boolean)
    .join(', ')

/** The charge's status with its refunds. A dispute's status takes precedence over the charge's. */
export const ChargeSign = ({ charge }: { charge: VendorCharge }) => (
  <>
    {charge.dispute ? (
      <Status tone={disputeTones[charge.dispute]} icon={IconGavel}>
        {disputeText[charge.dispute]}
      </Status>
    ) : (
      <Status {...signs[charge.state]}>{statusText(charge)}</Status>
    )}
    <span className="faint"> {moreRefunds(charge)}</span>
  </>
)

const isFailed = ({ state }: VendorCharge) => state === 'declined' || state === 'failed'
/** The description, whether it was paid elsewhere, and why it was declined. */
const ChargeText = ({ charge }: { charge: VendorCharge }) => (
  <>
    {charge.charge_description || '—'}
    {charge.ghost && <span className="faint"> · recorded manually</span>}
    {isFailed(charge) && (
      <span className="faint"> · {declineText(charge.decline_code, charge.card_exception)}</span>
    )}
  </>
)

/** The charge's invoice or credit note, and the one that corrects it. */
const Papers = ({ charge, vendorId }: { charge: VendorCharge; vendorId: number }) => (
  <>
    {charge.paper ? <PaperLink vendorId={vendorId} paper={charge.paper} /> : '—'}
    {charge.corrected_by && (
      <span className="faint">
        {' '}
        corrected by <PaperLink vendorId={vendorId} paper={charge.corrected_by} />
      </span>
    )}
  </>
)

/** The columns of charges, for one vendor and for all. */
export const chargeColumns = <Charge extends VendorCharge>(
  vendorOf: (charge: Charge) => number,
): readonly Column<Charge>[] => [
  { key: 'tm', sort: 'tm', header: 'Date', moment: (c) => c.tm },
  {
    key: 'type',
    sort: 'type',
    header: 'Type',
    leaves: 3,
    cell: (c) => chargeTypes[c.vendor_charge_trans_type_id - 1] ?? 'Charge',
  },
  {
    key: 'for',
    header: 'Purpose',
    leaves: 9,
    isOff: true,
    cell: (c) => (c.vendor_charge_type_id ? manualChargeTypes[c.vendor_charge_type_id - 1] : '—'),
  },
  { key: 'status', sort: 'status', header: 'Status', leaves: 0, cell: (c) => <ChargeSign charge={c} /> },
  {
    key: 'what',
    sort: 'what',
    header: 'Description',
    wrap: true,
    leaves: 1,
    cell: (c) => <ChargeText charge={c} />,
  },
  { key: 'card', header: 'Card', leaves: 7, cell: (c) => c.card ?? '—' },
  {
    key: 'transaction',
    sort: 'transaction',
    header: 'Transaction',
    leaves: 4,
    isOff: true,
    cell: (c) => <span className="mono">{c.transaction_num ?? '—'}</span>,
  },
  {
    key: 'paper',
    header: 'Invoice',
    leaves: 4,
    cell: (c) => <Papers charge={c} vendorId={vendorOf(c)} />,
  },
  {
    key: 'credit',
    sort: 'credit',
    header: 'Credit used',
    numeric: true,
    isOff: true,
    leaves: 6,
    cell: (c) => amount(c.credit_used),
  },
  {
    key: 'amount',
    sort: 'amount',
    header: 'Amount',
    numeric: true,
    leaves: 0,
    cell: (c) => amount(signedAmount(c)),
  },
]
