import { expect, test } from 'vitest'
import { usualHours, type Hours } from '#contract/notifications/hours.ts'
import { isQuiet, nextDigest } from './hours.ts'
import {
  planNotice,
  type Audience,
  type PlannedNotice,
  type PlanningPerson,
  type PlanningRule,
  type PlanningSilence,
} from './plan-notice.ts'

const at = (text: string) => Date.parse(text)
const minutes = (count: number) => count * 60_000
/** A Tuesday morning in New York, outside quiet hours. */
const tuesday = at('2026-11-24T15:00:00Z')
const saturday = at('2026-11-28T15:00:00Z')

const hours = (change: Partial<Hours> = {}): Hours => ({ ...usualHours, ...change })
const person = (login_id: number, change: Partial<PlanningPerson> = {}): PlanningPerson => ({
  login_id,
  role: 'support',
  hours: hours(),
  ...change,
})
const rule = (change: Partial<PlanningRule> = {}): PlanningRule => ({
  notice_rule_id: 1,
  owner_login_id: null,
  categories: [],
  min_severity: 0,
  scope: 'all',
  scope_ids: [],
  target: 'person',
  to_login_id: 1,
  to_role: null,
  to_endpoint_id: null,
  at_once: true,
  ...change,
})
const onCallRule = rule({ notice_rule_id: 2, target: 'turn', to_login_id: null, min_severity: 2 })
const notice = (change: Partial<PlannedNotice> = {}): PlannedNotice => ({
  id: 7,
  kind: 'store',
  severity: 1,
  insert_tm: tuesday,
  ended_tm: null,
  ended_by: null,
  reopened: 0,
  last_tm: tuesday,
  flapping_tm: null,
  taken_tm: null,
  dropshipper_id: null,
  vendor_id: 5,
  manager_login_id: null,
  has_parent: false,
  ...change,
})
const audience = (change: Partial<Audience> & { everyone?: PlanningPerson[] } = {}): Audience => ({
  rules: [rule()],
  people: new Map((change.everyone ?? [person(1)]).map((one) => [one.login_id, one])),
  turns: [],
  silences: [],
  ...change,
})
const plan = (of: PlannedNotice, by: Audience, now = of.insert_tm + minutes(24 * 60)) =>
  planNotice(of, by, now)
const silence = (change: Partial<PlanningSilence> = {}): PlanningSilence => ({
  login_id: null,
  category: 'store',
  kind: null,
  dropshipper_id: null,
  vendor_id: null,
  from_tm: tuesday - minutes(60),
  until_tm: tuesday + minutes(60),
  ...change,
})

test.each([
  ['on a working day at 10', '2026-11-24T15:00:00Z', false],
  ['at 6 PM', '2026-11-24T23:00:00Z', true],
  ['a minute before 8 AM', '2026-11-24T12:59:00Z', true],
  ['on a Saturday at 10', '2026-11-28T15:00:00Z', true],
])('%s it is quiet or not by the person’s own clock', (_, tm, quiet) => {
  expect(isQuiet(at(tm), usualHours)).toBe(quiet)
})

test.each([
  ['the same day', '2026-11-24T15:00:00Z', '2026-11-24T18:00:00.000Z'],
  ['after Friday’s last on Monday', '2026-11-27T19:00:00Z', '2026-11-30T13:00:00.000Z'],
  // clocks change on the night to November 1
  ['by the new clock after a change', '2026-10-31T19:00:00Z', '2026-11-02T13:00:00.000Z'],
  ['by the old clock before it', '2026-10-29T19:00:00Z', '2026-10-30T12:00:00.000Z'],
])('the next summary comes %s', (_, after, due) => {
  expect(new Date(nextDigest(at(after), usualHours)).toISOString()).toBe(due)
})

test('quiet hours of one day, as over lunch, and a whole absence are quiet', () => {
  const lunch = hours({ quiet_from: '12:00', quiet_until: '13:00' })
  const quietAt = (tm: string, of: Hours) => isQuiet(at(`2026-11-${tm}:00Z`), of)
  expect(['24T16:59', '24T17:00', '24T17:59', '24T18:00'].map((tm) => quietAt(tm, lunch))).toEqual([
    false,
    true,
    true,
    false,
  ])
  const away = hours({ away_until: '2026-11-24' })
  expect(['24T15:00', '25T15:00'].map((tm) => quietAt(tm, away))).toEqual([true, false])
})

