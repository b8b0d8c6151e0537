import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { harness, staff, type Client } from '#server/test/harness.ts'
import { expectSoundBooks, giveCard, makeVendor } from '#server/test/billing/money.ts'
import { sql } from '#server/platform/database/db.ts'
import { keepDispute } from '../charges/disputes.ts'
import { runTimer } from '#server/timers.ts'
import { takeEvents } from '../public.ts'
import { noticesLike } from '#server/test/notices.ts'

const h = harness()
let c: Client
let vendor_id: number
let now = Date.parse('2030-01-31T12:00:00Z')
beforeAll(async () => {
  c = await staff(h, 'finance')
  h.services.clock.now = () => now
})
const minute = 60_000
const day = 1440 * minute
beforeEach(async () => {
  // each test’s time comes after the last one’s: the gateway is asked for what is new
  now += 60 * day
  vendor_id = await makeVendor(h)
})
afterEach(() => expectSoundBooks(h))

const history = async () => (await c.get(`/api/vendor/${vendor_id}/billing-history`)).body
const payments = async () => (await c.get(`/api/vendor/${vendor_id}/payments`)).body
const log = async () =>
  (
    await h.services.db
      .selectFrom('activity')
      .select(['message', 'reason'])
      .where('vendor_id', '=', vendor_id)
      .orderBy('activity_id', 'desc')
      .execute()
  ).map((row) => `${row.message} (${row.reason})`)
const charge = (more: object = {}) =>
  c.post(`/api/vendor/${vendor_id}/manual-charge`, {
    vendor_charge_type_id: 2,
    vendor_charge_trans_type_id: 1,
    charge_description: 'Feed set-up',
    amount: '120.00',
    ...more,
  })
const refund = async (amount: string) => {
  const { charges } = await history()
  const of = charges.find(
    (one: { vendor_charge_trans_type_id: number }) => one.vendor_charge_trans_type_id === 1,
  )
  return c.post(`/api/vendor/${vendor_id}/refund`, {
    vendor_charge_id: of.vendor_charge_id,
    amount,
    note: 'Asked for',
  })
}
const credit = async () => {
  const { credit_available } = await h.services.db
    .selectFrom('vendor')
    .select('credit_available')
    .where('vendor_id', '=', vendor_id)
    .executeTakeFirstOrThrow()
  return credit_available
}
const giveCredit = async (amount: string) => {
  const { body } = await c.get(`/api/vendor/${vendor_id}/payments`)
  expect(body.balance).toBe('0.00')
  const { bookCredit } = await import('#server/areas/ledger/public.ts')
  const cents = Math.round(Number(amount) * 100)
  await h.services.db
    .transaction()
    .execute((tx) =>
      bookCredit(tx, vendor_id, cents, { key: `test ${vendor_id} ${now}`, tm: new Date(now).toISOString() }),
    )
}

describe('gateway events', () => {
  test('settle a payment that was never answered, once', async () => {
    await giveCard(h, vendor_id, '4000009900000012')
    expect((await charge()).body.state).toBe('open')
    now += minute
    await takeEvents(h.services)
    expect((await history()).charges).toMatchObject([{ amount: '120.00', vendor_charge_status_id: 1 }])
    now += minute
    await takeEvents(h.services)
    expect((await history()).total).toBe(1)
  })

  test('that aren’t ours are stored and have no effect', async () => {
    await sql`
      insert into gateway_event (gateway, event_id, type, about, tm)
      values ('sandbox', 'evt_stranger', 'payment_intent.succeeded', '{"payment":"pi_nobody"}', ${new Date(now)})`.execute(
      h.services.db,
    )
    await takeEvents(h.services)
    const kept = await h.services.db
      .selectFrom('gateway_event')
      .select(['processed_tm', 'last_error'])
      .where('event_id', '=', 'evt_stranger')
      .executeTakeFirstOrThrow()
    expect(kept.processed_tm).not.toBeNull()
    expect(kept.last_error).toContain('PaymentIntent not found')
  })
})

