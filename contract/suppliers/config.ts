import { z } from 'zod'
import { text, line, id, version } from '../inputs.ts'
import { get, post } from '../operation.ts'

export const supplierConfigOperations = {
  getSupplierConfig: get('/api/suppliers/{id}/config', "A supplier's configuration rows", {
    answer: z.array(z.object({ dropshipper_id: z.number(), config_name: z.string(), config_value: z.string(), version: z.number() })),
    refuses: ['not_found'],
  }),
  saveSupplierConfig: post('/api/suppliers/config', 'Save configuration rows', {
    body: z
      .array(z.object({ dropshipper_id: id, config_name: line(100, 'This is needed'), config_value: text(4000), version }))
      .min(1)
      .max(200),
    refuses: ['not_found', 'conflict'],
  }),
}
