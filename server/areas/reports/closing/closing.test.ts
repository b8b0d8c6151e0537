import { beforeAll, expect, test } from 'vitest'
import type { MonthClosing } from '#contract/reports/closing.ts'
import { keepDispute } from '#server/areas/payments/public.ts'
import { sql } from '#server/platform/database/db.ts'
import { daysOf, setLimit } from '#server/test/billing/money.ts'
import { makeSixVendors, type SixVendors } from '#server/test/billing/six-vendors.ts'
import { harness, staff, type Client } from '#server/test/harness.ts'
import { runTimer } from '#server/timers.ts'

const h = harness()
const { at, on } = daysOf(h)
let six: SixVendors
let c: Client
const october = '2026-10-01'

beforeAll(async () => {
  six = await makeSixVendors(h)
  c = six.finance
}, 120_000)

const bringUpToDate = () => runTimer(h.services, 'update recurring revenue')
/** What must be done before a month is closed. */
async function checkAll() {
  await runTimer(h.services, 'reconcile with the gateway')
  await runTimer(h.services, 'check the books')
  await bringUpToDate()
}
const close = (month = october, person = c) => person.post('/api/reports/months/close', { month })
const list = async () => (await c.get('/api/reports/months')).body
const monthOf = async (month = october): Promise<MonthClosing> =>
  (await list()).months.find((row: MonthClosing) => row.month === month)
const differences = async () =>
  (await monthOf()).changes.map(({ name, was, now, why }) => [
    name,
    was,
    now,
    why.map(({ what, company }) => `${what}, ${company}`),
  ])

test('a month is closed from the 5th on, once the gateway and the ledger agree', async () => {
  at('2026-11-04')
  await checkAll()
  expect((await close()).body.error.message).toBe('Oct 2026 can be closed from 11/5/26')
  at('2026-11-05')
  await sql`
    insert into gateway_difference (gateway, kind, ref, what, ours, theirs, found_tm, seen_tm)
    values ('sandbox', 'payment', 'pi_x', 'unknown', 'nothing', '$5.00', now(), now())`.execute(h.services.db)
  await sql`update books_check set broken = 1 where name = 'lines'`.execute(h.services.db)
  const refused = await close()
  expect(refused.status).toBe(409)
  expect(refused.body.error.message).toBe(
    '1 payment differs from the gateway. Resolve or accept on Money. 1 ledger check failed. See Money',
  )
  expect((await list()).blockers).toHaveLength(2)
  await sql`delete from gateway_difference`.execute(h.services.db)
  await sql`update books_check set broken = 0`.execute(h.services.db)
  expect((await close()).status).toBe(204)
  expect(await monthOf()).toMatchObject({ closed_by_name: expect.any(String), changes: [] })
  expect((await close()).body.error.message).toBe('Oct 2026 is already closed')
  expect((await close('2026-11-01')).body.error.message).toBe('Nov 2026 can be closed from 12/5/26')
  expect((await close('1999-01-01')).body.error.message).toBe('Jan 1999 has no numbers')
  expect((await close('9999-12-31')).status).toBe(400)
  const { rows } = await sql`
    select message from activity where type = 'report.close' and entity_id = ${october}`.execute(
    h.services.db,
  )
  expect(rows).toEqual([{ message: 'Month closed: Oct 2026' }])
})

test('a dispute booked late shows what was, what is now and why, and rewrites nothing', async () => {
  const before = await frozen()
  await loseDispute()
  await bringUpToDate()
  expect(await differences()).toEqual([['Money: disputes', '0.00', '-7.50', ['dispute_lost, Shop A']]])
  expect(await frozen()).toEqual(before)
})
/** The bank rules in November; the loss is booked on the last of October. */
async function loseDispute() {
  const { db, clock } = h.services
  const { gateway_ref } = await db
    .selectFrom('money_intent')
    .select('gateway_ref')
    .where('vendor_id', '=', six.ids.A)
    .where('amount', '=', '120.00')
    .orderBy('insert_tm')
    .executeTakeFirstOrThrow()
  at('2026-10-31')
  await db.transaction().execute((tx) =>
    keepDispute(h.services, tx, 'sandbox', {
      ref: 'dp_late',
      payment: gateway_ref!,
      amount: 7_50,
      reason: 'fraudulent',
      state: 'lost',
      due_by: null,
      answered: false,
    }),
  )
  expect(clock.now()).toBeLessThan(Date.parse('2026-11-01'))
  at('2026-11-05')
}
const frozen = async () =>
  (await sql`select measure, key, value from report_month order by 1, 2`.execute(h.services.db)).rows

