import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { harness, staff, type Client } from '#server/test/harness.ts'
import { expectSoundBooks, giveCard, makeVendor } from '#server/test/billing/money.ts'
import { sql } from '#server/platform/database/db.ts'
import { book } from '#server/areas/ledger/public.ts'
import { applyPayment, processEvents } from '../gateways/events.ts'
import { GatewayUnsure } from '../gateways/gateway.ts'
import { gatewayOf } from '../gateways/gateway-of.ts'
import { takeEvents } from '../public.ts'

const h = harness()
let c: Client
let vendor_id: number
let now = Date.parse('2030-01-31T12:00:00Z')
const minute = 60_000
const at = (ms: number) => new Date(ms).toISOString()
beforeAll(async () => {
  c = await staff(h, 'finance')
  h.services.clock.now = () => now
})
beforeEach(async () => {
  now += 60 * 1440 * minute
  vendor_id = await makeVendor(h)
})
afterEach(() => {
  vi.restoreAllMocks()
  return expectSoundBooks(h)
})

const charge = async () =>
  (
    await c.post(`/api/vendor/${vendor_id}/manual-charge`, {
      vendor_charge_type_id: 2,
      vendor_charge_trans_type_id: 1,
      charge_description: 'Feed set-up',
      amount: '120.00',
    })
  ).body.state
const history = async () => (await c.get(`/api/vendor/${vendor_id}/billing-history`)).body
const keep = (id: string, about: object, more: { processed?: boolean } = {}) =>
  h.services.db
    .insertInto('gateway_event')
    .values({
      gateway: 'sandbox',
      event_id: id,
      type: 'test',
      about: JSON.stringify(about),
      tm: at(now),
      processed_tm: more.processed ? at(now) : null,
    })
    .execute()
const kept = (like: string) =>
  h.services.db
    .selectFrom('gateway_event')
    .select(['event_id', 'processed_tm', 'last_error', 'tries'])
    .where('event_id', 'like', like)
    .execute()
const intent = () =>
  h.services.db
    .selectFrom('money_intent')
    .selectAll()
    .where('vendor_id', '=', vendor_id)
    .executeTakeFirstOrThrow()

test('a processed event isn’t processed again', async () => {
  await keep('evt_done', { payment: 'pi_nobody' }, { processed: true })
  await processEvents(h.services)
  expect(await kept('evt_done')).toMatchObject([{ tries: 0, last_error: null }])
})

test('all stored events are processed, however many arrive at once', async () => {
  for (let n = 0; n < 120; n++) await keep(`evt_many_${n}`, { payment: 'pi_nobody' })
  await processEvents(h.services)
  expect((await kept('evt_many_%')).filter((one) => one.processed_tm === null)).toEqual([])
})

test('events that the gateway lists late are still picked up', async () => {
  await giveCard(h, vendor_id, '4000009900000012')
  expect(await charge()).toBe('open')
  now += 5 * minute
  // it was asked a minute ago, and had nothing of this yet
  await sql`
    insert into gateway_watch (gateway, events_upto)
    values ('sandbox', ${at(now - minute)})
    on conflict (gateway) do update set events_upto = excluded.events_upto`.execute(h.services.db)
  await takeEvents(h.services)
  expect((await history()).charges).toMatchObject([{ amount: '120.00', vendor_charge_status_id: 1 }])
})

test('the first request covers three days, later ones the time since the last plus a short overlap', async () => {
  await h.services.db.deleteFrom('gateway_watch').execute()
  const listed = vi.spyOn(gatewayOf(h.services), 'events')
  await takeEvents(h.services)
  now += 5 * minute
  await takeEvents(h.services)
  now += minute
  await takeEvents(h.services)
  const asked = listed.mock.calls.map(([from, until]) => (until.getTime() - from.getTime()) / minute)
  expect(asked).toEqual([3 * 1440, 15, 11])
})

