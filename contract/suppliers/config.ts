import { z } from 'zod'
import { get, post } from '../operation.ts'

export const supplierConfigOperations = {
  getSupplierConfig: get('/api/suppliers/{id}/config', "A supplier's configuration rows", {
    answer: z.array(z.object({ dropshipper_id: z.number(), config_name: z.string(), config_value: z.string() })),
  }),
  saveSupplierConfig: post('/api/suppliers/config', 'Save configuration rows', {
    body: z
      .array(z.object({ dropshipper_id: z.number().int().positive(), config_name: z.string().trim().min(1).max(100), config_value: z.string().max(4000) }))
      .min(1)
      .max(200),
  }),
}
