export const isSame = (a: unknown, b: unknown) => asText(a) === asText(b)
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
