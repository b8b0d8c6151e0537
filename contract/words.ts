const whole = new Intl.NumberFormat('en-US')
export const count = (n: number): string => whole.format(n)

/** The plural of a noun: `row` → `rows`, `quantity` → `quantities`; a noun that ends with s stays. */
function plural(noun: string): string {
  if (noun.endsWith('s')) return noun
  return /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`
}
/** A count with its noun: `1 product`, `2,014 products`. Both sides use it. */
export const many = (n: number, noun: string): string => `${count(n)} ${n === 1 ? noun : plural(noun)}`

/** With a capital first letter. */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** A code as words: `never_ran`, Never ran. */
export const readable = (code: string): string => capitalize(code).replaceAll('_', ' ')

/** Who requested a job or an update: a person, or the schedule. */
export const requesterName = (by: string): string => (by === 'schedule' ? 'Schedule' : by)

/** A text within a sentence: its first letter is small unless it begins an abbreviation such as MAP. */
export const midSentence = (text: string): string =>
  /^[A-Z]{2}/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1)

/** kB through YB with one decimal (docs/domain/values.md, Shown values). */
export function fileSize(bytes: number): string {
  const units = ['kB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB']
  let n = bytes / 1024
  let i = 0
  // 1023.95 kB would read 1024.0
  while (n >= 1023.95 && i < units.length - 1) [n, i] = [n / 1024, i + 1]
  return `${n.toFixed(1)} ${units[i]}`
}
