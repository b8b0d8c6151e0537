import { Button, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { VendorCharge } from '#contract/billing/billing.ts'
import { money } from '#contract/formats.ts'
import type { MoneyApproval, PaymentsView } from '#contract/payments/payments.ts'
import { api } from '../../api.ts'
import { Facts, Failed, Panel } from '../../ui/page/Page.tsx'
import { NextBill, unbilledText, useWhyNotMoney } from '../billing/public.tsx'
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
  Refused,
  UnderWay,
  Waiting,
  WrittenOff,
  type WrittenOffInvoice,
} from './Standing.tsx'

interface Of extends Cancelable {
  vendor_status_id: number
  subscription_count: number
  deletion: unknown
}
type Asked =
  | { act: 'charge' | 'cancel' | 'ask' }
  | { act: 'refund'; of: VendorCharge }
  | { act: 'approve' | 'refuse'; of: MoneyApproval }
  | { act: 'close'; of: PaymentsView['open_invoices'][number] }
  | { act: 'paid after all'; of: WrittenOffInvoice }
const stillMovingMs = 10_000

/** How a vendor pays: what it owes and what comes, what waits, and all that was charged and given back. */
export default function BillingHistory({ vendor }: { vendor: Of }) {
  const params = { vendor_id: vendor.vendor_id }
  const [asked, setAsked] = useState<Asked | null>(null)
  const payments = useQuery({
    ...api.getVendorPayments.query({ params }),
    refetchInterval: ({ state }) => (state.data?.under_way.length ? stillMovingMs : false),
  })
  const billing = useQuery(api.getVendorBilling.query({ params }))
  const why = useWhyNotMoney(vendor)
  const close = () => setAsked(null)
  const offerCancel = () => setAsked({ act: 'cancel' })
  const whyNot = why === null ? 'Who you are is being looked up' : why
  return (
    <Stack>
      {payments.error && !payments.data ? (
        <Failed error={payments.error} retry={() => void payments.refetch()} />
      ) : payments.data ? (
        <>
          <Facts
            facts={[
              ['Balance', money(payments.data.balance)],
              ['Card', <CardText key="card" card={payments.data.card} />],
              ['Credit', billing.data ? money(billing.data.credit_available) : '…'],
            ]}
          />
          {payments.data.cancel_eligible && (vendor.subscription_count > 0 || vendor.next_charge_date) && (
            <CancelOffer why={whyNot} ask={offerCancel} />
          )}
          <DisputesOf vendor={vendor} all={payments.data.disputes} />
          <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl">
            <Todo vendor={vendor} payments={payments.data} why={whyNot} ask={setAsked} />
            <Panel title="Next charge">
              {billing.data ? (
                <NextBill
                  bill={billing.data.due}
                  date={billing.data.next_charge_date}
                  unbilled={unbilledText(vendor.vendor_status_id)}
                />
              ) : billing.error ? (
                <Failed error={billing.error} retry={() => void billing.refetch()} />
              ) : (
                <Skeleton height={96} />
              )}
            </Panel>
          </SimpleGrid>
        </>
      ) : (
        <Skeleton height={220} />
      )}
      <Charges
        vendorId={vendor.vendor_id}
        why={whyNot}
        moving={payments.data?.under_way.length ?? 0}
        charge={() => setAsked({ act: 'charge' })}
        refund={(of) => setAsked({ act: 'refund', of })}
      />
      {asked?.act === 'charge' && <ManualChargeModal vendor={vendor} close={close} />}
      {asked?.act === 'refund' && (
        <RefundModal vendor={vendor} charge={asked.of} eligible={offerCancel} close={close} />
      )}
      {asked?.act === 'cancel' && <CancelAfterRefundModal vendor={vendor} close={close} />}
      {asked?.act === 'ask' && payments.data && (
        <AskAgainModal vendor={vendor} payments={payments.data} close={close} />
      )}
      {(asked?.act === 'close' || asked?.act === 'paid after all') && (
        <CloseInvoiceModal
          vendorId={vendor.vendor_id}
          of={asked.of}
          isWrittenOff={asked.act === 'paid after all'}
          close={close}
        />
      )}
      {asked?.act === 'approve' && <ApproveModal of={asked.of} eligible={offerCancel} close={close} />}
      {asked?.act === 'refuse' && <RefuseModal of={asked.of} close={close} />}
    </Stack>
  )
}

function DisputesOf({ vendor, all }: { vendor: Of; all: PaymentsView['disputes'] }) {
  const open = all.filter(({ state }) => state === 'open' || state === 'inquiry')
  if (open.length === 0) return null
  const { vendor_id, company } = vendor
  return <OpenDisputes rows={open.map((one) => ({ ...one, vendor_id, company }))} ofOne />
}

/** What somebody should look at: open invoices, money under way, what waits for a second person. */
function Todo({
  vendor,
  payments,
  why,
  ask,
}: {
  vendor: Of
  payments: PaymentsView
  why: string | undefined
  ask: (asked: Asked) => void
}) {
  const { open_invoices: open, written_off, under_way, waiting, refused } = payments
  if (open.length + written_off.length + under_way.length + waiting.length + refused.length === 0)
    return (
      <Panel title="Open">
        <Text size="sm">Nothing is open, under way, or waiting for a second person.</Text>
      </Panel>
    )
  return (
    <Stack>
      {waiting.length > 0 && (
        <Waiting
          of={waiting}
          why={why}
          approve={(of) => ask({ act: 'approve', of })}
          refuse={(of) => ask({ act: 'refuse', of })}
        />
      )}
      {refused.length > 0 && <Refused of={refused} />}
      {under_way.length > 0 && <UnderWay of={under_way} />}
      {open.length > 0 && (
        <OpenInvoices
          vendorId={vendor.vendor_id}
          payments={payments}
          why={why}
          ask={() => ask({ act: 'ask' })}
          close={(of) => ask({ act: 'close', of })}
        />
      )}
      {written_off.length > 0 && (
        <WrittenOff
          vendorId={vendor.vendor_id}
          of={written_off}
          why={why}
          close={(of) => ask({ act: 'paid after all', of })}
        />
      )}
    </Stack>
  )
}

const CancelOffer = ({ why, ask }: { why: string | undefined; ask: () => void }) => (
  <Panel
    title="Nothing is kept"
    acts={
      <Button size="xs" variant="default" disabled={why !== undefined} title={why} onClick={ask}>
        Cancel subscriptions and reset the billing date…
      </Button>
    }
  >
    <Text size="sm">
      All that was charged for the time that runs is given back, and nothing is owed: its subscriptions can
      end at once.
    </Text>
  </Panel>
)
