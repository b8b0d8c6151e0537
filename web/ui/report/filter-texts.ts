import { dayText } from '#contract/formats.ts'
import { unmailedParams } from '#contract/reports/mails.ts'
import { readable } from '#contract/words.ts'

/** The filters in a report’s address, in words. */
export const filterTexts = (search: string): string[] =>
  [...new URLSearchParams(search)]
    .filter(([key]) => !(unmailedParams as readonly string[]).includes(key))
    .map(([key, value]) => `${readable(key)}: ${readable(dayText(value))}`)

/** The filters in the address alone. */
export function filtersInAddress(): string {
  const params = new URLSearchParams(window.location.search)
  for (const key of unmailedParams) params.delete(key)
  return params.toString()
}
