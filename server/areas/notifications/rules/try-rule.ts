import type { Parsed } from '#contract/index.ts'
import { mostTried, shownMessages, triedDays, type GivenRule } from '#contract/notifications/rules.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { forbidden, notFound } from '#server/platform/http/errors.ts'
import type { Ctx } from '#server/platform/services.ts'
import { personName } from '../person-name.ts'
import { mayChangeRule } from './known-rule.ts'
import { plannedColumns, readAudience } from './audience.ts'
import {
  otherWaitMs,
  planNotice,
  type Audience,
  type PlannedDelivery,
  type PlannedNotice,
  type PlanningRule,
} from './plan-notice.ts'

const hourMs = 3_600_000
interface TriedNotice extends PlannedNotice {
  message: string
}

/** Plans the last days' notifications with the rule and without, by the function that plans what is sent. */
export async function tryNoticeRule(ctx: Ctx, { body }: Parsed<'tryNoticeRule'>) {
  const { db, who, clock } = ctx
  const known = body.notice_rule_id === undefined ? undefined : await knownRule(ctx, body.notice_rule_id)
  const owner = known ? known.owner_login_id : body.team ? null : who.login_id
  if (!mayChangeRule(ctx, owner)) throw forbidden('Only admins change the team’s rules')
  const now = clock.now()
  const audience = await readAudience(db)
  const notices = await readNotices(db)
  const others = audience.rules.filter((rule) => rule.notice_rule_id !== body.notice_rule_id)
  const tried = planningRule(body.rule, body.notice_rule_id ?? 0, owner)
  const changed = { ...audience, rules: body.rule.active ? [...others, tried] : others }
  const alone = notices.flatMap((notice) => planNotice(notice, { ...audience, rules: [tried] }, now))
  const names = await recipientNames(db)
  const nameOf = (delivery: PlannedDelivery) => names.get(keyOf(delivery)) ?? 'Webhook'
  const texts = new Map(notices.map(({ id, message }) => [id, message]))
  const told = alone.filter(({ dropped, due_tm }) => dropped === null && due_tm <= now)
  const messages = messagesOf(told)
  return {
    seen: new Set(alone.map(({ system_message_id }) => system_message_id)).size,
    since: new Date(
      notices.length < mostTried
        ? now - triedDays * 24 * hourMs
        : Math.min(...notices.map(({ insert_tm }) => insert_tm)),
    ).toISOString(),
    by_recipient: byRecipient(messages, nameOf),
    worst_hour: worstHour(messages),
    not_sent: {
      ended: notBegun(alone, 'ended'),
      parent: notBegun(alone, 'parent'),
      later: notBegun(
        alone.filter(({ due_tm }) => due_tm > now),
        null,
      ),
    },
    before: tallyOf(notices, audience, now),
    after: tallyOf(notices, changed, now),
    examples: told
      .toSorted((a, b) => b.due_tm - a.due_tm)
      .slice(0, shownMessages)
      .map((delivery) => ({
        due_tm: new Date(delivery.due_tm).toISOString(),
        name: nameOf(delivery),
        message: texts.get(delivery.system_message_id) ?? '',
        digest: delivery.digest,
      })),
  }
}

const notBegun = (deliveries: readonly PlannedDelivery[], reason: PlannedDelivery['dropped']) =>
  deliveries.filter(({ phase, dropped }) => phase === 'begin' && dropped === reason).length

async function knownRule(ctx: Ctx, id: number) {
  const rule = await ctx.db
    .selectFrom('notice_rule')
    .select('owner_login_id')
    .where('notice_rule_id', '=', id)
    .executeTakeFirst()
  if (!rule || (rule.owner_login_id !== null && rule.owner_login_id !== ctx.who.login_id))
    throw notFound('rule')
  return rule
}

const planningRule = (rule: GivenRule, id: number, owner: number | null): PlanningRule => ({
  ...rule,
  notice_rule_id: id,
  owner_login_id: owner,
})

async function readNotices(db: Db): Promise<TriedNotice[]> {
  const { rows } = await sql<TriedNotice>`
    select ${plannedColumns}, m.message
    from system_message m
    where m.insert_tm > now() - make_interval(days => ${triedDays}::int)
    order by m.insert_tm desc, m.id desc
    limit ${mostTried}`.execute(db)
  return rows
}

/** One email, or one call of a webhook. */
interface Message {
  first: PlannedDelivery
  lines: number
}
const keyOf = ({ login_id, notice_endpoint_id }: PlannedDelivery) =>
  login_id === null ? `endpoint ${notice_endpoint_id}` : `login ${login_id}`

/** What is due together for one person is one email. */
function messagesOf(deliveries: readonly PlannedDelivery[]): Message[] {
  const open = new Map<string, Message>()
  const messages: Message[] = []
  for (const delivery of deliveries.toSorted((a, b) => a.due_tm - b.due_tm)) {
    const key = `${keyOf(delivery)} ${delivery.digest}`
    const current = open.get(key)
    const gathered = delivery.digest ? 0 : otherWaitMs
    if (delivery.login_id !== null && current && delivery.due_tm <= current.first.due_tm + gathered)
      current.lines += 1
    else {
      const message = { first: delivery, lines: 1 }
      open.set(key, message)
      messages.push(message)
    }
  }
  return messages
}

function tallyOf(notices: readonly PlannedNotice[], audience: Audience, now: number) {
  const deliveries = notices
    .flatMap((notice) => planNotice(notice, audience, now))
    .filter(({ dropped, due_tm }) => dropped === null && due_tm <= now)
  return { messages: messagesOf(deliveries).length, lines: deliveries.length }
}

function byRecipient(messages: readonly Message[], nameOf: (delivery: PlannedDelivery) => string) {
  const groups = Map.groupBy(messages, ({ first }) => keyOf(first))
  return [...groups.values()]
    .map((own) => ({
      name: own[0] ? nameOf(own[0].first) : '',
      at_once: own.filter(({ first }) => !first.digest).length,
      digests: own.filter(({ first }) => first.digest).length,
      lines: own.reduce((sum, { lines }) => sum + lines, 0),
    }))
    .toSorted((a, b) => b.lines - a.lines || a.name.localeCompare(b.name))
}

function worstHour(messages: readonly Message[]) {
  const hours = Map.groupBy(messages, ({ first }) => Math.floor(first.due_tm / hourMs))
  const [worst] = [...hours].toSorted(([, a], [, b]) => b.length - a.length)
  return worst ? { tm: new Date(worst[0] * hourMs).toISOString(), messages: worst[1].length } : null
}

async function recipientNames(db: Db): Promise<Map<string, string>> {
  const { rows } = await sql<{ key: string; name: string }>`
    select 'login ' || p.login_id as key, ${personName('p.login_id')} as name
    from login p
    where p.role <> 'customer'
    union all
    select 'endpoint ' || notice_endpoint_id, name from notice_endpoint`.execute(db)
  return new Map(rows.map(({ key, name }) => [key, name]))
}
