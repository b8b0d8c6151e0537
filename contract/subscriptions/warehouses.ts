import { z } from 'zod'
import { id, version } from '../inputs.ts'
import { get, post } from '../operation.ts'

const warehouses = z.object({
  version: z.number(),
  dropshipper_name: z.string(),
  warehouses: z.array(z.object({ warehouse_id: z.number(), name: z.string() })),
  warehouse_ids: z.array(z.number()).describe('those that serve this vendor; none: all'),
})
export type Warehouses = z.output<typeof warehouses>

export const warehouseOperations = {
  getWarehouses: get(
    '/api/vendor/{vendor_id}/warehouses/{did}',
    'Where a supplier ships from, and which of it serves a vendor',
    { answer: warehouses, refuses: ['not_found'] },
  ),
  saveWarehouses: post(
    '/api/vendor/{vendor_id}/warehouses/{did}',
    'Choose from where a supplier serves a vendor',
    {
      record: [{ read: 'getWarehouses' }],
      body: z.object({ version, warehouse_ids: z.array(id).max(500) }),
      answer: warehouses,
      refuses: ['not_found', 'conflict'],
    },
  ),
}
