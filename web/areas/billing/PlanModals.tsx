import { Select, SimpleGrid, Switch, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { customPlanFaults, type BillingView, type CustomPlanBody } from '#contract/billing/billing.ts'
import { money } from '#contract/formats.ts'
import { api, HttpError } from '../../api.ts'
import { ReasonModal } from '../../ui/act/ReasonModal.tsx'
import { actText, doneOrSent, MovePreview, useMove } from '../approvals/public.tsx'
import { priceFault } from './extras-form.ts'
import { PlanMoves } from './PlanMoves.tsx'
import { useMayMove } from './useMoneyRefusal.ts'
import { billMoves, ownPlan } from './terms.ts'

interface PlanModalProps {
  vendorId: number
  view: BillingView
  close: () => void
}
const choices = (view: BillingView) =>
  view.plans.map((plan) => ({
    value: String(plan.vendor_plan_type_id),
    label: `${plan.name}, ${money(plan.monthly_fee)} a month`,
  }))

/**
 * The billing as of when the modal was opened. If somebody has changed it since, the save is refused with what
 * they did; the modal then shows the changed billing, so the next save is deliberate.
 */
function useFrozenBilling({ vendorId, view }: PlanModalProps) {
  const [billing, setBilling] = useState(view)
  const saving = async <Saved,>(save: Promise<Saved>): Promise<Saved> => {
    try {
      return await save
    } catch (error) {
      if (error instanceof HttpError && error.status === 409)
        setBilling(await api.getVendorBilling({ params: { vendor_id: vendorId } }))
      throw error
    }
  }
  return { opened: billing, saving }
}

/** Changes a vendor's plan type; shows the next charge before saving. */
export function PlanTypeModal(props: PlanModalProps) {
  const { vendorId, close } = props
  const mayMove = useMayMove() ?? false
  const { opened: billing, saving } = useFrozenBilling(props)
  const [id, setId] = useState(billing.vendor_plan_type_id)
  const isChanged = id !== billing.vendor_plan_type_id
  const body = { version: billing.version, vendor_plan_type_id: id }
  const move = useMove(isChanged ? { act: 'plan_type', vendor_id: vendorId, body } : null)
  return (
    <ReasonModal
      title="Change plan type"
      act={mayMove ? actText(move, 'Change plan type') : 'Ask finance to change plan type'}
      missing={isChanged ? undefined : 'Choose a different plan type'}
      isChanged={isChanged}
      run={async (reason) => {
        const call = { params: { vendor_id: vendorId }, body: { ...body, reason } }
        if (mayMove) return saving(api.savePlanType(call))
        await saving(api.requestPlanType(call))
        return { ...billing, waiting: true }
      }}
      doneText={(view) => doneOrSent(view, `Plan type: ${view.plan ?? 'none'}`)}
      close={close}
    >
      <Select
        label="Plan type"
        data-autofocus
        allowDeselect={false}
        data={[{ value: '', label: 'None' }, ...choices(billing)]}
        value={String(id ?? '')}
        onChange={(v) => setId(v ? Number(v) : null)}
      />
      <PlanMoves view={billing} planType={id} />
      <MovePreview move={move} brief />
    </ReasonModal>
  )
}

type OwnPlan = Omit<CustomPlanBody, 'billing_plan_expiration_date'> & { billing_plan_expiration_date: string }
const blank = (view: BillingView): OwnPlan => ({
  monthly_fee: view.monthly_fee ?? '',
  custom_billing_plan_start_tm: view.bill_date,
  billing_plan_will_expire: false,
  billing_plan_expiration_date: '',
  billing_plan_default_id: null,
})
const toBody = (plan: OwnPlan): CustomPlanBody => ({
  ...plan,
  monthly_fee: plan.monthly_fee.trim(),
  billing_plan_expiration_date: plan.billing_plan_will_expire
    ? plan.billing_plan_expiration_date || null
    : null,
})
function faultsOf(plan: OwnPlan): Record<string, string> {
  const fee = priceFault(plan.monthly_fee)
  return {
    ...(fee && { monthly_fee: fee }),
    ...(plan.custom_billing_plan_start_tm === '' && { custom_billing_plan_start_tm: 'Enter a date' }),
    ...customPlanFaults(toBody(plan)),
  }
}

/** A vendor's own billing plan: its fee, its first day, and what follows it. */
export function OwnPlanModal(props: PlanModalProps) {
  const { vendorId, close } = props
  const { opened: billing, saving } = useFrozenBilling(props)
  const currentPlan = billing.billing_plan
  const form = useForm<OwnPlan>({
    initialValues: currentPlan
      ? { ...currentPlan, billing_plan_expiration_date: currentPlan.billing_plan_expiration_date ?? '' }
      : blank(billing),
    validate: faultsOf,
    validateInputOnBlur: true,
  })
  const { values } = form
  const isRight = Object.keys(faultsOf(values)).length === 0
  const body = { version: billing.version, billing_plan: toBody(values) }
  const move = useMove(isRight ? { act: 'custom_plan', vendor_id: vendorId, body } : null)
  const isUnchanged = currentPlan !== null && billing.has_custom_billing_plan && !form.isDirty()
  return (
    <ReasonModal
      title="Custom plan"
      act={actText(move, 'Use custom plan')}
      size="lg"
      missing={isUnchanged ? 'No changes' : undefined}
      isChanged={form.isDirty()}
      form={form}
      run={(reason) =>
        saving(
          api.saveBillingPlan({
            params: { vendor_id: vendorId },
            body: { ...body, reason },
          }),
        )
      }
      fields={(errors) =>
        form.setErrors(
          Object.fromEntries(Object.entries(errors).map(([k, v]) => [k.replace('billing_plan.', ''), v])),
        )
      }
      doneText={(view) => doneOrSent(view, 'Custom plan saved')}
      close={close}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          label="Per month"
          leftSection="$"
          inputMode="decimal"
          required
          data-autofocus
          {...form.getInputProps('monthly_fee')}
        />
        <TextInput
          label="Start date"
          type="date"
          required
          description="Applies to bills from this date"
          {...form.getInputProps('custom_billing_plan_start_tm')}
        />
      </SimpleGrid>
      <Switch label="Expires" {...form.getInputProps('billing_plan_will_expire', { type: 'checkbox' })} />
      {values.billing_plan_will_expire && (
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput
            label="Expiration date"
            type="date"
            required
            description="Bills from this date use the next plan"
            {...form.getInputProps('billing_plan_expiration_date')}
          />
          <Select
            label="Next plan"
            placeholder={`Plan type${billing.plan ? ` (${billing.plan})` : ''}`}
            description="Used after the custom plan"
            clearable
            data={choices(billing)}
            value={values.billing_plan_default_id === null ? null : String(values.billing_plan_default_id)}
            onChange={(v) => form.setFieldValue('billing_plan_default_id', v === null ? null : Number(v))}
          />
        </SimpleGrid>
      )}
      {isRight && (
        <Text size="sm" role="status">
          {billMoves(billing, { custom: ownPlan(billing, toBody(values)) })}
        </Text>
      )}
      <MovePreview move={move} brief />
    </ReasonModal>
  )
}

/** Switches between the vendor's own plan and its plan type; the choice stays even if others change it meanwhile. */
export function TogglePlanModal(props: PlanModalProps) {
  const { vendorId, view, close } = props
  const { opened: billing, saving } = useFrozenBilling(props)
  const [uses] = useState(view.has_custom_billing_plan)
  const doneText = uses ? 'Custom plan turned off' : 'Custom plan turned on'
  const plan = billing.billing_plan
  const body = { version: billing.version, has_custom_billing_plan: !uses }
  const move = useMove(plan === null ? null : { act: 'use_custom_plan', vendor_id: vendorId, body })
  const noPlan = plan === null ? 'This vendor has no custom plan' : undefined
  return (
    <ReasonModal
      title={uses ? 'Use plan type?' : 'Use custom plan?'}
      act={actText(move, uses ? 'Use plan type' : 'Use custom plan')}
      missing={billing.has_custom_billing_plan !== uses ? `${doneText} by someone else` : noPlan}
      run={(reason) =>
        saving(
          api.toggleCustomBillingPlan({
            params: { vendor_id: vendorId },
            body: { ...body, reason },
          }),
        )
      }
      doneText={(view) => doneOrSent(view, doneText)}
      close={close}
    >
      <Text size="sm">
        {billMoves(billing, { custom: uses || plan === null ? null : ownPlan(billing, plan) })}
        {uses && ' You can turn the custom plan on again later.'}
      </Text>
      <MovePreview move={move} brief />
    </ReasonModal>
  )
}
