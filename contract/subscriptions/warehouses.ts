import { z } from 'zod'
import { id, version } from '../inputs.ts'
import { get, post } from '../operation.ts'

const warehouses = z.object({
  version: z.number(),
  dropshipper_name: z.string(),
  warehouses: z.array(z.object({ warehouse_id: z.number(), name: z.string() })),
  warehouse_ids: z.array(z.number()).describe('warehouses that ship to this vendor; empty: all'),
})
export type Warehouses = z.output<typeof warehouses>

export const warehouseOperations = {
  getWarehouses: get(
    '/api/vendor/{vendor_id}/warehouses/{did}',
    'List a supplier’s warehouses and those used for a vendor',
    { answer: warehouses, refuses: ['not_found'] },
  ),
  saveWarehouses: post(
    '/api/vendor/{vendor_id}/warehouses/{did}',
    'Choose the warehouses used for a vendor',
    {
      record: [{ read: 'getWarehouses' }],
      body: z.object({ version, warehouse_ids: z.array(id).max(500) }),
      answer: warehouses,
      refuses: ['not_found', 'conflict'],
    },
  ),
}
