import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { harness, staff, type Client } from '#server/test/harness.ts'
import {
  daysOf,
  expectSoundBooks,
  giveCard,
  makePayer,
  makePlans,
  plus,
  pro,
} from '#server/test/billing/money.ts'

const h = harness()
const days = daysOf(h)
let manager: Client
let finance: Client
let admin: Client
let support: Client
let extra = 0
let vendor_id = 0
beforeAll(async () => {
  manager = await staff(h, 'account_manager')
  finance = await staff(h, 'finance')
  admin = await staff(h, 'admin')
  support = await staff(h, 'support')
  await makePlans(h, pro, plus, ['Huge', '5000.00'])
  const { body } = await manager.post('/api/vendor/new-billing-extra', { billing_extra_name: 'Consulting' })
  extra = body.billing_extra_type_id
})
beforeEach(async () => {
  days.at('2030-01-20')
  await sql`update money_setting set second_person_above = 1000`.execute(h.services.db)
  vendor_id = await makePayer(h)
  await giveCard(h, vendor_id)
})

const note = { note: 'Agreed on the phone', note_type: 11 }
const basics = async () => (await manager.get(`/api/vendor/${vendor_id}/basics`)).body
const save = async (change: object, by = manager) => {
  const { version, vendor } = await basics()
  return by.post(`/api/vendor/${vendor_id}`, { version, vendor: { ...vendor, ...change }, note })
}
const saveExtra = (cost: string, by = manager) =>
  by.post(`/api/vendor/${vendor_id}/billing-extras`, {
    billing_extras: [{ id: { vendor_id, billing_extra_type_id: extra }, billing_extra_cost: cost }],
  })
const billing = async () => (await manager.get(`/api/vendor/view/${vendor_id}/billing`)).body
const waiting = async (by = finance) => (await by.get('/api/payments/waiting')).body.approvals
const ofVendor = async (by = finance) => (await by.get(`/api/vendor/${vendor_id}/payments`)).body.waiting
const approve = (id: number, by = finance) => by.post(`/api/money-approval/${id}/approve`, {})
const code = (more: object = {}) => ({
  promo_code_id: null,
  promo_code: `CODE${Math.random().toString(36).slice(2, 8)}`,
  description: '',
  percentage_based: true,
  discount: '100',
  enable_optimized_sync: false,
  billing_plan_id: null,
  plan_only: null,
  is_recurring: true,
  recurring_billing_cycles: null,
  dropshipper_id: null,
  market_id: null,
  vendor_affiliate_id: null,
  promo_code_partner_id: null,
  ends_on: null,
  usage_limit: null,
  ...more,
})
const makeCode = async (more: object = {}): Promise<string> => {
  const { promo_code_id: _, ...columns } = code(more)
  await h.services.db.insertInto('promo_code').values(columns).execute()
  return columns.promo_code
}

