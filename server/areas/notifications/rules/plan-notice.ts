import type { Hours } from '#contract/notifications/hours.ts'
import { kinds, severityLevel, type NoticeKind } from '#contract/notifications/kinds.ts'
import type { NoticeScope, NoticeTarget } from '#contract/notifications/rules.ts'
import type { StaffRole } from '#contract/staff/roles.ts'
import { steadyHours } from '../fold-events.ts'
import { isQuiet, nextDigest } from './hours.ts'

const minuteMs = 60_000
/** Urgent ones are gathered this long, so that what belongs together comes in one message. */
export const urgentWaitMs = 30_000
/** The same for the rest, which also bounds how many messages one person gets an hour. */
export const otherWaitMs = 5 * minuteMs
/** When an urgent problem that nobody is assigned to goes to whom next, in minutes after it began. */
export const secondStepMinutes = 15
export const adminStepMinutes = 45
export const repeatMinutes = 30
export const mostRepeats = 5
/** A problem that comes and goes is told again when it stays for so long, in hours. */
export const stayingHours = 4
/** Numbers of those reminders begin here. */
const stayingTurn = 100

/** A notification as it is planned: its life so far. Times are epoch milliseconds. */
export interface PlannedNotice {
  id: number
  kind: NoticeKind
  severity: number
  insert_tm: number
  /** Null: it still exists; a point has none. */
  ended_tm: number | null
  ended_by: 'itself' | 'worse' | 'point' | null
  reopened: number
  /** When it last began. */
  last_tm: number
  flapping_tm: number | null
  taken_tm: number | null
  dropshipper_id: number | null
  vendor_id: number | null
  /** The login of the vendor's account manager. */
  manager_login_id: number | null
  /** A cause that speaks for it. */
  has_parent: boolean
}

export interface PlanningRule {
  notice_rule_id: number
  owner_login_id: number | null
  categories: readonly string[]
  min_severity: number
  scope: NoticeScope
  scope_ids: readonly number[]
  target: NoticeTarget
  to_login_id: number | null
  to_role: StaffRole | null
  to_endpoint_id: number | null
  at_once: boolean
}
export interface PlanningPerson {
  login_id: number
  role: StaffRole
  hours: Hours
}
interface PlanningTurn {
  step: number
  login_id: number
  from_tm: number
  until_tm: number
}
export interface PlanningSilence {
  /** Null: for everybody. */
  login_id: number | null
  category: string | null
  kind: string | null
  dropshipper_id: number | null
  vendor_id: number | null
  from_tm: number
  until_tm: number
}
/** Everything that decides who hears what. */
export interface Audience {
  /** Active ones. */
  rules: readonly PlanningRule[]
  people: ReadonlyMap<number, PlanningPerson>
  turns: readonly PlanningTurn[]
  silences: readonly PlanningSilence[]
}

export type Phase = 'begin' | 'flapping' | 'reminder' | 'end'
export interface PlannedDelivery {
  system_message_id: number
  phase: Phase
  turn: number
  notice_rule_id: number | null
  digest: boolean
  login_id: number | null
  notice_endpoint_id: number | null
  /** Epoch milliseconds. */
  due_tm: number
  dropped: 'ended' | 'parent' | null
}

interface Recipient {
  rule: PlanningRule
  login_id: number | null
  notice_endpoint_id: number | null
  /** Whose turn it is hears urgent problems at any hour. */
  isOnCall: boolean
}

/**
 * All messages about a notification, from its beginning until now: who gets which, when, and why one isn't sent.
 * The only code that decides it, for what is sent and for what a rule would have sent.
 * @param now epoch milliseconds
 */
export function planNotice(notice: PlannedNotice, audience: Audience, now: number): PlannedDelivery[] {
  const begins = soonestOfEach(
    audience.rules
      .filter((rule) => isMatched(rule, notice))
      .flatMap((rule) => recipientsOf(rule, notice, audience))
      .map((recipient) => beginOf(recipient, notice, audience)),
  )
  const heard = begins.filter(({ dropped }) => dropped === null)
  return [
    ...begins,
    ...flappingOf(heard, notice, audience),
    ...stayingOf(begins, notice, { audience, now }),
    ...endOf(begins, notice, audience),
    ...remindersOf(notice, audience, now),
  ]
}

const categoryOf = (notice: PlannedNotice) => kinds[notice.kind].category
const isUrgent = ({ severity }: PlannedNotice) => severity === severityLevel('urgent')

function isMatched(rule: PlanningRule, notice: PlannedNotice): boolean {
  if (notice.severity < rule.min_severity) return false
  if (rule.categories.length > 0 && !rule.categories.includes(categoryOf(notice))) return false
  const { scope, scope_ids } = rule
  const isListed = (id: number | null) => id !== null && scope_ids.includes(id)
  if (scope === 'suppliers') return isListed(notice.dropshipper_id)
  if (scope === 'vendors') return isListed(notice.vendor_id)
  if (scope === 'mine')
    return notice.manager_login_id !== null && notice.manager_login_id === rule.owner_login_id
  return true
}

