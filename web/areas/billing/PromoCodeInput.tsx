import { Autocomplete } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { discountText } from '#contract/billing/promos.ts'
import { api } from '../../api.ts'

/** Suggests codes that can be given, by name, purpose or owner. */
export function PromoCodeInput({
  vendorId,
  replaces,
  value,
  error,
  change,
}: {
  vendorId: number
  replaces: number | undefined
  value: string
  error: ReactNode
  change: (value: string) => void
}) {
  const [search] = useDebouncedValue(value.trim(), 200)
  const { data } = useQuery({
    ...api.listGivableCodes.query({ params: { vendor_id: vendorId }, query: { search, replaces } }),
    placeholderData: keepPreviousData,
  })
  const codes = new Map(data?.codes.map((code) => [code.promo_code, code]))
  const [isOpen, setOpen] = useState(false)
  // a complete code needs no suggestions
  const isWhole = [...codes.keys()].some((code) => code.toLowerCase() === value.trim().toLowerCase())
  const offeredCodes = isWhole ? [] : [...codes.keys()]
  const offers = isOpen && offeredCodes.length > 0
  return (
    <Autocomplete
      label="Promo code"
      required
      maxLength={40}
      data-autofocus
      openOnFocus={false}
      classNames={{ input: 'mono' }}
      data={offeredCodes}
      dropdownOpened={offers}
      // the server has filtered them
      filter={({ options }) => options}
      renderOption={({ option }) => {
        const code = codes.get(option.value)
        return (
          <span>
            <span className="mono">{option.value}</span>{' '}
            <span className="faint">
              {code && [discountText(code), code.description].filter(Boolean).join(', ')}
            </span>
          </span>
        )
      }}
      value={value}
      onChange={change}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      // an incomplete code is no error while there are suggestions for it
      error={offers ? undefined : error}
    />
  )
}
