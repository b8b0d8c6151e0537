import { z } from 'zod'
import { papersFilters } from '#contract/payments/papers.ts'
import { isLastDays, type Filter } from '../../../ui/table/filter/filter.ts'

const { from: day, least: amount } = papersFilters.shape

/** The URL parameters that both lists of all vendors share. */
export const moneyUrl = (pages: number) => ({
  search: z.string().max(100).catch('').default(''),
  from: z
    .union([day, z.string().refine(isLastDays)])
    .optional()
    .catch(undefined),
  to: day.catch(undefined),
  least: amount.catch(undefined),
  most: amount.catch(undefined),
  page: z.coerce.number().int().min(1).max(pages).catch(1).default(1),
})
/** The filters by day and amount, with each list's labels. */
export const moneyFilters = (labels: { day: string; amount: string }): readonly Filter[] => [
  { key: 'day', label: `${labels.day} (UTC)`, kind: 'days', from: 'from', to: 'to' },
  { key: 'amount', label: labels.amount, kind: 'range', from: 'least', to: 'most', decimals: 2 },
]
