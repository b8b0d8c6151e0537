import { isIP } from 'node:net'
import { sql, type Db, type Tx } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'

const challengeMinutes = 5
/** EdDSA, ES256 and RS256: what devices have. */
export const algorithms = [-8, -7, -257]

/** Browsers accept passkeys for a name, not for an address: this machine is called localhost. */
export function relyingParty({ publicUrl }: Pick<Ctx['config'], 'publicUrl'>) {
  const url = new URL(publicUrl)
  if (isIP(url.hostname.replace(/^\[|\]$/g, ''))) url.hostname = 'localhost'
  return { id: url.hostname, origin: url.origin }
}

/** Keeps a challenge that a device is given to sign; without a login, to sign in. */
export const keepChallenge = (db: Db, challenge: string, loginId: number | null) =>
  sql`
    insert into passkey_challenge (challenge, login_id, expires_tm)
    values (${challenge}, ${loginId}::int, now() + ${sql.raw(`interval '${challengeMinutes} minutes'`)})`.execute(
    db,
  )

/** Whether it was given for this, and isn't used or expired; from now on it is used. */
export async function useChallenge(tx: Tx, challenge: string, loginId: number | null): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('passkey_challenge')
    .where('challenge', '=', challenge)
    .where(sql<boolean>`login_id is not distinct from ${loginId}::int`)
    .where('expires_tm', '>', sql<string>`now()`)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
