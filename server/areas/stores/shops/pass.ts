import { ShopFault } from './ask.ts'

/** A token that is got for another, and for so many seconds. */
export interface Pass {
  token: string
  seconds: number
}
/** It is renewed so long before it ends. */
const early = 60

/** Asks with a pass: it is got where none is kept or it is about to end, and once more where it is refused. */
export function withPass(get: () => Promise<Pass>, secrets: Set<string> | undefined) {
  let kept: { token: string; until: number } | undefined
  const renew = async () => {
    const { token, seconds } = await get()
    secrets?.add(token)
    kept = { token, until: Date.now() + (seconds - early) * 1000 }
    return token
  }
  return async <T>(question: (token: string) => Promise<T>): Promise<T> => {
    if (!kept || kept.until <= Date.now()) return question(await renew())
    try {
      return await question(kept.token)
    } catch (error) {
      if (!(error instanceof ShopFault) || (error.status !== 401 && error.status !== 403)) throw error
      return question(await renew())
    }
  }
}
