import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { harness } from '#server/test/harness.ts'
import { GatewayRefused, GatewayUnsure, type CardInput, type Payer, type PaymentRequest } from './gateway.ts'
import { Sandbox } from './sandbox.ts'

const h = harness()
let time = Date.parse('2026-11-24T10:00:00Z')
const clock = { now: () => time }
const open = () => new Sandbox(h.services.db, clock)
const typed = (card_num: string, more: Partial<CardInput> = {}): CardInput => ({
  name_on_card: 'Pat Lee',
  card_num,
  card_type_id: 1,
  exp_month: 12,
  exp_year: 2030,
  cvc: '123',
  ...more,
})
const all = async <T>(items: AsyncIterable<T>) => {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}
let last = 0
const fresh = () => `sandbox-${++last}`
const payer = (): Payer => ({
  vendor_id: ++last,
  company: 'Pat’s shop',
  email: 'pat@example.com',
  customer: null,
})
async function ready(number: string, more: Partial<CardInput> = {}) {
  const who = payer()
  const { customer, method } = await open().saveCard(fresh(), who, { card: typed(number, more) })
  const { vendor_id } = who
  const request: PaymentRequest = {
    key: fresh(),
    vendor_id,
    customer,
    method,
    amount: 4999,
    description: 'Plus',
    hold: false,
  }
  return { request, payment: await open().createPayment(request) }
}

