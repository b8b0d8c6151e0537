import { dayText } from '#contract/formats.ts'
import type { Kind } from '#contract/lists/columns.ts'
import { count } from '#contract/words.ts'
import type { Cell } from '#server/platform/files/exported.ts'

/** A moment in UTC: 11/26/26 07:00. */
export const utcText = (iso: string) => `${dayText(iso.slice(0, 10))} ${iso.slice(11, 16)}`

/** A moment in a zone, which is named: 11/26/26, 2:00 AM EST. */
export const zonedText = (zone: string) => {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    year: '2-digit',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  })
  // the space before AM and PM is one that many fonts don’t have
  return (iso: string) => format.format(new Date(iso)).replaceAll('\u202f', ' ')
}

/** A cell of a report’s table in an email or its PDF. */
export function cellText(kind: Kind, cell: Cell, momentText: (iso: string) => string): string {
  if (cell === null || cell === '') return ''
  if (kind === 'day') return dayText(String(cell))
  if (kind === 'moment') return momentText(new Date(cell).toISOString())
  if (kind !== 'number') return String(cell)
  const text = String(cell)
  // amounts come as text with decimals
  const digits =
    text.includes('.') && !Number.isNaN(Number(text))
      ? Number(text).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 4 })
      : Number.isSafeInteger(Number(text))
        ? count(Number(text))
        : text
  return digits.replace(/^-/, '−')
}
