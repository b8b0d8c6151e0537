import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { harness, makeLogin, staff, type Client } from '#server/test/harness.ts'

const h = harness()
const minute = 60_000
let one: Client
let other: Client
let now = Date.now()
let id: number
beforeAll(async () => {
  one = await staff(h)
  other = await staff(h, 'finance')
})
beforeEach(async () => {
  now = Date.now()
  vi.spyOn(h.services.clock, 'now').mockImplementation(() => now)
  id = (await makeLogin(h, 'customer')).vendor_id
})

describe('people viewing a vendor’s page', () => {
  const look = async (c: Client) =>
    (await c.post(`/api/vendor/${id}/viewers`)).body.viewers.map((v: { name: string }) => v.name)
  test('see each other’s names until a minute after closing, and nothing is logged', async () => {
    expect(await look(one)).toEqual([])
    expect(await look(other)).toEqual(['Pat support'])
    now += minute / 3
    expect(await look(one)).toEqual(['Pat finance'])
    now += minute / 2
    expect(await look(other)).toEqual(['Pat support'])
    now += minute
    expect(await look(other)).toEqual([])
    const { rows } = await sql`select from activity where vendor_id = ${id}`.execute(h.services.db)
    expect(rows).toHaveLength(0)
  })
  test('can’t be listed for an unknown vendor', async () => {
    expect((await one.post('/api/vendor/999999/viewers')).status).toBe(404)
  })
})
