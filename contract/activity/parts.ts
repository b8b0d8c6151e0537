export const isSame = (a: unknown, b: unknown) => asText(a) === asText(b)
/** The database orders an object's keys in its own way. */
const asText = (value: unknown) =>
  JSON.stringify(value, (_key, part: unknown) =>
    isRecord(part) ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1))) : part,
  )
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** One part of a record that somebody has changed since it was opened. */
export interface Part {
  path: readonly string[]
  opened: unknown
  typed: unknown
  saved: unknown
  /** Both changed it, to different values. */
  clash: boolean
}

/** Every part that either has changed since it was opened. */
export function partsChanged(
  openedValue: unknown,
  typedValue: unknown,
  savedValue: unknown,
  path: string[] = [],
): Part[] {
  if (isSame(openedValue, typedValue) && isSame(openedValue, savedValue)) return []
  if (isRecord(openedValue) && isRecord(typedValue) && isRecord(savedValue))
    return [
      ...new Set([...Object.keys(openedValue), ...Object.keys(typedValue), ...Object.keys(savedValue)]),
    ].flatMap((key) => partsChanged(openedValue[key], typedValue[key], savedValue[key], [...path, key]))
  const clash =
    !isSame(openedValue, typedValue) && !isSame(openedValue, savedValue) && !isSame(typedValue, savedValue)
  return [{ path, opened: openedValue, typed: typedValue, saved: savedValue, clash }]
}
