import { Autocomplete } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { foldName } from '#contract/pricing/rules.ts'
import { api } from '../../api.ts'
import { many } from '../../ui/values.tsx'
import { anyChoice } from './rules-form.ts'

/** A rule's brand or category: any text, with suggestions from the vendor's suppliers. */
export function RuleName({
  field,
  label,
  placeholder,
  maxLength,
  vendorId,
  supplier,
  value,
  error,
  change,
}: {
  field: 'brand' | 'category'
  label: string
  placeholder: string
  maxLength: number
  vendorId: number
  /** The rule's supplier, as the form has it. */
  supplier: string
  value: string
  error: ReactNode
  change: (value: string) => void
}) {
  const [isFocused, setIsFocused] = useState(false)
  const [q] = useDebouncedValue(value.trim(), 200)
  const { data, isPlaceholderData } = useQuery({
    ...api.listRuleNames.query({
      params: { vendor_id: vendorId },
      query: { of: field, q, ...(supplier !== anyChoice && { dropshipper_id: Number(supplier) }) },
    }),
    enabled: isFocused,
    placeholderData: keepPreviousData,
  })
  const products = new Map(data?.names.map((name) => [name.name, name.products]))
  return (
    <Autocomplete
      name={field}
      label={label}
      placeholder={placeholder}
      maxLength={maxLength}
      data={[...products.keys()]}
      // the server has filtered them; until its answer comes, filter the previous ones
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
      onFocus={() => setIsFocused(true)}
      onBlur={() => setIsFocused(false)}
      error={error}
    />
  )
}
