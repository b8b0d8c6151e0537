import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { healthLevels, type HealthLevel } from '#contract/vendors/health.ts'
import { api } from '../../../api.ts'
import type { Filter } from '../../../ui/table/filter/filter.ts'
import { vendorStatuses } from '#contract/vendors/status.ts'
import { levelOptions } from '../page/HealthSign.tsx'

/** Ids in an address, joined by commas. */
const ids = z
  .string()
  .regex(/^\d{1,10}(,\d{1,10}){0,49}$/)
  .optional()
  .catch(undefined)
/** The filters that both lists of vendors share, in the address. */
export const severalUrl = {
  plan: ids,
  manager: ids,
  market: ids,
  supplier: ids,
  health: z
    .string()
    .regex(new RegExp(`^(${healthLevels.join('|')})(,(${healthLevels.join('|')}))*$`))
    .optional()
    .catch(undefined),
}
export const ownerIds = ids

const amountText = z
  .string()
  .regex(/^\d{1,10}(\.\d{1,2})?$/)
  .optional()
  .catch(undefined)
/** Status and debt, in the address. */
export const standingUrl = {
  status: z
    .string()
    .regex(/^[0-4](,[0-4])*$/)
    .optional()
    .catch(undefined),
  owed_min: amountText,
  owed_max: amountText,
}
export const statusFilter: Filter = {
  key: 'status',
  label: 'Status',
  kind: 'choices',
  options: vendorStatuses.map((label, i) => ({ value: String(i), label })),
}
export const owedFilter: Filter = {
  key: 'owed',
  label: 'Owed',
  kind: 'range',
  from: 'owed_min',
  to: 'owed_max',
  decimals: 2,
}

export const numbersOf = (text: string | undefined): number[] => text?.split(',').map(Number) ?? []
interface Several {
  plan?: string | undefined
  manager?: string | undefined
  market?: string | undefined
  supplier?: string | undefined
  health?: string | undefined
}
/** The same as the server reads it. Ids of records start at 1. */
export const severalOf = ({ plan, manager, market, supplier, health }: Several) => ({
  plan: numbersOf(plan).filter(Boolean),
  manager: numbersOf(manager),
  market: numbersOf(market).filter(Boolean),
  supplier: numbersOf(supplier).filter(Boolean),
  health: (health?.split(',') ?? []) as HealthLevel[],
})

/** What both lists of vendors can be filtered by, and the choices of owners. */
export function useVendorFilters(): {
  filters: readonly Filter[]
  owners: { value: string; label: string }[]
} {
  const { data: choices } = useQuery({ ...api.listActiveChoices.query(), staleTime: 600_000 })
  const { data: managers } = useQuery(api.listAccountManagers.query())
  const optionsOf = (choicesOfKind: readonly { id: number; name: string }[] = []) =>
    choicesOfKind.map(({ id, name }) => ({ value: String(id), label: name }))
  const owners = [
    { value: '0', label: 'None' },
    ...optionsOf(managers?.map(({ vendor_id, name }) => ({ id: vendor_id, name }))),
  ]
  return {
    owners,
    filters: [
      { key: 'health', label: 'Health', kind: 'choices', options: levelOptions },
      { key: 'plan', label: 'Plan', kind: 'choices', options: optionsOf(choices?.plans) },
      { key: 'manager', label: 'Account manager', kind: 'choices', options: owners },
      { key: 'market', label: 'Market', kind: 'choices', options: optionsOf(choices?.markets) },
      { key: 'supplier', label: 'Supplier', kind: 'choices', options: optionsOf(choices?.suppliers) },
    ],
  }
}
