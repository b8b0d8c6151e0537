import { beforeAll, describe, expect, test } from 'vitest'
import { client, harness, makeLogin, staff, type Client } from '#server/test/harness.ts'

const h = harness()
let me: Client
let other: Client
let admin: Client
beforeAll(async () => {
  me = await staff(h)
  other = await staff(h)
  admin = await staff(h, 'admin')
})

const columns = { hidden: ['votes'], order: ['subs', 'name'] }
const details = { search: 'query=a', columns, shared: false }
const save = async (by: Client, name: string, more: object = {}) =>
  (await by.post('/api/saved-views', { ...details, list: 'suppliers', name, ...more })).body
const listed = async (by: Client, list = 'suppliers') => {
  const { body } = await by.get(`/api/saved-views?list=${list}`)
  return body.map((v: { name: string }) => v.name)
}

describe('a saved view', () => {
  test('is private until it is shared, and then all staff see whose it is', async () => {
    const view = await save(me, 'Mine')
    expect(view).toMatchObject({ name: 'Mine', search: 'query=a', columns, own: true, may_change: true })
    expect(await listed(other)).not.toContain('Mine')
    await me.put(`/api/saved-views/${view.saved_view_id}`, { ...details, name: 'Mine', shared: true })
    const { body } = await other.get('/api/saved-views?list=suppliers')
    expect(body.find((v: { name: string }) => v.name === 'Mine')).toMatchObject({
      own: false,
      may_change: false,
      owner: 'Pat support',
      columns,
    })
    expect(await listed(other, 'jobs')).toEqual([])
  })

  test('is changed and removed by its owner or an admin, and a private one is hidden from others', async () => {
    const shared = await save(me, 'Shared', { shared: true })
    const hidden = await save(me, 'Private')
    const at = (view: { saved_view_id: number }) => `/api/saved-views/${view.saved_view_id}`
    const as = { ...details, name: 'Theirs', shared: true }
    expect((await other.put(at(shared), as)).status).toBe(403)
    expect((await other.delete(at(shared))).status).toBe(403)
    expect((await other.put(at(hidden), as)).status).toBe(404)
    expect((await other.delete(at(hidden))).status).toBe(404)
    expect(await admin.put(at(shared), { ...as, name: 'Tidied' })).toMatchObject({ status: 200 })
    expect(await listed(other)).toContain('Tidied')
    expect((await me.delete(at(shared))).status).toBe(204)
    expect((await me.delete(at(shared))).status).toBe(404)
    expect(await listed(other)).not.toContain('Tidied')
  })

  test('needs a unique name among the person’s views of the list, regardless of case', async () => {
    const first = await save(me, 'Late')
    const again = await me.post('/api/saved-views', { ...details, list: 'suppliers', name: ' LATE ' })
    expect(again).toMatchObject({ status: 400, body: { error: { fields: { name: expect.any(String) } } } })
    const second = await save(me, 'Later')
    const renamed = await me.put(`/api/saved-views/${second.saved_view_id}`, { ...details, name: 'late' })
    expect(renamed.status).toBe(400)
    const same = await me.put(`/api/saved-views/${first.saved_view_id}`, { ...details, name: 'LATE' })
    expect(same).toMatchObject({ status: 200, body: { name: 'LATE' } })
    expect((await me.post('/api/saved-views', { ...details, list: 'jobs', name: 'Late' })).status).toBe(200)
    expect(
      (await other.post('/api/saved-views', { ...details, list: 'suppliers', name: 'Late' })).status,
    ).toBe(200)
  })

  test('that someone else has changed since isn’t overwritten unawares', async () => {
    const view = await save(me, 'Two people', { shared: true })
    const at = `/api/saved-views/${view.saved_view_id}`
    const body = { ...details, shared: true, version: view.version }
    const theirs = await admin.put(at, { ...body, name: 'By the admin' })
    expect(theirs.status).toBe(200)
    const mine = await me.put(at, { ...body, name: 'By me' })
    expect(mine).toMatchObject({
      status: 409,
      body: { error: { changed: [{ field: 'name', from: 'Two people', to: 'By the admin' }] } },
    })
    const knowing = { ...body, name: 'By me', version: mine.body.error.version }
    expect(await me.put(at, knowing)).toMatchObject({ status: 200, body: { name: 'By me' } })
  })

  test('changes nothing if saved unchanged, and each change is in the activity log', async () => {
    const view = await save(me, 'Logged')
    const at = `/api/saved-views/${view.saved_view_id}`
    const same = await me.put(at, { ...details, name: 'Logged', version: view.version })
    expect(same.body.version).toBe(view.version)
    await me.put(at, { ...details, name: 'Logged', search: 'query=b' })
    await me.delete(at)
    const rows = await h.services.db
      .selectFrom('activity')
      .select(['type', 'changes'])
      .where('entity', '=', 'saved_view')
      .where('entity_id', '=', String(view.saved_view_id))
      .orderBy('activity_id')
      .execute()
    expect(rows).toEqual([
      { type: 'view.save', changes: null },
      { type: 'view.save', changes: { search: { from: 'query=a', to: 'query=b' } } },
      { type: 'view.remove', changes: null },
    ])
  })

  test('is limited to a hundred per person', async () => {
    const keen = await client(h, (await makeLogin(h, 'support')).email)
    for (let i = 0; i < 100; i++) await save(keen, `View ${i}`, { list: `list ${i % 3}` })
    const more = await keen.post('/api/saved-views', { ...details, list: 'suppliers', name: 'One more' })
    expect(more.status).toBe(409)
    expect(more.body.error.message).toContain('100 views')
  })
})
