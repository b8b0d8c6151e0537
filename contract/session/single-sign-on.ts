/** Why a sign-in by the identity provider was refused, in its address (docs/domain/staff.md, Single sign-on). */
export const ssoFaults = {
  failed: 'The sign-in was canceled or failed. Try again.',
  expired: 'This sign-in expired or was started in another browser. Try again.',
  unverified: 'Your email address isn’t verified there. Verify it, then try again.',
  unknown: 'No staff login has your email address. An admin can invite you.',
  other_account: 'Your login belongs to another account there. Contact an admin.',
  disabled: 'Your login is disabled. Contact an admin.',
  too_many: 'Too many attempts. Wait a few minutes, then try again.',
} as const
export type SsoFault = keyof typeof ssoFaults

/** The parameter of the sign-in page’s address that names the fault. */
export const ssoFaultKey = 'single-sign-on'
export const ssoPath = '/api-public/single-sign-on'