test('what a late status change does to MRR is named, too, and is over once it is undone', async () => {
  const { db } = h.services
  await sql`
    insert into vendor_status_change (vendor_id, tm, from_id, to_id, by_name)
    values (${six.ids.C}, '2026-10-31T10:00:00Z', 1, 2, 'Pat')`.execute(db)
  await bringUpToDate()
  const changes = await differences()
  expect(changes).toContainEqual(['Closing MRR', '405.00', '270.00', ['status, Shop C']])
  // the cells of its cohort stay as well, others haven’t changed
  expect(changes.filter(([name]) => String(name).startsWith('Cohort'))).toEqual([
    ['Cohort Oct 2026: paying vendors', '1', '0', ['status, Shop C']],
    ['Cohort Oct 2026: MRR', '135.00', '0.00', ['status, Shop C']],
  ])
  await sql`delete from vendor_status_change where by_name = 'Pat' and vendor_id = ${six.ids.C} and to_id = 2`.execute(
    db,
  )
  await sql`
    insert into report_dirty (vendor_id, from_day, what) values (${six.ids.C}, '2026-10-31', 'status')`.execute(
    db,
  )
  await bringUpToDate()
  expect((await differences()).map(([name]) => name)).toEqual(['Money: disputes'])
})

test('each figure names only the changes that can move it, of the days that count in it', async () => {
  const { db } = h.services
  const kinds = [
    ['invoice', 'credit_note'],
    ['period', 'period_over', 'status', 'subscription'],
    ['payment', 'refund', 'dispute_lost', 'write_off'],
  ] as const
  const before = await frozen()
  // as if each of these had been another number when the month was closed
  const measures = ['mrr', 'billed', 'written_off']
  await sql`
    with old as (
      delete from report_month where measure = any(${measures}::text[]) and key in ('', 'period') returning *)
    insert into report_month (report_closing_id, month, measure, key, value, frozen_tm)
    select report_closing_id, month, measure, key, value + 100, frozen_tm from old`.execute(db)
  await sql`
    insert into report_dirty (vendor_id, from_day, what, spans_kept)
    select ${six.ids.C}, d::date, w, true
    from unnest(${kinds.flat()}::text[]) w, unnest('{2026-09-30,2026-10-15,2026-11-01}'::text[]) d`.execute(
    db,
  )
  await bringUpToDate()
  const whyOf = async (name: string) =>
    ((await monthOf()).changes.find((change) => change.name === name)?.why ?? []).map(
      ({ what, day }) => `${what} ${day}`,
    )
  const on = (what: readonly string[], ...days: string[]) =>
    days.flatMap((day) => what.map((one) => `${one} ${day}`)).toSorted()
  const [papers, spans, ledger] = kinds
  expect((await whyOf('Closing MRR')).toSorted()).toEqual(
    on([...papers, ...spans], '2026-09-30', '2026-10-15'),
  )
  expect((await whyOf('Billed for periods')).toSorted()).toEqual(on(papers, '2026-10-15'))
  expect((await whyOf('Written off')).toSorted()).toEqual(on(ledger, '2026-10-15'))
  await sql`
    with old as (
      delete from report_month where measure = any(${measures}::text[]) and key in ('', 'period') returning *)
    insert into report_month (report_closing_id, month, measure, key, value, frozen_tm)
    select report_closing_id, month, measure, key, value - 100, frozen_tm from old`.execute(db)
  expect(await frozen()).toEqual(before)
})

