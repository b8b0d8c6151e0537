import { mayCall, type Role } from '../roles.ts'

/** The roles of staff, from the least to the most that they may do. */
export const staffRoles = mayCall.staff
export type StaffRole = (typeof staffRoles)[number]

export const roleNames: Readonly<Record<Role, string>> = {
  customer: 'Customer',
  support: 'Support',
  account_manager: 'Account manager',
  finance: 'Finance',
  admin: 'Admin',
}

/** What each role may do, for whoever chooses one. */
export const roleDuties: Readonly<Record<StaffRole, string>> = {
  support: 'Vendors, suppliers, feeds and jobs. No money.',
  account_manager: 'Everything support can do, plus plans, charges and refunds.',
  finance: 'Everything support can do, plus plans, charges and refunds.',
  admin: 'Everything, including staff and deleted accounts.',
}

export const mayMoveMoney = (role: Role) => (mayCall.money as readonly Role[]).includes(role)
