import type { Result } from '#contract/index.ts'

/** Whether one app or passkey is all that a role which requires two-step sign-in has left; the server refuses to remove it. */
export const isLastStep = (
  factor: Result<'getSecondFactor'> | undefined,
  passkeys: Result<'listPasskeys'> | undefined,
): boolean =>
  factor !== undefined &&
  passkeys !== undefined &&
  factor.required &&
  Number(factor.on) + passkeys.length === 1
