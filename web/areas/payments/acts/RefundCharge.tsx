import { Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect, useRef } from 'react'
import type { VendorCharge } from '#contract/billing/billing.ts'
import { fromCents } from '#contract/billing/cents.ts'
import { money } from '#contract/formats.ts'
import { amount } from '#contract/inputs.ts'
import { messages } from '#contract/messages.ts'
import { planRefund } from '#contract/payments/manual-charge.ts'
import { api } from '../../../api.ts'
import { ActModal } from '../../../ui/act/ActModal.tsx'
import { actText, useEffects, whyNotNow } from '../../approvals/public.tsx'
import { Effects } from './Effects.tsx'
import { AmountField } from './AmountField.tsx'
import { tellOpen, useMoneyOnce } from './outcome.ts'
import { Unsure } from './Unsure.tsx'

const amountFault = (charge: VendorCharge, text: string): string | null =>
  amount.safeParse(text.trim()).success
    ? planRefund(charge, text.trim()).fault
    : 'Enter an amount such as 12.50'

function leftText(charge: VendorCharge): string {
  const amountLeft = fromCents(planRefund(charge, '0').left)
  const chargeText = `${money(charge.amount)} for ${charge.charge_description}`
  return amountLeft === charge.amount
    ? `Charged ${chargeText}`
    : `${money(amountLeft)} not yet refunded of ${chargeText}`
}

/** Refunds a charge or a part of it; the effects are shown while typing (docs/domain/charges-and-refunds.md, Refunds). */
export function RefundModal({
  vendor: { vendor_id, company },
  charge,
  eligible,
  close,
}: {
  vendor: { vendor_id: number; company: string }
  charge: VendorCharge
  /** Called if everything was refunded: all subscriptions may be canceled. */
  eligible: () => void
  close: () => void
}) {
  const params = { vendor_id }
  const { vendor_charge_id } = charge
  const {
    run,
    moving,
    unsure,
    said: earlierInput,
    forget,
  } = useMoneyOnce(
    `refund of ${vendor_charge_id}`,
    ({ amount: text, note }: { amount: string; note: string }, idempotencyKey) =>
      api.refundCharge({
        params,
        body: { vendor_charge_id, amount: text.trim(), note },
        idempotencyKey,
      }),
    () => messages.refundFailed,
  )
  const form = useForm({
    initialValues: earlierInput ?? { amount: fromCents(planRefund(charge, '0').left), note: '' },
    validate: {
      amount: (text) => amountFault(charge, text),
      note: (text) => (text.trim() === '' ? messages.refundNoteNeeded : null),
    },
  })
  const { values } = form
  const refundAmount = amountFault(charge, values.amount) === null ? values.amount.trim() : null
  const effects = useEffects(
    `refund of ${vendor_charge_id}`,
    refundAmount === null ? null : { vendor_charge_id, amount: refundAmount },
    (body) => api.weighRefund({ params, body }),
    moving,
  )
  const stuck = refundAmount === null ? 0 : planRefund(charge, refundAmount).stuck
  const offeredAmount = effects.data?.offered
  const wasOffered = useRef(earlierInput !== undefined)
  // only the first answer tells what was already credited
  useEffect(() => {
    if (offeredAmount === undefined || wasOffered.current) return
    wasOffered.current = true
    if (form.isDirty('amount')) return
    const amount = Number(offeredAmount) > 0 ? offeredAmount : ''
    form.setInitialValues({ ...form.getInitialValues(), amount })
    form.setFieldValue('amount', amount)
  }, [offeredAmount, form])
  return (
    <ActModal
      title={`Refund ${refundAmount === null ? '' : `${money(refundAmount)} `}to ${company}`}
      act={actText(effects, refundAmount === null ? 'Refund' : `Refund ${money(refundAmount)}`)}
      danger
      size="lg"
      missing={whyNotNow(effects, unsure)}
      isChanged={form.isDirty()}
      form={unsure ? undefined : form}
      run={() => run(values)}
      fields={form.setErrors}
      after={(outcome) => {
        tellOpen(outcome)
        if (outcome.state === 'succeeded' && outcome.cancel_eligible) eligible()
      }}
      doneText={({ state }) =>
        state === 'succeeded' ? `${money(values.amount.trim())} refunded` : undefined
      }
      close={close}
    >
      {unsure && <Unsure forget={() => (forget(), close())} />}
      <fieldset className="bare" disabled={unsure}>
        <AmountField form={form} hint={leftText(charge)} />
        <Textarea
          mt="sm"
          label="Note"
          description="Added to the vendor’s notes and the log"
          required
          autosize
          minRows={2}
          data-autofocus
          {...form.getInputProps('note')}
        />
      </fieldset>
      <Effects effects={effects} paper="Credit note" />
      {stuck > 0 && (
        <Text size="sm" fw={600}>
          The remaining {money(fromCents(stuck))} can’t be refunded later. The minimum refund is $1.00.
        </Text>
      )}
      {effects.data?.cancel_eligible && (
        <Text size="sm">
          This refunds the full current period. Next, choose whether to cancel the subscriptions.
        </Text>
      )}
    </ActModal>
  )
}
