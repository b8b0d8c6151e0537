/** One thing looked at; `null`: it can't be known from here. */
export interface Finding {
  isSafe: boolean | null
  /** What was found, and for what isn't safe, what to do. */
  text: string
}
export const safe = (text: string): Finding => ({ isSafe: true, text })
export const unsafe = (text: string): Finding => ({ isSafe: false, text })
export const unknown = (text: string): Finding => ({ isSafe: null, text })
/** The one or the other. */
export const either = (isSafe: boolean, safeText: string, unsafeText: string): Finding =>
  isSafe ? safe(safeText) : unsafe(unsafeText)

/** Work that fails is itself found unsafe. */
export async function found(failed: string, work: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await work()
  } catch (error) {
    return [unsafe(`${failed}: ${(error as Error).message}`)]
  }
}
