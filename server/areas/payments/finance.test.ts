import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { harness, staff, type Client } from '#server/test/harness.ts'
import { expectSoundBooks, giveCard, makeVendor } from '#server/test/billing/money.ts'
import { sql } from '#server/platform/database/db.ts'
import { bookCredit, keepLedgerSums } from '#server/areas/ledger/public.ts'
import { keepBooksChecked, reconcile, sendDueMoney } from './public.ts'
import { noticesLike } from '#server/test/notices.ts'
import { lookForProblems } from '#server/areas/notifications/public.ts'

const h = harness()
let c: Client
let vendor_id: number
const minute = 60_000
const day = 1440 * minute
let now = Date.parse('2030-01-31T12:00:00Z')
beforeAll(async () => {
  c = await staff(h, 'finance')
  h.services.clock.now = () => now
})
beforeEach(async () => {
  now += 100 * day
  vendor_id = await makeVendor(h)
})
afterEach(() => expectSoundBooks(h))

const run = (text: string) => sql.raw(text).execute(h.services.db)
const charge = async (amount = '120.00') =>
  (
    await c.post(`/api/vendor/${vendor_id}/manual-charge`, {
      vendor_charge_type_id: 2,
      vendor_charge_trans_type_id: 1,
      charge_description: 'Feed set-up',
      amount,
    })
  ).body.state
const charges = async () => (await c.get(`/api/vendor/${vendor_id}/billing-history`)).body.charges
const waiting = async () => (await c.get('/api/payments/waiting')).body
const mine = async () =>
  (await waiting()).under_way.find((one: { vendor_id: number }) => one.vendor_id === vendor_id)
const messages = async () => {
  await lookForProblems(h.services)
  return (await noticesLike(h)).map((row) => row.message).toReversed()
}

