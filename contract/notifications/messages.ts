import { z } from 'zod'
import { bigId, count, id, line, lines, text } from '../inputs.ts'
import { get, post, put } from '../operation.ts'
import { moment } from '../values.ts'
import { categories, defaultTimeRange, kindNames, timeRanges } from './kinds.ts'

export const messagePageSize = 100
/** The most that are dismissed at once. */
export const mostDismissed = 500
/** The longest time a notification can be snoozed, in hours. */
export const longestSnoozeHours = 7 * 24

const message = z.object({
  id: z.number(),
  insert_tm: moment,
  kind: z.enum(kindNames),
  category: z.string(),
  severity: z.number().describe('0 for information, 1 for the working day, 2 urgent'),
  message: z.string(),
  link: z.string().nullable().describe('the page about it'),
  dropshipper_id: z.number().nullable(),
  vendor_custom_feed_id: z.number().nullable(),
  vendor_id: z.number().nullable(),
  unread: z.boolean().describe('sent after you last marked all as read'),
  count: z.number().describe('how often the problem was reported'),
  began_tm: moment,
  last_tm: moment,
  ended_tm: moment.nullable().describe('null: the problem still exists'),
  flapping: z.boolean().describe('the problem keeps ending and coming back'),
  taken_by_name: z.string().nullable().describe('who is working on it'),
  taken_tm: moment.nullable(),
  snoozed_until: moment.nullable(),
  jira_ticket: z.string().nullable(),
  jira_url: z.string().nullable().describe('the ticket’s page'),
  parent_id: z.number().nullable().describe('the larger problem that it is part of'),
  parts: z.number().describe('notifications that are part of this problem'),
  dismissed: z.boolean(),
  dismissed_reason: z.string().nullable(),
  dismissed_by_name: z.string().nullable(),
  version: z.number(),
})
export type SystemMessage = z.output<typeof message>

const categoryCount = z.object({
  handle: z.enum(categories),
  name: z.string(),
  count: z.number().describe('active notifications of problems that still exist'),
})
const changed = z.object({ ids: z.array(z.number()).describe('the notifications that changed') })
const timeRange = z
  .union([z.literal([...timeRanges]), z.null()])
  .default(defaultTimeRange)
  .describe('hours; null: all time. Problems that still exist are always listed')

/** A ticket: its key, or an address that ends in one. */
export const isTicket = (ticket: string): boolean => /(^|\/)[A-Z][A-Z0-9]{1,9}-[0-9]{1,7}$/.test(ticket)
export const ticketError = 'Enter a ticket such as FS-123 or its URL'

export const messageOperations = {
  listSystemMessages: post('/api/system-messages/', 'List notifications, newest first, up to 100', {
    reads: true,
    body: z.object({
      since_id: bigId.optional().describe('only notifications older than this one'),
      dismissed: z.boolean().nullable().default(false).describe('false: active; true: dismissed; null: all'),
      include_categories: z.boolean().default(false),
      search: line(200).default('').describe('part of the message, ticket or reason'),
      category_handle: z.enum(categories).nullable().default(null),
      severity: z.number().int().min(0).max(2).nullable().default(null).describe('2: only urgent ones'),
      time_range: timeRange,
      dropshipper_id: id.nullable().default(null),
      vendor_custom_feed_id: id.nullable().default(null),
    }),
    answer: z.object({
      notifications: z.array(message),
      categories: z.array(categoryCount).describe('empty without include_categories'),
      has_more: z.boolean(),
      searched_to: moment
        .nullable()
        .describe('a long search stopped here; continue with `searched_to_id` as `since_id`'),
      searched_to_id: z.number().nullable(),
      last_acknowledge_tm: moment,
    }),
  }),
  watchSystemMessages: get('/api/system-messages/events', 'Follow notifications with server-sent events', {
    answer: 'events',
    event: z.object({ unread_count: z.number(), newest_id: z.number().nullable() }),
  }),
  acknowledgeSystemMessages: put('/api/system-messages/acknowledge', 'Mark notifications as read', {
    body: z
      .object({ until_id: bigId.optional().describe('the newest you have seen; otherwise all there are') })
      .default({}),
    answer: z.object({ unread_count: z.number() }),
  }),
  dismissSystemMessages: put(
    '/api/system-messages/dismiss',
    'Dismiss notifications for all staff, or restore them',
    {
      body: z.object({
        id: z.union([bigId, z.array(bigId).min(1).max(mostDismissed)]),
        reason: lines(500).default(''),
        undismiss: z.boolean().default(false),
      }),
      answer: changed,
      refuses: ['not_found'],
    },
  ),
  dismissReadMessages: put(
    '/api/system-messages/dismiss-read',
    'Dismiss notifications you’ve read whose problem is over, for all staff. Up to 500, newest first',
    { answer: changed },
  ),
  setJiraTicket: put('/api/system-messages/jira-ticket', 'Link a ticket to a notification', {
    body: z.object({ id: bigId, ticket: text(300).describe('empty: remove the ticket') }),
    answer: changed,
    refuses: ['not_found'],
  }),
  takeSystemMessage: put('/api/system-messages/take', 'Assign a notification to yourself, or unassign it', {
    body: z.object({ id: bigId, release: z.boolean().default(false) }),
    answer: changed,
    refuses: ['not_found', 'conflict'],
  }),
  snoozeSystemMessage: put('/api/system-messages/snooze', 'Snooze a notification for all staff', {
    body: z.object({
      id: bigId,
      hours: count(0, longestSnoozeHours).describe('0: end the snooze'),
    }),
    answer: changed,
    refuses: ['not_found', 'conflict'],
  }),
  listSystemMessageEvents: post(
    '/api/system-messages/history',
    'List what a notification consists of, and what staff did about it',
    {
      reads: true,
      body: z.object({ id: bigId }),
      answer: z.object({
        events: z.array(
          z.object({
            event_id: z.number(),
            tm: moment,
            what: z.enum(['begin', 'end', 'point']),
            message: z.string(),
          }),
        ),
        acts: z
          .array(
            z.object({
              activity_id: z.number(),
              tm: moment,
              by: z.string(),
              message: z.string(),
              reason: z.string().nullable(),
            }),
          )
          .describe('what staff did about it'),
      }),
      refuses: ['not_found'],
    },
  ),
}
