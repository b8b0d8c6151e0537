import { beforeAll, expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { client, harness, makeLogin, staff, type Client } from '#server/test/harness.ts'
import { expectSoundBooks, makePlans, pro } from '#server/test/billing/money.ts'
import { renew } from '../public.ts'

const h = harness()
let customer: Client
let vendor_id: number
beforeAll(async () => {
  const login = await makeLogin(h, 'customer', 'payer@example.com')
  vendor_id = login.vendor_id
  customer = await client(h, 'payer@example.com')
})

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
const card = (more: object = {}) => ({
  contact,
  credit_card: {
    name_on_card: 'Pat Payer',
    card_num: '4242 4242 4242 4242',
    card_type_id: 1,
    exp_month: 12,
    exp_year: new Date().getUTCFullYear() + 2,
    ...more,
  },
})
const save = (more?: object) => customer.post('/api/account/billing-information', card(more))

test('a customer saves a card, and its number is stored nowhere', async () => {
  expect((await save()).body).toEqual({ success: true, retried: null })
  const { body } = await customer.get('/api/account/billing-information')
  expect(body).toMatchObject({
    form: { kind: 'sandbox' },
    contact,
    card: { card_type_id: 1, text: 'Visa 4242' },
  })
  const [said] = await h.services.db
    .selectFrom('activity')
    .select('message')
    .where('vendor_id', '=', vendor_id)
    .where('type', '=', 'payment.card')
    .execute()
  expect(said!.message).toBe(`Card saved: Visa 4242, expires 12/${new Date().getUTCFullYear() + 2}`)
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public'`.execute(
    h.services.db,
  )
  for (const { name } of rows) {
    const found = await sql`
      select from ${sql.table(name)} t where t::text like '%4242424242424242%' or t::text like '%4242 4242 4242%'
      limit 1`.execute(h.services.db)
    expect([name, found.rows.length]).toEqual([name, 0])
  }
})

test('the contact keeps its further phones and daily update, even if a save leaves them out', async () => {
  const further = { primary_phone: '555 0101', alternate_phone: '555 0102', daily_update_email: true }
  const read = async () => (await customer.get('/api/account/billing-information')).body.contact
  const saveContact = (more: object) =>
    customer.post('/api/account/billing-information', { contact: { ...contact, ...more } })
  expect(await read()).toMatchObject({ primary_phone: '', alternate_phone: '', daily_update_email: false })
  expect((await saveContact(further)).status).toBe(200)
  expect(await read()).toEqual({ ...contact, ...further })
  expect((await saveContact({ city: 'Shelbyville' })).status).toBe(200)
  expect(await read()).toEqual({ ...contact, ...further, city: 'Shelbyville' })
  await saveContact({ primary_phone: '', alternate_phone: '', daily_update_email: false })
  expect(await read()).toMatchObject({ primary_phone: '', alternate_phone: '', daily_update_email: false })
  await sql`update billing_contact set contact = contact - 'primary_phone' - 'alternate_phone' - 'daily_update_email'
    where vendor_id = ${vendor_id}`.execute(h.services.db)
  expect(await read()).toMatchObject({ primary_phone: '', alternate_phone: '', daily_update_email: false })
})

test('an invalid card shows the standard message and changes nothing', async () => {
  const wrong = await save({ card_num: '4242424242424241' })
  expect([wrong.status, wrong.body.error.message]).toEqual([
    400,
    'Sorry, the credit card details you specified are not valid',
  ])
  expect((await save({ exp_year: 2060 })).body.error.fields['credit_card.exp_year']).toContain(
    'Enter a year from',
  )
  expect((await customer.get('/api/account/billing-information')).body.card.text).toBe('Visa 4242')
})

test('a card of another type than its number belongs to is refused', async () => {
  for (const card_type_id of [2, 3, 4]) {
    const { status, body } = await save({ card_type_id })
    expect([status, Object.keys(body.error.fields)]).toEqual([400, ['credit_card.card_type_id']])
  }
  expect((await save({ card_num: '5555555555554444', card_type_id: 2 })).status).toBe(200)
  expect((await save()).status).toBe(200)
})

test('the reason a card isn’t accepted appears at the field it is about', async () => {
  const at = async (more: object) => Object.keys((await save(more)).body.error.fields)
  expect(await at({ card_num: '4000000000000069' })).toEqual(['credit_card.exp_year'])
  expect(await at({ cvc: '1' })).toEqual(['credit_card.cvc'])
  expect(await at({ card_num: '4000000000000127' })).toEqual(['credit_card.cvc'])
  expect(await at({ card_num: '4000000000000002' })).toEqual(['credit_card.card_num'])
})

test('a new card is charged at once for what is owed', async () => {
  await save({ card_num: '4000000000000341' })
  await makePlans(h, pro)
  await h.services.db
    .updateTable('vendor')
    .set({ vendor_status_id: 1, vendor_plan_type_id: 1, next_charge_date: '2026-01-31' })
    .where('vendor_id', '=', vendor_id)
    .execute()
  await sql`update vendor set next_charge_date = current_date where vendor_id = ${vendor_id}`.execute(
    h.services.db,
  )
  await renew(h.services)
  const { rows: letters } = await sql<{ recipient: string; subject: string }>`select * from mail`.execute(
    h.services.db,
  )
  expect(letters).toMatchObject([{ recipient: 'bills@example.com', subject: 'Your payment of $49 failed' }])
  await save()
  const paid = await (await staff(h, 'finance')).get(`/api/vendor/${vendor_id}/billing-history`)
  expect(
    paid.body.charges.map((c: { vendor_charge_status_id: number }) => c.vendor_charge_status_id),
  ).toEqual([1, 2])
  await expectSoundBooks(h)
})

test('a change of the billing contact appears in the log, with or without a card', async () => {
  const from = (await customer.get('/api/account/billing-information')).body.contact
  const log = async () =>
    h.services.db
      .selectFrom('activity')
      .select(['type', 'changes'])
      .where('vendor_id', '=', vendor_id)
      .where('type', 'in', ['payment.contact', 'payment.card'])
      .orderBy('activity_id')
      .execute()
  const before = (await log()).length
  const said = async () => (await log()).slice(before)
  const saveWith = (more: object, email: string) =>
    customer.post('/api/account/billing-information', { ...more, contact: { ...contact, email } })
  await saveWith({}, from.email)
  expect(await said()).toEqual([])
  await saveWith({}, 'one@example.com')
  await saveWith({}, 'one@example.com')
  expect(await said()).toEqual([
    { type: 'payment.contact', changes: { email: { from: from.email, to: 'one@example.com' } } },
  ])
  await saveWith(card(), 'two@example.com')
  await saveWith(card(), 'two@example.com')
  expect((await said()).slice(1)).toEqual([
    { type: 'payment.contact', changes: { email: { from: 'one@example.com', to: 'two@example.com' } } },
    { type: 'payment.card', changes: null },
    { type: 'payment.card', changes: null },
  ])
})

test('staff have no billing information', async () => {
  expect((await (await staff(h, 'finance')).get('/api/account/billing-information')).status).toBe(409)
})
