import { isRecord, isSame } from '#contract/activity/parts.ts'

export { partsChanged, isSame as same, type Part } from '#contract/activity/parts.ts'

/**
 * The typed values on top of the saved ones, part by part: one's own value where one changed it, the saved
 * one elsewhere.
 */
export function rebase<T>(original: T, draft: T, latest: T): T {
  if (isSame(original, draft)) return latest
  if (!isRecord(original) || !isRecord(draft) || !isRecord(latest)) return draft
  const keys = [...new Set([...Object.keys(latest), ...Object.keys(draft)])]
  const parts = keys.map((key) => [key, rebase(original[key], draft[key], latest[key])] as const)
  return Object.fromEntries(parts.filter(([, part]) => part !== undefined)) as T
}

/** A copy with another value at a path. */
export function withPart<T>(whole: T, [key, ...rest]: readonly string[], value: unknown): T {
  if (key === undefined) return value as T
  const record = (isRecord(whole) ? whole : {}) as Record<string, unknown>
  return { ...record, [key]: withPart(record[key], rest, value) } as T
}
