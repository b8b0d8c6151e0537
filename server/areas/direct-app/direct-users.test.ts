import { beforeAll, describe, expect, test } from 'vitest'
import { addDays, dayOf } from '#contract/billing/days.ts'
import { directWorld } from '#server/test/direct-app/direct-world.ts'
import { harness, staff } from '#server/test/harness.ts'

const h = harness({ worker: true })
const { at, register, order, sync, view, save, ended, remote } = directWorld(h)
const today = () => dayOf(h.services.clock.now())
const search = async (body: object) => (await at.c.post('/api/direct-app/user/search', body)).body

describe('the list', () => {
  let ids: number[]
  beforeAll(async () => {
    ids = Array.from({ length: 27 }, () => register())
    // the last registered has the most orders, the one before it the most paid ones
    for (const days of [1, 2, 40]) order(ids[26]!, days, { cost: '1.10', paid: false })
    for (const days of [3, 50]) order(ids[25]!, days, { cost: '2.25' })
    expect((await sync())?.result).toMatchObject({ users: 27, orders: 5 })
  })
  test('shows 25 a page, total orders first, and counts come from the orders', async () => {
    const first = await search({})
    expect(first.total).toBe(27)
    expect(first.users).toHaveLength(25)
    expect(first.users[0]).toMatchObject({ id: ids[26], total_orders: 3, paid_orders: 0, plan: 'Basic' })
    expect(first.users[1]).toMatchObject({ id: ids[25], total_orders: 2, paid_orders: 2 })
    expect((await search({ page: 2 })).users).toHaveLength(2)
  })
  test.each([
    ['email', 0],
    ['id', 0],
    ['newest', 26],
    ['oldest', 0],
    ['total_orders', 26],
    ['paid_orders', 25],
    ['last_order_at', 26],
  ])('sorts by %s', async (sort, place) => {
    const { users } = await search({ sort })
    expect(users[0].id).toBe(sort === 'newest' ? users[0].id : ids[place])
  })
  test('is searched by a part of the email and by the ID', async () => {
    expect((await search({ search: `RECT${ids[3]}@` })).users.map((u: { id: number }) => u.id)).toEqual([
      ids[3],
    ])
    expect((await search({ search: String(ids[4]) })).users.map((u: { id: number }) => u.id)).toContain(
      ids[4],
    )
    expect((await search({ search: 'nobody' })).total).toBe(0)
  })
  test('has figures of the last 30 days and of all time, like each user', async () => {
    const summary = {
      new_order_count: 3,
      total_orders: 5,
      new_paid_order_count: 1,
      total_paid_orders: 2,
      new_total_order_cost: '4.45',
      total_cost: '7.80',
      new_paid_order_cost: '2.25',
      total_paid_cost: '4.50',
    }
    expect((await at.c.get('/api/direct-app/summary')).body).toMatchObject({
      ...summary,
      users: 27,
      new_users: 0,
    })
    expect((await view(ids[25]!)).direct_user_summary).toEqual({
      new_order_count: 1,
      total_orders: 2,
      new_paid_order_count: 1,
      total_paid_orders: 2,
      new_total_order_cost: '2.25',
      total_cost: '4.50',
      new_paid_order_cost: '2.25',
      total_paid_cost: '4.50',
    })
  })
  test('leads to the orders of a user, and to a 404 for one who isn’t there', async () => {
    const { orders, total } = (await at.c.get(`/api/direct-app/orders?id=${ids[26]}&sort=ordered`)).body
    expect([total, orders.map((o: { cost: string }) => o.cost)]).toEqual([3, ['1.10', '1.10', '1.10']])
    expect((await at.c.get('/api/direct-app/orders?id=99999')).status).toBe(404)
    expect((await at.c.get('/api/direct-app/user?id=99999')).status).toBe(404)
  })
})