test('since when the gateway can’t be listed is kept until it answers again', async () => {
  const watch = async () =>
    h.services.db
      .selectFrom('gateway_watch')
      .select(['failing_since', 'failure', 'events_upto'])
      .executeTakeFirstOrThrow()
  await takeEvents(h.services)
  const { events_upto } = await watch()
  const since = at(now)
  const failing = vi.spyOn(gatewayOf(h.services), 'events').mockImplementation(() => {
    throw new Error('connect ECONNREFUSED')
  })
  for (const _ of [1, 2]) {
    await expect(takeEvents(h.services)).rejects.toThrow('ECONNREFUSED')
    expect(await watch()).toEqual({ failing_since: since, failure: 'connect ECONNREFUSED', events_upto })
    now += minute
  }
  failing.mockRestore()
  await takeEvents(h.services)
  expect(await watch()).toMatchObject({ failing_since: null, failure: null })
})

test('workers that arrive at once ask the gateway once', async () => {
  const read = vi.spyOn(gatewayOf(h.services), 'readPayment')
  await keep('evt_two_workers', { payment: 'pi_nobody' })
  await Promise.all([processEvents(h.services), processEvents(h.services), processEvents(h.services)])
  expect(read).toHaveBeenCalledOnce()
})

test('events from another gateway wait until charges use it again', async () => {
  await h.services.db
    .insertInto('gateway_event')
    .values({ gateway: 'stripe', event_id: 'evt_theirs', type: 'test', about: null, tm: at(now) })
    .execute()
  await processEvents(h.services)
  expect(await kept('evt_theirs')).toMatchObject([{ processed_tm: null, tries: 0 }])
  await h.services.db.deleteFrom('gateway_event').where('event_id', '=', 'evt_theirs').execute()
})

test('an unanswered event is retried at growing intervals, up to an hour', async () => {
  const tries: number[] = []
  vi.spyOn(gatewayOf(h.services), 'readPayment').mockImplementation(() => {
    tries.push(now)
    return Promise.reject(new GatewayUnsure('It is silent'))
  })
  await keep('evt_unsure', { payment: 'pi_unsure' })
  for (const end = now + 150 * minute; now < end; now += minute / 2) await processEvents(h.services)
  const apart = tries.slice(1).map((tm, i) => (tm - tries[i]!) / minute)
  expect(apart).toEqual([0.5, 2, 10, 30, 60])
  expect(await kept('evt_unsure')).toMatchObject([{ processed_tm: null, last_error: 'It is silent' }])
  await h.services.db.deleteFrom('gateway_event').where('event_id', '=', 'evt_unsure').execute()
})

test('a dispute reported before its payment was answered settles the payment too', async () => {
  await giveCard(h, vendor_id, '4000000000000259')
  await charge()
  now += 2 * minute
  const { rows } = await sql<{ ref: string }>`
    select d.ref
    from sandbox_dispute d
    join sandbox_payment p on p.ref = d.payment
    where p.vendor_id = ${vendor_id}`.execute(h.services.db)
  // as if our answer had been lost
  const { money_intent_id } = await intent()
  await h.services.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`delete from vendor_charge where vendor_id = ${vendor_id}`.execute(tx)
    await sql`delete from invoice_line where invoice_id in (select invoice_id from invoice where vendor_id = ${vendor_id})`.execute(
      tx,
    )
    await sql`delete from ledger_posting where vendor_id = ${vendor_id}`.execute(tx)
    await sql`delete from ledger_transaction where vendor_id = ${vendor_id}`.execute(tx)
    await sql`update invoice_counter set last = last - 1 where series = 'INV'`.execute(tx)
    await sql`delete from invoice where vendor_id = ${vendor_id}`.execute(tx)
    await sql`update money_intent set state = 'open' where money_intent_id = ${money_intent_id}`.execute(tx)
  })
  await keep('evt_dispute', { dispute: rows[0]!.ref })
  await processEvents(h.services)
  expect((await history()).charges).toMatchObject([
    { amount: '120.00', vendor_charge_status_id: 1, dispute: 'open' },
  ])
})

