import { z } from 'zod'
import { fromText } from '../inputs.ts'
import { get } from '../operation.ts'
import { decimal, moment } from '../values.ts'

/** Minutes for which the answer is kept; a person may have it computed again once a minute. */
export const violationsKeptMinutes = 15
export const recomputeSeconds = 60
/** At most so many violations are listed, the oldest first. */
export const mostViolations = 2000

/** What doesn't fit a vendor's plan: its name and when it counts. */
export const violationKinds = {
  platform: [
    'Platform needs a higher plan',
    'A store or an active integration on a platform that requires Pro or Enterprise, on a plan of another family.',
  ],
  order_automation: [
    'Order automation without FA',
    'A channel with order automation, on a plan outside of the FA family.',
  ],
  unbilled: [
    'Served but not billed',
    'Active, with an active integration, and neither plan nor extras cost anything.',
  ],
  expired: ['Own plan expired', 'The vendor’s own plan has expired and names no plan that follows.'],
  priority: ['Priority support given manually', 'Priority support is on, and the plan doesn’t include it.'],
} as const
export type ViolationKind = keyof typeof violationKinds
const kindNames = Object.keys(violationKinds) as [ViolationKind, ...ViolationKind[]]

const violation = z.object({
  key: z.string(),
  kind: z.enum(kindNames),
  vendor_id: z.number(),
  company: z.string(),
  since: moment.nullable().describe('null: not known'),
  what: z.string().describe('what uses it'),
  plan: z.string().nullable(),
  needs: z.string().nullable().describe('the cheapest plan that would fit'),
  difference: decimal.nullable().describe('what that plan costs more a month'),
  manager: z.string().nullable(),
})
export type PlanViolation = z.output<typeof violation>
const answer = z.object({
  violations: z.array(violation).describe('oldest first'),
  total: z.number(),
  vendors: z.number(),
  counts: z.array(z.object({ kind: z.enum(kindNames), violations: z.number(), difference: decimal })),
  difference: decimal.describe('of all, what fitting plans would cost more a month'),
  computed_tm: moment,
})
export type PlanViolations = z.output<typeof answer>

export const planViolationOperations = {
  getPlanViolations: get('/api/reports/plan-violations', 'Vendors that use more than their plan includes', {
    query: z.object({
      clearCache: fromText.flag.default(false).describe('compute it again, once a minute for each person'),
    }),
    answer,
    refuses: ['too_many'],
  }),
}
