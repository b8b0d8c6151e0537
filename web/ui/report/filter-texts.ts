import { dayText } from '#contract/formats.ts'
import { readable } from '#contract/words.ts'

/** Parameters of a report’s address that are no filters: emails leave them out. */
const unmailedParams: readonly string[] = ['sort', 'page', 'emailed', 'schedule', 'rows', 'at']
/** A number of `view` is a saved view of a list. */
const mailedParams = (search: string): [key: string, value: string][] =>
  [...new URLSearchParams(search)].filter(
    ([key, value]) => !unmailedParams.includes(key) && !(key === 'view' && /^\d+$/.test(value)),
  )

/** The filters in a report’s address, in words. */
export const filterTexts = (search: string): string[] =>
  mailedParams(search).map(([key, value]) => `${readable(key)}: ${readable(dayText(value))}`)

/** The filters in the address alone, with the shown tab. */
export function filtersInAddress(tab?: readonly [key: string, value: string]): string {
  const params = new URLSearchParams(mailedParams(window.location.search))
  if (tab) params.set(...tab)
  return params.toString()
}
