import { ActionIcon, Button, Group, Select, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { mostExtras, type BillingView } from '#contract/billing/billing.ts'
import { api } from '../../api.ts'
import { ActModal } from '../../ui/act/ActModal.tsx'
import { Empty, Panel } from '../../ui/page/Page.tsx'
import { RecordForm, useRecordForm } from '../../ui/form/RecordForm.tsx'
import { doneOrSent, MovePreview, useMove } from '../approvals/public.tsx'
import { costFault, toBody, toErrors, toForm, validate, type ExtrasForm } from './extras-form.ts'
import { billMoves, billStands } from './terms.ts'

/** What a vendor is billed for beside its plan each month. */
export function BillingExtras({
  vendorId,
  latest,
  readOnly,
}: {
  vendorId: number
  latest: BillingView
  readOnly: boolean
}) {
  const params = { vendor_id: vendorId }
  const [naming, setNaming] = useState(false)
  const { form, parts, original } = useRecordForm<BillingView, ExtrasForm>({
    latest,
    toValues: toForm,
    validate,
    save: (values, { version }) =>
      api.saveBillingExtras({
        params,
        body: { version, billing_extras: toBody(vendorId, values), reason: values.reason.trim() },
      }),
    reload: () => api.getVendorBilling({ params }),
    doneText: (view) => doneOrSent(view, `Saved. ${billStands(view)}`),
    toErrors,
    labels: Object.fromEntries(
      latest.billing_extra_types.map((type) => [
        `extras.${type.billing_extra_type_id}`,
        type.billing_extra_name,
      ]),
    ),
  })
  const { values, errors } = form
  const nameOf = (type: string) =>
    latest.billing_extra_types.find((t) => String(t.billing_extra_type_id) === type)?.billing_extra_name ??
    type
  const isRight = Object.keys(validate(values, latest)).every((field) => field === 'reason')
  const move = useMove(
    parts.changes > 0 && isRight
      ? {
          act: 'extras',
          ...params,
          body: { version: original.version, billing_extras: toBody(vendorId, values) },
        }
      : null,
  )
  return (
    <RecordForm parts={parts} subject="extras" readOnly={readOnly}>
      <Panel
        title="Extras"
        actions={
          <Button size="xs" variant="default" disabled={readOnly} onClick={() => setNaming(true)}>
            Add extra type…
          </Button>
        }
      >
        {Object.keys(values.extras).length === 0 && <Empty>No extras.</Empty>}
        {Object.keys(values.extras).map((type) => (
          <Group key={type} align="flex-start" wrap="nowrap" mb="xs">
            <TextInput
              flex={1}
              label={nameOf(type)}
              leftSection="$"
              rightSection={<Text size="xs">per month</Text>}
              rightSectionWidth={70}
              inputMode="decimal"
              {...form.getInputProps(`extras.${type}`)}
            />
            <ActionIcon
              mt={20}
              variant="subtle"
              color="gray"
              aria-label={`Remove ${nameOf(type)}`}
              onClick={() =>
                form.setFieldValue(
                  'extras',
                  Object.fromEntries(
                    Object.entries(values.extras).filter(([extraType]) => extraType !== type),
                  ),
                )
              }
            >
              <IconX size={15} />
            </ActionIcon>
          </Group>
        ))}
        <AddExtra form={form} view={latest} />
        {errors.extras && (
          <Text c="red" size="sm">
            {errors.extras}
          </Text>
        )}
        {parts.changes > 0 && isRight && (
          <Text size="sm" mt="sm" role="status">
            {billMoves(latest, {
              extras: Object.entries(values.extras).map(([type, cost]) => ({
                billing_extra_name: nameOf(type),
                billing_extra_cost: cost,
              })),
            })}
          </Text>
        )}
        <MovePreview move={move} brief />
        {parts.changes > 0 && (
          <TextInput
            mt="sm"
            label="Reason"
            description="Shown in the history"
            required
            maxLength={500}
            {...form.getInputProps('reason')}
          />
        )}
      </Panel>
      {naming && (
        <NewExtra
          close={() => setNaming(false)}
          onAdded={(type) => form.setFieldValue('adding.type', String(type))}
        />
      )}
    </RecordForm>
  )
}

/** Adds one of the extras that aren't billed yet. */
function AddExtra({ form, view }: { form: UseFormReturnType<ExtrasForm>; view: BillingView }) {
  const { extras, adding } = form.values
  const freeTypes = view.billing_extra_types.filter((type) => !(type.billing_extra_type_id in extras))
  const add = () => {
    const fault = costFault(adding.cost)
    if (adding.type === null) form.setFieldError('adding.type', 'Choose an extra')
    if (fault) form.setFieldError('adding.cost', fault)
    if (adding.type === null || fault) return
    form.setValues({
      ...form.values,
      extras: { ...extras, [adding.type]: adding.cost.trim() },
      adding: { type: null, cost: '' },
    })
    form.clearErrors()
  }
  if (freeTypes.length === 0 || Object.keys(extras).length >= mostExtras) return null
  return (
    <Group align="flex-start" wrap="nowrap" mt="sm">
      <Select
        flex={1}
        label="Add extra"
        placeholder="Choose an extra"
        searchable
        clearable
        data={freeTypes.map((type) => ({
          value: String(type.billing_extra_type_id),
          label: type.billing_extra_name,
        }))}
        {...form.getInputProps('adding.type')}
      />
      <TextInput
        w={130}
        label="Per month"
        leftSection="$"
        inputMode="decimal"
        {...form.getInputProps('adding.cost')}
        onKeyDown={(e) => {
          if (e.key !== 'Enter') return
          e.preventDefault()
          add()
        }}
      />
      <Button mt={20} variant="default" leftSection={<IconPlus size={15} />} onClick={add}>
        Add
      </Button>
    </Group>
  )
}

function NewExtra({ close, onAdded }: { close: () => void; onAdded: (type: number) => void }) {
  const [name, setName] = useState('')
  const [error, setError] = useState<string>()
  return (
    <ActModal
      title="Add extra type"
      act="Add extra type"
      missing={name.trim() === '' ? 'Enter a name' : undefined}
      isChanged={name !== ''}
      run={() => api.addBillingExtraType({ body: { billing_extra_name: name } })}
      fields={(errors) => setError(errors.billing_extra_name)}
      after={(type) => onAdded(type.billing_extra_type_id)}
      doneText={(type) => `${type.billing_extra_name} added`}
      close={close}
    >
      <TextInput
        label="Name"
        description="Shown on bills. Available to all vendors"
        required
        maxLength={100}
        data-autofocus
        value={name}
        error={error}
        onChange={(e) => setName(e.currentTarget.value)}
      />
    </ActModal>
  )
}