test('a month waits for reconciliation, the ledger checks and all changes, and says for which', async () => {
  const { db } = h.services
  const texts = async () => (await list()).blockers.map(({ text }: { text: string }) => text)
  expect(await texts()).toEqual([])
  await sql`
    insert into report_dirty (vendor_id, from_day, what) values (${six.ids.C}, '2026-10-31', 'status')`.execute(
    db,
  )
  expect(await texts()).toEqual(['Reports are being brought up to date. Try again in a minute'])
  await bringUpToDate()
  // a change of the running month holds up no ended one
  await sql`
    insert into report_dirty (vendor_id, from_day, what) values (${six.ids.C}, '2026-11-01', 'status')`.execute(
    db,
  )
  expect(await texts()).toEqual([])
  await bringUpToDate()
  await sql`update gateway_watch set reconciled_tm = '2026-10-31T23:59:59Z'`.execute(db)
  await sql`update books_check set checked_tm = '2026-10-31T23:59:59Z' where name = 'lines'`.execute(db)
  expect(await texts()).toEqual([
    'Payments haven’t been compared with the gateway since the month ended. That happens daily',
    'The ledger wasn’t checked since the month ended. Run the ledger checks on Money',
  ])
  await checkAll()
  expect(await texts()).toEqual([])
})

test('the database refuses to change a closed figure', async () => {
  await expect(
    sql`update report_month set value = 1 where measure = 'mrr'`.execute(h.services.db),
  ).rejects.toThrow('never change')
})

test('only another person reopens a month, and then its figures are closed anew', async () => {
  await setLimit(h, null)
  expect(
    (await c.post('/api/reports/months/reopen', { month: october, reason: '' })).body.error.fields,
  ).toHaveProperty('reason')
  const asked = await c.post('/api/reports/months/reopen', { month: october, reason: 'Dispute of A' })
  expect(asked.body).toEqual({ waiting: true })
  expect((await monthOf()).closed_tm).not.toBeNull()
  expect((await monthOf()).reopen_requested_by).not.toBeNull()
  // a second request would be left for the next closing
  const doubled = await Promise.all(
    ['x', 'y', 'z'].map((reason) => c.post('/api/reports/months/reopen', { month: october, reason })),
  )
  expect(doubled.map(({ status }) => status)).toEqual([409, 409, 409])
  expect(doubled[0]!.body.error.message).toContain('already requested to reopen Oct 2026')
  const { rows } = await sql<{ id: number }>`
    select money_approval_id as id from money_approval where act = 'reopen_month'`.execute(h.services.db)
  const path = `/api/money-approval/${rows[0]!.id}/approve`
  expect((await c.post(path, {})).body.error.message).toBe('Another person must approve your request')
  const second = await staff(h, 'admin')
  expect((await second.post(path, {})).status).toBe(200)
  expect(await monthOf()).toMatchObject({ closed_tm: null, reopened: { reason: 'Dispute of A' } })
  expect((await c.post('/api/reports/months/reopen', { month: october, reason: 'Again' })).status).toBe(409)
  await checkAll()
  expect((await close()).status).toBe(204)
  expect(await differences()).toEqual([])
})

test('from the 10th on last month is closed by itself, unless something is in the way', async () => {
  await on('2026-12-09')
  await checkAll()
  await runTimer(h.services, 'close last month')
  expect((await monthOf('2026-11-01')).closed_tm).toBeNull()
  await on('2026-12-10')
  await checkAll()
  await sql`update books_check set broken = 1 where name = 'lines'`.execute(h.services.db)
  await runTimer(h.services, 'close last month')
  expect((await monthOf('2026-11-01')).closed_tm).toBeNull()
  const stopped = async () =>
    (await sql`select open_month::text, open_reason from report_kept`.execute(h.services.db)).rows
  expect(await stopped()).toEqual([
    { open_month: '2026-11-01', open_reason: '1 ledger check failed. See Money' },
  ])
  await sql`update books_check set broken = 0`.execute(h.services.db)
  await runTimer(h.services, 'close last month')
  expect(await monthOf('2026-11-01')).toMatchObject({ closed_by_name: 'Feedstock' })
  expect(await stopped()).toEqual([{ open_month: null, open_reason: null }])
})

test('a month that was reopened is closed by a person only', async () => {
  await sql`
    update report_closing
    set reopened_tm = now(), reopened_by_name = 'Ada', reopen_reason = 'Late refund'
    where month = '2026-11-01' and reopened_tm is null`.execute(h.services.db)
  await runTimer(h.services, 'close last month')
  expect((await monthOf('2026-11-01')).closed_tm).toBeNull()
})

test('is for those who may move money', async () => {
  const support = await staff(h, 'support')
  expect((await support.get('/api/reports/months')).status).toBe(403)
  expect((await close(october, support)).status).toBe(403)
  expect((await support.post('/api/reports/months/reopen', { month: october, reason: 'x' })).status).toBe(403)
})
