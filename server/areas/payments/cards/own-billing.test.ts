import { beforeAll, expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { client, harness, makeLogin, staff, type Client } from '#server/test/harness.ts'
import { expectSoundBooks } from '#server/test/billing/money.ts'
import { pdfPages } from '#server/test/pdf-text.ts'
import { renew } from '../public.ts'

const h = harness()
let customer: Client
let other: Client
let vendor_id: number
const contact = {
  first_name: 'Pat',
  last_name: 'Payer',
  email: 'bills@example.com',
  phone: '',
  address1: '1 Main Street',
  address2: '',
  city: 'Springfield',
  state: 'IL',
  province: '',
  zip: '62701',
  country: 'US',
}
const save = (card_num?: string, by = customer) =>
  by.post('/api/account/billing-information', {
    contact,
    ...(card_num && {
      credit_card: {
        name_on_card: 'Pat Payer',
        card_num,
        card_type_id: 1,
        exp_month: 12,
        exp_year: new Date().getUTCFullYear() + 2,
      },
    }),
  })
const billing = async (by = customer) => (await by.get('/api/account/billing')).body
const papers = async (by = customer) => (await by.get('/api/account/invoices')).body

beforeAll(async () => {
  ;({ vendor_id } = await makeLogin(h, 'customer', 'payer@example.com'))
  await makeLogin(h, 'customer', 'other@example.com')
  customer = await client(h, 'payer@example.com')
  other = await client(h, 'other@example.com')
  await sql`insert into plan_type (vendor_plan_type_id, name, monthly_fee) values (1, 'Pro', 49)`.execute(
    h.services.db,
  )
  await sql`
    update vendor
    set vendor_status_id = 1, vendor_plan_type_id = 1, next_charge_date = current_date
    where vendor_id = ${vendor_id}`.execute(h.services.db)
})

test('a customer sees the plan, the next charge, why a card failed and what follows; a working card pays at once', async () => {
  expect(await billing()).toMatchObject({
    plan: { name: 'Pro', monthly_fee: '49.00' },
    bill: { total: '49.00', lines: [{ text: 'Pro', amount: '49.00' }] },
    uses: { suppliers: 0, to_end: 0, to_freeze: 0, frozen: 0, frozen_to_end: 0, stores: 0, listed: 0 },
    balance: '0.00',
    refused: null,
    unpaid: null,
  })
  await save('4000000000000341')
  await renew(h.services)
  const owing = await billing()
  expect(owing).toMatchObject({
    balance: '49.00',
    open_invoices: [{ number: 'INV-000001', total: '49.00', tries_left: 4, next_try: expect.any(String) }],
    refused: { card: 'Visa 0341', reason: 'Your card was declined.', remedy: 'look' },
  })
  expect((await save('4000000000000341')).body.retried).toMatchObject({ state: 'declined', amount: '49.00' })
  expect((await save('4242424242424242')).body).toEqual({
    success: true,
    retried: { state: 'succeeded', amount: '49.00', card_exception: null },
  })
  expect(await billing()).toMatchObject({ balance: '0.00', open_invoices: [], refused: null })
  await expectSoundBooks(h)
})

test('subscriptions about to pause or end appear beside those paused now', async () => {
  const { db } = h.services
  await sql`
    with made as (
      insert into dropshipper (supplier_name, dropshipper_prefix)
      values ('Going', 'UG'), ('To end', 'UC'), ('To pause', 'UP'), ('Paused', 'UF'), ('Ends', 'UE')
      returning dropshipper_id, dropshipper_prefix as prefix)
    insert into subscription (vendor_id, dropshipper_id, is_pause_pending, paused_at, is_cancel_pending)
    select ${vendor_id}, dropshipper_id, prefix = 'UP', case when prefix in ('UF', 'UE') then now() end,
      prefix in ('UC', 'UE')
    from made`.execute(db)
  expect(await billing()).toMatchObject({
    uses: { suppliers: 3, to_end: 1, to_freeze: 1, frozen: 2, frozen_to_end: 1 },
    bill: { frozen: '18.00' },
  })
  await sql`delete from subscription where vendor_id = ${vendor_id}`.execute(db)
})

test('changing the billing contact without a card keeps the card', async () => {
  expect((await save()).body).toEqual({ success: true, retried: null })
  const { body } = await customer.get('/api/account/billing-information')
  expect(body).toMatchObject({ contact, card: { text: 'Visa 4242' } })
  // who has no card yet has one asked for
  expect((await save(undefined, other)).body.success).toBe(true)
  expect((await other.get('/api/account/billing-information')).body.card).toBeNull()
})

test('invoice PDFs are available to their own customer only', async () => {
  const { papers: own, total } = await papers()
  expect([total, own]).toMatchObject([1, [{ number: 'INV-000001', state: 'paid', kind: 'invoice' }]])
  const { invoice_id } = own[0]
  const pdf = await h.app.inject({
    url: `/api/account/invoice/${invoice_id}/pdf`,
    headers: { ...customer.raw.headers, cookie: customer.raw.cookie },
  })
  expect(pdf.headers['content-type']).toBe('application/pdf')
  expect(pdfPages(pdf.rawPayload).join()).toContain('$49')
  expect((await other.get(`/api/account/invoice/${invoice_id}/pdf`)).status).toBe(404)
  expect((await customer.get('/api/account/invoice/999999/pdf')).status).toBe(404)
  expect(await papers(other)).toEqual({ total: 0, papers: [] })
})

test('invoices and credit notes are listed by date, newest first', async () => {
  await sql`
    insert into invoice (vendor_id, series, number, kind, issued_on, issued_tm, total, bill_to, paid_tm)
    select ${vendor_id}, series, 900 + n, 'renewal', d::date, d::timestamptz, 0, '{}', now()
    from invoice_counter, (values (1, '2026-01-05'), (2, '2025-11-08'), (3, '2026-01-05')) x (n, d)
    where series = 'INV'`.execute(h.services.db)
  const { papers: own } = await papers()
  expect(own.slice(-3).map((p: { number: string }) => p.number)).toEqual([
    'INV-000903',
    'INV-000901',
    'INV-000902',
  ])
  await sql`delete from invoice where number > 900`.execute(h.services.db)
})

test('an invoice appears as open, and as written off once it is', async () => {
  await sql`
    insert into invoice (vendor_id, series, number, kind, issued_on, issued_tm, total, bill_to)
    values (${vendor_id}, 'INV', 901, 'renewal', '2026-01-05', '2026-01-05', 0, '{}')`.execute(h.services.db)
  const stands = async () =>
    (await papers()).papers.find((p: { number: string }) => p.number === 'INV-000901').state
  expect(await stands()).toBe('open')
  await sql`update invoice set written_off_tm = now(), written_off_reason = 'x' where number = 901`.execute(
    h.services.db,
  )
  expect(await stands()).toBe('written_off')
  await sql`delete from invoice where number = 901`.execute(h.services.db)
})

test('a suspended customer sees since when, and when the products are removed', async () => {
  await sql`
    update vendor
    set vendor_status_id = 2, suspended_on = '2026-03-01'
    where vendor_id = ${vendor_id}`.execute(h.services.db)
  expect(await billing()).toMatchObject({
    unpaid: 'suspended',
    suspended_on: '2026-03-01',
    delisted_on: '2026-03-31',
    uncharged: null,
    next_charge_date: expect.any(String),
  })
  // who is Canceled or Free is charged nothing
  for (const [status, uncharged] of [
    [4, 'canceled'],
    [0, 'free'],
  ]) {
    await sql`
      update vendor
      set vendor_status_id = ${status}, suspended_on = null
      where vendor_id = ${vendor_id}`.execute(h.services.db)
    expect(await billing()).toMatchObject({
      unpaid: null,
      uncharged,
      next_charge_date: null,
      bill: { lines: [], total: '0.00' },
    })
  }
})

test('no refusal contains a card number, and texts that are too long are refused', async () => {
  const number = '4242424242424241'
  const wrong = await save(number)
  const broken = await h.app.inject({
    method: 'POST',
    url: '/api/account/billing-information',
    headers: { ...customer.raw.headers, cookie: customer.raw.cookie, 'content-type': 'application/json' },
    payload: `{"credit_card": {"card_num": "${number}" "exp`,
  })
  const long = await customer.post('/api/account/billing-information', {
    contact: { ...contact, first_name: 'x'.repeat(1_000_000) },
    credit_card: { card_num: number },
  })
  const huge = await customer.post('/api/account/billing-information', {
    contact: { ...contact, first_name: 'x'.repeat(5_000_000) },
  })
  expect([wrong.status, broken.statusCode, long.status, huge.status]).toEqual([400, 400, 400, 413])
  expect(JSON.stringify([wrong.body, broken.body, long.body])).not.toContain(number)
})

test('staff have no billing page of their own', async () => {
  const finance = await staff(h, 'finance')
  for (const path of ['billing', 'invoices', 'invoice/1/pdf'])
    expect((await finance.get(`/api/account/${path}`)).status).toBe(409)
})
