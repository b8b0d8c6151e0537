import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { harness, staff, type Client } from '#server/test/harness.ts'
import { closing, makeSuspended } from '#server/test/billing/closing.ts'
import { daysOf, expectSoundBooks, giveCard, makePlans, plus, pro } from '#server/test/billing/money.ts'

const h = harness()
let c: Client
let vendor_id: number
beforeAll(async () => {
  c = await staff(h, 'finance')
  await makePlans(h, pro, plus)
})
const { at, on } = daysOf(h)

beforeEach(async () => {
  vendor_id = await makeSuspended(h)
  await sql`update money_setting set second_person_above = 1000`.execute(h.services.db)
})
afterEach(() => expectSoundBooks(h))

const { payments, charges, owed, close, weigh } = closing(() => ({ c, vendor_id }))
const standing = async () => {
  const { vendor } = (await c.get(`/api/vendor/${vendor_id}/basics`)).body
  return [vendor.vendor_status_id, vendor.next_charge_date]
}
const ledger = async () => {
  const { rows } = await sql<{ account: string; sum: string }>`
    select account, sum(amount)::text as sum
    from ledger_posting
    where vendor_id = ${vendor_id} and account in ('receivable', 'outside', 'bad_debt', 'gateway')
    group by account
    having sum(amount) <> 0
    order by account`.execute(h.services.db)
  return Object.fromEntries(rows.map((row) => [row.account, row.sum]))
}
const log = async () =>
  (
    await h.services.db
      .selectFrom('activity')
      .select(['type', 'message', 'reason'])
      .where('vendor_id', '=', vendor_id)
      .where('entity', '=', 'invoice')
      .orderBy('activity_id', 'desc')
      .limit(2)
      .execute()
  ).map(({ type, message, reason }) => [type, message, reason])

describe('an invoice that was paid another way', () => {
  test('is marked paid, counts in the history, and sets the vendor to Active again', async () => {
    at('2030-03-10')
    const { invoice_id, number } = await owed()
    expect(await standing()).toEqual([2, '2030-02-28'])
    expect(await weigh(invoice_id, 'paid_outside')).toMatchObject({
      lines: [],
      card: null,
      balance: { from: '49.00', to: '0.00' },
      status: { from: 2, to: 1 },
      next_charge_date: { from: '2030-02-28', to: '2030-03-10' },
      second_person: null,
    })
    expect(await close(invoice_id, 'paid_outside')).toMatchObject({
      status: 200,
      body: { state: 'succeeded' },
    })
    expect(await payments()).toMatchObject({ balance: '0.00', open_invoices: [], written_off: [] })
    expect(await standing()).toEqual([1, '2030-03-10'])
    expect((await charges())[0]).toMatchObject({
      amount: '49.00',
      ghost: true,
      charge_description: `Renewal, ${number}`,
      transaction_num: null,
      vendor_charge_status_id: 1,
    })
    expect(await ledger()).toEqual({ outside: '49.00' })
    expect((await log())[0]).toEqual([
      'payment.renewal',
      `Paid: $49, Renewal, ${number}, paid outside the gateway, vendor is Active again`,
      'Transfer of Feb 8',
    ])
  })
  test('can’t be refunded to a card', async () => {
    await close((await owed()).invoice_id, 'paid_outside')
    const [{ vendor_charge_id }] = await charges()
    const answer = await c.post(`/api/vendor/${vendor_id}/refund`, {
      vendor_charge_id,
      amount: '5.00',
      note: 'x',
    })
    expect(answer.status).toBe(409)
  })
  test('leaves the vendor suspended if another invoice is owed', async () => {
    await sql`
      update vendor set vendor_status_id = 1, suspended_on = null where vendor_id = ${vendor_id}`.execute(
      h.services.db,
    )
    await on('2030-02-28')
    await sql`update vendor set vendor_status_id = 2 where vendor_id = ${vendor_id}`.execute(h.services.db)
    const [first, second] = (await payments()).open_invoices
    expect((await weigh(first.invoice_id, 'paid_outside')).status).toEqual({ from: 2, to: 2 })
    await close(first.invoice_id, 'paid_outside')
    expect((await standing())[0]).toBe(2)
    await close(second.invoice_id, 'paid_outside')
    expect((await standing())[0]).toBe(1)
  })
})