describe('a refund that fails after it succeeded', () => {
  test('is reversed: the charge counts again, the credit note is corrected, and the reason is shown', async () => {
    await giveCard(h, vendor_id, '4000000000005126')
    await charge()
    expect((await refund('120.00')).body.state).toBe('succeeded')
    expect(await history()).toMatchObject({ refunded: '120.00' })
    now += 2 * minute
    await takeEvents(h.services)
    expect(await history()).toMatchObject({
      charged: '120.00',
      refunded: '0',
      charges: [
        {
          vendor_charge_trans_type_id: 3,
          vendor_charge_status_id: 3,
          corrected_by: { number: expect.stringMatching(/^INV-/) },
        },
        { vendor_charge_trans_type_id: 1, vendor_charge_status_id: 1, refund_tm: null },
      ],
    })
    expect((await payments()).balance).toBe('0.00')
    const { rows: lines } = await sql`
      select i.total, l.text, l.amount
      from invoice i
      join invoice_line l using (invoice_id)
      where i.vendor_id = ${vendor_id} and (i.credit_note_of is not null or i.kind = 'credit_note')
      order by i.invoice_id`.execute(h.services.db)
    expect(lines).toMatchObject([
      { amount: '-120.00' },
      { total: '120.00', text: expect.stringMatching(/^Correction of CN-\d{6}: the refund failed$/) },
    ])
    expect((await log())[0]).toMatch(
      /^Refund of \$120 failed after initially succeeding.*expired or canceled card/,
    )
    // it can be given back again, by whatever way then works
    now += minute
    expect((await refund('50.00')).body.state).toBe('succeeded')
    now += 2 * minute
    await takeEvents(h.services)
    expect(await history()).toMatchObject({ refunded: '0' })
  })

  test('doesn’t count as a refund in its month’s totals', async () => {
    await giveCard(h, vendor_id, '4000000000005126')
    await charge()
    await refund('120.00')
    const month = async () => (await c.get('/api/payments/sums')).body.months[0]
    expect(await month()).toMatchObject({ charged: '120.00', refunded: '120.00', kept: '0.00' })
    now += 2 * minute
    await takeEvents(h.services)
    expect(await month()).toMatchObject({ charged: '120.00', refunded: '0.00', kept: '120.00' })
  })

  test('takes back the credit it returned, as far as it is still available', async () => {
    await giveCard(h, vendor_id, '4000000000005126')
    await giveCredit('20.00')
    await charge()
    expect(await credit()).toBe('0.00')
    await refund('100.00')
    expect(await credit()).toBe('20.00')
    // 15 of the 20 are used before the refund fails
    await charge({ amount: '15.00' })
    expect(await credit()).toBe('5.00')
    now += 2 * minute
    await takeEvents(h.services)
    expect(await credit()).toBe('0.00')
    expect((await log())[0]).toContain('$5 of credit reapplied, $15 of credit already used')
  })
})