test.each([
  [{ exp_month: 13 }, 'invalid_expiry_month'],
  [{ exp_month: 0 }, 'invalid_expiry_month'],
  [{ exp_year: 2025 }, 'invalid_expiry_year'],
  [{ exp_year: 2026, exp_month: 10 }, 'invalid_expiry_year'],
  [{ exp_year: 30 }, 'invalid_expiry_year'],
  [{ exp_year: 2100 }, 'invalid_expiry_year'],
  [{ cvc: '12' }, 'invalid_cvc'],
  [{ cvc: 'abc' }, 'invalid_cvc'],
  [{ cvc: '1234' }, 'invalid_cvc'],
  [{ card_num: '' }, 'incorrect_number'],
  [{ card_num: '4242 4242 4242 4243' }, 'incorrect_number'],
  [{ card_num: '4242-4242-4242-424x' }, 'incorrect_number'],
] as [Partial<CardInput>, string][])('a card with %j isn’t saved', async (more, code) => {
  const card = typed('4242 4242 4242 4242', more)
  await expect(open().saveCard(fresh(), payer(), { card })).rejects.toMatchObject({ refusal: { code } })
})
test('a number with spaces, a card expiring this month, and one without a code are saved', async () => {
  const card = typed('4242 4242 4242 4242', { exp_year: 2026, exp_month: 11, cvc: undefined })
  expect(await open().saveCard(fresh(), payer(), { card })).toMatchObject({ last4: '4242' })
  const amex = typed('3782-822463-10005', { cvc: '1234' })
  expect(await open().saveCard(fresh(), payer(), { card: amex })).toMatchObject({ last4: '0005' })
})
test('a key used to save a card is refused for another card or another customer', async () => {
  const [key, who] = [fresh(), payer()]
  await open().saveCard(key, who, { card: typed('4242424242424242') })
  for (const [from, number] of [
    [who, '5555555555554444'],
    [payer(), '4242424242424242'],
  ] as const)
    await expect(open().saveCard(key, from, { card: typed(number) })).rejects.toMatchObject({
      code: 'idempotency_error',
    })
})
test('a saved card pays until its last month ends', async () => {
  const { request } = await ready('4242424242424242', { exp_year: 2027, exp_month: 2 })
  const charged = async (at: string) => {
    time = Date.parse(at)
    const { ref } = await open().createPayment({ ...request, key: fresh() })
    return open().confirmPayment(ref)
  }
  const began = time
  expect((await charged('2027-02-28T23:59:59Z')).state).toBe('succeeded')
  expect(await charged('2027-03-01T00:00:00Z')).toMatchObject({
    state: 'refused',
    refusal: { code: 'expired_card' },
  })
  time = began
})
test('a charge with a late answer stays open until then, and can be neither confirmed nor canceled meanwhile', async () => {
  const { request, payment } = await ready('4000009900000053')
  const first = open().confirmPayment(payment.ref)
  await expect.poll(async () => (await open().readPayment(payment.ref)).state).toBe('open')
  await expect(open().confirmPayment(payment.ref)).rejects.toBeInstanceOf(GatewayUnsure)
  await expect(open().cancelPayment(payment.ref)).rejects.toBeInstanceOf(GatewayRefused)
  expect((await first).state).toBe('succeeded')
  expect((await open().findPayment(request))?.state).toBe('succeeded')
})
test('a charge made without an answer becomes one event; an answered charge becomes none', async () => {
  const from = new Date(time)
  const silent = await ready('4000009900000012')
  await expect(open().confirmPayment(silent.payment.ref)).rejects.toBeInstanceOf(GatewayUnsure)
  await open().confirmPayment((await ready('4242424242424242')).payment.ref)
  time += 1000
  const events = await all(open().events(from, new Date(time)))
  expect(events).toEqual([
    {
      id: expect.stringMatching(/^evt_/) as string,
      type: 'payment_intent.succeeded',
      about: { payment: silent.payment.ref },
    },
  ])
})
test('pages of a long list neither repeat nor skip anything', async () => {
  const { request } = await ready('4242424242424242')
  time += 86_400_000
  const from = new Date(time)
  await sql`
    insert into sandbox_payment (ref, vendor_id, customer, method, amount, description, hold, created_tm)
    select 'pi_sandbox_page-' || n, 1, ${request.customer}, ${request.method}, 5, '', false,
      ${from}::timestamptz + n / 3 * interval '1 microsecond'
    from generate_series(1, 1234) n`.execute(h.services.db)
  const found = await all(open().payments(from, new Date(time + 1000)))
  expect(new Set(found.map(({ ref }) => ref)).size).toBe(1234)
  expect(found).toHaveLength(1234)
})
test('losing the database leaves the outcome unknown', async () => {
  const { payment } = await ready('4242424242424242')
  const { db } = h.services
  const blocked = db.transaction().execute(async (tx) => {
    await tx.selectFrom('sandbox_payment').select('ref').where('ref', '=', payment.ref).forUpdate().execute()
    const confirming = open()
      .confirmPayment(payment.ref)
      .catch((error: unknown) => error)
    await expect
      .poll(async () => {
        const { rows } = await sql`
          select pg_terminate_backend(pid)
          from pg_stat_activity
          where wait_event_type = 'Lock' and query like '%sandbox_payment%' and datname = current_database()`.execute(
          db,
        )
        return rows.length
      })
      .toBe(1)
    return confirming
  })
  expect(await blocked).toBeInstanceOf(GatewayUnsure)
  expect((await open().readPayment(payment.ref)).state).toBe('ready')
})
test('a card’s number is in no table and no error', async () => {
  const numbers = ['378282246310005', '4242424242424242', '4000000000000341', '4000000000000002']
  for (const number of numbers)
    await open()
      .saveCard(fresh(), payer(), { card: typed(number, { name_on_card: 'Seen Nowhere' }) })
      .catch((error: unknown) => expect(inspect(error, { depth: 9 })).not.toContain(number))
  const amex = typed('378282246310005', { cvc: '0597' })
  await open().saveCard(fresh(), payer(), { card: amex })
  const { db } = h.services
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name
    from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`.execute(db)
  expect(tables.map(({ name }) => name)).toContain('public.sandbox_card')
  const kept: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.raw(name)} t`.execute(db)
    kept.push(...rows.map((one) => one.row))
  }
  const bare = kept.map((row) => row.replaceAll(/[\s-]/g, ''))
  expect(bare.some((row) => row.includes('0341'))).toBe(true)
  for (const secret of [...numbers, 'SeenNowhere'])
    expect(bare.filter((row) => row.includes(secret))).toEqual([])
  // four digits stand in a key or a moment by chance: as a value of its own alone
  expect(kept.filter((row) => /(?<![\w.:+-])0597(?![\w.:+-])/.test(row))).toEqual([])
})
