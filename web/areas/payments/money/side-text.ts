import { money } from '#contract/formats.ts'
import { capitalize } from '#contract/words.ts'

/** What one side has of a payment, as stored (`$45.00, succeeded`), like the page's other amounts. */
export const sideText = (stored: string): string =>
  capitalize(stored.replace(/^\$([\d.]+)/, (_, amount: string) => money(amount)))
