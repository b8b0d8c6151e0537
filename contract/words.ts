const whole = new Intl.NumberFormat('en-US')
export const count = (n: number): string => whole.format(n)

/** Nouns as people read them: `row` → `rows`, `quantity` → `quantities`; what ends with s stays. */
function plural(noun: string): string {
  if (noun.endsWith('s')) return noun
  return /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`
}
/** A count with its noun: `1 product`, `2,014 products`. The one way, on either side. */
export const many = (n: number, noun: string): string => `${count(n)} ${n === 1 ? noun : plural(noun)}`

/** A code as people read it: `never_ran`, Never ran. */
export const readable = (code: string): string =>
  (code.charAt(0).toUpperCase() + code.slice(1)).replaceAll('_', ' ')