test('a summary at the very moment is the next one’s, and an absence is skipped', () => {
  const eight = at('2026-11-24T13:00:00Z')
  expect(nextDigest(eight, usualHours)).toBe(at('2026-11-24T18:00:00Z'))
  expect(nextDigest(eight, hours({ away_until: '2026-11-25' }))).toBe(at('2026-11-26T13:00:00Z'))
})

test('a problem is sent five minutes after it began, an urgent one after half a minute', () => {
  expect(plan(notice(), audience())).toMatchObject([
    { phase: 'begin', login_id: 1, digest: false, due_tm: tuesday + minutes(5), dropped: null },
  ])
  const urgent = notice({ kind: 'mail', severity: 2 })
  const by = audience({
    rules: [onCallRule],
    turns: [{ step: 1, login_id: 1, from_tm: 0, until_tm: tuesday * 2 }],
  })
  expect(plan(urgent, by, tuesday)).toMatchObject([{ due_tm: tuesday + 30_000, digest: false }])
})

test('what isn’t urgent waits for the next summary in quiet hours', () => {
  expect(plan(notice({ insert_tm: saturday }), audience())).toMatchObject([
    { digest: true, due_tm: at('2026-11-30T13:00:00Z') },
  ])
})

test('an urgent problem reaches whoever is on call at any hour, and all admins if nobody is', () => {
  const urgent = notice({ kind: 'mail', severity: 2, insert_tm: saturday })
  const everyone = [person(1), person(2, { role: 'admin' }), person(3, { role: 'admin' })]
  const to = (turns: Audience['turns']) =>
    plan(urgent, audience({ rules: [onCallRule], everyone, turns }), saturday).map(({ login_id, digest }) => [
      login_id,
      digest,
    ])
  expect(to([{ step: 1, login_id: 1, from_tm: saturday - 1, until_tm: saturday + 1 }])).toEqual([[1, false]])
  expect(to([{ step: 1, login_id: 1, from_tm: saturday - 2, until_tm: saturday }])).toEqual([
    [2, false],
    [3, false],
  ])
})

test('an urgent problem that nobody is assigned to goes to the second person, then to the admins, five times', () => {
  const urgent = notice({ kind: 'mail', severity: 2 })
  const everyone = [person(1), person(2), person(3, { role: 'admin' })]
  const turns = [1, 2].map((step) => ({ step, login_id: step, from_tm: 0, until_tm: tuesday * 2 }))
  const by = audience({ rules: [onCallRule], everyone, turns })
  const reminders = (of: PlannedNotice) =>
    plan(of, by)
      .filter(({ phase }) => phase === 'reminder')
      .map(({ login_id, due_tm }) => [login_id, (due_tm - tuesday) / minutes(1)])
  expect(reminders(urgent)).toEqual([
    [2, 15],
    [3, 45],
    [3, 75],
    [3, 105],
    [3, 135],
    [3, 165],
  ])
  expect(reminders({ ...urgent, taken_tm: tuesday + minutes(50) })).toEqual([
    [2, 15],
    [3, 45],
  ])
  expect(reminders({ ...urgent, ended_tm: tuesday + minutes(20), ended_by: 'itself' })).toEqual([[2, 15]])
})

test('the second person is who is on call after a quarter of an hour, otherwise the admins', () => {
  const urgent = notice({ kind: 'mail', severity: 2 })
  const everyone = [person(1), person(2), person(3, { role: 'admin' })]
  const second = (login_id: number, from: number, until: number) => ({
    step: 2,
    login_id,
    from_tm: tuesday + minutes(from),
    until_tm: tuesday + minutes(until),
  })
  const firstReminder = (turns: Audience['turns']) =>
    plan(urgent, audience({ rules: [onCallRule], everyone, turns }), tuesday + minutes(20))
      .filter(({ phase }) => phase === 'reminder')
      .map(({ login_id }) => login_id)
  expect(firstReminder([second(1, -60, 10), second(2, 10, 60)])).toEqual([2])
  expect(firstReminder([second(1, -60, 10)])).toEqual([3])
})

