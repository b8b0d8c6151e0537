import {
  Box,
  Button,
  Group,
  Input,
  SegmentedControl,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { promoCodeTypes, type PromoCodeType } from '#contract/promo-codes/kinds.ts'
import { api } from '../../api.ts'
import { VendorSelect } from '../vendor-record/public.tsx'
import { NewPartner } from './NewPartner.tsx'
import {
  billChoices,
  planLabel,
  planOptions,
  type BillChoice,
  type PromoCodeForm,
} from './promo-code-form.ts'

type Form = UseFormReturnType<PromoCodeForm>
type IdField = 'billing_plan_id' | 'dropshipper_id' | 'market_id' | 'promo_code_partner_id'

/** All fields of a promo code, for adding and changing one. */
export function PromoCodeFields({ form, affiliate }: { form: Form; affiliate: string | null }) {
  const { values, errors } = form
  const { data: choices } = useQuery({ ...api.listActiveChoices.query(), staleTime: 600_000 })
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          label="Code"
          required
          maxLength={40}
          data-autofocus
          classNames={{ input: 'mono' }}
          description="Not case-sensitive"
          {...form.getInputProps('promo_code')}
        />
        <TextInput
          label="Description"
          maxLength={200}
          description="What the code is for"
          {...form.getInputProps('description')}
        />
        <TextInput
          label="Discount"
          required
          inputMode="decimal"
          leftSection={values.percentage_based ? '%' : '$'}
          {...form.getInputProps('discount')}
        />
        <Segments
          label="Discount type"
          value={values.percentage_based ? 'percent' : 'dollars'}
          data={[
            { value: 'percent', label: '%' },
            { value: 'dollars', label: '$' },
          ]}
          set={(value) => form.setFieldValue('percentage_based', value === 'percent')}
        />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Segments
          label="Applies to"
          value={values.bills}
          error={errors.bills}
          data={Object.entries(billChoices).map(([value, label]) => ({ value, label }))}
          set={(value) => {
            const bills = value as BillChoice
            form.setValues({ bills, ...(bills !== 'several' && { recurring_billing_cycles: '' }) })
          }}
        />
        {values.bills === 'several' && (
          <TextInput
            label="Number of bills"
            required
            inputMode="numeric"
            {...form.getInputProps('recurring_billing_cycles')}
          />
        )}
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Select
          label="Plan"
          data={planOptions.map((value) => ({ value, label: planLabel(value) }))}
          allowDeselect={false}
          {...form.getInputProps('plan')}
        />
        {values.plan === 'Specific' && (
          <IdSelect
            form={form}
            field="billing_plan_id"
            label="Specific plan"
            choices={choices?.plans}
            placeholder="Choose a plan"
            required
          />
        )}
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <IdSelect
          form={form}
          field="dropshipper_id"
          label="Supplier"
          choices={choices?.suppliers}
          placeholder="Any supplier"
          description="Only for its subscribers"
        />
        <IdSelect
          form={form}
          field="market_id"
          label="Market"
          choices={choices?.markets}
          placeholder="Any market"
          description="Only with an active integration"
        />
        <TextInput
          label="Redeem by"
          type="date"
          // a date field has no room for a placeholder
          description={values.ends_on === '' && 'No end date'}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.getInputProps('ends_on')}
        />
        <TextInput
          label="Maximum vendors"
          inputMode="numeric"
          placeholder="Unlimited"
          {...form.getInputProps('usage_limit')}
        />
      </SimpleGrid>
      <OwnerFields form={form} affiliate={affiliate} />
      <Switch
        label="Turn on optimized sync"
        description="Stays on if the code is removed"
        {...form.getInputProps('enable_optimized_sync', { type: 'checkbox' })}
      />
    </Stack>
  )
}

/** Who the code belongs to. */
function OwnerFields({ form, affiliate }: { form: Form; affiliate: string | null }) {
  const { values, errors } = form
  const { data: partners } = useQuery(api.listPromoCodePartners.query())
  const [naming, setNaming] = useState(false)
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <Segments
        label="Code type"
        value={values.type}
        data={Object.entries(promoCodeTypes).map(([value, label]) => ({ value, label }))}
        set={(value) => form.setFieldValue('type', value as PromoCodeType)}
      />
      {values.type === 'affiliates' && (
        <VendorSelect
          label="Affiliate"
          description="The referring vendor. Can’t use the code itself"
          required
          value={values.vendor_affiliate_id}
          name={affiliate}
          set={(id) => form.setFieldValue('vendor_affiliate_id', id)}
          error={errors.vendor_affiliate_id}
        />
      )}
      {values.type === 'partner' && (
        <Group align="start" gap="xs" wrap="nowrap">
          <Box flex={1}>
            <IdSelect
              form={form}
              field="promo_code_partner_id"
              label="Partner"
              choices={partners?.map((partner) => ({
                id: partner.promo_code_partner_id,
                name: partner.partner_name,
              }))}
              placeholder="Choose a partner"
              required
            />
          </Box>
          <Button variant="default" mt={24} onClick={() => setNaming(true)}>
            Add partner…
          </Button>
        </Group>
      )}
      {naming && (
        <NewPartner
          close={() => setNaming(false)}
          onAdded={(id) => form.setFieldValue('promo_code_partner_id', id)}
        />
      )}
    </SimpleGrid>
  )
}

function Segments(props: {
  label: string
  value: string
  data: { value: string; label: string }[]
  set: (value: string) => void
  error?: ReactNode
}) {
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        {props.label}
      </Text>
      <SegmentedControl aria-label={props.label} value={props.value} data={props.data} onChange={props.set} />
      {props.error && <Input.Error mt={4}>{props.error}</Input.Error>}
    </div>
  )
}

function IdSelect({
  form,
  field,
  choices = [],
  ...selectProps
}: {
  form: Form
  field: IdField
  label: string
  choices: readonly { id: number; name: string }[] | undefined
  placeholder: string
  description?: string
  required?: boolean
}) {
  const value = form.values[field]
  return (
    <Select
      {...selectProps}
      searchable
      clearable
      limit={100}
      nothingFoundMessage="No matches"
      data={choices.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={value === null ? null : String(value)}
      onChange={(next) => form.setFieldValue(field, next === null ? null : Number(next))}
      error={form.errors[field]}
    />
  )
}