describe('an invoice that is written off', () => {
  test('is no longer owed or charged, and leaves the status unchanged', async () => {
    const { invoice_id, number } = await owed()
    expect(await weigh(invoice_id, 'written_off')).toMatchObject({
      balance: { from: '49.00', to: '0.00' },
      status: { from: 2, to: 2 },
    })
    const before = await charges()
    await close(invoice_id, 'written_off')
    expect(await payments()).toMatchObject({
      balance: '0.00',
      open_invoices: [],
      written_off: [{ invoice_id, number, total: '49.00', reason: 'Transfer of Feb 8' }],
    })
    expect((await standing())[0]).toBe(2)
    expect(await ledger()).toEqual({ bad_debt: '49.00' })
    expect((await log())[0]).toEqual([
      'payment.write_off',
      `Written off: $49, ${number}`,
      'Transfer of Feb 8',
    ])
    expect((await c.post(`/api/vendor/${vendor_id}/retry-payment`, {})).status).toBe(409)
    await giveCard(h, vendor_id)
    await on('2030-02-20')
    expect(await charges()).toEqual(before)
  })
  test('isn’t retried on its next day', async () => {
    await sql`
      update vendor set vendor_status_id = 1, vendor_plan_type_id = 2 where vendor_id = ${vendor_id}`.execute(
      h.services.db,
    )
    await on('2030-02-28')
    const written = (await payments()).open_invoices[1]
    expect(written.next_try).toBe('2030-03-01')
    await close(written.invoice_id, 'written_off')
    const before = await charges()
    await on('2030-03-01')
    expect(await charges()).toEqual(before)
  })
  test('can still be paid: the loss is reversed, and a vendor that owes nothing is Active again', async () => {
    const { invoice_id, number } = await owed()
    await close(invoice_id, 'written_off')
    expect(await weigh(invoice_id, 'paid_outside')).toMatchObject({
      balance: { from: '0.00', to: '0.00' },
      status: { from: 2, to: 1 },
    })
    expect((await close(invoice_id, 'paid_outside')).status).toBe(200)
    expect(await payments()).toMatchObject({ balance: '0.00', open_invoices: [], written_off: [] })
    expect(await ledger()).toEqual({ outside: '49.00' })
    expect((await standing())[0]).toBe(1)
    expect((await log()).map(([type]) => type)).toEqual(['payment.renewal', 'payment.write_off'])
    expect((await close(invoice_id, 'written_off')).body.error.message).toBe(`${number} is already paid`)
  })
  test('isn’t a failed charge when nothing else is owed: an Active account isn’t failing, a canceled one can be deleted', async () => {
    await sql`
      update vendor set vendor_status_id = 1, vendor_plan_type_id = 2 where vendor_id = ${vendor_id}`.execute(
      h.services.db,
    )
    await on('2030-02-28')
    const admin = await staff(h, 'admin')
    const see = async () => {
      const { owed: isOwed, troubles } = (await c.get(`/api/vendor/view/${vendor_id}`)).body
      const { owed: said } = (await c.get(`/api/vendor/view/${vendor_id}/dashboard`)).body
      const codes = troubles.map(({ code }: { code: string }) => code)
      const { reasons } = (await admin.get(`/api/vendor/${vendor_id}/deletion`)).body
      return { isOwed, said, failing: codes.includes('billing'), reasons }
    }
    const [first, second] = (await payments()).open_invoices
    await close(first.invoice_id, 'written_off')
    expect(await see()).toMatchObject({ isOwed: true, said: { failures: 6 }, failing: true })
    await close(second.invoice_id, 'written_off')
    expect(await see()).toMatchObject({ isOwed: false, said: null, failing: false })
    await sql`update vendor set vendor_status_id = 4 where vendor_id = ${vendor_id}`.execute(h.services.db)
    expect(await see()).toMatchObject({ isOwed: false, reasons: [] })
  })
  test('no longer appears anywhere as an unpaid charge', async () => {
    const said = async () => {
      const page = (await c.get(`/api/vendor/view/${vendor_id}`)).body
      const { owed } = (await c.get(`/api/vendor/view/${vendor_id}/dashboard`)).body
      const admin = await staff(h, 'admin')
      const { reasons } = (await admin.get(`/api/vendor/${vendor_id}/deletion`)).body
      return { text: page.troubles[0].text, owed: page.owed, due: owed, reasons }
    }
    const { invoice_id } = await owed()
    const suspended = 'Billing suspended, stores not updated'
    expect(await said()).toMatchObject({
      text: `${suspended}; last charge of $49 declined`,
      owed: true,
      due: { declined: { amount: '49.00' }, failures: 5, suspended: true, open: true },
      reasons: expect.arrayContaining(['The last charge is unpaid.']),
    })
    await close(invoice_id, 'written_off')
    const after = await said()
    expect(after).toMatchObject({
      text: suspended,
      owed: false,
      due: { declined: null, failures: 0, suspended: true, open: false },
    })
    expect(after.reasons).not.toContain('The last charge is unpaid.')
  })
  test('leaves the retry count of another open invoice unchanged', async () => {
    const { invoice_id } = await owed()
    await sql`
      update vendor set vendor_status_id = 1, suspended_on = null where vendor_id = ${vendor_id}`.execute(
      h.services.db,
    )
    await on('2030-02-28')
    await close(invoice_id, 'written_off')
    const { owed: due } = (await c.get(`/api/vendor/view/${vendor_id}/dashboard`)).body
    expect(due).toMatchObject({ declined: { amount: '49.00' }, failures: 6, open: true })
  })
  test('doesn’t keep a vendor suspended that pays the rest', async () => {
    await sql`
      update vendor set vendor_status_id = 1, suspended_on = null where vendor_id = ${vendor_id}`.execute(
      h.services.db,
    )
    await on('2030-02-28')
    await sql`update vendor set vendor_status_id = 2 where vendor_id = ${vendor_id}`.execute(h.services.db)
    const [first, second] = (await payments()).open_invoices
    await close(first.invoice_id, 'written_off')
    expect((await weigh(second.invoice_id, 'paid_outside')).status).toEqual({ from: 2, to: 1 })
    await close(second.invoice_id, 'paid_outside')
    expect((await standing())[0]).toBe(1)
  })
  test('doesn’t block canceling at once after a full refund', async () => {
    await close((await owed()).invoice_id, 'written_off')
    await giveCard(h, vendor_id)
    await sql`
      update vendor set vendor_status_id = 1, suspended_on = null where vendor_id = ${vendor_id}`.execute(
      h.services.db,
    )
    await on('2030-02-28')
    const [{ vendor_charge_id, amount }] = await charges()
    const refund = { vendor_charge_id, amount }
    const { body } = await c.post(`/api/vendor/${vendor_id}/refund/effects`, refund)
    expect(body).toMatchObject({ faults: {}, cancel_eligible: true })
  })
  test('gives no credit for days that were never paid', async () => {
    const { invoice_id } = await owed()
    await sql`update vendor set vendor_status_id = 1 where vendor_id = ${vendor_id}`.execute(h.services.db)
    await close(invoice_id, 'written_off')
    const { due } = (await c.post(`/api/vendor/${vendor_id}/plan-type`, { vendor_plan_type_id: null })).body
    const settled = due.lines.filter(({ kind }: { kind: string }) => kind === 'proration')
    expect(settled.map((line: { amount: string }) => line.amount)).toEqual(['-36.75', '36.75'])
  })
})

