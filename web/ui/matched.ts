import type { Match } from '#contract/search/matched.ts'

/** By what a record was found, and the text where it doesn't stand beside it: `Phone +1 555 123 4567`. */
export function whyMatched({ by, text }: Match, ...beside: readonly string[]): string {
  const name = by.charAt(0).toUpperCase() + by.slice(1)
  return text === '' || beside.includes(text) ? name : `${name} ${text}`
}

export interface Part {
  text: string
  found: boolean
}

/** A text in parts, those marked that are a word of what was asked for, however a number is written. */
export function markedParts(text: string, asked: string): Part[] {
  const words = asked.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  const whole = asked.replace(/[^\p{L}\p{N}]+/gu, '')
  const sought = [...(/\d/.test(whole) ? [spaced(whole)] : []), ...words.toSorted(longestFirst)]
  if (sought.length === 0) return [{ text, found: false }]
  // the odd parts are what was caught
  return text
    .split(new RegExp(`(${sought.join('|')})`, 'giu'))
    .map((part, i) => ({ text: part, found: i % 2 === 1 }))
    .filter((part) => part.text !== '')
}

const longestFirst = (a: string, b: string) => b.length - a.length
/** 5551234 is in 555 12-34, too. */
const spaced = (word: string) => word.replaceAll(/(?<=.)(?=.)/gu, '[^\\p{L}\\p{N}]*')