describe('an act that moves more than the limit changes nothing until another person approves it', () => {
  test('an extra of $250,000 is never charged by one account manager alone', async () => {
    expect((await saveExtra('250000')).body).toMatchObject({
      waiting: true,
      billing_extras: [],
      due: { total: '49.00' },
    })
    await days.on('2030-01-31')
    const { charges } = (await manager.get(`/api/vendor/${vendor_id}/billing-history`)).body
    expect(charges).toMatchObject([{ amount: '49.00' }])
    await expectSoundBooks(h)
    const [request] = await ofVendor()
    expect(request).toMatchObject({
      act: 'extras',
      amount: '3000000.00',
      text: 'Consulting $250,000 a month',
      own: false,
    })
    expect((await approve(request.money_approval_id, manager)).status).toBe(403)
    expect((await approve(request.money_approval_id, support)).status).toBe(403)
    expect((await approve(request.money_approval_id)).body.state).toBe('succeeded')
    expect((await billing()).due.total).toBe('250049.00')
    expect(await ofVendor()).toEqual([])
  })

  test('credit of $500,000, given or taken', async () => {
    const given = await save({ credit_available: '500000' })
    expect(given.body).toMatchObject({ waiting: true, vendor: { credit_available: '0.00' } })
    const [{ money_approval_id: id, text }] = await ofVendor()
    expect(text).toBe('Credit $500,000: Agreed on the phone')
    expect((await approve(id)).body.state).toBe('succeeded')
    expect((await basics()).vendor.credit_available).toBe('500000.00')
    // the note is written with it, by the person who asked
    const { rows } = await sql`
      select n.note, n.written_by_name = a.asked_by_name as by_requester
      from vendor_note n, money_approval a
      where n.vendor_id = ${vendor_id} and a.money_approval_id = ${id}`.execute(h.services.db)
    expect(rows).toEqual([{ note: note.note, by_requester: true }])
    expect((await save({ credit_available: '0' })).body).toMatchObject({
      waiting: true,
      vendor: { credit_available: '500000.00' },
    })
  })

  test('a promo code of 100 % for ever, its change, and giving it', async () => {
    const body = code()
    expect((await manager.post('/api/promo-codes/', body)).body).toMatchObject({
      waiting: true,
      promo_code: null,
    })
    const [request] = (await waiting()).slice(-1)
    expect(request).toMatchObject({ act: 'promo_code', vendor_id: null, amount: '6000000.00' })
    expect((await approve(request.money_approval_id)).body.state).toBe('succeeded')
    const { rows } = await sql<{ promo_code_id: number }>`
      select promo_code_id from promo_code where promo_code = ${body.promo_code}`.execute(h.services.db)
    expect(rows).toHaveLength(1)
    const promo_code_id = rows[0]!.promo_code_id
    // a code that takes little, and that is to take everything
    const small = {
      promo_code_id: null,
      percentage_based: false,
      discount: '5',
      is_recurring: false,
      usage_limit: 3,
    }
    const made = await manager.post('/api/promo-codes/', code(small))
    expect(made.body).toMatchObject({ waiting: false, promo_code: { discount: '5.00' } })
    const larger = { ...code(small), promo_code_id: made.body.promo_code.promo_code_id, discount: '5000' }
    expect((await manager.post('/api/promo-codes/', larger)).body).toMatchObject({
      waiting: true,
      promo_code: { discount: '5.00' },
    })
    // on a plan of $199 it takes $2,388 in a year
    await sql`update vendor set vendor_plan_type_id = 2 where vendor_id = ${vendor_id}`.execute(h.services.db)
    const give = { promo_code: body.promo_code }
    expect((await manager.post(`/api/vendor/${vendor_id}/postPromoCode`, give)).body).toEqual({
      promos: [],
      waiting: true,
    })
    const [given] = await ofVendor()
    expect(given).toMatchObject({ act: 'apply_code', amount: '2388.00' })
    await approve(given.money_approval_id)
    expect((await billing()).promos).toMatchObject([{ promo_code_id }])
    // taking it off charges as much again
    const [{ promo_code_usage_id: usage }] = (await billing()).promos
    const taken = await manager.delete(`/api/vendor/${usage}/deletePromeCode`)
    expect(taken.body).toMatchObject({ waiting: true, promos: [{ promo_code_id }] })
  })

  test('a custom plan, one that starts later, and a plan type', async () => {
    const plan = (monthly_fee: string, start: string) => ({
      billing_plan: {
        monthly_fee,
        custom_billing_plan_start_tm: start,
        billing_plan_will_expire: false,
        billing_plan_expiration_date: null,
        billing_plan_default_id: null,
      },
    })
    const post = (call: string, body: object) => manager.post(`/api/vendor/${vendor_id}/${call}`, body)
    expect((await post('billing-plan', plan('5000', '2030-01-01'))).body).toMatchObject({
      waiting: true,
      billing_plan: null,
    })
    expect((await post('billing-plan', plan('5000', '2031-06-01'))).body.waiting).toBe(true)
    expect((await post('plan-type', { vendor_plan_type_id: 3 })).body).toMatchObject({
      waiting: true,
      plan: 'Pro',
    })
    expect((await post('plan-type', { vendor_plan_type_id: 2 })).body).toMatchObject({
      waiting: false,
      plan: 'Plus',
    })
  })

  test('a custom plan of $0, and no plan at all, count the bills of a year as a promo code does', async () => {
    await sql`update vendor set vendor_plan_type_id = 2 where vendor_id = ${vendor_id}`.execute(h.services.db)
    const post = (call: string, body: object) => manager.post(`/api/vendor/${vendor_id}/${call}`, body)
    const plan = (monthly_fee: string, until: string | null = null) => ({
      billing_plan: {
        monthly_fee,
        custom_billing_plan_start_tm: '2030-01-01',
        billing_plan_will_expire: until !== null,
        billing_plan_expiration_date: until,
        billing_plan_default_id: null,
      },
    })
    expect((await post('billing-plan', plan('0'))).body).toMatchObject({ waiting: true, billing_plan: null })
    expect((await post('plan-type', { vendor_plan_type_id: null })).body).toMatchObject({
      waiting: true,
      plan: 'Plus',
    })
    expect((await ofVendor()).map(({ amount }: { amount: string }) => amount)).toEqual(['2388.00', '2388.00'])
    // three bills of it
    expect((await post('billing-plan', plan('0', '2030-04-15'))).body.waiting).toBe(false)
  })

  test('the next charge date brought forward to tomorrow, put off, or removed', async () => {
    await sql`update vendor set vendor_plan_type_id = 3 where vendor_id = ${vendor_id}`.execute(h.services.db)
    for (const next_charge_date of ['2030-01-21', '2031-12-31', null]) {
      const answer = await save({ next_charge_date })
      expect(answer.body).toMatchObject({ waiting: true, vendor: { next_charge_date: '2030-01-31' } })
    }
    expect(await ofVendor()).toMatchObject([
      { amount: '5000.00' },
      // at most a year's bills
      { amount: '60000.00' },
      { amount: '5000.00' },
    ])
  })

  test('a status that stops billing, starts it, or takes products out of stores', async () => {
    await sql`update vendor set vendor_plan_type_id = 3 where vendor_id = ${vendor_id}`.execute(h.services.db)
    for (const vendor_status_id of [0, 2, 3, 4])
      expect((await save({ vendor_status_id })).body).toMatchObject({
        waiting: true,
        vendor: { vendor_status_id: 1 },
      })
    await sql`update vendor set vendor_status_id = 2 where vendor_id = ${vendor_id}`.execute(h.services.db)
    expect((await save({ vendor_status_id: 1 })).body.waiting).toBe(true)
  })

  test('DELIST always, whatever the bill', async () => {
    await sql`update money_setting set second_person_above = null`.execute(h.services.db)
    const { body } = await save({ vendor_status_id: 3 })
    expect(body).toMatchObject({ waiting: true, vendor: { vendor_status_id: 1 } })
    const [{ money_approval_id: id, amount }] = await ofVendor()
    expect(amount).toBe('49.00')
    expect((await approve(id)).body.state).toBe('succeeded')
    expect((await basics()).vendor.vendor_status_id).toBe(3)
  })
})

