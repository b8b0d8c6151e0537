/** An unused key for a new row of a form. */
export function nextKey(rows: Readonly<Record<string, unknown>>): string {
  let n = 1
  while (`new_${n}` in rows) n++
  return `new_${n}`
}
