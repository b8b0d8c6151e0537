import { z } from 'zod'
import { id } from '../../inputs.ts'
import { post } from '../../operation.ts'

/** So many wrong ones … */
export const mostWrong = 2
/** … of the last so many sure matches that people checked stop a supplier’s bulk acceptance … */
export const lastChecked = 100
/** … if they were checked in so many days. */
export const checkedDays = 90

/** A supplier whose sure matches aren’t accepted in bulk. */
export const heldSupplier = z.object({
  dropshipper_id: z.number(),
  supplier_name: z.string(),
  checked: z.number().describe('the last sure matches that people checked'),
  wrong: z.number(),
  sure: z.number().describe('its sure matches in the queue'),
})
export type HeldSupplier = z.output<typeof heldSupplier>

export const asinHoldOperations = {
  allowBulkAsins: post(
    '/api/products/allow-bulk-asins',
    'Allow bulk acceptance for a supplier again; earlier wrong matches no longer count',
    {
      body: z.object({ market_id: id, dropshipper_id: id }),
      refuses: ['conflict'],
    },
  ),
}
