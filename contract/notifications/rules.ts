import { z } from 'zod'
import { id, line, lines } from '../inputs.ts'
import { get, post, put, remove } from '../operation.ts'
import { staffRoles } from '../staff/roles.ts'
import { moment } from '../values.ts'
import { givenHours } from './hours.ts'
import { categories, kindNames } from './kinds.ts'

export const noticeScopes = {
  all: 'Everything',
  mine: 'Vendors I manage',
  suppliers: 'Chosen suppliers',
  vendors: 'Chosen vendors',
} as const
export type NoticeScope = keyof typeof noticeScopes
export const noticeTargets = {
  person: 'A person',
  role: 'Everyone with a role',
  manager: 'The vendor’s account manager',
  turn: 'The person on call',
  endpoint: 'A webhook',
} as const
export type NoticeTarget = keyof typeof noticeTargets

/** The most rules of one person, and of the team. */
export const mostRules = 50
export const mostScopeIds = 100
export const longestSilenceDays = 30
/** A rule is tried on this many days before it is saved. */
export const triedDays = 7
/** The most notifications that a rule is tried on, newest first. */
export const mostTried = 20_000
/** How many of the messages are shown as examples. */
export const shownMessages = 20

const scopes = Object.keys(noticeScopes) as [NoticeScope]
const targets = Object.keys(noticeTargets) as [NoticeTarget]

const ruleFields = z.object({
  name: line(80, 'Enter a name'),
  categories: z.array(z.enum(categories)).max(categories.length).describe('empty: all'),
  min_severity: z.int().min(0).max(2).describe('0 for information, 1 for the working day, 2 urgent'),
  scope: z.enum(scopes),
  scope_ids: z.array(id).max(mostScopeIds).describe('suppliers or vendors, as the scope says'),
  target: z.enum(targets),
  to_login_id: id.nullable(),
  to_role: z.enum(staffRoles).nullable().describe('for the account manager: who hears if there is none'),
  to_endpoint_id: id.nullable(),
  at_once: z.boolean().describe('false: in the next summary'),
  active: z.boolean(),
})
/** A rule whose parts fit each other. */
export const givenRule = ruleFields.superRefine((rule, ctx) => {
  const need = (isMissing: boolean, path: keyof typeof ruleFields.shape, message: string) => {
    if (isMissing) ctx.addIssue({ code: 'custom', path: [path], message })
  }
  const { scope, target } = rule
  const named = scope === 'suppliers' || scope === 'vendors'
  need(
    named && rule.scope_ids.length === 0,
    'scope_ids',
    `Choose at least one ${scope === 'suppliers' ? 'supplier' : 'vendor'}`,
  )
  need(!named && rule.scope_ids.length > 0, 'scope_ids', 'Only with chosen suppliers or vendors')
  need(target === 'person' && rule.to_login_id === null, 'to_login_id', 'Choose a person')
  need(target !== 'person' && rule.to_login_id !== null, 'to_login_id', 'Only for a person')
  const hasRole = target === 'role' || target === 'manager'
  need(hasRole && rule.to_role === null, 'to_role', 'Choose a role')
  need(!hasRole && rule.to_role !== null, 'to_role', 'Only for a role or account manager')
  need(target === 'endpoint' && rule.to_endpoint_id === null, 'to_endpoint_id', 'Choose a webhook')
  need(target !== 'endpoint' && rule.to_endpoint_id !== null, 'to_endpoint_id', 'Only for a webhook')
})
export type GivenRule = z.output<typeof givenRule>

const rule = ruleFields.extend({
  notice_rule_id: z.number(),
  /** Null: the team's. */
  owner_login_id: z.number().nullable(),
  may_change: z.boolean(),
  to_name: z.string().nullable().describe('the person or webhook'),
  scope_names: z.array(z.string()),
  sent_week: z.number().describe('messages sent in the last 7 days'),
  version: z.number(),
})
export type NoticeRule = z.output<typeof rule>

const tally = z.object({
  messages: z.number().describe('emails and webhook calls'),
  lines: z.number().describe('notifications in them'),
})
const preview = z.object({
  seen: z.number().describe('notifications of these 7 days that match'),
  since: moment.describe('how far back the rule was tried'),
  by_recipient: z.array(
    z.object({ name: z.string(), at_once: z.number(), digests: z.number(), lines: z.number() }),
  ),
  worst_hour: z.object({ tm: moment, messages: z.number() }).nullable(),
  not_sent: z
    .object({ ended: z.number(), parent: z.number(), later: z.number() })
    .describe('why some wouldn’t have been sent; later: their message is due after now'),
  before: tally.describe('all current rules'),
  after: tally.describe('all rules with this one'),
  examples: z.array(z.object({ due_tm: moment, name: z.string(), message: z.string(), digest: z.boolean() })),
})
export type RulePreview = z.output<typeof preview>

const silence = z.object({
  notice_silence_id: z.number(),
  own: z.boolean().describe('only for you'),
  category: z.enum(categories).nullable(),
  kind: z.enum(kindNames).nullable(),
  dropshipper_id: z.number().nullable(),
  supplier_name: z.string().nullable(),
  vendor_id: z.number().nullable(),
  company: z.string().nullable(),
  from_tm: moment,
  until_tm: moment,
  reason: z.string(),
  made_by_name: z.string(),
  may_end: z.boolean(),
})
export type NoticeSilence = z.output<typeof silence>

