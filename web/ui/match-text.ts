import type { Match } from '#contract/search/matched.ts'
import { capitalize } from '#contract/words.ts'

/** Which field matched, and its text unless it is shown anyway: `Phone +1 555 123 4567`. */
export function matchReason({ by: field, text }: Match, ...shownTexts: readonly string[]): string {
  const name = capitalize(field)
  return text === '' || shownTexts.includes(text) ? name : `${name} ${text}`
}

export interface Part {
  text: string
  isMatch: boolean
}

/** A text in parts, with the query's words marked, however a number is written. */
export function splitMatches(text: string, query: string): Part[] {
  const words = query.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  const whole = query.replace(/[^\p{L}\p{N}]+/gu, '')
  const sought = [...(/\d/.test(whole) ? [allowSeparators(whole)] : []), ...words.toSorted(longestFirst)]
  if (sought.length === 0) return [{ text, isMatch: false }]
  // the odd parts are the captured ones
  return text
    .split(new RegExp(`(${sought.join('|')})`, 'giu'))
    .map((part, i) => ({ text: part, isMatch: i % 2 === 1 }))
    .filter((part) => part.text !== '')
}

const longestFirst = (a: string, b: string) => b.length - a.length
/** 5551234 also matches 555 12-34. */
const allowSeparators = (word: string) => word.replaceAll(/(?<=.)(?=.)/gu, '[^\\p{L}\\p{N}]*')
