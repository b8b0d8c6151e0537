export const same = (a: unknown, b: unknown) => asText(a) === asText(b)
/** The database gives an object's keys in an order of its own. */
const asText = (value: unknown) =>
  JSON.stringify(value, (_key, part: unknown) =>
    isRecord(part) ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1))) : part,
  )
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** One part of a record that two people have changed since it was opened. */
export interface Part {
  path: readonly string[]
  opened: unknown
  typed: unknown
  saved: unknown
  /** Both changed it, each otherwise. */
  clash: boolean
}

/** Every part that is no longer as it was opened, by either. */
export function partsChanged(opened: unknown, typed: unknown, saved: unknown, path: string[] = []): Part[] {
  if (same(opened, typed) && same(opened, saved)) return []
  if (isRecord(opened) && isRecord(typed) && isRecord(saved))
    return [...new Set([...Object.keys(opened), ...Object.keys(typed), ...Object.keys(saved)])].flatMap(
      (key) => partsChanged(opened[key], typed[key], saved[key], [...path, key]),
    )
  const clash = !same(opened, typed) && !same(opened, saved) && !same(typed, saved)
  return [{ path, opened, typed, saved, clash }]
}
