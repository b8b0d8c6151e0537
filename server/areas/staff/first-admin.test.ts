import { describe, expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { client, harness, makeLogin, password } from '#server/test/harness.ts'
import { firstAdminLink, inviteAdminOnServer } from './public.ts'

const h = harness()
const tokenOf = (link: string | undefined) => /\/join\/([\w-]+)$/.exec(link ?? '')?.[1] ?? ''
const join = async (token: string, more: object = {}) =>
  (await client(h)).post(`/api-public/staff-invitation/${token}`, {
    first_name: 'Fi',
    last_name: 'Rst',
    password,
    ...more,
  })
const noAdmin = () => sql`update login set role = 'support' where role = 'admin'`.execute(h.services.db)

describe('the first admin’s link', () => {
  test('sets name, email and password, once', async () => {
    await makeLogin(h, 'support')
    const link = await firstAdminLink(h.services)
    expect(link).toContain(`${h.services.config.publicUrl}/join/`)
    const token = tokenOf(link)
    const c = await client(h)
    expect((await c.get(`/api-public/staff-invitation/${token}`)).body).toEqual({
      valid: true,
      expired: false,
      email: null,
      role: 'admin',
    })
    const email = 'first@example.com'
    const refused = await join(token)
    expect([refused.status, refused.body.error.fields]).toEqual([
      400,
      { email: 'This is not a valid email address' },
    ])
    expect((await join(token, { email })).body).toEqual({ success: true, email })
    expect((await (await client(h, email)).get('/api/staff')).body.staff).toContainEqual(
      expect.objectContaining({ name: 'Fi Rst', email, role: 'admin' }),
    )
    expect((await join(token, { email: 'second@example.com' })).body.success).toBe(false)
  })
  test('is made at each start while nobody is admin, and the earlier one stops working', async () => {
    await noAdmin()
    const [first, second] = [await firstAdminLink(h.services), await firstAdminLink(h.services)]
    expect((await join(tokenOf(first), { email: 'early@example.com' })).body.success).toBe(false)
    expect((await join(tokenOf(second), { email: 'late@example.com' })).body.success).toBe(true)
    expect(await firstAdminLink(h.services)).toBeUndefined()
  })
  test('stops working after 24 hours, and once somebody else is admin', async () => {
    await noAdmin()
    const token = tokenOf(await firstAdminLink(h.services))
    const { rows } = await sql<{ hours: number }>`
      select round(extract(epoch from expires_tm - insert_tm) / 3600)::int as hours
      from staff_invitation
      where email is null`.execute(h.services.db)
    expect(rows).toEqual([{ hours: 24 }])
    await makeLogin(h, 'admin')
    expect((await join(token, { email: 'toolate@example.com' })).body.success).toBe(false)
  })
  test('isn’t shown among the invitations', async () => {
    await noAdmin()
    await firstAdminLink(h.services)
    const c = await client(h, (await makeLogin(h, 'admin')).email)
    expect((await c.get('/api/staff')).body.invitations).toEqual([])
  })
})

describe('npm run admin', () => {
  test('makes a link for another admin, also while there are admins', async () => {
    await makeLogin(h, 'admin')
    const email = 'locked-out@example.com'
    const { link } = await inviteAdminOnServer(h.services, ` ${email} `)
    expect((await join(tokenOf(link))).body).toEqual({ success: true, email })
    expect((await (await client(h, email)).get('/api/staff')).status).toBe(200)
  })
  test('refuses what isn’t an address, and an address that has a login', async () => {
    await expect(inviteAdminOnServer(h.services, '')).rejects.toThrow('npm run admin -- pat@example.com')
    const { email } = await makeLogin(h, 'support')
    await expect(inviteAdminOnServer(h.services, email)).rejects.toThrow('Use another address.')
  })
})
