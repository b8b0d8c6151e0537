import { setTimeout } from 'node:timers/promises'

export const wait = (ms: number): Promise<void> => setTimeout(ms)

/** Waits until something is there; undefined: it didn't come in time. */
export async function until<T>(
  look: () => Promise<T | undefined> | T | undefined,
  { withinMs = 180_000, everyMs = 50 } = {},
): Promise<T | undefined> {
  const began = performance.now()
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    if (performance.now() - began > withinMs) return undefined
    await wait(everyMs)
  }
}

/** Waits until something holds. @returns whether it came to hold in time */
export const untilTrue = async (
  look: () => Promise<boolean> | boolean,
  options?: { withinMs?: number; everyMs?: number },
): Promise<boolean> => (await until(async () => ((await look()) ? true : undefined), options)) ?? false
