import { expect, test } from 'vitest'
import { client, harness, makeLogin, staff } from '#server/test/harness.ts'
import { giveCard, makeVendor } from '#server/test/billing/money.ts'

const h = harness()
const reason = 'Left the company'

/** A person of finance whose charge waits for approval, and the admin who looks at it. */
async function makeRequest() {
  const admin = await staff(h, 'admin')
  const { email } = await makeLogin(h, 'finance')
  const requester = await client(h, email)
  const vendor_id = await makeVendor(h)
  await giveCard(h, vendor_id)
  const charged = await requester.post(`/api/vendor/${vendor_id}/manual-charge`, {
    vendor_charge_type_id: 2,
    vendor_charge_trans_type_id: 1,
    charge_description: 'Feed set-up',
    amount: '5000.00',
  })
  expect(charged.body.state).toBe('waiting')
  const { login_id } = await h.services.db
    .selectFrom('login')
    .select('login_id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const waiting = async () => (await admin.get(`/api/vendor/${vendor_id}/payments`)).body.waiting
  const [{ money_approval_id: id, requester_left }] = await waiting()
  expect(requester_left).toBe(false)
  return { admin, login_id, id, waiting }
}

test.each([
  ['was disabled', 'post', 'disable', {}],
  ['can no longer request payments', 'put', 'role', { role: 'support' }],
] as const)(
  'a request is kept, but can’t be approved, once its requester %s',
  async (what, method, path, body) => {
    const { admin, login_id, id, waiting } = await makeRequest()
    const ended = await admin[method](`/api/staff/${login_id}/${path}`, { ...body, reason })
    expect(ended.body).toMatchObject({ approvals: 1 })
    expect(await waiting()).toMatchObject([{ money_approval_id: id, requester_left: true }])
    for (const answer of [
      await admin.get(`/api/money-approval/${id}/effects`),
      await admin.post(`/api/money-approval/${id}/approve`),
    ]) {
      expect(answer.status).toBe(409)
      expect(answer.body.error.message).toContain(what)
    }
    expect(await waiting()).toHaveLength(1)
    expect((await admin.post(`/api/money-approval/${id}/refuse`, { reason: 'Outdated' })).status).toBe(204)
    expect(await waiting()).toEqual([])
  },
)
