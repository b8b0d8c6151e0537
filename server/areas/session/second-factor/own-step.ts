import { ownStepNeeded } from '#contract/session/identity.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { conflict } from '#server/platform/http/errors.ts'
import type { Who } from '#server/platform/services.ts'

/**
 * While a second step is still to be proved, the password adds none to an account that has one: whoever knows the
 * password would otherwise add their own.
 */
export async function refuseUnprovedStep(db: Db, { login_id, needs_two_step }: Who): Promise<void> {
  if (!needs_two_step) return
  const { rows } = await sql`
    select
    where exists (select from passkey where login_id = ${login_id})
      or exists (select from second_factor where login_id = ${login_id} and confirmed_tm is not null)`.execute(
    db,
  )
  if (rows.length > 0) throw conflict(ownStepNeeded)
}
