export const roles = ['customer', 'support', 'account_manager', 'finance', 'admin'] as const
export type Role = (typeof roles)[number]

/** The roles that each access level admits (docs/domain/access.md, Who may do what). */
export const mayCall = {
  account: roles,
  staff: ['support', 'account_manager', 'finance', 'admin'],
  money: ['account_manager', 'finance', 'admin'],
  admin: ['admin'],
} as const satisfies Record<string, readonly Role[]>
/** Who may be required to sign in with two steps. */
export const isTwoStepRole = (r: Role) => r === 'admin' || r === 'finance'
export const isStaff = (r: Role) => r !== 'customer'
