import { z } from 'zod'
import { fromText, id, line, lines } from '../inputs.ts'
import { get, post } from '../operation.ts'
import { moment } from '../values.ts'

export const browsePageSize = 25

const supplier = z.object({
  dropshipper_id: z.number(),
  dropshipper_name: z.string(),
  active_products: z.number(),
  description: z.string().describe('a few words about it, without formatting'),
  requested_tm: moment.nullable().describe('when you requested it; null if no request is open'),
  declined: z
    .object({ tm: moment, answer: z.string() })
    .nullable()
    .describe('your last request, if it was declined lately'),
})
export type BrowsedSupplier = z.output<typeof supplier>

export const supplierRequestOperations = {
  browseSuppliers: get('/api/account/browse-suppliers', 'List public suppliers that you don’t have yet', {
    access: 'account',
    query: z.object({ search: line(200).default(''), page: fromText.page }),
    answer: z.object({ total: z.number(), suppliers: z.array(supplier) }),
    refuses: ['conflict'],
  }),
  requestSupplier: post('/api/account/supplier-requests', 'Request a supplier from your account manager', {
    access: 'account',
    body: z.object({ dropshipper_id: id, comment: lines(2000).default('') }),
    refuses: ['not_found', 'conflict', 'too_many'],
  }),
  withdrawSupplierRequest: post('/api/account/supplier-requests/withdraw', 'Withdraw a supplier request', {
    access: 'account',
    body: z.object({ dropshipper_id: id }),
    refuses: ['not_found', 'conflict'],
  }),
}
