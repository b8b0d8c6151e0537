import { beforeAll, describe, expect, test } from 'vitest'
import { addMonths } from '#contract/marketing/periods.ts'
import {
  goalFaultOf,
  monthText,
  parseGoal,
  weekOf,
  weekStart,
  type TheTruth,
  type TruthCell,
} from '#contract/reports/the-truth.ts'
import { book } from '#server/areas/ledger/public.ts'
import { harness, staff, type Client } from '#server/test/harness.ts'

const h = harness()
let c: Client
let movements = 0

async function registered(tm: string, values: object = {}): Promise<number> {
  const row = await h.services.db
    .insertInto('vendor')
    .values({ company: 'Shop', insert_tm: tm, ...values })
    .returning('vendor_id')
    .executeTakeFirstOrThrow()
  return row.vendor_id
}
const paid = (vendor_id: number, tm: string, cents: number) =>
  h.services.db.transaction().execute((tx) =>
    book(tx, [
      {
        key: `truth ${++movements}`,
        vendor_id,
        tm,
        what: 'Payment',
        postings: [
          { account: 'gateway', cents },
          { account: 'receivable', cents: -cents },
        ],
      },
    ]),
  )
const truth = async (query = ''): Promise<TheTruth> => (await c.get(`/api/reports/the-truth?${query}`)).body
const actualsOf = ({ rows }: TheTruth, which: string) =>
  rows.find((row) => row.which === which)?.cells.map((cell: TruthCell) => cell.actual)
const faultsOf = async (query: string) => (await c.get(`/api/reports/the-truth?${query}`)).body.error?.fields
const thisMonth = () => new Date(h.services.clock.now()).toISOString().slice(0, 7)
const asked = (month: string) => ({ year: Number(month.slice(0, 4)), month: Number(month.slice(5)) })
const save = (month: string, goal: object, more: object = {}) =>
  c.post('/api/reports/the-truth-goal', { ...asked(month), goal, ...more })

beforeAll(async () => {
  c = await staff(h, 'finance')
})

describe('weeks', () => {
  test('start every 604,800,000 ms from Tuesday 2018-04-03 04:00:34 UTC', () => {
    expect(new Date(weekStart(0)).toISOString()).toBe('2018-04-03T04:00:34.000Z')
    expect(weekOf(Date.parse('2026-11-24T04:00:34Z'))).toBe(451)
    expect(weekOf(Date.parse('2026-11-24T04:00:33.999Z'))).toBe(450)
  })
  test('have what came between their bounds, to the second', async () => {
    const week = weekOf(Date.parse('2025-06-30T23:59:59Z'))
    const start = weekStart(week)
    const at = (ms: number) => new Date(ms).toISOString()
    const before = await registered(at(start - 1))
    const first = await registered(at(start))
    await registered(at(start), { is_staff: true })
    await paid(before, at(start - 1), 50_00)
    // its second payment is none of a new paying vendor
    await paid(before, at(start), 70_00)
    await paid(first, at(start + 1000), 20_00)
    const body = await truth('year=2025&month=6')
    expect(body.periods).toHaveLength(8)
    expect(body.periods.at(-1)).toMatchObject({ week, start: at(start), is_running: false })
    expect(actualsOf(body, 'registrations')?.slice(-2)).toEqual(['1', '1'])
    expect(actualsOf(body, 'new_paying')?.slice(-2)).toEqual(['1', '1'])
    expect(actualsOf(body, 'kept')?.slice(-2)).toEqual(['50.00', '90.00'])
  })
})

describe('months', () => {
  test('are the chosen one and three before, or those from another month on', async () => {
    const vendor = await registered('2025-03-01T00:00:00Z')
    await registered('2025-02-28T23:59:59Z')
    await paid(vendor, '2025-04-30T23:59:59Z', 10_00)
    const body = await truth('view=monthly&year=2025&month=4')
    expect(body.periods.map((p) => monthText(p.year, p.month))).toEqual([
      '2025-01',
      '2025-02',
      '2025-03',
      '2025-04',
    ])
    expect(actualsOf(body, 'registrations')).toEqual(['0', '1', '1', '0'])
    expect(actualsOf(body, 'new_paying')).toEqual(['0', '0', '0', '1'])
    const range = await truth('view=monthly&year=2025&month=4&from_year=2025&from_month=4')
    expect(range.periods).toHaveLength(1)
  })
  test('in the future, or too many, are refused by their field', async () => {
    expect(await faultsOf('year=2999&month=1')).toHaveProperty('month')
    expect(await faultsOf('year=2025')).toEqual({ month: 'Choose a month' })
    expect(await faultsOf('view=monthly&year=2025&month=4&from_year=2025&from_month=5')).toEqual({
      from_month: 'Choose a month before the last one',
    })
    expect(await faultsOf('view=monthly&year=2025&month=4&from_year=2020&from_month=1')).toEqual({
      from_month: 'Choose at most 36 months',
    })
    expect(await faultsOf('year=2025&month=13')).toHaveProperty('month')
  })
})

