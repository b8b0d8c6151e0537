import { beforeAll, describe, expect, test } from 'vitest'
import { client, harness, makeLogin, staff, type Client } from './test/harness.ts'

// what a call says when its input is wrong, where the specification says it in words of its own
const h = harness()
let finance: Client
let vendor_id: number
let email: string
beforeAll(async () => {
  finance = await staff(h, 'finance')
  ;({ vendor_id, email } = await makeLogin(h, 'customer'))
})

describe('the specification’s text comes from the server, too, for', () => {
  test('a manual charge with errors', async () => {
    for (const path of ['manual-charge', 'manual-charge/effects']) {
      const { status, body } = await finance.post(`/api/vendor/${vendor_id}/${path}`, {})
      expect([status, body.error.message]).toEqual([400, 'Fix the errors listed in red and try again'])
      expect(body.error.fields).toHaveProperty('amount')
    }
  })
  test('a card form with errors', async () => {
    const customer = await client(h, email)
    const { status, body } = await customer.post('/api/account/billing-information', {
      contact: {},
      credit_card: { exp_month: 13 },
    })
    expect([status, body.error.message]).toEqual([
      400,
      'Your billing information contains some errors, please fix the errors listed in red and try again',
    ])
  })
  test('a refund and another account manager without the note, even without its name', async () => {
    const refund = await finance.post(`/api/vendor/${vendor_id}/refund`, { vendor_charge_id: 1, amount: '1' })
    expect(refund.body.error.fields).toEqual({ note: 'You must leave a note to provide a refund' })
    const manager = await finance.post(`/api/vendor/${vendor_id}/set-account-manager`, {
      account_manager_vendor_id: 1,
    })
    expect(manager.body.error.fields).toEqual({ note: 'You must enter a note' })
  })
  test('a promo code that no user has', async () => {
    const changed = await finance.put('/api/vendor/updatePromoCode', {
      promo_code_usage_id: 999,
      promo_code: 'X',
    })
    expect([changed.status, changed.body.error.message]).toEqual([
      404,
      'Error, nothing to update. Please try again',
    ])
    const removed = await finance.delete('/api/vendor/999/deletePromeCode')
    expect([removed.status, removed.body.error.message]).toEqual([404, 'Nothing to delete, please try again'])
  })
})
