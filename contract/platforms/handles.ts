const longest = 100

/** A name as a handle: in lower case, with an underscore between its words; empty where it has no letter. */
export const handleOf = (name: string): string =>
  Array.from(name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '_'))
    .slice(0, longest)
    .join('')
    .replaceAll(/^_|_$/g, '')

/** What `handleOf` makes. */
export const handleShape = /^[\p{L}\p{N}]+(_[\p{L}\p{N}]+)*$/u

/** What every object has already: values are looked up by their handles. */
export const isReserved = (handle: string): boolean => handle in {}

/** The same with a number after it where it is taken. */
export function freeHandle(name: string, takenHandles: ReadonlySet<string>): string {
  const base = handleOf(name) || 'field'
  let handle = base
  for (let n = 2; takenHandles.has(handle) || isReserved(handle); n++) handle = `${base}_${n}`
  return handle
}
