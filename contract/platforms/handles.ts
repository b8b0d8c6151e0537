const longest = 100

/** A handle made from a name: in lower case, with underscores between words; empty if it has no letter. */
export const handleOf = (name: string): string =>
  Array.from(name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '_'))
    .slice(0, longest)
    .join('')
    .replaceAll(/^_|_$/g, '')

/** What `handleOf` produces. */
export const handleShape = /^[\p{L}\p{N}]+(_[\p{L}\p{N}]+)*$/u

/** Names that every object has: values are looked up by their handles. */
export const isReserved = (handle: string): boolean => handle in {}

/** The same with a number appended if it is taken. */
export function freeHandle(name: string, takenHandles: ReadonlySet<string>): string {
  const base = handleOf(name) || 'field'
  let handle = base
  for (let n = 2; takenHandles.has(handle) || isReserved(handle); n++) handle = `${base}_${n}`
  return handle
}
