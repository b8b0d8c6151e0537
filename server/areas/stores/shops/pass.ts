import { databaseNow } from '#server/platform/clock.ts'
import { ShopFault } from './ask.ts'

/** An access token, and how many seconds it is valid. */
export interface Pass {
  token: string
  seconds: number
}
/** A token is renewed this long before it expires. */
const earlySeconds = 60

/** Asks with a token, which is renewed when it is about to expire, and once more if the market refuses it. */
export function withPass(get: () => Promise<Pass>, secrets: Set<string> | undefined) {
  let current: { token: string; endMs: number } | undefined
  const renew = async () => {
    const { token, seconds } = await get()
    secrets?.add(token)
    current = { token, endMs: databaseNow() + (seconds - earlySeconds) * 1000 }
    return token
  }
  return async <T>(question: (token: string) => Promise<T>): Promise<T> => {
    if (!current || current.endMs <= databaseNow()) return question(await renew())
    try {
      return await question(current.token)
    } catch (error) {
      if (!(error instanceof ShopFault) || (error.status !== 401 && error.status !== 403)) throw error
      return question(await renew())
    }
  }
}