function recipientsOf(rule: PlanningRule, notice: PlannedNotice, audience: Audience): Recipient[] {
  const { people } = audience
  const person = (login_id: number, isOnCall = false): Recipient[] =>
    people.has(login_id) ? [{ rule, login_id, notice_endpoint_id: null, isOnCall }] : []
  const withRole = (role: StaffRole | null, isOnCall = false) =>
    [...people.values()]
      .filter((other) => other.role === role)
      .flatMap(({ login_id }) => person(login_id, isOnCall))
  if (rule.target === 'endpoint')
    return [{ rule, login_id: null, notice_endpoint_id: rule.to_endpoint_id, isOnCall: false }]
  if (rule.target === 'person') return rule.to_login_id === null ? [] : person(rule.to_login_id)
  if (rule.target === 'role') return withRole(rule.to_role)
  if (rule.target === 'turn') {
    const onCall = onTurn(audience, 1, notice.insert_tm)
    return onCall.length > 0 ? onCall.flatMap((login_id) => person(login_id, true)) : withRole('admin', true)
  }
  const manager = notice.manager_login_id === null ? [] : person(notice.manager_login_id)
  return manager.length > 0 ? manager : withRole(rule.to_role)
}

const onTurn = ({ turns, people }: Audience, step: number, at: number): number[] =>
  turns
    .filter(
      (turn) => turn.step === step && turn.from_tm <= at && at < turn.until_tm && people.has(turn.login_id),
    )
    .map(({ login_id }) => login_id)

function beginOf(recipient: Recipient, notice: PlannedNotice, audience: Audience): PlannedDelivery {
  const { rule, login_id, notice_endpoint_id } = recipient
  const wait = isUrgent(notice) ? urgentWaitMs : otherWaitMs
  const soonest = silencedUntil(notice, recipient, audience) ?? notice.insert_tm
  const { due_tm, digest } = dueOf(recipient, notice, { at: soonest, wait, audience })
  return {
    system_message_id: notice.id,
    phase: 'begin',
    turn: 0,
    notice_rule_id: rule.notice_rule_id,
    digest,
    login_id,
    notice_endpoint_id,
    due_tm,
    dropped: whyNotTold(notice, due_tm),
  }
}

function whyNotTold(notice: PlannedNotice, due_tm: number): PlannedDelivery['dropped'] {
  if (notice.has_parent) return 'parent'
  const { ended_tm, ended_by } = notice
  return ended_by !== 'point' && ended_tm !== null && ended_tm < due_tm ? 'ended' : null
}

/** At once to an endpoint; to a person at once or in the next summary, as the rule and the hours say. */
function dueOf(
  { rule, login_id, isOnCall }: Recipient,
  notice: PlannedNotice,
  { at, wait, audience }: { at: number; wait: number; audience: Audience },
): { due_tm: number; digest: boolean } {
  const person = login_id === null ? undefined : audience.people.get(login_id)
  const goesThrough = isUrgent(notice) && isOnCall
  if (!person || goesThrough) return { due_tm: at + wait, digest: false }
  if (rule.at_once && !isQuiet(at + wait, person.hours)) return { due_tm: at + wait, digest: false }
  return { due_tm: nextDigest(at, person.hours), digest: true }
}

/** The end of the silences that hold at the time; none of one's own holds for an urgent problem in one's turn. */
function silencedUntil(
  notice: PlannedNotice,
  recipient: Recipient,
  { silences }: Audience,
): number | undefined {
  const covers = (silence: PlanningSilence, at: number) => {
    const isOwn = silence.login_id !== null
    if (isOwn && (silence.login_id !== recipient.login_id || (recipient.isOnCall && isUrgent(notice))))
      return false
    const isAbout = <V>(wanted: V | null, value: V | null) => wanted === null || wanted === value
    return (
      silence.from_tm <= at &&
      at < silence.until_tm &&
      isAbout(silence.category, categoryOf(notice)) &&
      isAbout<string>(silence.kind, notice.kind) &&
      isAbout(silence.dropshipper_id, notice.dropshipper_id) &&
      isAbout(silence.vendor_id, notice.vendor_id)
    )
  }
  let until = notice.insert_tm
  for (;;) {
    const holding = silences.filter((silence) => covers(silence, until))
    if (holding.length === 0) return until === notice.insert_tm ? undefined : until
    until = Math.max(...holding.map(({ until_tm }) => until_tm))
  }
}

