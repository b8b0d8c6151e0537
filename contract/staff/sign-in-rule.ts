import { z } from 'zod'
import { get, post } from '../operation.ts'

const rule = z.object({
  /** Admins and finance can do nothing before they use an authenticator app or a passkey. */
  two_step_required: z.boolean(),
})

export const signInRuleOperations = {
  getSignInRule: get('/api/sign-in-rule', 'Whether two-step sign-in is required for admins and finance', {
    access: 'admin',
    answer: rule,
  }),
  saveSignInRule: post('/api/sign-in-rule', 'Require two-step sign-in for admins and finance, or not', {
    access: 'admin',
    fresh: true,
    body: rule,
    answer: rule,
  }),
}
