import { lastStepNeeded, ownStepNeeded } from '#contract/session/identity.ts'
import { sql, type Db, type Tx } from '#server/platform/database/db.ts'
import { conflict } from '#server/platform/http/errors.ts'
import type { Who } from '#server/platform/services.ts'

/** Whether an authenticator app or a passkey belongs to a login. @param login its id, as a part of a statement */
export const hasOwnStep = (login: ReturnType<typeof sql>) => sql<boolean>`(
    exists (select from second_factor f where f.login_id = ${login} and f.confirmed_tm is not null)
    or exists (select from passkey p where p.login_id = ${login}))`

/** Whether a login has signed in by single sign-on, which replaces its own second step. */
export const hasProvider = (login: ReturnType<typeof sql>) =>
  sql<boolean>`exists (select from login_identity i where i.login_id = ${login})`

/** Whether admins and finance must prove more than a password. */
export const twoStepRequired = sql<boolean>`(select two_step_required from sign_in_rule)`
/** Whether the person of a login must. @param role the login's, as a part of a statement */
export const requiresStep = (role: ReturnType<typeof sql>) =>
  sql<boolean>`(${twoStepRequired} and ${role} in ('admin', 'finance'))`

/**
 * While a second step is still to be proved, the password adds none to an account that has one: whoever knows the
 * password would otherwise add their own.
 */
export async function refuseUnprovedStep(db: Db, { login_id, needs_two_step }: Who): Promise<void> {
  if (!needs_two_step) return
  const { rows } = await sql`select where ${hasOwnStep(sql`${login_id}::int`)}`.execute(db)
  if (rows.length > 0) throw conflict(ownStepNeeded)
}

/** Of two steps removed at once, the second one sees that the first is gone. */
export const holdSteps = (tx: Tx, { login_id }: Who) =>
  sql`select from login where login_id = ${login_id} for no key update`.execute(tx)

/** After a step was removed: where the role requires one, the last one stays. */
export async function refuseLosingStep(tx: Tx, { login_id }: Who): Promise<void> {
  const { rows } = await sql`
    select
    from login l
    where l.login_id = ${login_id}
      and ${requiresStep(sql`l.role`)}
      and not ${hasOwnStep(sql`l.login_id`)}`.execute(tx)
  if (rows.length > 0) throw conflict(lastStepNeeded)
}
