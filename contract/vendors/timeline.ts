import { z } from 'zod'
import { count } from '../inputs.ts'
import { post } from '../operation.ts'
import { moment } from '../values.ts'

/** What happens to a vendor, by kind. */
export const timelineKinds = {
  charges: 'Charges',
  runs: 'Feed runs',
  updates: 'Store updates',
  notes: 'Notes',
  emails: 'Emails',
  sign_ins: 'Sign-ins',
  settings: 'Changes',
} as const
export type TimelineKind = keyof typeof timelineKinds
const kinds = Object.keys(timelineKinds) as [TimelineKind, ...TimelineKind[]]
export const timelinePageSize = 50

const timelineRow = z.object({
  key: z.string(),
  tm: moment,
  kind: z.enum(kinds),
  message: z.string(),
  detail: z.string().nullable(),
  by: z.string().nullable(),
  /** The record that it is about, where it has a page. */
  entity: z.string().nullable(),
  entity_id: z.string().nullable(),
  vendor_store_id: z.number().nullable(),
})
export type TimelineRow = z.output<typeof timelineRow>

export const timelineOperations = {
  listVendorTimeline: post(
    '/api/vendor/{vendor_id}/timeline',
    'What happened to a vendor, newest first: activity, runs of its suppliers, store updates and emails, 50 a page',
    {
      reads: true,
      body: z.object({
        kinds: z.array(z.enum(kinds)).max(kinds.length).default([]).describe('all if empty'),
        page: count(1, 200).default(1),
      }),
      answer: z.object({ rows: z.array(timelineRow), more: z.boolean() }),
      refuses: ['not_found'],
    },
  ),
}