test.each(['paid_outside', 'written_off'])(
  'if two people close an invoice at once, one succeeds and the other is refused: %s',
  async (how) => {
    const { invoice_id, number } = await owed()
    const answers = await Promise.all([close(invoice_id, how), close(invoice_id, how)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const refused = answers.find(({ status }) => status === 409)!
    expect(refused.body.error.message).toBe(
      `${number} is already ${how === 'written_off' ? 'written off' : 'paid'}`,
    )
  },
)
test('the same request under one key closes an invoice once', async () => {
  const { invoice_id } = await owed()
  const send = () =>
    h.app.inject({
      method: 'POST',
      url: `/api/vendor/${vendor_id}/invoice/${invoice_id}/close`,
      headers: { ...c.raw.headers, cookie: c.raw.cookie, 'idempotency-key': `close ${invoice_id}` },
      payload: { how: 'paid_outside', reason: 'Transfer' },
    })
  const answers = [await send(), await send()]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect((await charges()).filter((charge: { ghost: boolean }) => charge.ghost)).toHaveLength(1)
})
test('another vendor’s invoice or a credit note isn’t found, and closing needs the right to', async () => {
  const { invoice_id } = await owed()
  const other = await h.services.db
    .insertInto('vendor')
    .values({ company: 'Other', vendor_status_id: 1 })
    .returning('vendor_id')
    .executeTakeFirstOrThrow()
  expect((await close(invoice_id, 'paid_outside', c, other.vendor_id)).status).toBe(404)
  const support = await staff(h, 'support')
  expect((await close(invoice_id, 'paid_outside', support)).status).toBe(403)
  const weighed = await support.post(`/api/vendor/${vendor_id}/invoice/${invoice_id}/close/effects`, {
    how: 'paid_outside',
  })
  expect(weighed.status).toBe(403)
  expect((await close(invoice_id, 'given up')).status).toBe(400)
  const url = `/api/vendor/${vendor_id}/invoice/${invoice_id}/close`
  expect((await c.post(url, { how: 'written_off', reason: ' ' })).body.error.fields).toEqual({
    reason: 'Enter a reason',
  })
  await giveCard(h, vendor_id)
  await c.post(`/api/vendor/${vendor_id}/retry-payment`, {})
  const [{ vendor_charge_id }] = await charges()
  await c.post(`/api/vendor/${vendor_id}/refund`, { vendor_charge_id, amount: '5.00', note: 'Asked for' })
  const { rows } = await sql<{ invoice_id: number }>`
    select invoice_id from invoice where vendor_id = ${vendor_id} and kind = 'credit_note'`.execute(
    h.services.db,
  )
  expect(rows).toHaveLength(1)
  expect((await close(rows[0]!.invoice_id, 'paid_outside')).status).toBe(404)
})
test('an invoice can’t be closed while its card is being charged', async () => {
  await giveCard(h, vendor_id, '4000009900000012')
  const { invoice_id } = await owed()
  await c.post(`/api/vendor/${vendor_id}/retry-payment`, {})
  const refused = await close(invoice_id, 'written_off')
  expect(refused.status).toBe(409)
  expect(refused.body.error.message).toContain('is pending at the gateway')
  // said before, too
  expect((await weigh(invoice_id, 'written_off')).error.message).toContain('is pending at the gateway')
})
test.each([
  // delisted as suspended; who was canceled or is Free stays so
  [3, 1],
  [4, 4],
  [0, 0],
])(
  'an invoice paid another way moves a vendor of status %i to %i and keeps an upcoming charge day',
  async (from, to) => {
    at('2030-02-08')
    const { invoice_id } = await owed()
    await sql`update vendor set vendor_status_id = ${from} where vendor_id = ${vendor_id}`.execute(
      h.services.db,
    )
    const told = await weigh(invoice_id, 'paid_outside')
    expect(told.status).toEqual({ from, to })
    expect(told.next_charge_date).toEqual({ from: '2030-02-28', to: '2030-02-28' })
    await close(invoice_id, 'paid_outside')
    expect(await standing()).toEqual([to, '2030-02-28'])
  },
)
