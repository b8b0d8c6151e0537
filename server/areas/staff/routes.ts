import type { Handlers } from '#server/platform/http/http.ts'
import { resendStaffInvitation, withdrawStaffInvitation } from './change-staff-invitation.ts'
import { changeStaffRole, weighStaffRole } from './change-staff-role.ts'
import { disableStaff, weighDisabling } from './disable-staff.ts'
import { enableStaff } from './enable-staff.ts'
import { checkStaffInvitation } from './invitation.ts'
import { inviteStaff } from './invite-staff.ts'
import { joinStaff } from './join-staff.ts'
import { listStaff } from './read.ts'
import { getSignInRule, saveSignInRule } from './sign-in-rule.ts'

export const staffRoutes: Handlers<'staff'> = {
  listStaff,
  inviteStaff,
  resendStaffInvitation,
  withdrawStaffInvitation,
  weighStaffRole,
  changeStaffRole,
  weighDisabling,
  disableStaff,
  enableStaff,
  checkStaffInvitation,
  joinStaff,
  getSignInRule,
  saveSignInRule,
}
