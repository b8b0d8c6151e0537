import { beforeEach, describe, expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { client, harness, lettersTo, makeLogin, password, staff, type Client } from '#server/test/harness.ts'
import { giveCard, makeVendor } from '#server/test/billing/money.ts'
import { refuseNewRole } from './independent.ts'

const h = harness()
let admin: Client
let adminEmail: string
let invited = 0
beforeEach(async () => {
  adminEmail = (await makeLogin(h, 'admin')).email
  await age('insert_tm', adminEmail)
  admin = await client(h, adminEmail)
})

/** Eight days ago. */
const age = (column: 'insert_tm' | 'role_tm', email: string) =>
  sql`update login set ${sql.ref(column)} = now() - interval '8 days' where email = ${email}`.execute(
    h.services.db,
  )
async function join(by: Client, role: string) {
  const email = `new${++invited}@example.com`
  expect((await by.post('/api/staff/invitations', { email, role })).status).toBe(200)
  const [letter] = await lettersTo(h, email)
  const token = /\/join\/([\w-]+)/.exec(letter?.text ?? '')?.[1]
  const person = { first_name: 'New', last_name: 'Person', password }
  const joined = await (await client(h)).post(`/api-public/staff-invitation/${token}`, person)
  expect(joined.body.success).toBe(true)
  return { email, c: await client(h, email) }
}
async function charge(by: Client): Promise<number> {
  const vendor_id = await makeVendor(h)
  await giveCard(h, vendor_id)
  await by.post(`/api/vendor/${vendor_id}/manual-charge`, {
    vendor_charge_type_id: 2,
    vendor_charge_trans_type_id: 1,
    charge_description: 'Feed set-up',
    amount: '5000.00',
  })
  return (await admin.get(`/api/vendor/${vendor_id}/payments`)).body.waiting[0].money_approval_id
}
const approve = (by: Client, id: number) => by.post(`/api/money-approval/${id}/approve`)

describe('a person whom an admin has just invited', () => {
  test('can’t approve what that admin requests, nor the other way, for a week', async () => {
    const { c, email } = await join(admin, 'finance')
    const [own, theirs] = [await charge(admin), await charge(c)]
    for (const answer of [
      await approve(c, own),
      await approve(admin, theirs),
      await c.get(`/api/money-approval/${own}/effects`),
    ]) {
      expect(answer.status).toBe(403)
      expect(answer.body.error.message).toContain('you can’t approve for each other')
    }
    const against = async (by: Client, id: number) =>
      (await by.get('/api/payments/waiting')).body.approvals.find(
        (one: { money_approval_id: number }) => one.money_approval_id === id,
      ).role_given
    expect(await against(c, own)).toContain('you can’t approve for each other')
    expect(await against(admin, own)).toBeNull()
    await age('role_tm', email)
    expect(await against(c, own)).toBeNull()
    expect((await approve(c, own)).body.state).toBe('succeeded')
    expect((await approve(admin, theirs)).body.state).toBe('succeeded')
  })
  test('can approve what others request', async () => {
    const { c } = await join(admin, 'finance')
    expect((await approve(c, await charge(await staff(h, 'account_manager')))).body.state).toBe('succeeded')
  })
  test('can’t through a third, nor together with another one', async () => {
    const between = await join(admin, 'admin')
    const last = await join(between.c, 'finance')
    const sibling = await join(admin, 'finance')
    expect((await approve(last.c, await charge(admin))).status).toBe(403)
    expect((await approve(last.c, await charge(sibling.c))).status).toBe(403)
  })
})

test('who was promoted or enabled by an admin counts as new', async () => {
  for (const [role, act] of [
    ['support', (id: number) => admin.put(`/api/staff/${id}/role`, { role: 'finance', reason: 'New duty' })],
    ['finance', (id: number) => admin.post(`/api/staff/${id}/enable`, { reason: 'Is back' })],
  ] as const) {
    const { email } = await makeLogin(h, role)
    const { login_id } = await h.services.db
      .selectFrom('login')
      .select('login_id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    if (role === 'finance') await admin.post(`/api/staff/${login_id}/disable`, { reason: 'Is away' })
    expect((await act(login_id)).status).toBeLessThan(300)
    expect((await approve(await client(h, email), await charge(admin))).status).toBe(403)
  }
})

test('in an installation of this week everybody may', async () => {
  await sql`update login set insert_tm = now() where email = ${adminEmail}`.execute(h.services.db)
  const { c } = await join(admin, 'finance')
  expect((await approve(c, await charge(admin))).body.state).toBe('succeeded')
})

test('two who gave each other a role are found, and nobody else', async () => {
  const { db } = h.services
  const idOf = async (email: string) =>
    (await db.selectFrom('login').select('login_id').where('email', '=', email).executeTakeFirstOrThrow())
      .login_id
  const [a, b, other] = [
    await idOf(adminEmail),
    await idOf((await makeLogin(h, 'finance')).email),
    await idOf((await makeLogin(h, 'finance')).email),
  ]
  await sql`
    update login
    set role_tm = now(), role_by = case login_id when ${a} then ${b}::int else ${a}::int end
    where login_id in (${a}, ${b})`.execute(db)
  await expect(refuseNewRole(db, a, [b])).rejects.toThrow('approve for each other')
  await expect(refuseNewRole(db, b, [other, a])).rejects.toThrow('approve for each other')
  await expect(refuseNewRole(db, a, [other])).resolves.toBeUndefined()
  await expect(refuseNewRole(db, a, [])).resolves.toBeUndefined()
})
