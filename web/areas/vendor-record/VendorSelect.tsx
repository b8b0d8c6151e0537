import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { api } from '../../api.ts'

/** Finds a vendor by name, email or number. */
export function VendorSelect({
  label,
  value,
  name = null,
  set,
  error,
  description,
  required = false,
}: {
  label: string
  value: number | null
  /** The saved vendor's name. */
  name?: string | null
  set: (id: number | null) => void
  error?: ReactNode
  description?: string
  required?: boolean
}) {
  const [draft, setDraft] = useState('')
  const [initial] = useState({ value, name })
  const [pick, setPick] = useState<{ value: string; label: string } | null>(null)
  const [term] = useDebouncedValue(draft.trim(), 200)
  const savedOptions =
    initial.value === null
      ? []
      : [{ value: String(initial.value), label: initial.name ?? `${initial.value}` }]
  const selectedOptions = [...savedOptions, ...(pick ? [pick] : [])]
  // the chosen vendor's name isn't a search
  const isAsked = term !== '' && !selectedOptions.some((option) => option.label === term)
  const { data } = useQuery({
    ...api.searchVendors.query({ body: { term } }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
  const matches = (data?.vendors ?? []).map((vendor) => ({
    value: String(vendor.vendor_id),
    label: `${vendor.company} (${vendor.vendor_id})`,
  }))
  const all = [...new Map([...matches, ...selectedOptions].map((option) => [option.value, option])).values()]
  return (
    <Select
      label={label}
      description={description}
      placeholder="Name, email or ID"
      required={required}
      searchable
      clearable
      // the server has filtered them, allowing for typos
      filter={({ options }) => options}
      nothingFoundMessage={isAsked ? 'No vendors match' : 'Type to search'}
      data={all}
      value={value === null ? null : String(value)}
      onSearchChange={setDraft}
      onChange={(id) => {
        setPick(all.find((option) => option.value === id) ?? null)
        set(id === null ? null : Number(id))
      }}
      error={error}
    />
  )
}
