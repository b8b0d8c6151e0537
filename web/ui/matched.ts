import type { Matched } from '#contract/search/matched.ts'

/** By what a record was found, and the text where it doesn't stand beside it: `Phone +1 555 123 4567`. */
export function whyMatched({ by, text }: Matched, ...beside: readonly string[]): string {
  const name = by.charAt(0).toUpperCase() + by.slice(1)
  return text === '' || beside.includes(text) ? name : `${name} ${text}`
}
