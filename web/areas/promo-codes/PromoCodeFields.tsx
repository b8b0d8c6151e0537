import {
  Box,
  Button,
  Group,
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
import { useState } from 'react'
import { promoCodeTypes, type PromoCodeType } from '#contract/promo-codes/kinds.ts'
import { api } from '../../api.ts'
import { AffiliateSelect } from './AffiliateSelect.tsx'
import { NewPartner } from './NewPartner.tsx'
import { planOptions, type PromoCodeForm } from './promo-code-form.ts'

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
        <Switch
          label="Recurring"
          description="Applies to several bills"
          checked={values.is_recurring}
          onChange={(e) => {
            const is_recurring = e.currentTarget.checked
            form.setValues({ is_recurring, ...(!is_recurring && { recurring_billing_cycles: '' }) })
          }}
          error={errors.is_recurring}
        />
        <TextInput
          label="Number of bills"
          description={values.is_recurring ? 'Empty: all bills' : 'Only for recurring codes'}
          inputMode="numeric"
          disabled={!values.is_recurring}
          {...form.getInputProps('recurring_billing_cycles')}
        />
        <Select
          label="Plan"
          data={planOptions.map((value) => ({
            value,
            label: value === 'None' || value === 'Specific' ? value : `${value} only`,
          }))}
          allowDeselect={false}
          {...form.getInputProps('plan')}
        />
        {values.plan === 'Specific' && (
          <IdSelect
            form={form}
            field="billing_plan_id"
            label="Specific plan"
            choices={choices?.plans}
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
          description="Only for its subscribers"
        />
        <IdSelect
          form={form}
          field="market_id"
          label="Market"
          choices={choices?.markets}
          description="Only with an active integration"
        />
        <TextInput
          label="Redeem by"
          type="date"
          description="Empty: no end date"
          {...form.getInputProps('ends_on')}
        />
        <TextInput
          label="Maximum vendors"
          inputMode="numeric"
          description="Empty: unlimited"
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
        <AffiliateSelect
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
}) {
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        {props.label}
      </Text>
      <SegmentedControl aria-label={props.label} value={props.value} data={props.data} onChange={props.set} />
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
  description?: string
  required?: boolean
}) {
  const value = form.values[field]
  return (
    <Select
      {...selectProps}
      placeholder="None"
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
