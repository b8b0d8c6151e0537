import { z } from 'zod'
import { lines, requiredId } from '../inputs.ts'
import { get, post } from '../operation.ts'
import { decimal, moment } from '../values.ts'
import { cancelReasonOrder, commentNeeded, reasonNeeded, type CancelReason } from './my-subscriptions.ts'

export const planNeeded = 'Choose a plan'

const ownRequest = z.object({
  name: z.string().describe('the plan; empty for a closing'),
  insert_tm: moment,
  answered_tm: moment.nullable().describe('null: it is open'),
  accepted: z.boolean().nullable(),
  answer: z.string(),
})
export type OwnRequest = z.output<typeof ownRequest>
const reasonIds = cancelReasonOrder as readonly [CancelReason, ...CancelReason[]]

const view = z.object({
  plans: z
    .array(z.object({ vendor_plan_type_id: z.number(), name: z.string(), monthly_fee: decimal }))
    .describe('plans that you can request'),
  plan: ownRequest.nullable().describe('your last request for another plan'),
  close: ownRequest.nullable().describe('your last request to close the account'),
})
export type OwnRequests = z.output<typeof view>

export const accountRequestOperations = {
  getOwnRequests: get(
    '/api/account/requests',
    'Get your requests for another plan and to close the account',
    {
      access: 'account',
      answer: view,
      refuses: ['conflict'],
    },
  ),
  requestPlan: post('/api/account/plan-request', 'Request another plan from your account manager', {
    access: 'account',
    body: z.object({ vendor_plan_type_id: requiredId(planNeeded), comment: lines(2000).default('') }),
    refuses: ['not_found', 'conflict', 'too_many'],
  }),
  requestClosing: post('/api/account/closing-request', 'Request to close the account. Nothing ends yet', {
    access: 'account',
    body: z.object({
      reason_id: z.union(
        reasonIds.map((n) => z.literal(n, reasonNeeded)),
        reasonNeeded,
      ),
      comment: lines(2000, commentNeeded),
    }),
    refuses: ['conflict', 'too_many'],
  }),
  withdrawAccountRequest: post(
    '/api/account/requests/withdraw',
    'Withdraw a request that isn’t answered yet',
    {
      access: 'account',
      body: z.object({ kind: z.enum(['plan', 'close']) }),
      refuses: ['not_found', 'conflict'],
    },
  ),
}
