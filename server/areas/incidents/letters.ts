import { plainly } from '#contract/incidents/standing.ts'
import type { Content, Part } from '#server/platform/letter.ts'
import type { Told } from './tell.ts'

const moment = (tm: string): string =>
  `${new Date(tm).toLocaleString('en-US', {
    timeZone: 'UTC',
    dateStyle: 'medium',
    timeStyle: 'short',
  })} UTC`

/** How long something lasted, as a letter says it. */
function lasted(from: string, until: string): string {
  const hours = Math.round((Date.parse(until) - Date.parse(from)) / 3_600_000)
  if (hours < 1) return 'less than an hour'
  if (hours < 48) return hours === 1 ? 'an hour' : `${hours} hours`
  return `${Math.round(hours / 24)} days`
}

const seeIt: Part = { action: 'See how your suppliers stand', url: '/account/suppliers' }

/** A supplier's feed broke, and has stayed so. */
export const brokenLetter = ({ supplier_name, kind, reason_code, began_tm }: Told): Content => {
  const { what, doing } = plainly(kind, reason_code)
  return {
    subject:
      kind === 'held'
        ? `${supplier_name}: a new file is being checked`
        : `${supplier_name}: stock may be old`,
    parts: [
      `Since ${moment(began_tm)} your stores get no new figures of ${supplier_name}. ${what}`,
      `${doing} You needn’t do anything.`,
      seeIt,
    ],
  }
}
/** It is well again. */
export const wellLetter = ({ supplier_name, began_tm, ended_tm }: Told): Content => ({
  subject: `${supplier_name} is up to date again`,
  parts: [
    `Since ${moment(ended_tm!)} we have good figures of ${supplier_name} again: it took ${lasted(began_tm, ended_tm!)}.`,
    'Your stores get what changed meanwhile with their next update. You needn’t do anything.',
    seeIt,
  ],
})

const told: Told = {
  incident_id: 1,
  feed_id: 1,
  kind: 'late',
  reason_code: null,
  began_tm: '2026-03-02T06:00:00Z',
  ended_tm: '2026-03-02T14:30:00Z',
  told_tm: '2026-03-02T07:00:00Z',
  supplier_name: 'Alpine Outdoor Supply',
}
export const samples = { brokenLetter: brokenLetter(told), wellLetter: wellLetter(told) }
