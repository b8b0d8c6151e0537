import { attemptWasRight, countAttempt, isUsedUp, type BackOff } from '#server/platform/back-off.ts'
import type { Db } from '#server/platform/database/db.ts'
import { networkOf } from '#server/platform/network.ts'
import type { Ctx } from '#server/platform/services.ts'
import { knownBrowser } from './known-browser.ts'
import { tooMany } from './passwords/passwords.ts'

/** Wrong passwords of an account from a network, or in a browser that its owner uses. */
export const ofAccount: BackOff = { free: 10, waitSeconds: 30, mostSeconds: 900, decaySeconds: 360 }
/** Failed sign-ins of a network, whatever the account. */
export const ofNetwork: BackOff = { free: 60, waitSeconds: 5, mostSeconds: 300, decaySeconds: 5 }
/** Failed sign-ins of an account from everywhere. */
export const fromEverywhere: BackOff = { free: 100, waitSeconds: 60, mostSeconds: 60, decaySeconds: 36 }
/** Wrong passwords from one network, while an account is attacked from many. */
export const triesUnderAttack = 3

/** What ends a sign-in's limits once its password was right. */
export type Admitted = () => Promise<void>

/**
 * Counts an attempt to sign in, or refuses it. Whoever guesses passwords in one network keeps the owner in
 * another network, or in a browser they use, out of nothing.
 */
export async function admitSignIn(
  ctx: Pick<Ctx, 'db' | 'config' | 'secrets' | 'req'>,
  name: string,
): Promise<Admitted> {
  const browser = knownBrowser(ctx, name)
  if (browser !== undefined) return admitGuess(ctx.db, `sign-in by ${browser}`)
  const network = networkOf(ctx.req.ip)
  const [here, anyone] = [`sign-in as ${name} from ${network}`, `sign-in from ${network}`]
  const [tries, ofAnyone, isAttacked] = await Promise.all([
    countAttempt(ctx.db, here, ofAccount),
    countAttempt(ctx.db, anyone, ofNetwork),
    isUsedUp(ctx.db, everywhere(name)),
  ])
  if (tries === undefined || ofAnyone === undefined || (isAttacked && Math.round(tries) > triesUnderAttack))
    throw tooMany()
  return async () => {
    await Promise.all([attemptWasRight(ctx.db, here, { all: true }), attemptWasRight(ctx.db, anyone)])
  }
}

const everywhere = (name: string) => `failed sign-in as ${name}`
/** Counts a failed sign-in of an existing account, from wherever it came. */
export const countFailure = (db: Db, name: string) => countAttempt(db, everywhere(name), fromEverywhere)

/** Counts a guess in a known browser, or of somebody who is signed in. */
export async function admitGuess(db: Db, bucket: string, limit = ofAccount): Promise<Admitted> {
  if ((await countAttempt(db, bucket, limit)) === undefined) throw tooMany()
  return () => attemptWasRight(db, bucket, { all: true })
}