describe('a dispute', () => {
  const unanswered = { reason: 'fraudulent', due_by: null, answered: false }
  const at = async (account: string) => {
    const { rows } = await sql<{ sum: string }>`
      select coalesce(sum(amount), 0)::text as sum
      from ledger_posting
      where vendor_id = ${vendor_id} and account = ${account}`.execute(h.services.db)
    return rows[0]!.sum
  }
  const disputed = async (card: string) => {
    await giveCard(h, vendor_id, card)
    await charge()
    now += minute
    await takeEvents(h.services)
  }

  test('that the cardholder wins takes the money permanently', async () => {
    await disputed('4000000000000259')
    expect((await history()).charges).toMatchObject([{ dispute: 'open' }])
    const { troubles } = (await c.get(`/api/vendor/view/${vendor_id}`)).body
    expect(troubles).toContainEqual(expect.objectContaining({ text: 'A charge is disputed' }))
    expect([await at('gateway'), await at('disputed')]).toEqual(['0.00', '120.00'])
    expect((await refund('20.00')).body.error.message).toContain('Disputed charges can’t be refunded')
    expect((await payments()).disputes).toMatchObject([
      { amount: '120.00', reason: 'fraudulent', state: 'open' },
    ])
    now += 31 * day
    await takeEvents(h.services)
    expect((await history()).charges).toMatchObject([{ dispute: 'lost' }])
    expect([await at('gateway'), await at('disputed'), await at('dispute_loss')]).toEqual([
      '0.00',
      '0.00',
      '120.00',
    ])
    expect((await refund('20.00')).status).toBe(409)
    expect((await log())[0]).toMatch(/^Dispute lost/)
  })

  test('that we win returns the money, and the charge can be refunded again', async () => {
    await disputed('4000000000002685')
    expect(await at('disputed')).toBe('120.00')
    now += 31 * day
    await takeEvents(h.services)
    expect((await history()).charges).toMatchObject([{ dispute: 'won' }])
    expect([await at('gateway'), await at('disputed')]).toEqual(['120.00', '0.00'])
    const { rows } = await sql`
      select from ledger_transaction where vendor_id = ${vendor_id} and reverses is not null`.execute(
      h.services.db,
    )
    expect(rows).toHaveLength(1)
    expect((await refund('20.00')).body.state).toBe('succeeded')
  })

  test('that the bank later reduces holds only the smaller amount', async () => {
    await disputed('4000000000000259')
    const { db } = h.services
    const { rows } = await sql<{ gateway: string; ref: string; payment: string }>`
      select d.gateway, d.gateway_ref as ref, i.gateway_ref as payment
      from dispute d
      join vendor_charge c using (vendor_charge_id)
      join money_intent i using (money_intent_id)
      where d.vendor_id = ${vendor_id}`.execute(db)
    const { gateway, ...of } = rows[0]!
    const less = { ...of, ...unanswered, amount: 5000, state: 'open' as const }
    await db.transaction().execute((tx) => keepDispute(h.services, tx, gateway, less))
    expect([await at('gateway'), await at('disputed')]).toEqual(['70.00', '50.00'])
    expect((await payments()).disputes).toMatchObject([{ amount: '50.00', state: 'open' }])
  })

  /** It stands otherwise at the gateway, whatever came before. */
  const turns = async (state: 'inquiry' | 'open' | 'won' | 'lost') => {
    const { db } = h.services
    const { rows } = await sql<{ payment: string }>`
      select gateway_ref as payment from money_intent where vendor_id = ${vendor_id}`.execute(db)
    const dispute = { ...unanswered, ref: `dp_${vendor_id}`, ...rows[0]!, amount: 12_000, state }
    await db.transaction().execute((tx) => keepDispute(h.services, tx, 'sandbox', dispute))
    await expectSoundBooks(h)
    return [await at('gateway'), await at('disputed'), await at('dispute_loss')].map(Number)
  }
  const undoing = async () => {
    const { rows } = await sql`
      select from ledger_transaction where vendor_id = ${vendor_id} and reverses is not null`.execute(
      h.services.db,
    )
    return rows.length
  }
  test('that started as an inquiry and is won is reversed by the same entry that took the money', async () => {
    await giveCard(h, vendor_id)
    await charge()
    expect(await turns('inquiry')).toEqual([120, 0, 0])
    expect(await turns('open')).toEqual([0, 120, 0])
    expect(await turns('won')).toEqual([120, 0, 0])
    expect(await undoing()).toBe(1)
  })

  test('that an appeal reverses, after a partial refund, takes and returns the full amount each time', async () => {
    await giveCard(h, vendor_id)
    await charge()
    expect((await refund('20.00')).body.state).toBe('succeeded')
    expect(await turns('open')).toEqual([-20, 120, 0])
    expect(await turns('lost')).toEqual([-20, 0, 120])
    expect(await turns('won')).toEqual([100, 0, 0])
    expect(await turns('lost')).toEqual([-20, 0, 120])
    expect(await turns('won')).toEqual([100, 0, 0])
    expect(await undoing()).toBe(0)
  })

  const keep = async (more: { due_by: string | null; answered?: boolean }) => {
    const { db } = h.services
    const { rows } = await sql<{ payment: string }>`
      select gateway_ref as payment from money_intent where vendor_id = ${vendor_id}`.execute(db)
    const dispute = { ...unanswered, ref: `dp_${vendor_id}`, ...rows[0]!, amount: 12_000, ...more }
    await db
      .transaction()
      .execute((tx) => keepDispute(h.services, tx, 'sandbox', { ...dispute, state: 'open' }))
  }
  const reminders = async () => {
    await runTimer(h.services, 'send dispute evidence reminders')
    const said = (await noticesLike(h, '%None submitted yet')).map(({ message }) => message)
    await sql`delete from system_message`.execute(h.services.db)
    return said
  }
  const inDays = (days: number) => new Date(now + days * day).toISOString()
  test('sends one reminder, three days before the bank stops accepting evidence', async () => {
    await giveCard(h, vendor_id)
    await charge()
    const due_by = inDays(4)
    await keep({ due_by })
    expect((await payments()).disputes).toMatchObject([{ due_by, answered: false }])
    expect(await reminders()).toEqual([])
    now += day
    expect(await reminders()).toEqual([
      expect.stringMatching(/^Payer: \$120, .+\. Evidence is due by \S+ \(UTC\)\. None submitted yet$/),
    ])
    expect(await reminders()).toEqual([])
    // another day is another reminder
    await keep({ due_by: inDays(2) })
    expect(await reminders()).toHaveLength(1)
    now += 3 * day
    expect(await reminders()).toEqual([])
  })
  test('that was answered or is overdue sends no more reminders; later changes appear in the log', async () => {
    await giveCard(h, vendor_id)
    await charge()
    const due_by = inDays(2)
    await keep({ due_by })
    await keep({ due_by, answered: true })
    expect(await reminders()).toEqual([])
    expect((await payments()).disputes).toMatchObject([{ state: 'open', answered: true }])
    expect((await log())[0]).toMatch(/^Evidence submitted to the bank: \$120/)
    const before = await log()
    await keep({ due_by, answered: true })
    expect(await log()).toEqual(before)
    expect([await at('gateway'), await at('disputed')]).toEqual(['0.00', '120.00'])
    // another that nobody reminded of in time
    await keep({ due_by: inDays(2), answered: false })
    now += 2 * day
    expect(await reminders()).toEqual([])
  })

  test('is listed on Money, those that can be answered first, earliest deadline on top', async () => {
    const due = { late: inDays(-1), answered: inDays(5), long: inDays(9), soon: inDays(3), none: null }
    const whose = new Map<number, string>()
    for (const [what, due_by] of Object.entries(due)) {
      vendor_id = await makeVendor(h)
      whose.set(vendor_id, what)
      await giveCard(h, vendor_id)
      await charge()
      await keep({ due_by, answered: what === 'answered' })
    }
    const { disputes } = (await c.get('/api/payments/waiting')).body
    expect(disputes.flatMap((one: { vendor_id: number }) => whose.get(one.vendor_id) ?? [])).toEqual([
      'soon',
      'long',
      'late',
      'answered',
      'none',
    ])
  })

  test('that blocks a refund before we hear of it reserves nothing permanently', async () => {
    await giveCard(h, vendor_id, '4000000000002685')
    await charge()
    now += minute
    expect((await refund('20.00')).body.state).toBe('failed')
    await takeEvents(h.services)
    now += 31 * day
    await takeEvents(h.services)
    expect((await history()).charges).toContainEqual(expect.objectContaining({ dispute: 'won' }))
    expect((await refund('120.00')).body.state).toBe('succeeded')
  })

  test('that is only an inquiry moves no money', async () => {
    await disputed('4000000000001976')
    expect((await history()).charges).toMatchObject([{ dispute: 'inquiry' }])
    expect([await at('gateway'), await at('disputed')]).toEqual(['120.00', '0'])
    expect((await refund('20.00')).body.state).toBe('succeeded')
  })

  test('is found by its event even if the payment was never answered, and is reported once', async () => {
    await disputed('4000000000000259')
    await sql`update gateway_event set processed_tm = null, next_try_tm = null`.execute(h.services.db)
    const before = (await log()).length
    await takeEvents(h.services)
    expect((await log()).length).toBe(before)
    expect(await at('disputed')).toBe('120.00')
  })
})