describe('goals', () => {
  test('are a number or less than one', () => {
    expect(parseGoal('$1,200 ')).toEqual({ value: '1200', less_than: false })
    expect(parseGoal('< 12.5 %')).toEqual({ value: '12.5', less_than: true })
    for (const text of ['', '<', 'many', '-3', '1 to 2', '>5', '1.234'])
      expect(parseGoal(text), text).toBe(null)
    expect(goalFaultOf('weekly', '<5')).toBeUndefined()
    expect(goalFaultOf('live_chat', '<5')).toBe('Enter a number such as 120')
  })
  test('are saved for a month with who and when, compared with what came, and can be removed', async () => {
    const month = thisMonth()
    const { status, body: saved } = await save(month, { monthly: '2', live_chat: '1,204' })
    expect(status).toBe(200)
    expect(saved).toMatchObject({
      monthly: { text: '2', value: '2.00', less_than: false },
      live_chat: { value: '1204.00' },
    })
    const now = new Date(h.services.clock.now()).toISOString()
    const vendors = [await registered(now), await registered(now)] as const
    const last = async () =>
      (await truth('view=monthly')).rows.find(({ which }) => which === 'new_paying')?.cells.at(-1)
    await paid(vendors[0], now, 1_00)
    expect(await last()).toMatchObject({ actual: '1', reached: false, goal: { text: '2' } })
    await paid(vendors[1], now, 1_00)
    expect(await last()).toMatchObject({ actual: '2', reached: true })
    await save(month, { monthly: '<2' })
    expect(await last()).toMatchObject({ reached: false })
    expect(actualsOf(await truth('view=monthly'), 'live_chat')?.at(-1)).toBe('1204.00')
    expect(actualsOf(await truth('view=monthly'), 'helpscout')?.at(-1)).toBe(null)
    await save(month, { monthly: '' })
    expect(await last()).toMatchObject({ goal: null, reached: null })
    const { rows } = { rows: await h.services.db.selectFrom('report_goal').selectAll().execute() }
    expect(rows.filter(({ which }) => which === 'monthly').map(({ text }) => text)).toEqual(['2', '<2', ''])
    const log = await h.services.db
      .selectFrom('activity')
      .select('message')
      .where('type', '=', 'report.goal')
      .orderBy('activity_id')
      .execute()
    expect(log.map(({ message }) => message)).toEqual([
      `Goals of ${month}: New paying vendors, monthly goal 2, Live chat 1,204`,
      `Goals of ${month}: New paying vendors, monthly goal <2`,
      `Goals of ${month}: New paying vendors, monthly goal removed`,
    ])
  })
  test('of a month that ended less than a week ago need no reason', async () => {
    const ended = addMonths(thisMonth(), -1)
    const started = h.services.clock.now()
    h.services.clock.now = () => Date.parse(`${addMonths(ended, 1)}-07T23:59:59Z`)
    expect((await save(ended, { weekly: '4' })).status).toBe(200)
    h.services.clock.now = () => Date.parse(`${addMonths(ended, 1)}-08T00:00:00Z`)
    expect((await save(ended, { weekly: '5' })).body.error?.fields).toHaveProperty('reason')
    h.services.clock.now = () => started
  })
  test('that are no number, of a future month, or of one long past without a reason are refused', async () => {
    expect((await save(thisMonth(), { weekly: 'many', helpscout: '<3' })).body.error.fields).toEqual({
      'goal.weekly': 'Enter a number such as 120 or <120',
      'goal.helpscout': 'Enter a number such as 120',
    })
    expect((await save(addMonths(thisMonth(), 1), { weekly: '3' })).body.error.fields).toEqual(
      thisMonth().endsWith('-12')
        ? { year: expect.any(String) }
        : { month: 'Choose this month or an earlier one' },
    )
    expect((await save('2001-01', { weekly: '3' })).body.error.fields).toHaveProperty('year')
    const old = addMonths(thisMonth(), -2)
    expect((await save(old, { weekly: '3' })).body.error.fields).toHaveProperty('reason')
    expect((await save(old, { weekly: '3' }, { reason: 'Was never entered' })).status).toBe(200)
  })
})

test('support sees and enters numbers, but no money', async () => {
  const support = await staff(h, 'support')
  const { body } = await support.get('/api/reports/the-truth?view=monthly')
  expect(body.rows.map(({ which }: { which: string }) => which)).toEqual([
    'new_paying',
    'deals',
    'registrations',
    'cancels',
    'new_visitors',
    'helpscout',
    'live_chat',
  ])
  const goal = { ...asked(thisMonth()), goal: { helpscout: '7' } }
  expect((await support.post('/api/reports/the-truth-goal', goal)).status).toBe(200)
  await save(thisMonth(), { kept_monthly: '$50,000', cancels_monthly: '<12' })
  const seen = (await support.get('/api/reports/the-truth?view=monthly')).body.goals
  expect(Object.keys(seen).toSorted()).toEqual(['cancels_monthly', 'helpscout', 'live_chat'])
  const hidden = { ...goal, goal: { kept_monthly: '1' } }
  expect((await support.post('/api/reports/the-truth-goal', hidden)).status).toBe(403)
  expect((await support.get('/api/reports/the-truth/rows?which=kept&view=weekly&week=1')).status).toBe(403)
  const file = { list: 'the_truth_money', format: 'csv', columns: ['number'], input: {} }
  expect((await support.post('/api/exports', file)).status).toBe(403)
})
