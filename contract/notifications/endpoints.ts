import { z } from 'zod'
import { bigId, id, line, webAddress } from '../inputs.ts'
import { get, post, remove } from '../operation.ts'
import { moment } from '../values.ts'
import { kindNames } from './kinds.ts'

export const endpointForms = {
  standard: 'Webhook',
  slack: 'Slack',
  teams: 'Microsoft Teams',
} as const
export type EndpointForm = keyof typeof endpointForms
const forms = Object.keys(endpointForms) as [EndpointForm]

export const mostEndpoints = 20
/** After changing its secret, an endpoint’s messages are signed with both for so long, in hours. */
export const bothSecretsHours = 24
export const deliveryPageSize = 50

export const deliveryStates = ['waiting', 'sending', 'sent', 'failed', 'dropped'] as const
export const droppedReasons = {
  ended: 'Resolved before it was sent',
  reopened: 'Came back before the end was sent',
  dismissed: 'Dismissed',
  taken: 'Assigned to someone',
  parent: 'Part of a larger problem',
  endpoint: 'Webhook turned off',
} as const

const endpoint = z.object({
  notice_endpoint_id: z.number(),
  name: z.string(),
  form: z.enum(forms),
  host: z.string().describe('the address is kept secret'),
  state: z.enum(['on', 'failing', 'off']),
  failing_since: moment.nullable(),
  off_reason: z.string().nullable(),
  two_secrets_until: moment.nullable(),
  rules: z.number(),
  waiting: z.number(),
  last: z.object({ tm: moment, status: z.number().nullable(), text: z.string().nullable() }).nullable(),
  made_by_name: z.string(),
  insert_tm: moment,
  version: z.number(),
})
export type NoticeEndpoint = z.output<typeof endpoint>

const delivery = z.object({
  notice_delivery_id: z.number(),
  system_message_id: z.number(),
  kind: z.enum(kindNames),
  message: z.string(),
  phase: z.enum(['begin', 'flapping', 'reminder', 'end', 'test']),
  to_name: z.string(),
  rule_name: z.string().nullable(),
  digest: z.boolean(),
  due_tm: moment,
  state: z.enum(deliveryStates),
  dropped: z.enum(Object.keys(droppedReasons) as [keyof typeof droppedReasons]).nullable(),
  tries: z.number(),
  sent_tm: moment.nullable(),
  answer_status: z.number().nullable(),
  answer_text: z.string().nullable(),
  answer_ms: z.number().nullable(),
})
export type NoticeDelivery = z.output<typeof delivery>

const address = webAddress(500, 'Enter a URL that starts with https://')
const base = '/api/system-messages'
const secret = z.string().describe('shown once')

/** Where notifications go beside email, and what became of each message (docs/domain/notification-rules.md). */
export const noticeEndpointOperations = {
  listNoticeEndpoints: get(`${base}/endpoints`, 'Webhooks for notifications', {
    answer: z.object({ endpoints: z.array(endpoint) }),
  }),
  addNoticeEndpoint: post(`${base}/endpoints`, 'Add a webhook for notifications', {
    access: 'admin',
    fresh: true,
    body: z.object({ name: line(80, 'Enter a name'), form: z.enum(forms), url: address }),
    answer: z.object({ notice_endpoint_id: z.number(), secret: secret.nullable() }),
    refuses: ['too_many'],
  }),
  saveNoticeEndpoint: post(
    `${base}/endpoints/{notice_endpoint_id}`,
    'Change a webhook, or turn it on or off',
    {
      access: 'admin',
      fresh: true,
      body: z.object({
        name: line(80, 'Enter a name'),
        url: z.union([z.literal(''), address]).describe('empty: keep the URL'),
        on: z.boolean(),
        version: id,
      }),
      answer: z.object({ version: z.number() }),
      refuses: ['not_found', 'conflict'],
    },
  ),
  changeNoticeSecret: post(
    `${base}/endpoints/{notice_endpoint_id}/secret`,
    'Change a webhook’s signing secret; the earlier one stays valid for 24 hours',
    {
      access: 'admin',
      fresh: true,
      answer: z.object({ secret }),
      refuses: ['not_found', 'conflict'],
    },
  ),
  deleteNoticeEndpoint: remove(`${base}/endpoints/{notice_endpoint_id}`, 'Delete a webhook and its rules', {
    access: 'admin',
    fresh: true,
    refuses: ['not_found'],
  }),
  testNoticeEndpoint: post(
    `${base}/endpoints/{notice_endpoint_id}/test`,
    'Send a test message to a webhook',
    {
      access: 'admin',
      answer: z.object({ notice_delivery_id: z.number() }),
      refuses: ['not_found', 'conflict'],
    },
  ),
  listNoticeDeliveries: post(
    `${base}/deliveries`,
    'Emails and webhook calls of notifications, newest first',
    {
      reads: true,
      body: z.object({
        since_id: bigId.optional().describe('only older ones'),
        system_message_id: bigId.optional(),
        notice_endpoint_id: id.optional(),
        mine: z.boolean().default(false),
        state: z.enum(deliveryStates).optional(),
      }),
      answer: z.object({ deliveries: z.array(delivery), has_more: z.boolean() }),
    },
  ),
  resendNoticeDelivery: post(
    `${base}/deliveries/{notice_delivery_id}/resend`,
    'Send a webhook message again',
    {
      access: 'admin',
      refuses: ['not_found', 'conflict'],
    },
  ),
}