describe('a vendor that is served although it isn’t billed', () => {
  test('counts a year of bills when its billing stops', async () => {
    const { db } = h.services
    await sql`update vendor set vendor_plan_type_id = 2 where vendor_id = ${vendor_id}`.execute(db)
    expect((await save({ vendor_status_id: 2 })).body.waiting).toBe(false)
    expect((await save({ vendor_status_id: 1 })).body.waiting).toBe(false)
    await sql`
      with supplier as (
        insert into dropshipper (supplier_name, dropshipper_prefix) values ('Served', 'SRV')
        returning dropshipper_id),
      subscribed as (
        insert into subscription (vendor_id, dropshipper_id) select ${vendor_id}, dropshipper_id from supplier),
      market as (
        insert into market (market_id, market_name) values (39, 'Shopify') on conflict do nothing)
      insert into vendor_market_map (vendor_id, dropshipper_id, market_id, is_activated)
      select ${vendor_id}, dropshipper_id, 39, 1 from supplier`.execute(db)
    expect((await save({ vendor_status_id: 4 })).body.waiting).toBe(true)
    expect((await ofVendor()).at(-1).amount).toBe('2388.00')
  })
})

describe('the limit', () => {
  const setLimit = (second_person_above: string | null, by = admin) =>
    by.post('/api/payments/second-person', { second_person_above })
  const charge = (by: Client) =>
    by.post(`/api/vendor/${vendor_id}/manual-charge`, {
      vendor_charge_type_id: 2,
      vendor_charge_trans_type_id: 1,
      charge_description: 'Set-up',
      amount: '9000.00',
    })

  test('isn’t lifted, used and set back by one admin', async () => {
    expect((await setLimit(null)).body).toEqual({ second_person_above: '1000.00', waiting: true })
    expect((await charge(admin)).body.state).toBe('waiting')
    const request = (await waiting(admin)).find((one: { act: string }) => one.act === 'approval_limit')
    expect(request).toMatchObject({ text: '$1,000 to none', vendor_id: null, company: null, own: true })
    expect((await approve(request.money_approval_id, admin)).status).toBe(403)
    // finance moves money, but an admin decides about the limit
    expect((await approve(request.money_approval_id, finance)).status).toBe(403)
    expect(
      (await finance.post(`/api/money-approval/${request.money_approval_id}/refuse`, { reason: 'No' }))
        .status,
    ).toBe(403)
    const other = await staff(h, 'admin')
    expect(
      (await other.get(`/api/money-approval/${request.money_approval_id}/effects`)).body.changes,
    ).toEqual([{ name: 'Approval limit', from: '$1,000', to: 'none' }])
    expect((await approve(request.money_approval_id, other)).body.state).toBe('succeeded')
    expect((await charge(admin)).body.state).toBe('succeeded')
    // lowering it needs another admin, too
    expect((await setLimit('500')).body).toEqual({ second_person_above: null, waiting: true })
    expect((await setLimit(null)).body).toEqual({ second_person_above: null, waiting: false })
  })
})