describe('a user', () => {
  let id: number
  const fields = async (change: object, more = {}) => {
    const { status, body } = await save(id, change, more)
    return [status, body.error?.fields]
  }
  beforeAll(async () => {
    id = register()
    await sync()
  })
  test('is saved, logged, and sent to IS Direct by a job', async () => {
    const saved = await save(id, { email: 'renamed@example.net', monthly_orders_remaining: 7 })
    expect([saved.status, saved.body.error]).toEqual([200, null])
    expect(saved.body.direct_user).toMatchObject({
      email: 'renamed@example.net',
      monthly_orders_remaining: 7,
    })
    await ended(id)
    expect(remote(id)).toMatchObject({ email: 'renamed@example.net', monthly_orders_remaining: 7 })
    expect((await view(id)).sync).toMatchObject({ unsent: [], differences: [] })
    const { rows } = await h.services.database.pool.query(
      `select type, message from activity where entity = 'direct_user' and entity_id = $1 order by activity_id`,
      [String(id)],
    )
    expect(rows).toContainEqual({
      type: 'direct_user.save',
      message: 'renamed@example.net changed: Email, Orders left this month',
    })
  })
  test('changes its plan only once that was confirmed', async () => {
    const { body } = await save(id, { direct_plan_type_id: 3 })
    expect(body).toMatchObject({ direct_user: null, error: 'Confirm the plan change first' })
    expect((await view(id)).direct_user.direct_plan_type_id).toBe(2)
    const confirmed = await save(id, { direct_plan_type_id: 3 }, { changed_billing_plan: true })
    expect(confirmed.body).toMatchObject({ direct_user: { direct_plan_type_id: 3 }, error: null })
    await ended(id)
    expect(remote(id).plan_id).toBe(3)
  })
  test('is refused with each problem at its field', async () => {
    expect(await fields({ next_charge_date: today() })).toEqual([
      400,
      { next_charge_date: expect.stringMatching(/^Enter .* \(UTC\) or later$/) },
    ])
    expect(await fields({ direct_plan_type_id: 4 }, { changed_billing_plan: true })).toEqual([
      400,
      { direct_plan_type_id: 'Founder is no longer offered' },
    ])
    expect(await fields({ direct_plan_type_id: 77 })).toEqual([
      400,
      { direct_plan_type_id: 'Plan not found' },
    ])
    expect(await fields({ next_charge_date: null })).toEqual([
      400,
      { next_charge_date: 'Next charge date is required for this plan' },
    ])
    expect(await fields({ email: 'direct501@example.net' })).toEqual([
      400,
      { email: 'Another IS Direct user has this email' },
    ])
    expect(await fields({ email: 'none', monthly_orders_remaining: -1 })).toEqual([
      400,
      {
        'user.email': 'This is not a valid email address',
        'user.monthly_orders_remaining': expect.any(String),
      },
    ])
    expect(await fields({ total_orders: 5, nickname: 'x' })).toEqual([
      400,
      expect.objectContaining({ 'user.nickname': 'Unknown field' }),
    ])
  })
  test('may be charged from tomorrow (UTC) on', async () => {
    expect(await fields({ next_charge_date: addDays(today(), 1) })).toEqual([200, undefined])
  })
  test('that two people edit: the second is told what the first changed', async () => {
    const other = await staff(h, 'admin')
    const opened = await view(id)
    await save(id, { monthly_orders_remaining: 12 }, {}, other)
    const { status, body } = await at.c.post('/api/direct-app/user', {
      version: opened.version,
      user: { ...opened.direct_user, email: 'second@example.net' },
    })
    expect(status).toBe(409)
    expect(body.error.changed).toMatchObject([{ field: 'monthly_orders_remaining', to: 12 }])
    const merged = await at.c.post('/api/direct-app/user', {
      version: body.error.version,
      user: { ...opened.direct_user, monthly_orders_remaining: 12, email: 'second@example.net' },
    })
    expect(merged.body.direct_user).toMatchObject({
      email: 'second@example.net',
      monthly_orders_remaining: 12,
    })
  })
  test('isn’t changed by support', async () => {
    const support = await staff(h)
    expect((await save(id, { monthly_orders_remaining: 1 }, {}, support)).status).toBe(403)
    expect((await view(id, support)).direct_user.id).toBe(id)
  })
})
