import { Select, SimpleGrid, Switch, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { customPlanFaults, type BillingView, type CustomPlanBody } from '#contract/billing/billing.ts'
import { money } from '#contract/formats.ts'
import { messages } from '#contract/messages.ts'
import { api, HttpError } from '../../api.ts'
import { ReasonModal } from '../../ui/act/ReasonModal.tsx'
import { priceFault } from './extras-form.ts'
import { PlanMoves } from './PlanMoves.tsx'
import { billMoves, ownPlan } from './terms.ts'

interface Given {
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
 * The billing as it stood when the modal was opened. Where somebody has changed it since, a save is refused with
 * what they did; it is weighed anew by that then, and the next save is on purpose.
 */
function useOpened({ vendorId, view }: Given) {
  const [opened, setOpened] = useState(view)
  const saving = async <Saved,>(save: Promise<Saved>): Promise<Saved> => {
    try {
      return await save
    } catch (error) {
      if (error instanceof HttpError && error.status === 409)
        setOpened(await api.getVendorBilling({ params: { vendor_id: vendorId } }))
      throw error
    }
  }
  return { opened, saving }
}

/** Gives a vendor another plan type; what its next charge is then is said before. */
export function PlanTypeModal(given: Given) {
  const { vendorId, close } = given
  const { opened, saving } = useOpened(given)
  const [id, setId] = useState(opened.vendor_plan_type_id)
  return (
    <ReasonModal
      title="Change the plan type"
      act="Change the plan type"
      missing={id === opened.vendor_plan_type_id ? 'Choose another plan type' : undefined}
      changed={id !== opened.vendor_plan_type_id}
      run={(reason) =>
        saving(
          api.savePlanType({
            params: { vendor_id: vendorId },
            body: { version: opened.version, vendor_plan_type_id: id, reason },
          }),
        )
      }
      done={(saved) => `Plan type: ${saved.plan ?? 'none'}`}
      close={close}
    >
      <Select
        label="Plan type"
        data-autofocus
        allowDeselect={false}
        data={[{ value: '', label: 'None' }, ...choices(opened)]}
        value={String(id ?? '')}
        onChange={(v) => setId(v ? Number(v) : null)}
      />
      <PlanMoves view={opened} planType={id} />
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
    ...(plan.custom_billing_plan_start_tm === '' && { custom_billing_plan_start_tm: 'Give a day' }),
    ...customPlanFaults(toBody(plan)),
  }
}

/** A billing plan of the vendor's own: its fee, from when, and what follows it. */
export function OwnPlanModal(given: Given) {
  const { vendorId, close } = given
  const { opened, saving } = useOpened(given)
  const kept = opened.billing_plan
  const form = useForm<OwnPlan>({
    initialValues: kept
      ? { ...kept, billing_plan_expiration_date: kept.billing_plan_expiration_date ?? '' }
      : blank(opened),
    validate: faultsOf,
    validateInputOnBlur: true,
  })
  const { values } = form
  const isRight = Object.keys(faultsOf(values)).length === 0
  const unchanged = kept !== null && opened.has_custom_billing_plan && !form.isDirty()
  return (
    <ReasonModal
      title="A billing plan of its own"
      act="Use this plan"
      size="lg"
      missing={unchanged ? 'Nothing is changed' : undefined}
      changed={form.isDirty()}
      run={async (reason) => {
        if (form.validate().hasErrors) throw new Error(messages.formErrorsListed)
        return saving(
          api.saveBillingPlan({
            params: { vendor_id: vendorId },
            body: { version: opened.version, billing_plan: toBody(values), reason },
          }),
        )
      }}
      fields={(errors) =>
        form.setErrors(
          Object.fromEntries(Object.entries(errors).map(([k, v]) => [k.replace('billing_plan.', ''), v])),
        )
      }
      done="Its own billing plan is used"
      close={close}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          label="A month"
          leftSection="$"
          inputMode="decimal"
          required
          data-autofocus
          {...form.getInputProps('monthly_fee')}
        />
        <TextInput
          label="From"
          type="date"
          required
          description="Bills of this day and later"
          {...form.getInputProps('custom_billing_plan_start_tm')}
        />
      </SimpleGrid>
      <Switch label="It expires" {...form.getInputProps('billing_plan_will_expire', { type: 'checkbox' })} />
      {values.billing_plan_will_expire && (
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput
            label="Expires on"
            type="date"
            required
            description="Bills of this day and later are by what follows"
            {...form.getInputProps('billing_plan_expiration_date')}
          />
          <Select
            label="Then counts"
            placeholder={`Its plan type${opened.plan ? `, ${opened.plan}` : ''}`}
            description="From that day on"
            clearable
            data={choices(opened)}
            value={values.billing_plan_default_id === null ? null : String(values.billing_plan_default_id)}
            onChange={(v) => form.setFieldValue('billing_plan_default_id', v === null ? null : Number(v))}
          />
        </SimpleGrid>
      )}
      {isRight && (
        <Text size="sm" role="status">
          {billMoves(opened, { custom: ownPlan(opened, toBody(values)) })}
        </Text>
      )}
    </ReasonModal>
  )
}

/** Uses the vendor's own plan, or its plan type again; what was chosen stays so, whatever others do meanwhile. */
export function TogglePlanModal(given: Given) {
  const { vendorId, view, close } = given
  const { opened, saving } = useOpened(given)
  const [uses] = useState(view.has_custom_billing_plan)
  const done = uses ? 'Billed by the plan type' : 'Its own billing plan is used'
  const plan = opened.billing_plan
  return (
    <ReasonModal
      title={uses ? 'Bill by the plan type again' : 'Use its own billing plan again'}
      act={uses ? 'Bill by the plan type' : 'Use its own plan'}
      missing={
        opened.has_custom_billing_plan !== uses
          ? `${done} already`
          : plan === null
            ? 'It has no plan of its own'
            : undefined
      }
      run={(reason) =>
        saving(
          api.toggleCustomBillingPlan({
            params: { vendor_id: vendorId },
            body: { version: opened.version, has_custom_billing_plan: !uses, reason },
          }),
        )
      }
      done={done}
      close={close}
    >
      <Text size="sm">
        {billMoves(opened, { custom: uses || plan === null ? null : ownPlan(opened, plan) })}
        {uses && ' Its own plan is kept, and can be used again.'}
      </Text>
    </ReasonModal>
  )
}
