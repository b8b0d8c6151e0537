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

/** A text within a sentence: its first letter is small unless it begins an abbreviation such as MAP. */
export const midSentence = (text: string): string =>
  /^[A-Z]{2}/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1)
