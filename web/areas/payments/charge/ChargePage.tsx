import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ChargePageView } from '#contract/payments/charge-page.ts'
import { amount, money } from '#contract/formats.ts'
import { shortSpanText } from '#contract/billing/days.ts'
import { manualChargeTypes } from '#contract/payments/manual-charge.ts'
import { declineText } from '#contract/payments/decline-words.ts'
import { chargeTypes, signedAmount } from '#contract/billing/billing.ts'
import { Link } from '@tanstack/react-router'
import { api, HttpError } from '../../../api.ts'
import { links } from '../../../links.ts'
import { MoneyLines } from '../../../ui/MoneyLines.tsx'
import { Page, Panel } from '../../../ui/page/Page.tsx'
import { RecordPage } from '../../../ui/page/RecordPage.tsx'
import { usePathId } from '../../../ui/page/usePath.ts'
import { dayText } from '../../../ui/time.ts'
import { momentFact } from '../../../ui/values.tsx'
import { LockedVendor, NoneOfVendor } from '../../vendor-record/public.tsx'
import { CancelAfterRefundModal } from '../acts/CancelAfterRefund.tsx'
import { RefundModal } from '../acts/RefundCharge.tsx'
import { ChargeSign } from '../lists/charge-columns.tsx'
import { PaperLink } from '../Standing.tsx'
import { ChargeActs } from './ChargeActs.tsx'
import { ChargeTimeline } from './ChargeTimeline.tsx'

/** A charge, an attempt that failed, or a refund: what it is, what happened to it, and what can be done. */
export default function ChargePage() {
  const vendorId = usePathId('vendor_id')
  const chargeId = usePathId('charge_id')
  const query = useQuery({
    ...api.getCharge.query({ params: { vendor_id: vendorId ?? 0, vendor_charge_id: chargeId ?? 0 } }),
    enabled: vendorId !== null && chargeId !== null,
    refetchInterval: ({ state }) =>
      state.data?.steps.some(({ kind }) => kind === 'pending') ? stillMovingMs : false,
  })
  const { data, error, isEnabled } = query
  const lock = error instanceof HttpError ? error.lock : undefined
  if (lock && !data) return <LockedVendor key={lock.vendor_lock_id} lock={lock} />
  if (!isEnabled || (error instanceof HttpError && error.status === 404))
    return <NoneOfVendor noun="charge" param="charge_id" page="billing_history" />
  return (
    <RecordPage
      noun="charge"
      param="charge_id"
      query={query}
      wayBack={{ to: links.charges(), label: 'All charges' }}
    >
      {(view) => <ChargeRecord key={view.charge.vendor_charge_id} view={view} />}
    </RecordPage>
  )
}
const stillMovingMs = 10_000

function ChargeRecord({ view }: { view: ChargePageView }) {
  const { charge, invoice, next_charge_date, waiting } = view
  const { vendor_id, company, vendor_charge_id } = charge
  const [dialog, setDialog] = useState<'refund' | 'cancel'>()
  const close = () => setDialog(undefined)
  return (
    <Page
      title={`Charge ${vendor_charge_id}`}
      status={<ChargeSign charge={charge} />}
      trail={[
        [company, links.vendor(vendor_id)],
        ['Billing History', links.vendor(vendor_id, 'billing_history')],
      ]}
      answer={<Answer view={view} />}
      actions={<ChargeActs view={view} refund={() => setDialog('refund')} />}
      facts={factsOf(view)}
    >
      {waiting.length > 0 && (
        <div className="callout tone-wait" role="status">
          <b>Waiting for approval</b>
          {waiting
            .map(({ amount: sum, asked_by_name }) => `${money(sum)}, requested by ${asked_by_name}`)
            .join('; ')}
          .{' '}
          <Link className="link" to={links.money()}>
            Review on Money
          </Link>
        </div>
      )}
      <ChargeTimeline view={view} />
      {invoice && (
        <Panel
          title={charge.paper?.number ?? 'Invoice'}
          actions={charge.paper && <PaperLink vendorId={vendor_id} paper={charge.paper} />}
        >
          <MoneyLines
            label={`Lines of ${charge.paper?.number ?? 'the invoice'}`}
            lines={invoice.lines}
            sum="Total"
            total={invoice.total}
          />
        </Panel>
      )}
      {dialog === 'refund' && (
        <RefundModal
          vendor={{ vendor_id, company }}
          charge={charge}
          eligible={() => setDialog('cancel')}
          close={close}
        />
      )}
      {dialog === 'cancel' && (
        <CancelAfterRefundModal vendor={{ vendor_id, company, next_charge_date }} close={close} />
      )}
    </Page>
  )
}

/** What it is in one line: the amount, its purpose, and why it failed. */
function Answer({ view: { charge, refund_of } }: { view: ChargePageView }) {
  const { vendor_id, card, state, decline_code, card_exception, charge_description } = charge
  const isFailed = state === 'declined' || state === 'failed'
  return (
    <>
      <b>{amount(signedAmount(charge))}</b>
      {card && ` ${refund_of ? 'to' : 'on'} ${card}`}, {charge_description || 'no description'}
      {isFailed && `. ${declineText(decline_code, card_exception)}`}.
      {refund_of && (
        <>
          {' '}
          <Link className="link" to={links.charge(vendor_id, refund_of.vendor_charge_id)}>
            Original charge
          </Link>
        </>
      )}
    </>
  )
}

function factsOf({ charge, invoice, plan, promo_codes, requested_by }: ChargePageView) {
  const { vendor_id, company, card, transaction_num, paper, vendor_charge_type_id: purpose } = charge
  return [
    [
      'Vendor',
      <Link key="vendor" className="link" to={links.vendor(vendor_id, 'billing_history')}>
        {company}
      </Link>,
    ],
    momentFact('Time', charge.tm),
    ['Type', chargeTypes[charge.vendor_charge_trans_type_id - 1] ?? 'Charge'],
    ['Purpose', (purpose && manualChargeTypes[purpose - 1]) || '—'],
    ['Requested by', requested_by],
    ['Card', card ?? '—'],
    ['Invoice', paper ? <PaperLink key="paper" vendorId={vendor_id} paper={paper} /> : '—'],
    ['Plan', plan ?? '—'],
    ['Period', invoice?.period ? shortSpanText(invoice.period) : '—'],
    ['Promo code', promo_codes.join(', ') || '—'],
    ...(invoice?.next_try ? [['Next retry', dayText(invoice.next_try)] as const] : []),
    [
      'Transaction',
      <span key="transaction" className="mono">
        {transaction_num ?? '—'}
      </span>,
    ],
  ] as const
}
