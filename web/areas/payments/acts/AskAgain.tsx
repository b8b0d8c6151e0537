import { Text } from '@mantine/core'
import { messages } from '#contract/messages.ts'
import { money } from '#contract/formats.ts'
import type { PaymentsView } from '#contract/payments/payments.ts'
import { isActive } from '#contract/vendors/status.ts'
import { api } from '../../../api.ts'
import { ActModal } from '../../../ui/act/ActModal.tsx'
import { tellOpen, useMoneyOnce } from './outcome.ts'
import { Unsure } from './Unsure.tsx'

/** Charges a vendor's card for the open invoices now. */
export function AskAgainModal({
  vendor,
  payments,
  close,
}: {
  vendor: { vendor_id: number; company: string; vendor_status_id: number }
  payments: PaymentsView
  close: () => void
}) {
  const { vendor_id, company } = vendor
  const { run, unsure, forget } = useMoneyOnce(
    `open invoices of ${vendor_id}`,
    (_: null, idempotencyKey) => api.retryPayment({ params: { vendor_id }, idempotencyKey }),
    ({ card_exception }) => messages.chargeFailed(card_exception),
  )
  const { open_invoices: open, balance, card } = payments
  return (
    <ActModal
      title={`Retry payment of ${money(balance)} from ${company}?`}
      act="Retry payment"
      run={() => run(null)}
      after={tellOpen}
      doneText={({ state }) => (state === 'succeeded' ? `${money(balance)} paid` : undefined)}
      close={close}
    >
      {unsure && <Unsure forget={() => (forget(), close())} />}
      <Text size="sm">
        {card?.text} will be charged now for{' '}
        {open.map(({ number, total }) => `${number}, ${money(total)}`).join('; ')}.
      </Text>
      {isActive(vendor) && (
        <Text size="sm" c="dimmed">
          Automatic retries continue as scheduled. A decline now won’t suspend the account.
        </Text>
      )}
    </ActModal>
  )
}