const turn = z.object({
  notice_turn_id: z.number(),
  step: z.number(),
  login_id: z.number(),
  name: z.string(),
  from_tm: moment,
  until_tm: moment,
})
export type NoticeTurn = z.output<typeof turn>

const noiseRow = z.object({
  kind: z.enum(kindNames),
  notifications: z.number(),
  sent: z.number(),
  acted_on: z.number().describe('assigned, linked to a ticket, or dismissed with a reason'),
  dismissed: z.number().describe('dismissed without a reason'),
  unseen: z.number().describe('over before anyone was notified'),
  median_minutes: z.number().nullable(),
})
export type NoiseRow = z.output<typeof noiseRow>

const base = '/api/system-messages'
/** Who hears what (docs/domain/notification-rules.md). */
export const noticeRuleOperations = {
  listNoticeRules: get(`${base}/rules`, 'Notification rules: the team’s and your own', {
    answer: z.object({
      rules: z.array(rule),
      login_id: z.number().describe('your own'),
      may_change_team: z.boolean(),
      people: z.array(z.object({ login_id: z.number(), name: z.string(), role: z.enum(staffRoles) })),
      endpoints: z.array(z.object({ notice_endpoint_id: z.number(), name: z.string() })),
    }),
  }),
  saveNoticeRule: post(`${base}/rules`, 'Add or change a notification rule', {
    body: z.object({
      notice_rule_id: id.optional().describe('omit to add one'),
      version: id.optional(),
      team: z.boolean().default(false).describe('a new rule of the team, by an admin'),
      rule: givenRule,
    }),
    answer: z.object({ notice_rule_id: z.number() }),
    refuses: ['not_found', 'forbidden', 'conflict', 'too_many'],
  }),
  deleteNoticeRule: remove(`${base}/rules/{notice_rule_id}`, 'Delete a notification rule', {
    refuses: ['not_found', 'conflict'],
  }),
  tryNoticeRule: post(`${base}/rules/try`, 'What a rule would have sent in the last 7 days', {
    reads: true,
    body: z.object({ notice_rule_id: id.optional(), team: z.boolean().default(false), rule: givenRule }),
    answer: preview,
    refuses: ['not_found', 'forbidden'],
  }),
  getNoticeHours: get(`${base}/hours`, 'When you want to hear what isn’t urgent', {
    answer: z.object({ ...givenHours.shape, version: z.number() }),
  }),
  saveNoticeHours: put(`${base}/hours`, 'Change when you want to hear what isn’t urgent', {
    body: z.object({ ...givenHours.shape, version: z.int() }),
    answer: z.object({ version: z.number() }),
    refuses: ['conflict'],
  }),
  listNoticeSilences: get(`${base}/silences`, 'Active and upcoming silences', {
    answer: z.object({ silences: z.array(silence) }),
  }),
  addNoticeSilence: post(`${base}/silences`, 'Silence notifications for everyone, or only for you', {
    body: z
      .object({
        own: z.boolean(),
        category: z.enum(categories).nullable().default(null),
        kind: z.enum(kindNames).nullable().default(null),
        dropshipper_id: id.nullable().default(null),
        vendor_id: id.nullable().default(null),
        hours: z
          .int()
          .min(1)
          .max(longestSilenceDays * 24),
        reason: lines(300).min(3, 'Enter a reason'),
      })
      .refine(
        ({ category, kind, dropshipper_id, vendor_id }) =>
          (category ?? kind ?? dropshipper_id ?? vendor_id) !== null,
        { path: ['category'], message: 'Choose what to silence' },
      ),
    answer: z.object({ notice_silence_id: z.number() }),
    refuses: ['not_found', 'too_many'],
  }),
  endNoticeSilence: remove(`${base}/silences/{notice_silence_id}`, 'End a silence', {
    refuses: ['not_found', 'forbidden'],
  }),
  listNoticeTurns: get(`${base}/turns`, 'Who is on call', {
    answer: z.object({
      turns: z.array(turn),
      gap_from: moment.nullable().describe('no one is on call from here'),
    }),
  }),
  addNoticeTurn: post(`${base}/turns`, 'Put a person on call', {
    access: 'admin',
    body: z
      .object({
        step: z.int().min(1).max(2),
        login_id: id,
        from_tm: z.iso.datetime('Enter a date and time'),
        until_tm: z.iso.datetime('Enter a date and time'),
      })
      .refine(({ from_tm, until_tm }) => until_tm > from_tm, {
        path: ['until_tm'],
        message: 'Enter an end after the start',
      }),
    answer: z.object({ notice_turn_id: z.number() }),
    refuses: ['not_found', 'conflict', 'too_many'],
  }),
  removeNoticeTurn: remove(`${base}/turns/{notice_turn_id}`, 'Remove a person from on-call', {
    access: 'admin',
    refuses: ['not_found'],
  }),
  listNoise: get(`${base}/noise`, 'Which kinds of notification people acted on in the last 30 days', {
    answer: z.object({ kinds: z.array(noiseRow) }),
  }),
}