test('a person who may no longer sign in is replaced: on call by the admins, as account manager by the role', () => {
  const gone = 4
  const everyone = [person(1), person(3, { role: 'admin' })]
  const turns = [{ step: 1, login_id: gone, from_tm: 0, until_tm: tuesday * 2 }]
  const heard = (of: PlannedNotice, by: PlanningRule) =>
    plan(of, audience({ rules: [by], everyone, turns }), tuesday).map(({ login_id }) => login_id)
  expect(heard(notice({ kind: 'mail', severity: 2 }), onCallRule)).toEqual([3])
  const toManager = rule({ target: 'manager', to_login_id: null, to_role: 'support' })
  expect(heard(notice({ manager_login_id: gone }), toManager)).toEqual([1])
})

test('a rule about vendors of one’s own brings those and no others', () => {
  const by = audience({
    rules: [rule({ scope: 'mine', owner_login_id: 1 })],
    everyone: [person(1), person(2)],
  })
  expect(plan(notice({ manager_login_id: 1 }), by)).toHaveLength(1)
  expect(plan(notice({ manager_login_id: 2 }), by)).toEqual([])
})

test('the account manager hears of a vendor’s problems, otherwise the role', () => {
  const everyone = [person(1), person(2, { role: 'account_manager' }), person(3)]
  const by = audience({
    everyone,
    rules: [rule({ target: 'manager', to_login_id: null, to_role: 'support' })],
  })
  const heard = (of: PlannedNotice) => plan(of, by).map(({ login_id }) => login_id)
  expect(heard(notice({ manager_login_id: 2 }))).toEqual([2])
  expect(heard(notice())).toEqual([1, 3])
})

test.each([
  ['another category', { categories: ['money'] }],
  ['a higher severity', { min_severity: 2 }],
  ['another vendor', { scope: 'vendors', scope_ids: [6] }],
  ['a supplier', { scope: 'suppliers', scope_ids: [5] }],
  ['vendors of one’s own', { scope: 'mine', owner_login_id: 1 }],
] as const)('a rule about %s notifies nobody', (_, change) => {
  expect(plan(notice(), audience({ rules: [rule(change)] }))).toEqual([])
})

test('with several rules a person gets one message, by the one that brings it soonest', () => {
  const rules = [rule({ notice_rule_id: 1, at_once: false }), rule({ notice_rule_id: 9 })]
  expect(plan(notice(), audience({ rules }))).toMatchObject([{ notice_rule_id: 9, digest: false }])
})

test('what ended before its message was due isn’t sent, and neither is its end', () => {
  const brief = notice({ ended_tm: tuesday + minutes(3), ended_by: 'itself' })
  expect(plan(brief, audience())).toMatchObject([
    { phase: 'begin', dropped: 'ended' },
    { phase: 'end', dropped: 'ended' },
  ])
})

test('who heard of a problem hears of its end once it stayed away for half an hour', () => {
  const over = notice({ ended_tm: tuesday + minutes(60), ended_by: 'itself', reopened: 1 })
  expect(plan(over, audience())).toMatchObject([
    { phase: 'begin', dropped: null },
    { phase: 'end', turn: 1, login_id: 1, due_tm: tuesday + minutes(90) },
  ])
})

test('in quiet hours, what keeps coming back and what stays waits for the next summary', () => {
  const evening = tuesday + minutes(9 * 60)
  const nextMorning = at('2026-11-25T13:00:00Z')
  const flapping = notice({ flapping_tm: evening, reopened: 3, last_tm: evening })
  expect(plan(flapping, audience())).toMatchObject([
    { phase: 'begin', digest: false },
    { phase: 'flapping', digest: true, due_tm: nextMorning },
    { phase: 'reminder', digest: true, due_tm: nextMorning },
  ])
})

test('what comes and goes is silent until it stays for hours, and over only after days', () => {
  const flapping = notice({ flapping_tm: tuesday, reopened: 3, last_tm: tuesday + minutes(600) })
  const phases = (of: PlannedNotice, hoursLater: number) =>
    plan(of, audience(), tuesday + minutes(hoursLater * 60)).map(({ phase, due_tm }) => [
      phase,
      (due_tm - tuesday) / minutes(60),
    ])
  const begin = ['begin', 5 / 60]
  expect(phases(flapping, 13)).toEqual([begin])
  expect(phases(flapping, 15)).toEqual([begin, ['reminder', 22]])
  expect(phases({ ...flapping, ended_tm: tuesday + minutes(660), ended_by: 'itself' }, 100)).toEqual([
    begin,
    // Saturday, so in Monday's summary
    ['end', 142],
  ])
})

