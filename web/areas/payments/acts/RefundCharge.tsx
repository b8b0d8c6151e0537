import { Checkbox, SegmentedControl, SimpleGrid, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import type { VendorCharge } from '#contract/billing/billing.ts'
import { fromCents } from '#contract/billing/cents.ts'
import { money } from '#contract/formats.ts'
import { amount } from '#contract/inputs.ts'
import { messages } from '#contract/messages.ts'
import { planRefund } from '#contract/payments/manual-charge.ts'
import type { RefundTarget } from '#contract/payments/payments.ts'
import { api } from '../../../api.ts'
import { ActModal } from '../../../ui/act/ActModal.tsx'
import { actText, useEffects, whyNotNow } from '../../approvals/public.tsx'
import { useMayMove } from '../../billing/public.tsx'
import { AmountField } from './AmountField.tsx'
import { askedOutcome, tellOpen, useMoneyOnce } from './outcome.ts'
import { RefundEffects } from './RefundEffects.tsx'
import { RefundMarks, walkMarks } from './RefundMarks.tsx'
import { Unsure } from './Unsure.tsx'

interface RefundForm {
  amount: string
  note: string
  to: RefundTarget
  /** The amount that was confirmed as everything. */
  whole: boolean
}

function amountFault(charge: VendorCharge, text: string): string | null {
  if (text.trim() === '') return 'Enter an amount'
  return amount.safeParse(text.trim()).success
    ? planRefund(charge, text.trim()).fault
    : 'Enter an amount such as 12.50'
}

function leftText(charge: VendorCharge): string {
  const amountLeft = fromCents(planRefund(charge, '0').left)
  const chargeText = `${money(charge.amount)} for ${charge.charge_description}`
  return amountLeft === charge.amount
    ? `Charged ${chargeText}`
    : `${money(amountLeft)} not yet refunded of ${chargeText}`
}

/**
 * Refunds a charge or a part of it, to the card or as credit; who may not asks finance with the same form. The
 * amount comes first and is empty, and everything is refunded only once that is confirmed
 * (docs/domain/charges-and-refunds.md, Refunds).
 */
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
  const mayMove = useMayMove() ?? false
  const {
    run,
    moving,
    unsure,
    said: earlierInput,
    forget,
  } = useMoneyOnce(
    `refund of ${vendor_charge_id}`,
    ({ amount: text, note, to }: RefundForm, idempotencyKey) => {
      const call = { params, body: { vendor_charge_id, amount: text.trim(), note, to }, idempotencyKey }
      return mayMove ? api.refundCharge(call) : api.requestRefund(call).then(() => askedOutcome)
    },
    () => messages.refundFailed,
  )
  const left = planRefund(charge, '0').left
  const isWhole = (text: string) =>
    amountFault(charge, text) === null && planRefund(charge, text.trim()).cents === left
  const form = useForm<RefundForm>({
    initialValues: earlierInput ?? { amount: '', note: '', to: 'card', whole: false },
    validate: {
      amount: (text) => amountFault(charge, text),
      note: (text) => (text.trim() === '' ? messages.refundNoteNeeded : null),
      whole: (isConfirmed, { amount: text }) =>
        isWhole(text) && !isConfirmed ? 'Confirm the full refund' : null,
    },
  })
  const { values } = form
  const refundAmount = amountFault(charge, values.amount) === null ? values.amount.trim() : null
  const effects = useEffects(
    `refund of ${vendor_charge_id}`,
    refundAmount === null ? null : { vendor_charge_id, amount: refundAmount, to: values.to },
    (body) => api.weighRefund({ params, body }),
    moving,
  )
  const { data: page } = useQuery(api.getCharge.query({ params: { vendor_id, vendor_charge_id } }))
  const marks = page?.marks ?? []
  const choose = (text: string) => form.setFieldValue('amount', text)
  const stuck = refundAmount === null ? 0 : planRefund(charge, refundAmount).stuck
  const sumText = refundAmount === null ? '' : ` ${money(refundAmount)}`
  return (
    <ActModal
      title={mayMove ? `Refund${sumText} to ${company}` : `Ask finance to refund ${company}`}
      act={mayMove ? actText(effects, `Refund${sumText}`) : `Ask finance to refund${sumText}`}
      danger={mayMove}
      size="xl"
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
        state === 'succeeded'
          ? `${money(values.amount.trim())} ${values.to === 'credit' ? 'returned as credit' : 'refunded'}`
          : undefined
      }
      close={close}
    >
      {unsure && <Unsure forget={() => (forget(), close())} />}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xl">
        <fieldset className="bare" disabled={unsure}>
          <Stack gap="sm">
            <AmountField
              form={form}
              hint={leftText(charge)}
              placeholder="0.00"
              data-autofocus
              onKeyDown={walkMarks(marks, values.amount, choose)}
            />
            <RefundMarks marks={marks} chosen={values.amount} choose={choose} />
            <SegmentedControl
              aria-label="Refund to"
              value={values.to}
              onChange={(to) => form.setFieldValue('to', to as RefundTarget)}
              data={[
                { value: 'card', label: charge.card ? `To ${charge.card}` : 'To the card' },
                { value: 'credit', label: 'To credit' },
              ]}
            />
            <Textarea
              label={mayMove ? 'Note' : 'Reason'}
              description={
                mayMove ? 'Added to the vendor’s notes and the log' : 'Finance reads it before deciding'
              }
              required
              autosize
              minRows={2}
              {...form.getInputProps('note')}
            />
            {isWhole(values.amount) && (
              <Checkbox
                label={`Refund everything that is left, ${money(fromCents(left))}`}
                {...form.getInputProps('whole', { type: 'checkbox' })}
              />
            )}
          </Stack>
        </fieldset>
        <RefundEffects effects={effects} />
      </SimpleGrid>
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
