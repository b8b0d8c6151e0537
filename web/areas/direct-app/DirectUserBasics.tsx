import { Select, SimpleGrid, Text, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import {
  directFieldLabels,
  mostMonthlyOrders,
  type DirectUserView,
} from '#contract/direct-app/direct-users.ts'
import { dayText, isEmail, money } from '#contract/formats.ts'
import { api } from '../../api.ts'
import { RecordForm, useRecordForm } from '../../ui/form/RecordForm.tsx'
import { Panel } from '../../ui/page/Page.tsx'
import { PlanChange } from './PlanChange.tsx'
import { useChangeRefusal } from './useChangeRefusal.ts'
import { valueText } from './sync-text.ts'

interface DirectUserForm {
  email: string
  direct_plan_type_id: number | null
  next_charge_date: string
  monthly_orders_remaining: string
}
const toForm = ({ direct_user: user }: DirectUserView): DirectUserForm => ({
  email: user.email,
  direct_plan_type_id: user.direct_plan_type_id,
  next_charge_date: user.next_charge_date ?? '',
  monthly_orders_remaining: String(user.monthly_orders_remaining),
})
/** The first day that a user can be charged on: tomorrow in UTC. */
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)

function validate(values: DirectUserForm, opened: DirectUserView): Record<string, string> {
  const before = toForm(opened)
  const left = values.monthly_orders_remaining.trim()
  const day = values.next_charge_date
  return {
    ...(!isEmail(values.email.trim()) && { email: 'This is not a valid email address' }),
    ...(day !== '' &&
      day !== before.next_charge_date &&
      day < tomorrow() && { next_charge_date: `Enter ${dayText(tomorrow())} (UTC) or later` }),
    ...(!(/^\d{1,7}$/.test(left) && Number(left) <= mostMonthlyOrders) && {
      monthly_orders_remaining: 'Enter a whole number from 0 to 1,000,000',
    }),
  }
}

/** An IS Direct user's fields; a plan change is confirmed before it is saved. */
export default function DirectUserBasics({ view: latest }: { view: DirectUserView }) {
  const { id } = latest.direct_user
  const whyNot = useChangeRefusal()
  const [confirming, setConfirming] = useState(false)
  const confirmedPlan = useRef<number | null>(undefined)
  const { form, parts, original } = useRecordForm<DirectUserView, DirectUserForm>({
    latest,
    toValues: toForm,
    validate,
    save: async (values, opened) => {
      const { email, direct_plan_type_id, next_charge_date, monthly_orders_remaining } = values
      const saved = await api.saveDirectUser({
        body: {
          version: opened.version,
          user: {
            id,
            email: email.trim(),
            direct_plan_type_id,
            next_charge_date: next_charge_date || null,
            monthly_orders_remaining: Number(monthly_orders_remaining),
          },
          changed_billing_plan: confirmedPlan.current === direct_plan_type_id,
        },
      })
      if (saved.direct_user === null) throw new Error(saved.error ?? 'The user wasn’t saved')
      return { ...opened, version: saved.version, direct_user: saved.direct_user }
    },
    reload: () => api.getDirectUser({ query: { id } }),
    doneText: latest.sync.connected ? 'User saved. The change is being sent to IS Direct' : 'User saved',
    toErrors: (fields) =>
      Object.fromEntries(Object.entries(fields).map(([field, text]) => [field.replace(/^user\./, ''), text])),
    labels: directFieldLabels,
    words: ([field], value) =>
      field === 'direct_plan_type_id'
        ? valueText(latest.plan_types, field, value as number | null)
        : undefined,
  })
  const plan = form.values.direct_plan_type_id
  const isPlanChanged = plan !== original.direct_user.direct_plan_type_id
  const submit = () => {
    const { hasErrors } = form.validate()
    if (isPlanChanged && !hasErrors) setConfirming(true)
    else parts.submit()
  }
  return (
    <RecordForm parts={{ ...parts, submit }} readOnly={whyNot !== undefined}>
      <Panel title="Basic">
        {whyNot && (
          <Text size="sm" c="dimmed" mb="md">
            {whyNot}
          </Text>
        )}
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput label="Email" type="email" required {...form.getInputProps('email')} />
          <Select
            label="Plan"
            clearable
            placeholder="No plan"
            data={latest.plan_types
              .filter((type) => type.is_offered || type.direct_plan_type_id === plan)
              .map((type) => ({
                value: String(type.direct_plan_type_id),
                label: `${type.name}, ${money(type.monthly_fee)} a month`,
              }))}
            value={plan === null ? null : String(plan)}
            onChange={(value) =>
              form.setFieldValue('direct_plan_type_id', value === null ? null : Number(value))
            }
            error={form.errors.direct_plan_type_id}
          />
          <TextInput
            label="Next charge date"
            type="date"
            min={tomorrow()}
            description="From tomorrow (UTC)"
            {...form.getInputProps('next_charge_date')}
          />
          <TextInput
            label="Orders left this month"
            inputMode="numeric"
            required
            {...form.getInputProps('monthly_orders_remaining')}
          />
        </SimpleGrid>
      </Panel>
      {confirming && (
        <PlanChange
          view={original}
          plan={plan}
          nextCharge={form.values.next_charge_date}
          confirm={() => {
            confirmedPlan.current = plan
            parts.submit()
          }}
          close={() => setConfirming(false)}
        />
      )}
    </RecordForm>
  )
}
