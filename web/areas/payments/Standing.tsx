import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconBan, IconClock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { money } from '#contract/formats.ts'
import type { RefusedApproval } from '#contract/approvals/acts.ts'
import type { PaymentsView } from '#contract/payments/payments.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { Panel } from '../../ui/page/Page.tsx'
import { dayText } from '../../ui/time.ts'
import { Ago, count, Status } from '../../ui/values.tsx'
import { askedText } from './acts/Decide.tsx'

/** A card in words, and whether it has expired. */
export function CardText({ card }: { card: PaymentsView['card'] }) {
  if (!card) return <>None on file</>
  const expiry = `${card.exp_month}/${card.exp_year}`
  return card.ended ? (
    <Status tone="bad" icon={IconAlertTriangle}>{`${card.text}, expired ${expiry}`}</Status>
  ) : (
    <>
      {card.text}, expires {expiry}
    </>
  )
}

/** An invoice's or credit note's number, linked to its PDF. */
export const PaperLink = ({
  vendorId,
  paper,
}: {
  vendorId: number
  paper: { invoice_id: number; number: string }
}) => (
  <Anchor
    className="mono"
    size="sm"
    href={api.downloadInvoice.url({ params: { vendor_id: vendorId, invoice_id: paper.invoice_id } })}
    download
    title="Download PDF"
  >
    {paper.number}
  </Anchor>
)

type Open = PaymentsView['open_invoices'][number]
export type WrittenOffInvoice = PaymentsView['written_off'][number]
const openColumns = (
  vendorId: number,
  disabledReason: string | undefined,
  close: (invoice: Open) => void,
): readonly Column<Open>[] => [
  { key: 'number', header: 'Invoice', cell: (i) => <PaperLink vendorId={vendorId} paper={i} /> },
  { key: 'issued', header: 'Issued (UTC)', cell: (i) => dayText(i.issued_on) },
  { key: 'tries', header: 'Attempts', numeric: true, cell: (i) => count(i.tries) },
  {
    key: 'next',
    header: 'Next retry',
    leaves: 0,
    cell: (i) => (i.next_try ? dayText(i.next_try) : 'None scheduled'),
  },
  { key: 'total', header: 'Total', numeric: true, leaves: 0, cell: (i) => money(i.total) },
  {
    key: 'act',
    header: 'Actions',
    width: 80,
    leaves: 0,
    cell: (i) => (
      <Button
        size="compact-xs"
        variant="default"
        disabled={disabledReason !== undefined}
        title={disabledReason ?? 'Mark as paid or write off'}
        onClick={() => close(i)}
      >
        Close…
      </Button>
    ),
  },
]

/** Unpaid invoices, with the buttons to charge the card again and to close an invoice. */
export function OpenInvoices({
  vendorId,
  payments: { open_invoices: open, card, under_way },
  disabledReason,
  ask,
  close,
}: {
  vendorId: number
  payments: PaymentsView
  /** Why the person may not do this. */
  disabledReason: string | undefined
  ask: () => void
  close: (invoice: Open) => void
}) {
  const whyNothing = disabledReason ?? (under_way.length > 0 ? 'A payment is pending' : undefined)
  const whyNot = whyNothing ?? (card === null ? 'No card on file' : undefined)
  return (
    <Panel
      title="Open invoices"
      actions={
        <Group gap="xs" wrap="nowrap">
          {whyNot && (
            <Text size="xs" c="dimmed">
              {whyNot}
            </Text>
          )}
          <Button size="xs" variant="default" disabled={whyNot !== undefined} onClick={ask}>
            Retry payment…
          </Button>
        </Group>
      }
    >
      <DataTable
        label="Open invoices"
        columns={openColumns(vendorId, whyNothing, close)}
        rows={open}
        id={(i) => i.invoice_id}
        empty="No open invoices."
      />
    </Panel>
  )
}

/** Written-off invoices, and the button to record that one was paid after all. */
export const WrittenOff = ({
  vendorId,
  invoices,
  disabledReason,
  close,
}: {
  vendorId: number
  invoices: readonly WrittenOffInvoice[]
  disabledReason: string | undefined
  close: (invoice: WrittenOffInvoice) => void
}) => (
  <Panel title="Written off">
    <Stack gap="xs">
      {invoices.map((invoice) => (
        <Group key={invoice.invoice_id} justify="space-between" gap="xs">
          <Text size="sm" flex="1 1 14rem">
            <PaperLink vendorId={vendorId} paper={invoice} /> {money(invoice.total)}: {invoice.reason}{' '}
            <span className="faint">
              <Ago tm={invoice.written_off_tm} />
            </span>
          </Text>
          <Button
            size="compact-xs"
            variant="default"
            disabled={disabledReason !== undefined}
            title={disabledReason}
            onClick={() => close(invoice)}
          >
            Mark as paid…
          </Button>
        </Group>
      ))}
    </Stack>
  </Panel>
)

/** The kinds of pending payments. */
export const intentKinds = {
  renewal: 'Renewal',
  manual: 'Manual charge',
  auth: 'Auth',
  refund: 'Refund',
} as const

/** Payments whose outcome is not known yet. */
export const UnderWay = ({ intents }: { intents: PaymentsView['under_way'] }) => (
  <Panel title="Pending payments">
    <Stack gap="xs">
      {intents.map((m) => (
        <div key={m.money_intent_id}>
          <Status tone={m.flagged ? 'bad' : 'wait'} icon={m.flagged ? IconAlertTriangle : IconClock}>
            {`${intentKinds[m.kind]} of ${money(m.amount)}`}
          </Status>{' '}
          <Ago tm={m.insert_tm} />
          <Text size="sm">
            {m.flagged ? (
              <>
                No response from the gateway for two days. Check there, then resolve it on{' '}
                <Link className="link" to={links.money()}>
                  Money
                </Link>
                .
              </>
            ) : (
              'Waiting for the gateway. We keep checking.'
            )}
            {m.last_error && <span className="faint"> {m.last_error}</span>}
          </Text>
        </div>
      ))}
    </Stack>
  </Panel>
)

/** Recently refused requests with the reason: the only place where the person who asked learns of it. */
export const RefusedApprovals = ({ approvals }: { approvals: readonly RefusedApproval[] }) => (
  <Panel title="Rejected requests">
    <Stack gap="xs">
      {approvals.map((approval) => (
        <div key={approval.money_approval_id}>
          <Status tone="off" icon={IconBan}>
            {askedText(approval)}
          </Status>
          <Text size="sm">
            {approval.text}
            <span className="faint"> requested by {approval.own ? 'you' : approval.asked_by_name}</span>
          </Text>
          <Text size="sm">
            {approval.reason}
            <span className="faint">
              {' '}
              {approval.refused_by}, <Ago tm={approval.refused_tm} />
            </span>
          </Text>
        </div>
      ))}
    </Stack>
  </Panel>
)
