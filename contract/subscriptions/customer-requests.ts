import { z } from 'zod'
import { lines } from '../inputs.ts'
import { get, post } from '../operation.ts'
import { moment } from '../values.ts'

/** What a customer can ask their account manager for. */
export const requestKinds = {
  supplier: 'Add a supplier',
  plan: 'Change the plan',
  close: 'Close the account',
} as const
export type RequestKind = keyof typeof requestKinds
export const requestKind = z.enum(['supplier', 'plan', 'close'])

/** How long a request is open. */
export const requestOpenDays = 30
export const answerNeeded = 'Enter a reason for the customer'
const mostAnswered = 20
export const mostListedRequests = 100 + mostAnswered

const request = z.object({
  customer_request_id: z.number(),
  kind: requestKind,
  dropshipper_id: z.number().nullable(),
  /** The supplier or the plan; empty where the kind says it all. */
  name: z.string(),
  comment: z.string(),
  requested_by: z.string().nullable(),
  insert_tm: moment,
  answered_tm: moment.nullable().describe('null: it is open'),
  answered_by_name: z.string().nullable(),
  accepted: z.boolean().nullable(),
  answer: z.string(),
})
export type CustomerRequest = z.output<typeof request>

export const customerRequestOperations = {
  listCustomerRequests: get(
    '/api/vendor/{vendor_id}/customer-requests',
    'List a customer’s open requests, and those answered lately',
    { answer: z.array(request), refuses: ['not_found'] },
  ),
  answerCustomerRequest: post(
    '/api/vendor/{vendor_id}/customer-requests/{request_id}/answer',
    'Accept or decline a customer’s request. Accepting one for a supplier adds it',
    {
      body: z.object({
        accepted: z.boolean(),
        answer: lines(2000).default('').describe('the customer reads it; required to decline'),
      }),
      refuses: ['not_found', 'conflict'],
    },
  ),
}
