import { beforeEach, describe, expect, test } from 'vitest'
import { jobStatus } from '#contract/jobs/types.ts'
import { directSecret, directWorld } from '#server/test/direct-app/direct-world.ts'
import { harness } from '#server/test/harness.ts'

const h = harness({ worker: true })
const { at, register, order, sync, view, save, ended, remote, lastJob } = directWorld(h)
const decide = (id: number, winners: object, remote_version: string) =>
  at.c.post('/api/direct-app/differences', { id, remote_version, winners })

let id: number
beforeEach(async () => {
  id = register()
  await sync()
})

test('orders come in once, however often they are read, and later changes replace them', async () => {
  const order_id = order(id, 2, { paid: false })
  await sync(id)
  await sync(id)
  await sync()
  expect((await view(id)).direct_user).toMatchObject({ total_orders: 1, paid_orders: 0 })
  const there = at.app.contents.orders.find((one) => one.id === order_id)!
  there.paid_at = there.changed_at = new Date().toISOString()
  await sync(id)
  expect((await view(id)).direct_user).toMatchObject({ total_orders: 1, paid_orders: 1 })
})

test('an order as it was before a change that was read doesn’t replace it', async () => {
  const order_id = order(id, 0)
  const there = at.app.contents.orders.find((one) => one.id === order_id)!
  await sync(id)
  there.changed_at = new Date(Date.parse(there.changed_at) - 60_000).toISOString()
  there.paid_at = null
  await sync(id)
  expect((await view(id)).direct_user).toMatchObject({ total_orders: 1, paid_orders: 1 })
})

test('more than a page of users and orders is read to its end', async () => {
  const ids = Array.from({ length: 130 }, () => register())
  for (const user of ids) order(user, 0)
  expect((await sync())?.result).toMatchObject({ orders: expect.any(Number) })
  const { users } = (await at.c.post('/api/direct-app/user/search', { search: String(ids.at(-1)) })).body
  expect(users[0]).toMatchObject({ id: ids.at(-1), total_orders: 1 })
})

test('what moves by itself at IS Direct is taken, and logged', async () => {
  at.app.edit(id, { monthly_orders_remaining: 41, next_charge_date: '2031-06-20' })
  await sync(id)
  const { direct_user, sync: state } = await view(id)
  expect(direct_user).toMatchObject({ monthly_orders_remaining: 41, next_charge_date: '2031-06-20' })
  expect(state.differences).toEqual([])
})

