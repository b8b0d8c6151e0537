/** A value that is always there; where it isn't, an error names it. */
export function present<T>(value: T | null | undefined, name: string): T {
  if (value === null || value === undefined) throw new Error(`${name} is missing`)
  return value
}
