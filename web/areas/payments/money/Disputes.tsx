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
  given: { tone: 'good', icon: IconCircleCheck, text: 'Given' },
  none: { tone: 'off', icon: IconMinus, text: 'No day is known' },
  late: { tone: 'off', icon: IconMinus, text: 'Too late' },
  soon: { tone: 'bad', icon: IconAlertTriangle, text: 'Until' },
  time: { tone: 'wait', icon: IconClock, text: 'Until' },
} as const satisfies Record<Answering, unknown>

/** Whether the bank still takes evidence, and until when. */
function Evidence({ of }: { of: OpenDispute }) {
  const state = useClock(() => answering(of, Date.now()))
  const { tone, icon, text } = signs[state]
  return (
    <>
      <Status tone={tone} icon={icon}>
        {text}
      </Status>
      {text === 'Until' && (
        <>
          {' '}
          <Moment tm={of.due_by} />, <Ago tm={of.due_by} />
        </>
      )}
    </>
  )
}

const columns: readonly Column<OpenDispute>[] = [
  { key: 'state', header: 'State', leaves: 0, by: (one) => one.state, cell: (one) => disputeText[one.state] },
  {
    key: 'of',
    header: 'Vendor',
    leaves: 0,
    by: (one) => one.company,
    cell: (one) => <VendorLink of={one} />,
  },
  {
    key: 'evidence',
    header: 'Evidence',
    leaves: 0,
    by: (one) => (one.answered ? null : one.due_by),
    cell: (one) => <Evidence of={one} />,
    says: (one) => one.due_by,
  },
  {
    key: 'what',
    header: 'Charge',
    wrap: true,
    leaves: 3,
    cell: (one) => (
      <Link className="link" to={links.charge(one.vendor_id, one.vendor_charge_id)}>
        {one.charge_description}
      </Link>
    ),
  },
  { key: 'reason', header: 'Reason', leaves: 1, cell: (one) => readable(one.reason) },
  {
    key: 'since',
    header: 'Since',
    leaves: 2,
    by: (one) => one.insert_tm,
    cell: (one) => <Ago tm={one.insert_tm} />,
  },
  { key: 'ref', header: 'At the gateway', leaves: 4, cell: (one) => <Reference of={one} /> },
  {
    key: 'amount',
    header: 'Amount',
    numeric: true,
    leaves: 0,
    by: (one) => Number(one.amount),
    cell: (one) => money(one.amount),
  },
]
const ofOneVendor = columns.filter(({ key }) => key !== 'of')

/** Under which the gateway has it, to be looked for there. */
const Reference = ({ of: { gateway_ref } }: { of: OpenDispute }) => (
  <CopyButton value={gateway_ref}>
    {({ copied, copy }) => (
      <Button size="compact-xs" variant="default" title={gateway_ref} onClick={copy}>
        {copied ? 'Copied' : 'Copy its number'}
      </Button>
    )}
  </CopyButton>
)

/** Charges that their holders dispute, and that aren’t decided yet: of all vendors, or of one. */
export const OpenDisputes = ({ rows, ofOne = false }: { rows: readonly OpenDispute[]; ofOne?: boolean }) => (
  <Panel title="Open disputes">
    <p className="quiet">
      {many(rows.length, 'charge')} disputed. Evidence is given at the gateway, and what is decided comes here
      by itself; a dispute that nobody answers is mostly lost.
    </p>
    <DataTable
      label="Open disputes"
      {...(ofOne && { name: 'disputes of a user' })}
      columns={ofOne ? ofOneVendor : columns}
      rows={rows}
      id={(one) => one.gateway_ref}
      empty="None is open."
    />
  </Panel>
)
