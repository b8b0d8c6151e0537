import { isConnectionLost } from './database/db.ts'

/**
 * Does the work of each in its turn: one that fails keeps no other from its own, and the first failure is
 * thrown once all had theirs. A lost connection is everybody's failure.
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