describe('where IS Direct has another value', () => {
  beforeEach(async () => {
    at.app.edit(id, { email: 'theirs@example.net', plan_id: 3 })
    await sync(id)
  })
  test('both sides are shown, and nothing is overwritten', async () => {
    const { direct_user, sync: state } = await view(id)
    expect(state.differences).toEqual([
      { field: 'email', ours: `direct${id}@example.net`, theirs: 'theirs@example.net' },
      { field: 'direct_plan_type_id', ours: 2, theirs: 3 },
    ])
    expect(direct_user).toMatchObject({ email: `direct${id}@example.net`, direct_plan_type_id: 2 })
    expect(remote(id)).toMatchObject({ email: 'theirs@example.net', plan_id: 3 })
    await sync(id)
    expect((await view(id)).sync.differences).toHaveLength(2)
  })
  test('the user is in the list of those who differ, until a person has decided', async () => {
    const differing = async () =>
      (await at.c.post('/api/direct-app/user/search', { differs: true })).body.users.map(
        (user: { id: number }) => user.id,
      )
    expect(await differing()).toContain(id)
    const { remote_version } = (await view(id)).sync
    await decide(id, { email: 'there', direct_plan_type_id: 'there' }, remote_version)
    expect(await differing()).not.toContain(id)
  })
  test('a person decides field by field', async () => {
    const { remote_version } = (await view(id)).sync
    const { status, body } = await decide(id, { email: 'here', direct_plan_type_id: 'there' }, remote_version)
    expect([status, body.sync.differences]).toEqual([200, []])
    expect(body.direct_user.direct_plan_type_id).toBe(3)
    await ended(id)
    expect(remote(id)).toMatchObject({ email: `direct${id}@example.net`, plan_id: 3 })
    expect((await view(id)).sync.unsent).toEqual([])
  })
  test('a decision on other values than those that were compared is refused', async () => {
    const { remote_version } = (await view(id)).sync
    at.app.edit(id, { email: 'again@example.net' })
    await sync(id)
    expect((await decide(id, { email: 'there' }, remote_version)).status).toBe(409)
    const empty = await decide(id, {}, (await view(id)).sync.remote_version)
    expect(empty.body.error.fields).toEqual({ winners: 'Choose which value to keep' })
    expect((await view(id)).direct_user.email).toBe(`direct${id}@example.net`)
  })
  test('two people who decide at once: one does', async () => {
    const { remote_version } = (await view(id)).sync
    const answers = await Promise.all([1, 2].map(() => decide(id, { email: 'there' }, remote_version)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })
})

describe('a change that was made here', () => {
  test('meets one that was made there meanwhile: nothing is sent, and both are shown', async () => {
    at.market.mischief.push({
      pattern: /^PATCH/,
      meanwhile: () => at.app.edit(id, { email: 'meanwhile@example.net' }),
    })
    await save(id, { email: 'ours@example.net' })
    await ended(id)
    expect(remote(id).email).toBe('meanwhile@example.net')
    expect((await view(id)).sync).toMatchObject({
      unsent: [],
      differences: [{ field: 'email', ours: 'ours@example.net', theirs: 'meanwhile@example.net' }],
    })
  })
  test('of a value that moves by itself there waits for a person, and stays until then', async () => {
    const difference = async () => (await view(id)).sync.differences
    at.market.mischief.push({
      pattern: /^PATCH/,
      meanwhile: () => at.app.edit(id, { monthly_orders_remaining: 33 }),
    })
    await save(id, { monthly_orders_remaining: 20 })
    await ended(id)
    const field = 'monthly_orders_remaining'
    expect(await difference()).toEqual([{ field, ours: 20, theirs: 33 }])
    at.app.edit(id, { monthly_orders_remaining: 32 })
    await sync(id)
    expect(await difference()).toEqual([{ field, ours: 20, theirs: 32 }])
  })
  test('is sent although something else changed there', async () => {
    at.market.mischief.push({
      pattern: /^PATCH/,
      meanwhile: () => at.app.edit(id, { monthly_orders_remaining: 33 }),
    })
    await save(id, { email: 'kept@example.net' })
    await ended(id)
    expect(remote(id)).toMatchObject({ email: 'kept@example.net', monthly_orders_remaining: 33 })
    expect((await view(id)).direct_user.monthly_orders_remaining).toBe(33)
  })
  test.each([
    ['the answer is lost', { losesAnswer: true }],
    ['the request is lost', { losesRequest: true }],
    ['IS Direct is busy', { answer: { status: 503, headers: { 'retry-after': '1' }, body: {} } }],
  ])('arrives once although %s', async (_name, mischief) => {
    at.market.mischief.push({ pattern: /^PATCH/, ...mischief })
    await save(id, { email: `once${id}@example.net` })
    expect((await ended(id))?.job_status).toBe(jobStatus.succeeded)
    expect(remote(id).email).toBe(`once${id}@example.net`)
    expect((await view(id)).sync).toMatchObject({ unsent: [], differences: [] })
  })
  test('that IS Direct refuses stays here, and the reason is shown', async () => {
    at.market.mischief.push({
      pattern: /^PATCH/,
      answer: { status: 422, body: { fields: { email: 'blocked' } } },
    })
    await save(id, { email: 'blocked@example.net' })
    await ended(id)
    expect((await view(id)).sync).toMatchObject({
      unsent: ['email'],
      job: { reason: 'IS Direct refused the request (422). email: blocked' },
    })
    await sync(id)
    expect(remote(id).email).toBe('blocked@example.net')
  })
})

test.each([
  ['isn’t valid', { body: { id: 'none' } }, /isn’t valid/],
  ['is no JSON', { body: '<html>' }, /isn’t valid/],
  ['is 401', { status: 401, body: {} }, /refused the secret/],
  ['is 404', { status: 404, body: {} }, /Not found/],
])('an answer that %s ends the sync with its reason, and changes nothing', async (_name, answer, reason) => {
  const before = (await view(id)).direct_user
  at.market.mischief.push({ pattern: new RegExp(`^GET /shop/v1/users/${id}`), answer })
  await sync(id)
  expect((await lastJob(id))?.reason).toMatch(reason)
  expect((await view(id)).direct_user).toEqual(before)
})

test('a worker that dies between two pages of orders loses and doubles none', async () => {
  for (let i = 0; i < 150; i++) order(id, 3)
  at.market.mischief.push({ pattern: /cursor=100/, times: 8, losesRequest: true })
  await sync(id)
  expect((await view(id)).direct_user.total_orders).toBe(150)
})

test('a sync that is asked for twice at once reads each order once', async () => {
  order(id)
  const answers = await Promise.all([1, 2].map(() => at.c.post('/api/direct-app/sync-user', { id })))
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  await ended(id)
  expect((await view(id)).direct_user.total_orders).toBe(1)
  expect((await at.c.post('/api/direct-app/sync-user', { id: 99_999 })).status).toBe(404)
})

test('without a connection it says where that is set up', async () => {
  h.services.config.directApp = undefined
  const { status, body } = await at.c.post('/api/direct-app/sync-user', { id })
  expect([status, body.error.message]).toEqual([409, expect.stringContaining('DIRECT_APP_URL')])
  expect((await view(id)).sync.connected).toBe(false)
  expect((await save(id, { monthly_orders_remaining: 3 })).body.error).toBe(null)
  expect((await view(id)).sync.unsent).toEqual(['monthly_orders_remaining'])
  h.services.config.directApp = { url: at.market.address, secret: directSecret }
  await sync(id)
  expect(remote(id).monthly_orders_remaining).toBe(3)
})