describe('several small acts of one person on one vendor in a day', () => {
  test('count together across kinds of act, and another person’s don’t', async () => {
    expect((await save({ credit_available: '600' })).body.waiting).toBe(false)
    // $20 a month for a year
    expect((await saveExtra('20')).body.waiting).toBe(false)
    const charge = (amount: string, by: Client) =>
      by.post(`/api/vendor/${vendor_id}/manual-charge`, {
        vendor_charge_type_id: 2,
        vendor_charge_trans_type_id: 1,
        charge_description: 'Set-up',
        amount,
        ghost: true,
      })
    expect((await charge('160.00', manager)).body.state).toBe('succeeded')
    expect((await charge('0.50', manager)).body.state).toBe('waiting')
    expect((await save({ credit_available: '600.01' })).body.waiting).toBe(true)
    expect((await saveExtra('20.10')).body.waiting).toBe(true)
    // the approver reads why a small act waits
    expect(await ofVendor()).toContainEqual(
      expect.objectContaining({ act: 'manual_charge', amount: '0.50', moved: '1000.00' }),
    )
    expect((await charge('900.00', finance)).body.state).toBe('succeeded')
    days.at('2030-01-22')
    expect((await save({ credit_available: '600.02' })).body.waiting).toBe(false)
    await expectSoundBooks(h)
  })
})