test('an urgent problem that keeps coming back is told at once in quiet hours, too', () => {
  const evening = tuesday + minutes(9 * 60)
  const flapping = notice({ severity: 2, flapping_tm: evening, reopened: 3, last_tm: evening })
  expect(plan(flapping, audience(), evening)).toMatchObject([
    { phase: 'begin' },
    { phase: 'flapping', digest: false, due_tm: evening + minutes(5) },
  ])
})

test('what comes and goes and stays isn’t told again once somebody works on it', () => {
  const flapping = notice({ flapping_tm: tuesday, reopened: 3 })
  const reminders = (of: PlannedNotice) =>
    plan(of, audience()).filter(({ phase }) => phase === 'reminder').length
  expect(reminders(flapping)).toBe(1)
  expect(reminders({ ...flapping, taken_tm: tuesday + minutes(60) })).toBe(0)
})

test('what got worse ends without a word: its next notification says it', () => {
  const worse = notice({ ended_tm: tuesday + minutes(60), ended_by: 'worse' })
  expect(plan(worse, audience()).map(({ phase }) => phase)).toEqual(['begin'])
})

test('news is sent though it is over at once', () => {
  const news = notice({ kind: 'registration', severity: 0, ended_tm: tuesday, ended_by: 'point' })
  expect(plan(news, audience())).toMatchObject([{ phase: 'begin', dropped: null }])
})

test('a part of a larger problem notifies nobody', () => {
  expect(plan(notice({ has_parent: true }), audience())).toMatchObject([{ dropped: 'parent' }])
  const everyone = [person(3, { role: 'admin' })]
  const urgent = notice({ kind: 'mail', severity: 2, has_parent: true })
  expect(plan(urgent, audience({ rules: [onCallRule], everyone }))).toMatchObject([{ dropped: 'parent' }])
})

test('a silence puts the message off until it ends, and the next one that joins it', () => {
  const silences = [silence(), silence({ from_tm: tuesday + minutes(30), until_tm: tuesday + minutes(120) })]
  expect(plan(notice(), audience({ silences }))).toMatchObject([{ due_tm: tuesday + minutes(125) }])
  const brief = notice({ ended_tm: tuesday + minutes(100), ended_by: 'itself' })
  expect(plan(brief, audience({ silences }))[0]).toMatchObject({ dropped: 'ended' })
})

test.each([
  ['another kind', { kind: 'market' }],
  ['another supplier', { dropshipper_id: 8 }],
  ['another vendor', { vendor_id: 6 }],
  ['another category', { category: 'money' }],
])('a silence about %s puts nothing off', (_, change) => {
  const of = notice({ dropshipper_id: 5 })
  expect(plan(of, audience({ silences: [silence(change)] }))).toMatchObject([
    { due_tm: tuesday + minutes(5) },
  ])
})

test('a person’s own silence holds for them alone, and not for an urgent problem in their turn', () => {
  const silences = [silence({ login_id: 1 })]
  const everyone = [person(1), person(2)]
  const rules = [rule({ target: 'role', to_role: 'support', to_login_id: null })]
  expect(
    plan(notice(), audience({ silences, everyone, rules })).map(
      ({ due_tm }) => (due_tm - tuesday) / minutes(1),
    ),
  ).toEqual([65, 5])
  const turns = [{ step: 1, login_id: 1, from_tm: 0, until_tm: tuesday * 2 }]
  const urgent = notice({ kind: 'store', severity: 2 })
  expect(plan(urgent, audience({ silences, rules: [onCallRule], turns }), tuesday)).toMatchObject([
    { due_tm: tuesday + 30_000 },
  ])
})

test('a webhook is called at once at any hour', () => {
  const rules = [rule({ target: 'endpoint', to_login_id: null, to_endpoint_id: 4, at_once: false })]
  expect(plan(notice({ insert_tm: saturday }), audience({ rules }))).toMatchObject([
    { notice_endpoint_id: 4, login_id: null, digest: false, due_tm: saturday + minutes(5) },
  ])
})
