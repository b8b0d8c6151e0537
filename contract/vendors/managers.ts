import { z } from 'zod'
import { requiredId, id, lines } from '../inputs.ts'
import { messages } from '../messages.ts'
import { get, post } from '../operation.ts'
import { moment } from '../values.ts'

const manager = z.object({
  vendor_id: z.number(),
  name: z.string(),
  role: z.string(),
  vendors: z.number().describe('vendors with this account manager'),
  crm_vendors: z.number().describe('vendors with this CRM owner'),
})
export type Manager = z.output<typeof manager>
const managerChange = z.object({
  activity_id: z.number(),
  tm: moment,
  from: z.string().nullable(),
  to: z.string().nullable(),
  note: z.string().nullable(),
  support_staff: z.string(),
})
export type ManagerChange = z.output<typeof managerChange>

const replaces = id.nullable().optional().describe('the current one, as the caller saw it')

export const managerOperations = {
  listAccountManagers: get(
    '/api/vendor/get-account-managers',
    'Staff who can be account managers or CRM owners, by name',
    { answer: z.array(manager) },
  ),
  listManagerChanges: get(
    '/api/vendor/{vid}/get-account-manager-history',
    'Account manager and CRM owner changes of a vendor, newest first',
    {
      answer: z.object({
        account_manager_vendor_id: z.number().nullable(),
        crm_owner_vendor_id: z.number().nullable(),
        account_manager: z.array(managerChange),
        crm_owner: z.array(managerChange),
      }),
      refuses: ['not_found'],
    },
  ),
  setAccountManager: post('/api/vendor/{vid}/set-account-manager', 'Change a vendor’s account manager', {
    body: z.object({
      account_manager_vendor_id: requiredId(messages.managerNeeded),
      note: lines(4000, messages.noteNeeded),
      replaces,
    }),
    refuses: ['not_found', 'conflict'],
  }),
  setCrmOwner: post('/api/vendor/{vid}/set-crm-owner', 'Change a vendor’s CRM owner', {
    body: z.object({ crm_owner_vendor_id: requiredId(messages.crmOwnerNeeded), replaces }),
    refuses: ['not_found', 'conflict'],
  }),
  resetSecondFactor: post(
    '/api/vendor/{vendor_id}/reset-second-factor',
    'Turn off two-step sign-in for all logins of a vendor who lost their authenticator',
    {
      fresh: true,
      access: 'admin',
      body: z.object({ reason: lines(1000, 'Enter a reason') }),
      refuses: ['not_found', 'conflict'],
    },
  ),
  sendResetLink: get(
    '/api/vendor/{vendor_id}/password-reset-link',
    'Email a password reset link to a vendor’s login. Staff never see the link; who sent it is in the email and the log',
    {
      reads: false,
      answer: z.object({ email: z.string(), expires_tm: moment }),
      refuses: ['not_found', 'conflict', 'too_many'],
    },
  ),
}
