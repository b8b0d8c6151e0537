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
const { on } = daysOf(h)

beforeEach(async () => {
  vendor_id = await makeSuspended(h)
})
afterEach(() => expectSoundBooks(h))

const { payments, owed, close, weigh } = closing(() => ({ c, vendor_id }))

describe('closing an invoice above the limit', () => {
  beforeEach(async () => {
    await sql`update money_setting set second_person_above = 48.99`.execute(h.services.db)
  })
  test('is approved by another person, with the current effects shown', async () => {
    const { invoice_id, number } = await owed()
    expect((await weigh(invoice_id, 'written_off')).second_person).toEqual({ above: '48.99', moved: '0.00' })
    expect((await close(invoice_id, 'written_off')).body.state).toBe('waiting')
    expect((await payments()).balance).toBe('49.00')
    expect((await close(invoice_id, 'paid_outside')).body.error.message).toBe(
      'The same request is already waiting for approval',
    )
    expect((await weigh(invoice_id, 'written_off')).error.message).toBe(
      'The same request is already waiting for approval',
    )
    // whoever works through the list of all sees it, too
    const listed = async () => (await c.get(`/api/invoices?search=${number}`)).body.papers
    expect(await listed()).toMatchObject([{ number, state: 'open', closing: true }])
    const [waiting] = (await payments()).waiting
    expect(waiting).toMatchObject({
      act: 'close_invoice',
      amount: '49.00',
      text: `write off ${number}: Transfer of Feb 8`,
    })
    const second = await staff(h, 'account_manager')
    const url = `/api/money-approval/${waiting.money_approval_id}`
    expect((await c.post(`${url}/approve`, {})).status).toBe(403)
    expect((await second.get(`${url}/effects`)).body).toMatchObject({
      balance: { from: '49.00', to: '0.00' },
      second_person: null,
    })
    expect((await second.post(`${url}/approve`, {})).body.state).toBe('succeeded')
    expect(await payments()).toMatchObject({ balance: '0.00', waiting: [], written_off: [{ number }] })
    expect(await listed()).toMatchObject([{ number, state: 'written_off', closing: false }])
  })
  test('counts with others and with charges of the same day, and waits beside them', async () => {
    await sql`update vendor set vendor_status_id = 1, suspended_on = null where vendor_id = ${vendor_id}`.execute(
      h.services.db,
    )
    await on('2030-02-28')
    await sql`update vendor set vendor_status_id = 1, suspended_on = null where vendor_id = ${vendor_id}`.execute(
      h.services.db,
    )
    await on('2030-03-31')
    await sql`update money_setting set second_person_above = 60`.execute(h.services.db)
    const [first, second, third] = (await payments()).open_invoices
    expect((await close(first.invoice_id, 'written_off')).body.state).toBe('succeeded')
    expect((await weigh(second.invoice_id, 'written_off')).second_person).toEqual({
      above: '60.00',
      moved: '49.00',
    })
    expect((await close(second.invoice_id, 'written_off')).body.state).toBe('waiting')
    expect((await close(third.invoice_id, 'written_off')).body.state).toBe('waiting')
    const charge = {
      vendor_charge_type_id: 2,
      vendor_charge_trans_type_id: 1,
      charge_description: 'Set-up',
      amount: '60.00',
      ghost: true,
    }
    expect((await c.post(`/api/vendor/${vendor_id}/manual-charge`, charge)).body.state).toBe('waiting')
    const other = await staff(h, 'admin')
    expect((await other.post(`/api/vendor/${vendor_id}/manual-charge`, charge)).body.state).toBe('succeeded')
  })
  test('is done in the requester’s name', async () => {
    const { invoice_id, number } = await owed()
    await close(invoice_id, 'written_off')
    const [{ money_approval_id, asked_by_name }] = (await payments()).waiting
    const second = await staff(h, 'account_manager')
    const approve = () => second.post(`/api/money-approval/${money_approval_id}/approve`, {})
    expect((await approve()).body.state).toBe('succeeded')
    const { rows } = await sql`
      select message, action_by_name
      from activity
      where vendor_id = ${vendor_id} and type = 'payment.write_off'`.execute(h.services.db)
    expect(rows).toEqual([{ message: `Written off: $49, ${number}`, action_by_name: asked_by_name }])
  })
  test('is done in the requester’s name for a written-off invoice paid after all', async () => {
    const { invoice_id, number } = await owed()
    await sql`update money_setting set second_person_above = 1000`.execute(h.services.db)
    await close(invoice_id, 'written_off')
    await sql`update money_setting set second_person_above = 48.99`.execute(h.services.db)
    await close(invoice_id, 'paid_outside')
    const [{ money_approval_id, asked_by_name }] = (await payments()).waiting
    const second = await staff(h, 'account_manager')
    await second.post(`/api/money-approval/${money_approval_id}/approve`, {})
    const { rows } = await sql`
      select message, action_by_name
      from activity
      where vendor_id = ${vendor_id} and (entity, entity_id) = ('invoice', ${String(invoice_id)})
      order by activity_id desc
      limit 2`.execute(h.services.db)
    expect(rows).toEqual([
      {
        message: `Paid: $49, Renewal, ${number}, paid outside the gateway, vendor is Active again`,
        action_by_name: asked_by_name,
      },
      {
        message: `Write-off reversed: $49, ${number} paid`,
        action_by_name: asked_by_name,
      },
    ])
  })
  test('shows its approval in the log, with the requester', async () => {
    const { invoice_id, number } = await owed()
    await close(invoice_id, 'written_off')
    const [{ money_approval_id, asked_by_name }] = (await payments()).waiting
    const second = await staff(h, 'account_manager')
    await second.post(`/api/money-approval/${money_approval_id}/approve`, {})
    const { rows } = await sql<{ message: string }>`
      select message from activity
      where vendor_id = ${vendor_id} and entity = 'money_approval'
      order by activity_id desc
      limit 1`.execute(h.services.db)
    expect(rows).toEqual([{ message: `Approved: $49, write off ${number}, requested by ${asked_by_name}` }])
  })
  test('is separate from a pending refund with the same number and amount', async () => {
    const { invoice_id } = await owed()
    await sql`
      insert into money_approval (vendor_id, act, amount, request, asked_by, asked_by_name, insert_tm)
      select ${vendor_id}, 'refund', 49, jsonb_build_object('vendor_charge_id', ${invoice_id}::int), login_id, 'Pat',
        now()
      from login
      limit 1`.execute(h.services.db)
    expect((await close(invoice_id, 'written_off')).body.state).toBe('waiting')
  })
  test('can be withdrawn by the requester, and the log says so', async () => {
    const { invoice_id, number } = await owed()
    await close(invoice_id, 'written_off')
    const [{ money_approval_id, own }] = (await payments()).waiting
    expect(own).toBe(true)
    await c.post(`/api/money-approval/${money_approval_id}/refuse`, { reason: 'It came after all' })
    expect(await payments()).toMatchObject({ balance: '49.00', waiting: [] })
    const { rows } = await sql`
      select message, reason from activity
      where vendor_id = ${vendor_id} and entity = 'money_approval'
      order by activity_id`.execute(h.services.db)
    expect(rows).toEqual([
      { message: `Approval requested: $49, write off ${number}`, reason: 'Transfer of Feb 8' },
      { message: `Withdrawn: $49, write off ${number}`, reason: 'It came after all' },
    ])
  })
  test('can be neither approved nor requested while a card is being charged', async () => {
    const { invoice_id } = await owed()
    await close(invoice_id, 'written_off')
    const [{ money_approval_id }] = (await payments()).waiting
    await giveCard(h, vendor_id, '4000009900000012')
    await c.post(`/api/vendor/${vendor_id}/retry-payment`, {})
    expect((await close(invoice_id, 'written_off')).body.error.message).toContain('is pending at the gateway')
    const second = await staff(h, 'account_manager')
    const answer = await second.post(`/api/money-approval/${money_approval_id}/approve`, {})
    expect(answer.body.error.message).toContain('is pending at the gateway')
  })
  test('can’t be approved if the invoice was paid meanwhile', async () => {
    const { invoice_id, number } = await owed()
    await close(invoice_id, 'written_off')
    const [{ money_approval_id }] = (await payments()).waiting
    await giveCard(h, vendor_id)
    await c.post(`/api/vendor/${vendor_id}/retry-payment`, {})
    const second = await staff(h, 'account_manager')
    const answer = await second.post(`/api/money-approval/${money_approval_id}/approve`, {})
    expect([answer.status, answer.body.error.message]).toEqual([409, `${number} is already paid`])
  })
})
