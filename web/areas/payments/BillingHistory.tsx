import { Button, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { VendorCharge } from '#contract/billing/billing.ts'
import { money } from '#contract/formats.ts'
import type { MoneyApproval } from '#contract/approvals/acts.ts'
import type { PaymentsView } from '#contract/payments/payments.ts'
import type { Result } from '#contract/index.ts'
import { api } from '../../api.ts'
import { Facts, LoadError, Panel } from '../../ui/page/Page.tsx'
import { NextBill, unbilledText, useAskRefusal, useWhyNotMoney } from '../billing/public.tsx'
import { AskAgainModal } from './acts/AskAgain.tsx'
import { CloseInvoiceModal } from './acts/CloseInvoice.tsx'
import { CancelAfterRefundModal, type Cancelable } from './acts/CancelAfterRefund.tsx'
import { Charges } from './lists/Charges.tsx'
import { OpenDisputes } from './money/Disputes.tsx'
import { ApproveModal, RefuseModal } from './acts/Decide.tsx'
import { ManualChargeModal } from './acts/ManualCharge.tsx'
import { RefundModal } from './acts/RefundCharge.tsx'
import {
  CardText,
  OpenInvoices,
  RefusedApprovals,
  UnderWay,
  WrittenOff,
  type WrittenOffInvoice,
} from './Standing.tsx'
import { Waiting } from './Waiting.tsx'

interface BillingVendor extends Cancelable {
  vendor_status_id: number
  subscription_count: number
  deletion: unknown
}
type OpenDialog =
  | { act: 'charge' | 'cancel' | 'ask' }
  | { act: 'refund'; charge: VendorCharge }
  | { act: 'approve' | 'refuse'; approval: MoneyApproval }
  | { act: 'close'; invoice: PaymentsView['open_invoices'][number] }
  | { act: 'paid after all'; invoice: WrittenOffInvoice }
const stillMovingMs = 10_000

/** A vendor's balance, next charge, open items, and all charges and refunds. */
export default function BillingHistory({ vendor }: { vendor: BillingVendor }) {
  const params = { vendor_id: vendor.vendor_id }
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const payments = useQuery({
    ...api.getVendorPayments.query({ params }),
    refetchInterval: ({ state }) => (state.data?.under_way.length ? stillMovingMs : false),
  })
  const billing = useQuery(api.getVendorBilling.query({ params }))
  const refusal = useWhyNotMoney(vendor)
  const askRefusal = useAskRefusal(vendor)
  const close = () => setDialog(null)
  const offerCancel = () => setDialog({ act: 'cancel' })
  const disabledReason = refusal === null ? 'Loading…' : refusal
  const credit = billing.data?.credit_available
  // at once, so that the charges don't move as the rest arrives
  if (payments.isPending || billing.isPending) return <Skeleton height={560} />
  return (
    <Stack>
      {payments.data ? (
        <>
          <Facts
            facts={[
              ['Balance', money(payments.data.balance)],
              ['Card', <CardText key="card" card={payments.data.card} />],
              ['Credit', credit === undefined ? '…' : money(credit)],
            ]}
          />
          {payments.data.cancel_eligible && (vendor.subscription_count > 0 || vendor.next_charge_date) && (
            <CancelOffer disabledReason={disabledReason} ask={offerCancel} />
          )}
          <DisputesOf vendor={vendor} all={payments.data.disputes} />
          <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl">
            <Todo vendor={vendor} payments={payments.data} disabledReason={disabledReason} ask={setDialog} />
            <Panel title="Next charge">
              <NextCharge billing={billing} statusId={vendor.vendor_status_id} />
            </Panel>
          </SimpleGrid>
        </>
      ) : (
        <NotLoaded query={payments} height={220} />
      )}
      <Charges
        vendorId={vendor.vendor_id}
        disabledReason={askRefusal}
        moving={payments.data?.under_way.length ?? 0}
        charge={() => setDialog({ act: 'charge' })}
        refund={(charge) => setDialog({ act: 'refund', charge })}
      />
      {dialog?.act === 'charge' && <ManualChargeModal vendor={vendor} close={close} />}
      {dialog?.act === 'refund' && (
        <RefundModal vendor={vendor} charge={dialog.charge} eligible={offerCancel} close={close} />
      )}
      {dialog?.act === 'cancel' && <CancelAfterRefundModal vendor={vendor} close={close} />}
      {dialog?.act === 'ask' && payments.data && (
        <AskAgainModal vendor={vendor} payments={payments.data} close={close} />
      )}
      {(dialog?.act === 'close' || dialog?.act === 'paid after all') && (
        <CloseInvoiceModal
          vendorId={vendor.vendor_id}
          invoice={dialog.invoice}
          isWrittenOff={dialog.act === 'paid after all'}
          close={close}
        />
      )}
      {dialog?.act === 'approve' && (
        <ApproveModal approval={dialog.approval} eligible={offerCancel} close={close} />
      )}
      {dialog?.act === 'refuse' && <RefuseModal approval={dialog.approval} close={close} />}
    </Stack>
  )
}

interface Loadable<Answer> {
  data: Answer | undefined
  error: Error | null
  refetch: () => unknown
}

const NotLoaded = ({ query, height }: { query: Loadable<unknown>; height: number }) =>
  query.error ? (
    <LoadError error={query.error} retry={() => void query.refetch()} />
  ) : (
    <Skeleton height={height} />
  )

const NextCharge = ({
  billing,
  statusId,
}: {
  billing: Loadable<Result<'getVendorBilling'>>
  statusId: number
}) =>
  billing.data ? (
    <NextBill
      bill={billing.data.due}
      date={billing.data.next_charge_date}
      unbilledReason={unbilledText(statusId)}
    />
  ) : (
    <NotLoaded query={billing} height={96} />
  )

function DisputesOf({ vendor, all }: { vendor: BillingVendor; all: PaymentsView['disputes'] }) {
  const open = all.filter(({ state }) => state === 'open' || state === 'inquiry')
  if (open.length === 0) return null
  const { vendor_id, company } = vendor
  return <OpenDisputes rows={open.map((dispute) => ({ ...dispute, vendor_id, company }))} ofOne />
}

/** Items that need attention: open invoices, pending payments, and approvals. */
function Todo({
  vendor,
  payments,
  disabledReason,
  ask,
}: {
  vendor: BillingVendor
  payments: PaymentsView
  disabledReason: string | undefined
  ask: (dialog: OpenDialog) => void
}) {
  const { open_invoices: openInvoices, written_off, under_way, waiting, refused: refusedApprovals } = payments
  if (
    openInvoices.length + written_off.length + under_way.length + waiting.length + refusedApprovals.length ===
    0
  )
    return (
      <Panel title="Open items">
        <Text size="sm">No open invoices, pending payments or approvals.</Text>
      </Panel>
    )
  return (
    <Stack>
      {waiting.length > 0 && (
        <Waiting
          approvals={waiting}
          disabledReason={disabledReason}
          approve={(approval) => ask({ act: 'approve', approval })}
          refuse={(approval) => ask({ act: 'refuse', approval })}
        />
      )}
      {refusedApprovals.length > 0 && <RefusedApprovals approvals={refusedApprovals} />}
      {under_way.length > 0 && <UnderWay intents={under_way} />}
      {openInvoices.length > 0 && (
        <OpenInvoices
          vendorId={vendor.vendor_id}
          payments={payments}
          disabledReason={disabledReason}
          ask={() => ask({ act: 'ask' })}
          close={(invoice) => ask({ act: 'close', invoice })}
        />
      )}
      {written_off.length > 0 && (
        <WrittenOff
          vendorId={vendor.vendor_id}
          invoices={written_off}
          disabledReason={disabledReason}
          close={(invoice) => ask({ act: 'paid after all', invoice })}
        />
      )}
    </Stack>
  )
}

const CancelOffer = ({ disabledReason, ask }: { disabledReason: string | undefined; ask: () => void }) => (
  <Panel
    title="Fully refunded"
    actions={
      <Button
        size="xs"
        variant="default"
        disabled={disabledReason !== undefined}
        title={disabledReason}
        onClick={ask}
      >
        Cancel subscriptions…
      </Button>
    }
  >
    <Text size="sm">
      The current period is refunded and nothing is owed. You can cancel all subscriptions now.
    </Text>
  </Panel>
)
