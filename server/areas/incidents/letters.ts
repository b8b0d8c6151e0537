import { plainly } from '#contract/incidents/standing.ts'
import type { Content } from '#server/platform/mail/letter.ts'
import type { NotifiedIncident } from './email-incidents.ts'

/** What a letter needs to know about an incident. */
type LetterFacts = Pick<NotifiedIncident, 'supplier_name' | 'kind' | 'reason_code' | 'began_tm' | 'ended_tm'>

/** The usual format, 11/24/26 8:00 am, with the time zone. */
const moment = (tm: string): string =>
  `${new Date(tm)
    .toLocaleString('en-US', {
      timeZone: 'UTC',
      month: 'numeric',
      day: 'numeric',
      year: '2-digit',
      hour: 'numeric',
      minute: '2-digit',
    })
    .replace(',', '')
    .replace(/\s([AP]M)$/, (_, half: string) => ` ${half.toLowerCase()}`)} (UTC)`

/** How long something lasted, in words. */
function durationText(start: string, end: string): string {
  const hours = Math.round((Date.parse(end) - Date.parse(start)) / 3_600_000)
  if (hours < 1) return 'less than an hour'
  if (hours < 48) return hours === 1 ? 'an hour' : `${hours} hours`
  return `${Math.round(hours / 24)} days`
}

const seeSuppliers = { action: 'View your suppliers', url: '/account/suppliers' }
const unsubscribeReason = (vendor_id: number) => ({
  why: 'emails about this supplier are on',
  vendor_id,
  kind: 'supplier_incidents' as const,
})

/** A supplier's feed broke, and has stayed so. */
export function brokenLetter(
  { supplier_name, kind, reason_code, began_tm }: LetterFacts,
  vendor_id: number,
): Content {
  const { problem, remedy } = plainly(kind, reason_code)
  return {
    subject:
      kind === 'held' ? `${supplier_name}: new file in review` : `${supplier_name}: stock may be out of date`,
    parts: [
      `Since ${moment(began_tm)}, your stores aren’t getting new stock and prices from ${supplier_name}. ${problem}`,
      `${remedy} You don’t need to do anything.`,
      seeSuppliers,
    ],
    about: unsubscribeReason(vendor_id),
  }
}
/** A supplier's feed is well again. */
export const wellLetter = (
  { supplier_name, began_tm, ended_tm }: LetterFacts,
  vendor_id: number,
): Content => ({
  subject: `${supplier_name} is up to date again`,
  parts: [
    `The problem with ${supplier_name} was fixed on ${moment(ended_tm!)}, after ${durationText(began_tm, ended_tm!)}.`,
    'Your stores will get all changes with their next update. You don’t need to do anything.',
    seeSuppliers,
  ],
  about: unsubscribeReason(vendor_id),
})

const example: LetterFacts = {
  supplier_name: 'Alpine Outdoor Supply',
  kind: 'failing',
  reason_code: 'http_status',
  began_tm: '2026-11-24T08:00:00Z',
  ended_tm: '2026-11-24T13:20:00Z',
}
/** An example of each letter, by name. */
export const samples = {
  brokenLetter: brokenLetter(example, 1001),
  wellLetter: wellLetter(example, 1001),
}
