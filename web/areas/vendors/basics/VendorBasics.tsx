import { Box, Select, SimpleGrid, Skeleton, Switch, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { mayCall, type Role } from '#contract/roles.ts'
import { messages } from '#contract/messages.ts'
import { moneyFields, orderVolumes, type VendorBasicsView } from '#contract/vendors/basics.ts'
import { vendorStatuses } from '#contract/vendors/status.ts'
import { asksWhy } from '#contract/vendors/status-effects.ts'
import { api } from '../../../api.ts'
import { ChoiceList } from '../../../ui/form/ChoiceList.tsx'
import { Logo } from '../../../ui/page/Logo.tsx'
import { LoadError, Panel } from '../../../ui/page/Page.tsx'
import { RecordForm, useRecordForm } from '../../../ui/form/RecordForm.tsx'
import { actText, doneOrSent, MovePreview, useMove, WaitingChanges } from '../../approvals/public.tsx'
import { PlanMovesOf } from '../../billing/public.tsx'
import {
  chargeHint,
  noteWanted,
  previewBody,
  toBody,
  toForm,
  toFormErrors,
  validate,
  type BasicsForm,
} from './basics-form.ts'
import { DeleteAccount } from './DeleteAccount.tsx'
import { Managers } from './Managers.tsx'
import { ResetLink } from './ResetLink.tsx'
import { ResetSecondFactor } from './ResetSecondFactor.tsx'
import { StatusModal } from './StatusModal.tsx'
import type { Vendor } from '../page/vendor.ts'

const labels = {
  'vendor.company': 'Company',
  'vendor.vendor_status_id': 'Status',
  'vendor.vendor_plan_type_id': 'Plan type',
  'vendor.order_volume': 'Average order volume',
  'vendor.priority_support': 'Priority support',
  'vendor.optimized_sync_oa': 'Optimized sync',
  'vendor.credit_available': 'Credit',
  'vendor.next_charge_date': 'Next charge',
}
const billers: readonly Role[] = mayCall.money

export default function VendorBasics({ vendor }: { vendor: Vendor }) {
  const params = { vendor_id: vendor.vendor_id }
  const { data, error, refetch } = useQuery(api.getVendorBasics.query({ params }))
  const { data: account } = useQuery({ ...api.getAccount.query(), staleTime: Infinity })
  if (error && !data) return <LoadError error={error} retry={() => void refetch()} />
  if (!data) return <Skeleton height={320} />
  return (
    <>
      <BasicsOf vendor={vendor} latest={data} />
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl" mt="md">
        <Managers vendor={vendor} />
        {!vendor.deletion && (
          <Panel title="Logo and sign-in">
            <Logo recordName={vendor.company} src={vendor.logo} to={api.uploadVendorLogo.url({ params })} />
            <ResetLink vendor={vendor}>
              <ResetSecondFactor vendor={vendor} admin={account?.role === 'admin'} />
            </ResetLink>
            <DeleteAccount vendor={vendor} />
          </Panel>
        )}
      </SimpleGrid>
    </>
  )
}

function BasicsOf({ vendor, latest }: { vendor: Vendor; latest: VendorBasicsView }) {
  const params = { vendor_id: vendor.vendor_id }
  const reason = useRef('')
  const [asking, setAsking] = useState(false)
  const { data: account } = useQuery({ ...api.getAccount.query(), staleTime: Infinity })
  const { form, parts, original } = useRecordForm<VendorBasicsView, BasicsForm>({
    latest,
    toValues: toForm,
    validate,
    save: (values, from, { vendor: { vendor_status_id, credit_available, next_charge_date } }) =>
      api.saveVendor({
        params,
        body: {
          ...toBody(from, values),
          opened: { vendor_status_id, credit_available, next_charge_date },
          reason: reason.current,
        },
      }),
    reload: () => api.getVendorBasics({ params }),
    doneText: (view) => doneOrSent(view, 'Changes saved'),
    toErrors: toFormErrors,
    labels,
    words: ([section, field], value) => {
      if (section !== 'vendor') return undefined
      if (field === 'vendor_status_id') return vendorStatuses[Number(value)]
      if (field === 'priority_support' && value === null) return 'Plan default'
      if (field === 'vendor_plan_type_id')
        return latest.plans.find((p) => p.vendor_plan_type_id === value)?.name ?? 'None'
      return undefined
    },
  })
  const status = form.values.vendor.vendor_status_id
  const ask = () => {
    reason.current = ''
    const asks = asksWhy(original.vendor.vendor_status_id, status)
    if (asks && Object.keys(validate(form.values, original)).length === 0) setAsking(true)
    else parts.submit()
  }
  const { values, errors } = form
  const whyNot =
    account && !billers.includes(account.role)
      ? 'Only finance, account managers and admins can change this'
      : undefined
  const moves = moneyFields.filter((field) => values.vendor[field] !== original.vendor[field])
  const movesMoney = moves.length > 0
  const isRight = Object.keys(validate(values, original)).every((field) => field === 'note')
  const move = useMove(
    movesMoney && isRight && whyNot === undefined
      ? { act: 'basic_info', ...params, body: previewBody(original, values) }
      : null,
  )
  const savesMore = parts.changes > moves.length + (values.note === '' ? 0 : 1)
  const act = actText(move, 'Save')
  return (
    <RecordForm
      parts={{ ...parts, submit: ask }}
      act={act !== 'Save' && savesMore ? 'Save and request approval' : act}
      readOnly={vendor.deletion !== null}
    >
      <WaitingChanges vendorId={vendor.vendor_id} acts={['basic_info']} />
      <AccountPanel form={form} view={original} whyNot={whyNot} />
      <BillingPanel vendorId={vendor.vendor_id} form={form} view={original} whyNot={whyNot} move={move} />
      <Panel title="Categories">
        <ChoiceList
          label="Categories"
          all={original.all_categories.map((c) => ({
            id: c.catalog_category_id,
            name: c.catalog_category_name,
          }))}
          value={values.categories}
          onChange={(v) => form.setFieldValue('categories', v)}
          error={errors.categories}
          nothingChosen={messages.categoryNeeded}
          create={{ label: 'New category', nothingTyped: messages.categoryNameNeeded }}
        />
      </Panel>
      {asking && (
        <StatusModal
          vendor={vendor}
          before={original.vendor.vendor_status_id}
          form={values.vendor}
          move={move}
          save={(text) => {
            reason.current = text
            parts.submit()
          }}
          close={() => setAsking(false)}
        />
      )}
    </RecordForm>
  )
}

interface PanelProps {
  form: UseFormReturnType<BasicsForm>
  view: VendorBasicsView
  /** Why the signed-in person can't change what moves money. */
  whyNot: string | undefined
}

function AccountPanel({ form, view, whyNot }: PanelProps) {
  const { values, errors } = form
  const plan = view.plans.find((p) => p.vendor_plan_type_id === values.vendor.vendor_plan_type_id)
  return (
    <Panel title="Account">
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        <TextInput label="Company" required {...form.getInputProps('vendor.company')} />
        <Select
          label="Status"
          data={vendorStatuses.map((label, value) => ({ value: String(value), label }))}
          allowDeselect={false}
          disabled={whyNot !== undefined}
          description={whyNot}
          value={String(values.vendor.vendor_status_id)}
          error={errors['vendor.vendor_status_id']}
          onChange={(v) => form.setFieldValue('vendor.vendor_status_id', Number(v))}
        />
        <Select
          label="Average order volume"
          data={[...orderVolumes]}
          allowDeselect={false}
          {...form.getInputProps('vendor.order_volume')}
        />
        <Select
          label="Priority support"
          data={[
            { value: 'plan', label: `Plan default (${plan?.priority_support ? 'yes' : 'no'})` },
            { value: 'true', label: 'Yes' },
            { value: 'false', label: 'No' },
          ]}
          allowDeselect={false}
          value={values.vendor.priority_support === null ? 'plan' : String(values.vendor.priority_support)}
          onChange={(v) => form.setFieldValue('vendor.priority_support', v === 'plan' ? null : v === 'true')}
        />
        <Switch
          label="Optimized sync"
          {...form.getInputProps('vendor.optimized_sync_oa', { type: 'checkbox' })}
        />
      </SimpleGrid>
    </Panel>
  )
}

function BillingPanel({
  vendorId,
  form,
  view,
  whyNot,
  move,
}: PanelProps & { vendorId: number; move: ReturnType<typeof useMove> }) {
  const { values, errors } = form
  return (
    <Panel title="Billing">
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        <Select
          label="Plan type"
          allowDeselect={false}
          disabled={whyNot !== undefined}
          description={whyNot}
          data={[
            { value: '', label: 'None' },
            ...view.plans.map((p) => ({ value: String(p.vendor_plan_type_id), label: p.name })),
          ]}
          value={String(values.vendor.vendor_plan_type_id ?? '')}
          error={errors['vendor.vendor_plan_type_id']}
          onChange={(v) => form.setFieldValue('vendor.vendor_plan_type_id', v ? Number(v) : null)}
        />
        <TextInput
          label="Credit"
          leftSection="$"
          inputMode="decimal"
          disabled={whyNot !== undefined}
          description={whyNot}
          {...form.getInputProps('vendor.credit_available')}
        />
        <TextInput
          label="Next charge"
          type="date"
          min={view.earliest_charge_date}
          max={view.latest_charge_date}
          disabled={whyNot !== undefined}
          description={chargeHint(view, values.vendor, whyNot)}
          value={values.vendor.next_charge_date ?? ''}
          error={errors['vendor.next_charge_date']}
          onChange={(e) => form.setFieldValue('vendor.next_charge_date', e.currentTarget.value || null)}
        />
      </SimpleGrid>
      {/* if the credit or the day changes too, the plan alone doesn't predict the next charge */}
      {values.vendor.vendor_plan_type_id !== view.vendor.vendor_plan_type_id && !noteWanted(values, view) && (
        <Box mt="md">
          <PlanMovesOf vendorId={vendorId} planType={values.vendor.vendor_plan_type_id} />
        </Box>
      )}
      <MovePreview move={move} />
      {noteWanted(values, view) && (
        <Textarea
          mt="md"
          label="Reason for changing the credit or next charge"
          description="Saved as a billing note and in the activity log"
          required
          autosize
          minRows={2}
          maxLength={4000}
          {...form.getInputProps('note')}
        />
      )}
    </Panel>
  )
}
