import { Radio, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { money } from '#contract/formats.ts'
import type { Closing } from '#contract/payments/closing.ts'
import { api } from '../../../api.ts'
import { ActModal } from '../../../ui/act/ActModal.tsx'
import { actText, canBeDone, notNow, useEffects } from '../../approvals/public.tsx'
import { Effects } from './Effects.tsx'
import { tellOpen, useMoneyOnce } from './outcome.ts'
import { Unsure } from './Unsure.tsx'

const leastReason = 3
const missingClosing = 'Choose how to close it'
const ways: Record<Closing, { label: string; means: string; act: string; doneText: string }> = {
  paid_outside: {
    label: 'Paid another way',
    means: 'By bank transfer, by check or through a market. Can’t be refunded to a card.',
    act: 'Mark as paid',
    doneText: 'marked as paid',
  },
  written_off: {
    label: 'Write off',
    means: 'Stops card retries. The account status doesn’t change. Can still be marked as paid later.',
    act: 'Write off',
    doneText: 'written off',
  },
}

function missingFor(effects: Parameters<typeof canBeDone>[0] & { refused: boolean }, reason: string) {
  if (effects.refused) return notNow
  if (!canBeDone(effects)) return 'Calculating…'
  return reason.trim().length < leastReason
    ? `Enter a reason of at least ${leastReason} characters`
    : undefined
}

/**
 * Closes an invoice that no card pays, and shows the effects first (docs/domain/charges-and-refunds.md, Closing an invoice).
 */
export function CloseInvoiceModal({
  vendorId: vendor_id,
  invoice: { invoice_id, number, total, company },
  isWrittenOff,
  close,
}: {
  vendorId: number
  invoice: {
    invoice_id: number
    number: string
    total: string
    /** The vendor, if the page does not show it. */
    company?: string
  }
  isWrittenOff: boolean
  close: () => void
}) {
  const params = { vendor_id, invoice_id }
  const {
    run,
    moving,
    unsure,
    said: earlierInput,
    forget,
  } = useMoneyOnce(
    `closing of ${invoice_id}`,
    (body: { how: Closing; reason: string }, idempotencyKey) =>
      api.closeInvoice({ params, body, idempotencyKey }),
    () => `Couldn’t close ${number}`,
  )
  const [closing, setClosing] = useState<Closing | null>(
    earlierInput?.how ?? (isWrittenOff ? 'paid_outside' : null),
  )
  const [reason, setReason] = useState(earlierInput?.reason ?? '')
  const effects = useEffects(
    `closing of ${invoice_id}`,
    closing && { how: closing },
    (body) => api.weighClosing({ params, body }),
    moving,
  )
  const invoiceText = `${number}${company ? ` for ${company}` : ''}, ${money(total)}`
  const missing = closing === null ? missingClosing : missingFor(effects, reason)
  return (
    <ActModal
      title={isWrittenOff ? `Mark ${invoiceText} as paid?` : `Close ${invoiceText}`}
      act={actText(effects, closing ? ways[closing].act : 'Close invoice')}
      danger={closing === 'written_off'}
      size="lg"
      missing={unsure ? undefined : missing}
      isChanged={reason !== '' || (closing !== null && !isWrittenOff)}
      run={async () => {
        if (closing === null) throw new Error(missingClosing)
        return run({ how: closing, reason: reason.trim() })
      }}
      after={tellOpen}
      doneText={({ state }) =>
        state === 'succeeded' && closing ? `${number} ${ways[closing].doneText}` : undefined
      }
      close={close}
    >
      {unsure && <Unsure forget={() => (forget(), close())} />}
      <fieldset className="bare" disabled={unsure}>
        <Stack gap="sm">
          {!isWrittenOff && (
            <Radio.Group
              label="Outcome"
              value={closing}
              onChange={(value) => setClosing(value as Closing)}
              required
            >
              <Stack gap="xs" mt={6}>
                {Object.entries(ways).map(([value, { label, means }], i) => (
                  <Radio
                    key={value}
                    value={value}
                    label={label}
                    description={means}
                    data-autofocus={i === 0 || undefined}
                  />
                ))}
              </Stack>
            </Radio.Group>
          )}
          {isWrittenOff && (
            <Text size="sm">Reverses the write-off and records a payment outside the gateway.</Text>
          )}
          <Textarea
            label="Reason"
            description="For example, the transfer reference"
            required
            autosize
            minRows={2}
            data-autofocus={isWrittenOff || undefined}
            value={reason}
            onChange={(e) => setReason(e.currentTarget.value)}
          />
        </Stack>
      </fieldset>
      <Effects effects={effects} paper="Invoice" />
    </ActModal>
  )
}
