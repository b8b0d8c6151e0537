import { Autocomplete } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { foldName } from '#contract/pricing/rules.ts'
import { api } from '../../api.ts'
import { many } from '../../ui/values.tsx'
import { any } from './rules-form.ts'

/** A brand or category of a rule: any text, with what the vendor's suppliers have offered as it is typed. */
export function RuleName({
  of,
  label,
  placeholder,
  maxLength,
  vendorId,
  supplier,
  value,
  error,
  change,
}: {
  of: 'brand' | 'category'
  label: string
  placeholder: string
  maxLength: number
  vendorId: number
  /** The rule's, as its form has it. */
  supplier: string
  value: string
  error: ReactNode
  change: (value: string) => void
}) {
  const [focused, setFocused] = useState(false)
  const [q] = useDebouncedValue(value.trim(), 200)
  const { data, isPlaceholderData } = useQuery({
    ...api.listRuleNames.query({
      params: { vendor_id: vendorId },
      query: { of, q, ...(supplier !== any && { dropshipper_id: Number(supplier) }) },
    }),
    enabled: focused,
    placeholderData: keepPreviousData,
  })
  const products = new Map(data?.names.map((one) => [one.name, one.products]))
  return (
    <Autocomplete
      name={of}
      label={label}
      placeholder={placeholder}
      maxLength={maxLength}
      data={[...products.keys()]}
      // the server chose them; until it has, of those before only what may be meant
      filter={({ options }) =>
        isPlaceholderData || q !== value.trim()
          ? options.filter((option) => 'value' in option && foldName(option.value).includes(foldName(value)))
          : options
      }
      renderOption={({ option }) => (
        <span className="rule-name">
          {option.value} <span className="faint">{many(products.get(option.value) ?? 0, 'product')}</span>
        </span>
      )}
      value={value}
      onChange={change}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      error={error}
    />
  )
}