/** One message a recipient, by the rule that brings it soonest. */
function soonestOfEach(deliveries: readonly PlannedDelivery[]): PlannedDelivery[] {
  const soonest = new Map<string, PlannedDelivery>()
  for (const delivery of deliveries) {
    const key = `${delivery.login_id ?? ''}:${delivery.notice_endpoint_id ?? ''}`
    const known = soonest.get(key)
    if (!known || delivery.due_tm < known.due_tm) soonest.set(key, delivery)
  }
  return [...soonest.values()]
}

/** Told once to those who heard of the beginning, when a problem keeps coming back. */
const flappingOf = (
  heard: readonly PlannedDelivery[],
  notice: PlannedNotice,
  audience: Audience,
): PlannedDelivery[] => {
  const { flapping_tm } = notice
  if (flapping_tm === null) return []
  return heard
    .filter(({ due_tm }) => due_tm < flapping_tm)
    .map((begin) => ({
      ...begin,
      phase: 'flapping',
      ...laterOf(begin, { notice, audience, at: flapping_tm + otherWaitMs }),
    }))
}

/** When more is said to whoever got the beginning: at that time, or in the next summary as the beginning or in quiet hours. */
function laterOf(
  begin: PlannedDelivery,
  { notice, audience, at }: { notice: PlannedNotice; audience: Audience; at: number },
): { due_tm: number; digest: boolean } {
  const person = begin.login_id === null ? undefined : audience.people.get(begin.login_id)
  const digest = person !== undefined && (begin.digest || (!isUrgent(notice) && isQuiet(at, person.hours)))
  return { digest, due_tm: digest ? nextDigest(at, person.hours) : at }
}

/** What comes and goes is silent, unless it stays. */
function stayingOf(
  begins: readonly PlannedDelivery[],
  notice: PlannedNotice,
  { audience, now }: { audience: Audience; now: number },
): PlannedDelivery[] {
  const { flapping_tm, ended_tm, taken_tm, last_tm, reopened } = notice
  const at = last_tm + stayingHours * 60 * minuteMs
  if (flapping_tm === null || at > Math.min(now, ended_tm ?? now, taken_tm ?? now)) return []
  return begins.map((begin) => ({
    ...begin,
    phase: 'reminder',
    turn: stayingTurn + reopened,
    ...laterOf(begin, { notice, audience, at }),
    dropped: notice.has_parent ? 'parent' : null,
  }))
}

/**
 * Told to those who heard of the beginning, once the problem has stayed away for so long that it no longer counts
 * as the same. What wasn't due yet may have gone along with other messages: then its end is told, too.
 */
function endOf(
  begins: readonly PlannedDelivery[],
  notice: PlannedNotice,
  audience: Audience,
): PlannedDelivery[] {
  const { ended_tm, ended_by, kind, reopened, flapping_tm } = notice
  if (ended_tm === null || ended_by !== 'itself') return []
  const away = flapping_tm === null ? kinds[kind].reopenMinutes : steadyHours * 60
  const over = ended_tm + away * minuteMs
  return begins.map((begin) => {
    const person = begin.login_id === null ? undefined : audience.people.get(begin.login_id)
    const digest = person !== undefined && (begin.digest || isQuiet(over, person.hours))
    return {
      ...begin,
      phase: 'end',
      turn: reopened,
      digest,
      due_tm: digest ? nextDigest(over, person.hours) : over,
    }
  })
}

/** An urgent problem that nobody is assigned to goes to the second person, then to all admins, and again. */
function remindersOf(notice: PlannedNotice, audience: Audience, now: number): PlannedDelivery[] {
  const rule = audience.rules.find((other) => other.target === 'turn' && isMatched(other, notice))
  if (!rule || !isUrgent(notice) || notice.has_parent) return []
  const until = Math.min(now, notice.ended_tm ?? now, notice.taken_tm ?? now)
  const admins = [...audience.people.values()]
    .filter(({ role }) => role === 'admin')
    .map(({ login_id }) => login_id)
  const second = onTurn(audience, 2, notice.insert_tm + secondStepMinutes * minuteMs)
  const steps = [
    { minutes: secondStepMinutes, to: second.length > 0 ? second : admins },
    ...Array.from({ length: mostRepeats }, (_, index) => ({
      minutes: adminStepMinutes + index * repeatMinutes,
      to: admins,
    })),
  ]
  return steps.flatMap(({ minutes, to }, index) => {
    const due_tm = notice.insert_tm + minutes * minuteMs
    if (due_tm > until) return []
    return to.map((login_id) => ({
      system_message_id: notice.id,
      phase: 'reminder' as const,
      turn: index + 1,
      notice_rule_id: rule.notice_rule_id,
      digest: false,
      login_id,
      notice_endpoint_id: null,
      due_tm,
      dropped: null,
    }))
  })
}