describe('support', () => {
  test.each([
    ['Free', 0],
    ['Billing Suspended', 2],
    ['DELIST', 3],
    ['Canceled', 4],
  ])('can’t set an Active vendor to %s, and reads which field is refused', async (_, vendor_status_id) => {
    const { status, body } = await save({ vendor_status_id }, support)
    expect([status, body.error]).toMatchObject([
      403,
      {
        message: 'Only finance, account managers and admins can change Status',
        fields: { 'vendor.vendor_status_id': 'Only finance, account managers and admins can change this' },
      },
    ])
    expect((await basics()).vendor.vendor_status_id).toBe(1)
  })
  test('can’t make a suspended vendor Active, and still saves what moves no money', async () => {
    await sql`update vendor set vendor_status_id = 2 where vendor_id = ${vendor_id}`.execute(h.services.db)
    expect((await save({ vendor_status_id: 1 }, support)).status).toBe(403)
    expect((await save({ company: 'Renamed' }, support)).body).toMatchObject({
      waiting: false,
      vendor: { company: 'Renamed', vendor_status_id: 2 },
    })
  })
})

describe('a waiting request', () => {
  test('of a record waits whole: what would need no approval isn’t saved either', async () => {
    const { body } = await save({ company: 'Renamed', credit_available: '5000' })
    expect(body).toMatchObject({ waiting: true, vendor: { company: 'Payer', credit_available: '0.00' } })
    const [{ money_approval_id: id }] = await ofVendor()
    await approve(id)
    expect((await basics()).vendor).toMatchObject({ company: 'Renamed', credit_available: '5000.00' })
  })

  test('is carried out once if two people approve it at the same time', async () => {
    await saveExtra('5000')
    const [{ money_approval_id: id }] = await ofVendor()
    const answers = await Promise.all([approve(id, finance), approve(id, admin)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const { rows } = await sql`
      select message from activity where vendor_id = ${vendor_id} and type = 'billing.extras'`.execute(
      h.services.db,
    )
    expect(rows).toEqual([{ message: 'Extras: Consulting $5,000 a month' }])
  })

  test('made once, whoever sends it twice at the same time', async () => {
    const answers = await Promise.all([saveExtra('5000'), saveExtra('5000')])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await ofVendor()).toHaveLength(1)
  })

  test('can’t be approved after somebody else changed the record, with or without a version', async () => {
    await saveExtra('5000')
    await save({ credit_available: '5000' })
    const [extras, credit] = await ofVendor()
    await finance.post(`/api/vendor/${vendor_id}/plan-type`, { vendor_plan_type_id: 2 })
    const stale = (await approve(extras.money_approval_id)).body.error.message
    expect(stale).toContain('Changed since Pat account_manager requested this: Pat finance changed this: ')
    expect(stale).toContain('Reject this request, then request it again')
    await sql`
      update vendor set next_charge_date = '2030-02-28' where vendor_id = ${vendor_id}`.execute(h.services.db)
    expect((await approve(credit.money_approval_id)).status).toBe(409)
    expect((await finance.get(`/api/money-approval/${extras.money_approval_id}/effects`)).status).toBe(409)
    expect(await ofVendor()).toHaveLength(2)
    expect(await billing()).toMatchObject({ billing_extras: [], credit_available: '0.00' })
  })

  test('says that a bill has changed a field since, and to reject it', async () => {
    await save({ credit_available: '5000' })
    const [{ money_approval_id: id }] = await ofVendor()
    await sql`
      update vendor set next_charge_date = '2030-02-28' where vendor_id = ${vendor_id}`.execute(h.services.db)
    const { status, body } = await finance.get(`/api/money-approval/${id}/effects`)
    expect(status).toBe(409)
    expect(body.error.message).toMatch(
      /^Changed since Pat account_manager requested this: Next charge.* was changed to .*; it was .* then\. Reject this request, then request it again$/,
    )
    expect((await approve(id)).body.error.message).toBe(body.error.message)
  })

  test('is withdrawn by who asked, and rejected by another with a reason', async () => {
    await saveExtra('5000')
    const [{ money_approval_id: mine }] = await ofVendor()
    const refuse = (id: number, reason: string, by: Client) =>
      by.post(`/api/money-approval/${id}/refuse`, { reason })
    expect((await refuse(mine, 'A mistake', manager)).status).toBe(204)
    await saveExtra('6000')
    const [{ money_approval_id: next }] = await ofVendor()
    expect((await refuse(next, 'Far too much', finance)).status).toBe(204)
    const { refused } = (await manager.get(`/api/vendor/${vendor_id}/payments`)).body
    expect(refused).toMatchObject([{ act: 'extras', reason: 'Far too much', own: true }])
    expect((await billing()).billing_extras).toEqual([])
  })

  test('can’t be carried out in the name of somebody who may no longer do it', async () => {
    const leaving = await staff(h, 'account_manager')
    await saveExtra('5000', leaving)
    const [{ money_approval_id: id }] = await ofVendor()
    await sql`
      update login set role = 'support'
      where login_id = (select asked_by from money_approval where money_approval_id = ${id})`.execute(
      h.services.db,
    )
    expect((await approve(id)).body.error.message).toContain('can no longer request payments')
  })
})

describe('a preview', () => {
  const effects = (act: string, more: object, by = manager) =>
    by.post('/api/money-act/effects', { act, vendor_id, ...more })

  test('says what the act does, and leaves nothing behind', async () => {
    const body = {
      billing_extras: [{ id: { vendor_id, billing_extra_type_id: extra }, billing_extra_cost: '90' }],
    }
    const shown = await effects('extras', { body })
    expect(shown.body).toEqual({
      amount: '1080.00',
      changes: [
        { name: 'Extras per month', from: '$0', to: '$90' },
        { name: 'Next charge', from: '$49 on 1/31/30', to: '$139 on 1/31/30' },
      ],
      second_person: { above: '1000.00', moved: '0.00' },
      faults: {},
    })
    expect((await billing()).billing_extras).toEqual([])
    expect(await ofVendor()).toEqual([])
    await saveExtra('90')
    expect((await effects('extras', { body })).body.error.message).toBe(
      'The same request is already waiting for approval',
    )
    const [{ money_approval_id: id }] = await ofVendor()
    // the person who approves sees the same
    expect((await finance.get(`/api/money-approval/${id}/effects`)).body).toEqual({
      ...shown.body,
      second_person: null,
    })
    expect((await manager.get(`/api/money-approval/${id}/effects`)).status).toBe(403)
  })

  test('names faults by their fields, and is for those who may do it', async () => {
    const { version, vendor } = await basics()
    const body = { version, vendor: { ...vendor, next_charge_date: '2020-01-01' }, note }
    expect((await effects('basic_info', { body })).body.faults).toEqual({
      'vendor.next_charge_date': '1/21/30 (UTC) or later',
    })
    expect((await effects('basic_info', { body }, support)).status).toBe(403)
    const limit = { act: 'approval_limit', body: { second_person_above: '5' } }
    expect((await finance.post('/api/money-act/effects', limit)).status).toBe(403)
    expect((await admin.post('/api/money-act/effects', limit)).body).toMatchObject({
      changes: [{ from: '$1,000', to: '$5' }],
      second_person: { always: 'Another admin must approve changes to the limit' },
    })
  })

  test.each([
    ['plan_type', { body: { vendor_plan_type_id: 2 } }, '150.00'],
    ['use_custom_plan', { body: { has_custom_billing_plan: false } }, '0.00'],
  ])('of %s counts %s', async (act, more, amount) => {
    expect((await effects(act, more)).body.amount).toBe(amount)
  })
  test('of a promo code, new and given', async () => {
    const { promo_code_id: _, ...body } = code({ discount: '10', is_recurring: false, usage_limit: 1 })
    const shown = await manager.post('/api/money-act/effects', {
      act: 'promo_code',
      body: { promo_code_id: null, ...body },
    })
    expect(shown.body).toMatchObject({
      amount: '500.00',
      changes: [{ name: 'Largest discount in a year', from: '$0', to: '$500' }],
    })
    const promo_code = await makeCode({ discount: '50' })
    expect((await effects('apply_code', { body: { promo_code } })).body).toMatchObject({
      amount: '294.00',
      changes: [
        { name: 'Promo codes', from: 'none', to: promo_code },
        { name: 'Next charge', from: '$49 on 1/31/30', to: '$24.50 on 1/31/30' },
      ],
    })
  })
})