test('a dispute decided while it is being read stays decided', async () => {
  await giveCard(h, vendor_id, '4000000000000259')
  await charge()
  now += minute
  await takeEvents(h.services)
  const dispute = async () => (await history()).charges[0].dispute
  expect(await dispute()).toBe('open')
  const { ref } = await h.services.db
    .selectFrom('dispute')
    .select('gateway_ref as ref')
    .where('vendor_id', '=', vendor_id)
    .executeTakeFirstOrThrow()
  const gateway = gatewayOf(h.services)
  const undecided = await gateway.readDispute(ref)
  now += 31 * 1440 * minute
  await keep('evt_slow', { dispute: ref })
  vi.spyOn(gateway, 'readDispute').mockImplementationOnce(async () => {
    await takeEvents(h.services)
    expect(await dispute()).toBe('lost')
    return undecided
  })
  await processEvents(h.services)
  expect(await dispute()).toBe('lost')
  expect(await kept('evt_slow')).toMatchObject([{ processed_tm: null }])
  now += minute
  await processEvents(h.services)
  expect(await dispute()).toBe('lost')
  expect(await kept('evt_slow')).toMatchObject([{ processed_tm: expect.any(String), last_error: null }])
})

test('a different gateway payment under our key doesn’t settle the one we know', async () => {
  await giveCard(h, vendor_id, '4000009900000012')
  expect(await charge()).toBe('open')
  const { money_intent_id: key } = await intent()
  await sql`update money_intent set gateway_ref = 'pi_known' where money_intent_id = ${key}`.execute(
    h.services.db,
  )
  const other = { ref: 'pi_other', key, customer: null, amount: 12_000, charge: 'ch_other', refusal: null }
  await h.services.db
    .transaction()
    .execute((tx) => applyPayment(h.services, tx, { ...other, state: 'succeeded' }))
  expect(await intent()).toMatchObject({ state: 'open', gateway_ref: 'pi_known' })
  await h.services.db
    .transaction()
    .execute((tx) => applyPayment(h.services, tx, { ...other, ref: 'pi_known', state: 'succeeded' }))
  expect(await intent()).toMatchObject({ state: 'succeeded' })
})

test('a refund reported as failed twice is reversed once', async () => {
  await giveCard(h, vendor_id, '4000000000005126')
  await charge()
  const [of] = (await history()).charges
  await c.post(`/api/vendor/${vendor_id}/refund`, {
    vendor_charge_id: of.vendor_charge_id,
    amount: '120.00',
    note: 'Asked for',
  })
  now += 2 * minute
  await takeEvents(h.services)
  const before = await history()
  expect(before).toMatchObject({ charged: '120.00', refunded: '0' })
  const { rows } = await sql<{ ref: string }>`
    select r.ref
    from sandbox_refund r
    join sandbox_payment p on p.ref = r.payment
    where p.vendor_id = ${vendor_id}`.execute(h.services.db)
  await keep('evt_again', { refund: rows[0]!.ref })
  await processEvents(h.services)
  expect(await kept('evt_again')).toMatchObject([{ last_error: null }])
  expect(await history()).toEqual(before)
})

test('an entry that doesn’t sum to zero is not booked', async () => {
  const half = { key: 'half', vendor_id, tm: at(now), what: 'Half a movement' }
  await expect(
    h.services.db
      .transaction()
      .execute((tx) => book(tx, [{ ...half, postings: [{ account: 'gateway', cents: 100 }] }])),
  ).rejects.toThrow('don’t sum to zero')
})

test('an unbalanced entry written past that check isn’t stored: alone, beside balanced ones or added to an existing one', async () => {
  const vendor_id = await makeVendor(h)
  const booked = (key: string, ...cents: number[]) =>
    sql`
      with t as (
        insert into ledger_transaction (key, vendor_id, tm, what)
        values (${key}, ${vendor_id}, now(), 'By hand')
        returning ledger_transaction_id
      )
      insert into ledger_posting
      select t.ledger_transaction_id, n, ${vendor_id}, 'credit', c / 100.0
      from t
      cross join unnest(${cents}::int[]) with ordinality as u (c, n)`.execute(h.services.db)
  const refused = 'a movement of the ledger doesn’t sum to zero'
  await expect(booked('one line', 100)).rejects.toThrow(refused)
  await expect(booked('two lines', 100, -99)).rejects.toThrow(refused)
  await booked('balanced', 100, -100)
  await expect(
    sql`
      insert into ledger_posting
      select ledger_transaction_id, 3, vendor_id, 'credit', 1
      from ledger_transaction
      where key = 'balanced'`.execute(h.services.db),
  ).rejects.toThrow(refused)
})
