import { z } from 'zod'
import { get } from '../operation.ts'

const supplier = z.object({
  supplier_id: z.number(),
  supplier_name: z.string(),
  dropshipper_id: z.number().nullable(),
  is_custom: z.boolean(),
  supports_order_automation: z.boolean(),
  shipping_methods: z.number(),
})
export type OrderSupplier = z.output<typeof supplier>

export const orderManagerOperations = {
  getOrderManager: get(
    '/api/vendor/{vid}/order-manager-info',
    'The order manager’s names of the suppliers that a vendor is subscribed to',
    {
      answer: z.object({ optimized_sync_oa: z.boolean(), suppliers: z.array(supplier) }),
      refuses: ['not_found'],
    },
  ),
}
