import {
  IconAlertTriangle,
  IconBan,
  IconCircleCheck,
  IconClock,
  IconCreditCard,
  IconFileInvoice,
  IconGavel,
  IconMail,
  IconMinus,
  IconReceiptRefund,
  IconSend,
  type Icon,
} from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ChargePageView, ChargeStep } from '#contract/payments/charge-page.ts'
import { links } from '../../../links.ts'
import { Panel } from '../../../ui/page/Page.tsx'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { Status, type Tone } from '../../../ui/values.tsx'
import { PaperLink } from '../Standing.tsx'

const signs: Readonly<Record<ChargeStep['kind'], { tone: Tone; icon: Icon }>> = {
  invoice: { tone: 'off', icon: IconFileInvoice },
  request: { tone: 'wait', icon: IconSend },
  rejected: { tone: 'off', icon: IconBan },
  attempt: { tone: 'off', icon: IconSend },
  paid: { tone: 'good', icon: IconCircleCheck },
  declined: { tone: 'bad', icon: IconAlertTriangle },
  pending: { tone: 'wait', icon: IconClock },
  refund: { tone: 'off', icon: IconSend },
  refunded: { tone: 'off', icon: IconReceiptRefund },
  credited: { tone: 'off', icon: IconReceiptRefund },
  dispute: { tone: 'bad', icon: IconGavel },
  dispute_won: { tone: 'good', icon: IconGavel },
  written_off: { tone: 'off', icon: IconMinus },
  email: { tone: 'off', icon: IconMail },
  card: { tone: 'good', icon: IconCreditCard },
}

/** What happened to a charge, oldest first, and who or what did it. */
export function ChargeTimeline({ view: { charge, steps } }: { view: ChargePageView }) {
  const { vendor_id } = charge
  const navigate = useNavigate()
  return (
    <Panel title="Timeline">
      <DataTable
        label="Timeline of the charge"
        columns={columnsOf(vendor_id)}
        rows={steps}
        id={(row) => row.key}
        open={({ charge_id: id }) => {
          if (id !== null) void navigate({ href: links.charge(vendor_id, id) })
        }}
        empty="Nothing is known about this charge."
      />
    </Panel>
  )
}

const columnsOf = (vendorId: number): readonly Column<ChargeStep>[] => [
  { key: 'tm', header: 'Time', width: 170, leaves: 0, moment: (row) => row.tm },
  {
    key: 'what',
    header: 'Event',
    leaves: 0,
    wrap: true,
    cell: (row) => (
      <>
        <Status {...signs[row.kind]}>{row.text}</Status>
        {row.detail && <div className="quiet">{row.detail}</div>}
      </>
    ),
  },
  { key: 'by', header: 'By', width: 160, leaves: 1, cell: (row) => row.by },
  {
    key: 'record',
    header: 'Record',
    width: 150,
    leaves: 0,
    cell: (row) => <StepRecord vendorId={vendorId} row={row} />,
  },
]

function StepRecord({ vendorId, row: { paper, charge_id: id } }: { vendorId: number; row: ChargeStep }) {
  if (paper === null && id === null) return <>—</>
  return (
    <>
      {id !== null && (
        <Link className="link" to={links.charge(vendorId, id)}>
          Charge {id}
        </Link>
      )}
      {id !== null && paper !== null && ' · '}
      {paper && <PaperLink vendorId={vendorId} paper={paper} />}
    </>
  )
}
