import { z } from 'zod'
import { email, emailOr, line, lines } from '../inputs.ts'
import { get, post, put, remove } from '../operation.ts'
import { newPassword } from '../session/password.ts'
import { moment } from '../values.ts'
import { staffRoles } from './roles.ts'

const role = z.enum(staffRoles, 'Choose a role')
const reason = lines(500).min(3, 'Enter a reason')

const staffLogin = z.object({
  login_id: z.number(),
  name: z.string(),
  email: z.string(),
  role: z.enum(staffRoles),
  two_step: z.boolean().describe('an authenticator app'),
  has_passkey: z.boolean(),
  last_use_tm: moment.nullable().describe('null: never signed in'),
  /** Where the person is signed in now. */
  sessions: z.number(),
  disabled_tm: moment.nullable().describe('null: active'),
  disabled_by_name: z.string().nullable(),
  disabled_reason: z.string().nullable(),
  insert_tm: moment,
  /** The caller’s own login. */
  own: z.boolean(),
})
export type StaffLogin = z.output<typeof staffLogin>
export const hasSecondStep = (login: Pick<StaffLogin, 'two_step' | 'has_passkey'>): boolean =>
  login.two_step || login.has_passkey
/** With a passkey alone, the password still signs in, unless two-step sign-in is required. */
export const secondStepOf = ({ two_step, has_passkey }: Pick<StaffLogin, 'two_step' | 'has_passkey'>) => {
  if (two_step) return 'On'
  return has_passkey ? 'Passkey' : 'Off'
}

const staffInvitation = z.object({
  staff_invitation_id: z.number(),
  email: z.string(),
  role: z.enum(staffRoles),
  invited_by_name: z.string(),
  insert_tm: moment,
  expires_tm: moment,
  expired: z.boolean(),
})
export type StaffInvitation = z.output<typeof staffInvitation>

const effects = z.object({
  sessions: z.number(),
  /** Invitations that the person sent and nobody has used. */
  invitations: z.number(),
  reset_links: z.number(),
  /** List exports that are queued or running. */
  exports: z.number(),
  /** Requests for approval, which nobody can approve any more. */
  approvals: z.number(),
  /** Approvals of stopped renewals, which no longer count. */
  agreements: z.number(),
  /** Vendors that the person has locked. */
  locks: z.number(),
  /** Vendors whose account manager or CRM owner the person stays. */
  vendors: z.number(),
})
export type StaffEffects = z.output<typeof effects>

export const personNameNeeded = 'Enter a name'
export const addressNeeded = 'This is not a valid email address'

/** Who may sign in as staff, and as what (docs/domain/staff.md). */
export const staffOperations = {
  listStaff: get('/api/staff', 'Staff logins and pending invitations', {
    access: 'admin',
    answer: z.object({ staff: z.array(staffLogin), invitations: z.array(staffInvitation) }),
  }),
  inviteStaff: post('/api/staff/invitations', 'Invite a person to join staff, by email', {
    fresh: true,
    access: 'admin',
    body: z.object({ email, role }),
    answer: z.object({ expires_tm: moment }),
    refuses: ['too_many'],
  }),
  resendStaffInvitation: post(
    '/api/staff/invitations/{staff_invitation_id}/resend',
    'Send an invitation again, with a new link; the earlier link stops working',
    {
      fresh: true,
      access: 'admin',
      answer: z.object({ expires_tm: moment }),
      refuses: ['not_found', 'too_many'],
    },
  ),
  withdrawStaffInvitation: remove(
    '/api/staff/invitations/{staff_invitation_id}',
    'Withdraw an invitation: its link stops working',
    { access: 'admin', refuses: ['not_found'] },
  ),
  weighStaffRole: get('/api/staff/{login_id}/role', 'Preview changeStaffRole: what would end', {
    access: 'admin',
    query: z.object({ role }),
    answer: effects,
    refuses: ['not_found', 'conflict'],
  }),
  changeStaffRole: put('/api/staff/{login_id}/role', 'Change a staff role, from the next request on', {
    fresh: true,
    access: 'admin',
    body: z.object({ role, reason }),
    answer: effects,
    refuses: ['not_found', 'conflict'],
  }),
  weighDisabling: get('/api/staff/{login_id}/disable', 'Preview disableStaff: what would end', {
    access: 'admin',
    answer: effects,
    refuses: ['not_found', 'conflict'],
  }),
  disableStaff: post('/api/staff/{login_id}/disable', 'Disable a staff login and end what runs in its name', {
    fresh: true,
    access: 'admin',
    body: z.object({ reason }),
    answer: effects,
    refuses: ['not_found', 'conflict'],
  }),
  enableStaff: post('/api/staff/{login_id}/enable', 'Enable a disabled staff login', {
    fresh: true,
    access: 'admin',
    body: z.object({ reason }),
    refuses: ['not_found', 'conflict'],
  }),
  checkStaffInvitation: get('/api-public/staff-invitation/{token}', 'Check an invitation to join staff', {
    access: 'public',
    malformed: { valid: false, expired: false, email: null, role: null },
    answer: z.object({
      valid: z.boolean(),
      expired: z.boolean(),
      email: z.string().nullable().describe('null: the first admin chooses one'),
      role: z.enum(staffRoles).nullable().describe('null if the link isn’t valid'),
    }),
  }),
  joinStaff: post(
    '/api-public/staff-invitation/{token}',
    'Join staff with an invitation: creates the login',
    {
      access: 'public',
      malformed: { success: false, email: '' },
      body: z.object({
        first_name: line(100, personNameNeeded),
        last_name: line(100).default(''),
        /** Of the first admin only; any other invitation has one. */
        email: emailOr(addressNeeded).optional(),
        password: newPassword,
      }),
      answer: z.object({ success: z.boolean(), email: z.string() }),
      refuses: ['too_many'],
    },
  ),
}
