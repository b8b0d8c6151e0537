import { Button, CopyButton } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconClock, IconMinus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { money } from '#contract/formats.ts'
import type { OpenDispute } from '#contract/payments/books.ts'
import { disputeText } from '#contract/payments/disputes.ts'
import { readable } from '#contract/words.ts'
import { links } from '../../../links.ts'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { Panel } from '../../../ui/page/Page.tsx'
import { useClock } from '../../../ui/useClock.ts'
import { Ago, many, Moment, Status } from '../../../ui/values.tsx'
import { answering, type Answering } from './answering.ts'
import { VendorLink } from '../lists/VendorLink.tsx'

const signs = {
  given: { tone: 'good', icon: IconCircleCheck, text: 'Submitted' },
  none: { tone: 'off', icon: IconMinus, text: 'No deadline' },
  late: { tone: 'off', icon: IconMinus, text: 'Deadline passed' },
  soon: { tone: 'bad', icon: IconAlertTriangle, text: 'Due' },
  time: { tone: 'wait', icon: IconClock, text: 'Due' },
} as const satisfies Record<Answering, unknown>

/** Whether the bank still accepts evidence, and until when. */
function Evidence({ dispute }: { dispute: OpenDispute }) {
  const state = useClock(() => answering(dispute, Date.now()))
  const { tone, icon, text } = signs[state]
  return (
    <>
      <Status tone={tone} icon={icon}>
        {text}
      </Status>
      {text === 'Due' && (
        <>
          {' '}
          <Moment tm={dispute.due_by} />, <Ago tm={dispute.due_by} />
        </>
      )}
    </>
  )
}

const columns: readonly Column<OpenDispute>[] = [
  {
    key: 'state',
    header: 'Status',
    leaves: 0,
    sortValue: (dispute) => dispute.state,
    cell: (dispute) => disputeText[dispute.state],
  },
  {
    key: 'of',
    header: 'Vendor',
    leaves: 0,
    sortValue: (dispute) => dispute.company,
    cell: (dispute) => <VendorLink vendor={dispute} />,
  },
  {
    key: 'evidence',
    header: 'Evidence',
    leaves: 0,
    sortValue: (dispute) => (dispute.answered ? null : dispute.due_by),
    cell: (dispute) => <Evidence dispute={dispute} />,
    momentInCell: (dispute) => dispute.due_by,
  },
  {
    key: 'what',
    header: 'Charge',
    wrap: true,
    leaves: 3,
    cell: (dispute) => (
      <Link className="link" to={links.charge(dispute.vendor_id, dispute.vendor_charge_id)}>
        {dispute.charge_description}
      </Link>
    ),
  },
  { key: 'reason', header: 'Reason', leaves: 1, cell: (dispute) => readable(dispute.reason) },
  {
    key: 'since',
    header: 'Since',
    leaves: 2,
    sortValue: (dispute) => dispute.insert_tm,
    cell: (dispute) => <Ago tm={dispute.insert_tm} />,
  },
  { key: 'ref', header: 'Gateway ID', leaves: 4, cell: (dispute) => <Reference dispute={dispute} /> },
  {
    key: 'amount',
    header: 'Amount',
    numeric: true,
    leaves: 0,
    sortValue: (dispute) => Number(dispute.amount),
    cell: (dispute) => money(dispute.amount),
  },
]
const ofOneVendor = columns.filter(({ key }) => key !== 'of')

/** The dispute's id at the gateway, to copy. */
const Reference = ({ dispute: { gateway_ref } }: { dispute: OpenDispute }) => (
  <CopyButton value={gateway_ref}>
    {({ copied: isCopied, copy }) => (
      <Button size="compact-xs" variant="default" title={gateway_ref} onClick={copy}>
        {isCopied ? 'Copied' : 'Copy ID'}
      </Button>
    )}
  </CopyButton>
)

/** Open disputes of all vendors or of one. */
export const OpenDisputes = ({ rows, ofOne = false }: { rows: readonly OpenDispute[]; ofOne?: boolean }) => (
  <Panel title="Open disputes">
    <p className="quiet">
      {many(rows.length, 'disputed charge')}. Submit evidence at the gateway before the deadline. Unanswered
      disputes are usually lost.
    </p>
    <DataTable
      label="Open disputes"
      {...(ofOne && { name: 'disputes of a user' })}
      columns={ofOne ? ofOneVendor : columns}
      rows={rows}
      id={(dispute) => dispute.gateway_ref}
      empty="No open disputes."
    />
  </Panel>
)
