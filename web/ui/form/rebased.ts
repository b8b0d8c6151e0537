import { isRecord, isSame } from '#contract/activity/parts.ts'

export { partsChanged, isSame as same, type Part } from '#contract/activity/parts.ts'

/**
 * What is typed on top of what is saved now, part by part: one's own value where one has changed it, the
 * saved one elsewhere.
 */
export function rebased<T>(opened: T, typed: T, saved: T): T {
  if (isSame(opened, typed)) return saved
  if (!isRecord(opened) || !isRecord(typed) || !isRecord(saved)) return typed
  const keys = [...new Set([...Object.keys(saved), ...Object.keys(typed)])]
  const parts = keys.map((key) => [key, rebased(opened[key], typed[key], saved[key])] as const)
  return Object.fromEntries(parts.filter(([, part]) => part !== undefined)) as T
}

/** The same with another value at this place. */
export function withPart<T>(whole: T, [key, ...rest]: readonly string[], value: unknown): T {
  if (key === undefined) return value as T
  const record = (isRecord(whole) ? whole : {}) as Record<string, unknown>
  return { ...record, [key]: withPart(record[key], rest, value) } as T
}
