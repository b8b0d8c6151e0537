import { Checkbox, Select, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { chargeTypes, transType } from '#contract/billing/billing.ts'
import { money } from '#contract/formats.ts'
import { messages } from '#contract/messages.ts'
import {
  manualCharge,
  manualChargeTypes,
  manualTransTypes,
  type ManualCharge,
} from '#contract/payments/manual-charge.ts'
import { api } from '../../../api.ts'
import { ActModal } from '../../../ui/act/ActModal.tsx'
import { actText, useEffects, whyNotNow } from '../../approvals/public.tsx'
import { Effects } from './Effects.tsx'
import { useMayMove } from '../../billing/public.tsx'
import { AmountField } from './AmountField.tsx'
import { errorInPlace } from './error-in-place.ts'
import { askedOutcome, tellOpen, useMoneyOnce } from './outcome.ts'
import { Unsure } from './Unsure.tsx'

interface Form {
  vendor_charge_type_id: string
  vendor_charge_trans_type_id: string
  charge_description: string
  amount: string
  /** Why finance should, from those who only ask. */
  reason: string
  ghost: boolean
  update_next_charge_date: boolean
}
/** The form as sent, with what the preview showed. */
type SentForm = Form & { shown?: { card_asked: string; next_charge_date: string | null } }
const blank: Form = {
  vendor_charge_type_id: '1',
  vendor_charge_trans_type_id: '1',
  charge_description: '',
  amount: '',
  reason: '',
  ghost: false,
  update_next_charge_date: false,
}
const parse = (form: Form) =>
  manualCharge.safeParse({
    ...form,
    amount: form.amount.trim(),
    vendor_charge_type_id: Number(form.vendor_charge_type_id),
    vendor_charge_trans_type_id: Number(form.vendor_charge_trans_type_id),
  })
function faultsOf(form: Form): Record<string, string> {
  const { error } = parse(form)
  return Object.fromEntries(
    error?.issues.toReversed().map((issue) => [issue.path.join('.'), issue.message]) ?? [],
  )
}
const transWords: Record<(typeof manualTransTypes)[number], string> = {
  [transType.charge]: 'Uses credit first, then charges the card',
  [transType.auth]: 'Authorizes the card without charging it',
  [transType.owedThirdParty]: 'Issues an invoice owed by a third party. No card is charged',
  [transType.paidThirdParty]: 'Records a payment by a third party',
}
const acts: typeof transWords = {
  [transType.charge]: 'Charge',
  [transType.auth]: 'Authorize card',
  [transType.owedThirdParty]: 'Record charge',
  [transType.paidThirdParty]: 'Record payment',
}

function actOf(type: keyof typeof acts, ghost: boolean, sum: string): string {
  if (type !== transType.charge) return acts[type]
  return ghost ? 'Record charge' : `Charge ${sum}`.trim()
}

/** Charges a vendor manually; the effects are shown while typing (docs/domain/charges-and-refunds.md, Manual charges). */
export function ManualChargeModal({
  vendor: { vendor_id, company },
  close,
}: {
  vendor: { vendor_id: number; company: string }
  close: () => void
}) {
  const params = { vendor_id }
  const mayMove = useMayMove() ?? false
  const {
    run,
    moving,
    unsure,
    said: earlierInput,
    forget,
  } = useMoneyOnce(
    `charge of ${vendor_id}`,
    ({ shown: shownEffects, ...form }: SentForm, idempotencyKey) => {
      const body = parse(form).data!
      return mayMove
        ? api.chargeManually({
            params,
            body: { ...body, ...(shownEffects && { said: shownEffects }) },
            idempotencyKey,
          })
        : api
            .requestManualCharge({ params, body: { ...body, reason: form.reason }, idempotencyKey })
            .then(() => askedOutcome)
    },
    ({ card_exception }) => messages.chargeFailed(card_exception),
  )
  const form = useForm<Form>({
    initialValues: earlierInput ?? blank,
    validate: (values) => ({
      ...faultsOf(values),
      ...(!mayMove && values.reason.trim() === '' && { reason: 'Enter a reason' }),
    }),
  })
  const { values } = form
  const { data: sound } = parse(values)
  const type = Number(values.vendor_charge_trans_type_id) as keyof typeof transWords
  const effects = useEffects(
    `charge of ${vendor_id}`,
    sound ?? null,
    (body: ManualCharge) => api.weighManualCharge({ params, body }),
    moving,
  )
  const sum = sound ? money(sound.amount) : ''
  const validate = () => {
    if (form.validate().hasErrors) return { hasErrors: true }
    const faults = (effects.busy ? undefined : effects.data)?.faults ?? {}
    form.setErrors(faults)
    return { hasErrors: Object.keys(faults).length > 0 }
  }
  return (
    <ActModal
      title={mayMove ? `Manual charge for ${company}` : `Ask finance to charge ${company}`}
      act={mayMove ? actText(effects, actOf(type, values.ghost, sum)) : `Ask finance to charge ${sum}`.trim()}
      size="lg"
      missing={whyNotNow(effects, unsure)}
      isChanged={form.isDirty()}
      form={unsure ? undefined : { validate }}
      faultyText={messages.chargeInvalid}
      run={() => {
        if (unsure) return run(values)
        const currentEffects = effects.busy ? undefined : effects.data
        const faults = currentEffects?.faults ?? {}
        if (form.validate().hasErrors) throw new Error(messages.chargeInvalid)
        form.setErrors(faults)
        if (Object.keys(faults).length > 0) throw new Error(messages.chargeInvalid)
        const shownEffects = currentEffects && {
          card_asked: currentEffects.card_asked,
          next_charge_date: currentEffects.next_charge_date.to,
        }
        return run({ ...values, ...(shownEffects && { shown: shownEffects }) })
      }}
      fields={form.setErrors}
      after={tellOpen}
      doneText={({ state }) => (state === 'succeeded' ? doneText(type, values.ghost, sum) : undefined)}
      close={close}
    >
      {unsure && <Unsure forget={() => (forget(), close())} />}
      <fieldset className="bare" disabled={unsure}>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <Select
            label="Purpose"
            allowDeselect={false}
            data={manualChargeTypes.map((label, i) => ({ value: String(i + 1), label }))}
            {...form.getInputProps('vendor_charge_type_id')}
          />
          <Select
            label="Transaction type"
            allowDeselect={false}
            data={manualTransTypes.map((id) => ({ value: String(id), label: chargeTypes[id - 1] ?? '' }))}
            {...form.getInputProps('vendor_charge_trans_type_id')}
          />
          <TextInput
            label="Description"
            {...errorInPlace(form.errors.charge_description, 'Shown on the invoice')}
            required
            maxLength={200}
            data-autofocus
            {...form.getInputProps('charge_description')}
          />
          <AmountField form={form} hint={transWords[type]} />
          <Checkbox
            label="Ghost"
            description="Record only. Paid outside the gateway"
            {...form.getInputProps('ghost', { type: 'checkbox' })}
          />
          <Checkbox
            label="Update next charge date"
            description="Replaces the next bill. The next charge is a month later"
            {...form.getInputProps('update_next_charge_date', { type: 'checkbox' })}
          />
        </SimpleGrid>
        {!mayMove && (
          <Textarea
            mt="sm"
            label="Reason"
            description="Finance reads it before deciding"
            required
            autosize
            minRows={2}
            {...form.getInputProps('reason')}
          />
        )}
      </fieldset>
      <Effects effects={effects} paper="Invoice" />
    </ActModal>
  )
}

function doneText(type: keyof typeof transWords, ghost: boolean, sumText: string): string {
  if (type === transType.auth) return `Card authorized for ${sumText}`
  return type === transType.charge && !ghost ? `${sumText} charged` : `${sumText} recorded`
}
