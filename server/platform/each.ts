import { isConnectionLost } from './database/db.ts'

/**
 * Does the work for each element in turn: a failure doesn't keep the others from theirs, and the first one
 * is thrown at the end. A lost connection fails all.
 */
export async function eachByItself<T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> {
  const errors: unknown[] = []
  for (const element of all)
    try {
      await work(element)
    } catch (error) {
      if (isConnectionLost(error)) throw error
      errors.push(error)
    }
  if (errors.length === 0) return
  const [first] = errors
  const message = first instanceof Error ? first.message : String(first)
  throw new Error(`${errors.length} of ${all.length} failed: ${message}`, { cause: first })
}
