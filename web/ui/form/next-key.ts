/** The key of one more row of a form, whatever was added and dropped before. */
export function nextKey(rows: Readonly<Record<string, unknown>>): string {
  let n = 1
  while (`new_${n}` in rows) n++
  return `new_${n}`
}
