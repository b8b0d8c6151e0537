import { z } from 'zod'
import { get } from '../operation.ts'
import { updateFailures } from '../values.ts'

/** Shares of failed updates over three days, in percent (docs/domain/suppliers.md, Update failures). */
export const failureMarks = { days: 3, moderate: 25, severe: 90 } as const
/** How bad a share of failed updates is. @param rate in percent */
export function failureLevel(rate: number): 'fine' | 'moderate' | 'severe' {
  if (rate > failureMarks.severe) return 'severe'
  return rate > failureMarks.moderate ? 'moderate' : 'fine'
}

const failureRow = z.object({
  dropshipper_id: z.number(),
  supplier_name: z.string(),
  ...updateFailures,
  last_run_id: z.number().nullable(),
})

export type FailureRow = z.output<typeof failureRow>

export const supplierFailureOperations = {
  listSupplierFailures: get(
    '/api/suppliers/failures',
    'List suppliers with failed updates in the last 3 days, worst first',
    { answer: z.array(failureRow) },
  ),
}
