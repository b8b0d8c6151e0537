/**
 * What is typed on top of what is saved now, part by part: one's own value where one has changed it, the
 * saved one elsewhere.
 */
export function rebased<T>(opened: T, typed: T, saved: T): T {
  if (same(opened, typed)) return saved
  if (!isRecord(opened) || !isRecord(typed) || !isRecord(saved)) return typed
  const keys = [...new Set([...Object.keys(saved), ...Object.keys(typed)])]
  const parts = keys.map((key) => [key, rebased(opened[key], typed[key], saved[key])] as const)
  return Object.fromEntries(parts.filter(([, part]) => part !== undefined)) as T
}

export const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
