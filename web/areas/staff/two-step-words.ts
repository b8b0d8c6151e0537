import { hasSecondStep, type StaffLogin } from '#contract/staff/staff.ts'

const mostNamed = 5

/** The active admins and finance who have neither an authenticator app nor a passkey. */
export const withoutSecondStep = (staff: readonly StaffLogin[]): readonly StaffLogin[] =>
  staff.filter(
    (login) =>
      (login.role === 'admin' || login.role === 'finance') &&
      login.disabled_tm === null &&
      !hasSecondStep(login),
  )

/** “2 people don’t have it: Ada Admin and Fin Finance.” */
export function peopleText(missing: readonly StaffLogin[]): string {
  if (missing.length === 0) return 'Everyone has it.'
  const names = missing.slice(0, mostNamed).map((login) => login.name)
  const rest = missing.length - names.length
  const list = new Intl.ListFormat('en-US').format(rest > 0 ? [...names, `${rest} more`] : names)
  return missing.length === 1
    ? `1 person doesn’t have it: ${list}.`
    : `${missing.length} people don’t have it: ${list}.`
}