describe('comparing the gateway’s records with ours', () => {
  test('shows no difference when they match', async () => {
    await giveCard(h, vendor_id)
    await charge()
    now += 3 * 60 * minute
    await reconcile(h.services)
    expect(await waiting()).toMatchObject({ differences: [], reconciled_tm: new Date(now).toISOString() })
  })

  test('records a payment when only its answer was missing', async () => {
    await giveCard(h, vendor_id, '4000009900000012')
    expect(await charge()).toBe('open')
    now += 3 * 60 * minute
    await reconcile(h.services)
    expect((await waiting()).differences).toEqual([])
    expect(await charges()).toMatchObject([{ amount: '120.00', vendor_charge_status_id: 1 }])
  })

  test('names the vendor of a charge or refund that only the gateway has, and nobody when it is a stranger’s', async () => {
    await giveCard(h, vendor_id)
    await charge('21.00')
    await run(`
      insert into sandbox_payment (ref, vendor_id, customer, method, amount, description, hold, state, created_tm)
      select 'pi_sandbox_' || kind || '_' || vendor_id, vendor_id,
        case kind when 'stranger' then 'cus_stranger' else customer end, method, 31, '', false, 'succeeded', created_tm
      from sandbox_payment
      cross join (values ('hand'), ('stranger')) made (kind)
      where vendor_id = ${vendor_id};
      insert into sandbox_refund (ref, payment, amount, state, settled_state, created_tm, settles_tm)
      select 're_sandbox_of_' || ref, ref, 5, 'succeeded', 'succeeded', created_tm, created_tm
      from sandbox_payment
      where vendor_id = ${vendor_id}`)
    now += 3 * 60 * minute
    await reconcile(h.services)
    const { differences } = await waiting()
    const whose = differences
      .filter((one: { ref: string }) => one.ref.includes('hand') || one.ref.includes('stranger'))
      .map((one: { kind: string; company: string | null; ref: string }) => [
        one.kind,
        one.ref.includes('stranger') ? 'a stranger' : 'ours',
        one.company,
      ])
    expect(whose.toSorted()).toEqual([
      ['payment', 'a stranger', null],
      ['payment', 'ours', 'Payer'],
      ['refund', 'a stranger', null],
      ['refund', 'ours', 'Payer'],
    ])
    const ofOurPayment = differences.find(
      (one: { kind: string; ref: string }) => one.kind === 'refund' && !/hand|stranger/.test(one.ref),
    )
    expect(ofOurPayment).toMatchObject({ vendor_id, company: 'Payer', ours: 'nothing' })
    await run(`update gateway_difference set gone_tm = now()`)
    await run(`delete from sandbox_refund where ref like 're_sandbox_of_%'`)
    await run(`delete from sandbox_payment where ref ~ '_(hand|stranger)_'`)
  })

  test('reports a difference in either direction until it is resolved or accepted with a reason', async () => {
    await giveCard(h, vendor_id)
    for (const amount of ['11.00', '12.00', '13.00']) await charge(amount)
    const ref = async (amount: string) =>
      await h.services.db
        .selectFrom('money_intent')
        .select(['gateway_ref', 'money_intent_id'])
        .where('vendor_id', '=', vendor_id)
        .where('amount', '=', amount)
        .executeTakeFirstOrThrow()
    const [amount, missing, state] = [await ref('11.00'), await ref('12.00'), await ref('13.00')]
    await run(`update sandbox_payment set amount = 10 where ref = '${amount.gateway_ref}'`)
    await run(`update sandbox_payment set created_tm = '2020-01-01' where ref = '${missing.gateway_ref}'`)
    await run(`update sandbox_payment set state = 'canceled' where ref = '${state.gateway_ref}'`)
    await run(`insert into sandbox_payment (ref, vendor_id, customer, method, amount, description, hold, state, created_tm)
      select 'pi_sandbox_stranger', vendor_id, customer, method, 14, '', false, 'succeeded', created_tm
      from sandbox_payment where ref = '${state.gateway_ref}'`)
    now += 3 * 60 * minute
    await reconcile(h.services)
    const { differences } = await waiting()
    const told = (of: typeof differences) =>
      of
        .map(
          (one: { what: string; ours: string; theirs: string }) => `${one.what}: ${one.ours} | ${one.theirs}`,
        )
        .toSorted()
    expect(told(differences)).toEqual([
      'amount: $11.00 | $10.00',
      'missing: $12.00, succeeded | nothing',
      'state: succeeded | canceled',
      'unknown: nothing | $14.00, succeeded',
    ])
    expect((await messages())[0]).toBe('4 payments differ from the gateway')
    // what only the gateway has is whose customer it was made with
    expect(differences.map((one: { company: string }) => one.company)).toEqual(Array(4).fill('Payer'))

    // one is gone, one is accepted; the others stay, a week later too
    await run(`update sandbox_payment set amount = 11 where ref = '${amount.gateway_ref}'`)
    const unknown = differences.find((one: { what: string }) => one.what === 'unknown')
    const accept = (reason: string) =>
      c.post(`/api/payments/difference/${unknown.gateway_difference_id}/accept`, { reason })
    expect((await accept('')).body.error.fields).toEqual({ reason: 'Enter a reason' })
    expect((await accept('Charged by hand at the gateway')).status).toBe(204)
    expect((await accept('Again')).status).toBe(409)
    // it was accepted as it was then
    await run(`update sandbox_payment set amount = 15 where ref = 'pi_sandbox_stranger'`)
    await reconcile(h.services)
    expect(told((await waiting()).differences)).toContain('unknown: nothing | $15.00, succeeded')
    expect((await accept('Fifteen, by hand, too')).status).toBe(204)
    now += 20 * day
    await reconcile(h.services)
    expect(told((await waiting()).differences)).toEqual([
      'missing: $12.00, succeeded | nothing',
      'state: succeeded | canceled',
    ])
    await run(`update sandbox_payment set state = 'succeeded', created_tm = '${new Date(now - 21 * day).toISOString()}'
      where ref in ('${state.gateway_ref}', '${missing.gateway_ref}')`)
    await reconcile(h.services)
    expect((await waiting()).differences).toEqual([])
  })

  test('allows a difference an hour to settle', async () => {
    await giveCard(h, vendor_id)
    await charge('16.00')
    const state = (to: string) => run(`update sandbox_payment set state = '${to}' where amount = 16`)
    await state('canceled')
    now += 50 * minute
    await reconcile(h.services)
    expect((await waiting()).differences).toEqual([])
    now += 20 * minute
    await reconcile(h.services)
    expect((await waiting()).differences).toMatchObject([{ what: 'state', theirs: 'canceled' }])
    await state('succeeded')
    await reconcile(h.services)
  })

  test('goes page by page', async () => {
    await run(`insert into sandbox_card (method, customer, behaviour, brand, last4, exp_month, exp_year, created_tm)
      values ('pm_many', 'cus_many', 'works', 'visa', '4242', 12, 2050, now())`)
    await run(`insert into sandbox_payment (ref, vendor_id, customer, method, amount, description, hold, state, created_tm)
      select 'pi_sandbox_many_' || n, 1, 'cus_many', 'pm_many', 1, '', false, 'succeeded', '${new Date(now).toISOString()}'
      from generate_series(1, 1203) n`)
    now += minute
    await reconcile(h.services)
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from gateway_difference where ref like 'pi_sandbox_many_%'`.execute(h.services.db)
    expect(rows[0]!.n).toBe(1203)
    expect((await waiting()).differences).toHaveLength(200)
    await run(`delete from sandbox_payment where ref like 'pi_sandbox_many_%'`)
    await reconcile(h.services)
    expect((await waiting()).differences).toEqual([])
  })
})

describe('payments with an unknown outcome', () => {
  /** Two days without an answer: a person decides. */
  const flagged = async () => {
    await giveCard(h, vendor_id, '4000009900000020')
    expect(await charge()).toBe('open')
    now += 3 * day
    await sendDueMoney(h.services)
    expect(await mine()).toMatchObject({ flagged_tm: expect.any(String), amount: '120.00' })
    return (await mine()).money_intent_id as string
  }
  const decide = (money_intent_id: string, gateway_ref: string | null, reason = 'Seen at the gateway') =>
    c.post('/api/payments/under-way/decide', { money_intent_id, gateway_ref, reason })

  test('count as not made when a person says so and the gateway doesn’t contradict it', async () => {
    const id = await flagged()
    expect((await decide(id, null, '')).body.error.fields).toEqual({ reason: 'Enter a reason' })
    expect((await decide(id, null)).body).toEqual({ state: 'failed' })
    const log = { vendor_id, type: 'payment.decide' }
    expect((await c.post('/api/activity-log/search', log)).body.logs).toMatchObject([
      {
        message: 'Resolved as failed: charge of $120',
        reason: 'Seen at the gateway',
      },
    ])
    expect(await charges()).toMatchObject([{ vendor_charge_status_id: 3 }])
    expect(await mine()).toBeUndefined()
    expect((await decide(id, null)).status).toBe(409)
    const { rows } = await sql<{ state: string }>`
      select state from sandbox_payment where vendor_id = ${vendor_id}`.execute(h.services.db)
    // it can’t be charged afterwards either
    expect(rows).toEqual([{ state: 'canceled' }])
  })

  test('count as made when the gateway has exactly that payment under the given reference', async () => {
    await giveCard(h, vendor_id)
    await charge()
    const { rows } = await sql<{ ref: string }>`
      select gateway_ref as ref from money_intent where vendor_id = ${vendor_id}`.execute(h.services.db)
    const id = await flagged()
    const { gateway_ref } = await mine()
    expect((await decide(id, rows[0]!.ref)).body.error.fields).toEqual({
      gateway_ref: 'This reference belongs to another payment',
    })
    expect((await decide(id, 'pi_nothing')).body.error.fields).toEqual({
      gateway_ref: 'Reference not found at the gateway',
    })
    expect((await decide(id, gateway_ref)).body.error.fields).toEqual({
      gateway_ref: 'The gateway shows it as ready',
    })
    await run(
      `update sandbox_payment set state = 'succeeded', confirmed_tm = now() where ref = '${gateway_ref}'`,
    )
    // what has moved there can’t be said not to have
    expect((await decide(id, null)).body.error.message).toContain('The payment went through')
    expect((await decide(id, gateway_ref)).body).toEqual({ state: 'succeeded' })
    expect(await charges()).toMatchObject(
      [1, 1].map((vendor_charge_status_id) => ({ amount: '120.00', vendor_charge_status_id })),
    )
  })

  test('are looked up again at once when a person requests it', async () => {
    const id = await flagged()
    const { gateway_ref } = await mine()
    await run(
      `update sandbox_payment set state = 'succeeded', confirmed_tm = now() where ref = '${gateway_ref}'`,
    )
    const again = await c.post('/api/payments/under-way/again', { money_intent_id: id })
    expect(again.body).toEqual({ state: 'succeeded' })
  })

  test('can’t be decided by a person while the gateway is still being asked', async () => {
    await giveCard(h, vendor_id, '4000009900000020')
    await charge()
    const { money_intent_id } = await mine()
    expect((await decide(money_intent_id, null)).status).toBe(409)
    now += 3 * day
    await sendDueMoney(h.services)
    await decide(money_intent_id, null)
  })
})

describe('the books', () => {
  const books = async () => (await c.get('/api/payments/books')).body
  test('are checked every night; staff are alerted once for each problem, until it is fixed', async () => {
    await keepBooksChecked(h.services)
    const { checked_tm, checks } = await books()
    expect(checked_tm).toBe(new Date(now).toISOString())
    expect(checks).toHaveLength(34)
    expect(checks.every((check: { broken: number }) => check.broken === 0)).toBe(true)

    await run(`update vendor set next_charge_date = '2029-01-01' where vendor_id = ${vendor_id}`)
    now += day
    await keepBooksChecked(h.services)
    const since = new Date(now).toISOString()
    now += day
    await keepBooksChecked(h.services)
    expect((await books()).checks[0]).toMatchObject({
      name: 'unbilled',
      broken: 1,
      broken_since: since,
      rows: [{ vendor_id, company: 'Payer' }],
    })
    const told = (await messages()).filter((text) => text.startsWith('Ledger check failed'))
    expect(told).toEqual([
      'Ledger check failed. A vendor is still unbilled more than a day after its charge date: 1 row',
    ])
    await run(`update vendor set next_charge_date = null where vendor_id = ${vendor_id}`)
    const after = await c.post('/api/payments/books/check', {})
    const { message, action_by_name } = await h.services.db
      .selectFrom('activity')
      .select(['message', 'action_by_name'])
      .where('type', '=', 'payment.books')
      .executeTakeFirstOrThrow()
    expect([message, action_by_name]).toEqual(['Ledger checks: all passed', 'Pat finance'])
    expect(after.body.checks[0]).toMatchObject({ broken: 0, broken_since: null })
  })

  test('match by month: charged equals refunded plus kept', async () => {
    await giveCard(h, vendor_id)
    await charge('50.00')
    const [{ vendor_charge_id }] = await charges()
    await c.post(`/api/vendor/${vendor_id}/refund`, { vendor_charge_id, amount: '20.00', note: 'Asked for' })
    const { months, accounts } = (await c.get('/api/payments/sums')).body
    expect(months[0]).toMatchObject({
      month: `${new Date(now).toISOString().slice(0, 7)}-01`,
      charged: '50.00',
      refunded: '20.00',
      disputed: '0.00',
      kept: '30.00',
    })
    const sum = accounts.reduce(
      (all: number, one: { balance: string }) => all + Math.round(Number(one.balance) * 100),
      0,
    )
    expect(sum).toBe(0)
  })
  test('give the same sums once stored, with later entries added', async () => {
    await giveCard(h, vendor_id)
    await charge('50.00')
    const sums = async () => (await c.get('/api/payments/sums')).body
    const before = await sums()
    await Promise.all([keepLedgerSums(h.services), keepLedgerSums(h.services)])
    expect(await sums()).toEqual(before)
    expect((await h.services.db.selectFrom('ledger_sum').selectAll().execute()).length).toBeGreaterThan(1)
    await charge('25.00')
    const kept = (all: { months: { kept: string }[] }) => Number(all.months[0]!.kept)
    expect(kept(await sums())).toBe(kept(before) + 25)
    await keepLedgerSums(h.services)
    expect(kept(await sums())).toBe(kept(before) + 25)
  })
  test('hold back later entries while an earlier one is still being booked', async () => {
    const { db } = h.services
    const other = await db
      .insertInto('vendor')
      .values({ company: 'Another payer', vendor_status_id: 1 })
      .returning('vendor_id')
      .executeTakeFirstOrThrow()
    const at = new Date(now).toISOString()
    const granted = async () => {
      const row = await db
        .selectFrom('ledger_sum')
        .select(sql<string>`coalesce(sum(amount), 0)`.as('sum'))
        .where('account', '=', 'credit_granted')
        .executeTakeFirstOrThrow()
      return Number(row.sum)
    }
    await keepLedgerSums(h.services)
    const before = await granted()
    await db.transaction().execute(async (tx) => {
      await bookCredit(tx, vendor_id, 700, { key: 'begun first', tm: at })
      await db
        .transaction()
        .execute((later) => bookCredit(later, other.vendor_id, 300, { key: 'done first', tm: at }))
      await keepLedgerSums(h.services)
      expect(await granted()).toBe(before)
    })
    await keepLedgerSums(h.services)
    expect(await granted()).toBe(before + 10)
  })
})
