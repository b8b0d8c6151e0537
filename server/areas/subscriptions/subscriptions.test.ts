import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../platform/db.ts'
import { harness, makeFeed, makeLogin, staff, waiting, type Client } from '../../test/harness.ts'
import { runTimer } from '../../timers.ts'

const h = harness()
let c: Client
let other: Client
let id: number
beforeAll(async () => {
  c = await staff(h)
  other = await staff(h, 'finance')
  const { db } = h.services
  await db.insertInto('market').values({ market_id: 39, market_name: 'Shopify' }).execute()
  await db
    .insertInto('plan_type')
    .values({ vendor_plan_type_id: 1, name: 'Starter', monthly_fee: '49.00' })
    .execute()
})
const day = (n: number) => new Date(Date.now() + n * 86_400_000).toISOString().slice(0, 10)
const charged = (on: string | null) =>
  h.services.db.updateTable('vendor').set({ next_charge_date: on }).where('vendor_id', '=', id).execute()
beforeEach(async () => {
  ;({ vendor_id: id } = await makeLogin(h, 'customer'))
  await h.services.db
    .updateTable('vendor')
    .set({ vendor_plan_type_id: 1 })
    .where('vendor_id', '=', id)
    .execute()
  await charged(day(10))
})

async function supplier(browse = 1) {
  const { dropshipper_id } = await makeFeed(h)
  await h.services.db
    .updateTable('dropshipper')
    .set({ allow_browse: browse, active_products: 100 })
    .where('dropshipper_id', '=', dropshipper_id)
    .execute()
  return dropshipper_id
}
const add = (did: number, by = c) => by.post(`/api/vendor/${id}/subscription/${did}`)
const integrate = (dropshipper_id: number, more: object = {}) =>
  h.services.db
    .insertInto('vendor_market_map')
    .values({ vendor_id: id, dropshipper_id, market_id: 39, ...more })
    .execute()
/** A supplier that the vendor is subscribed to, with so many integrations. */
async function subscribed(integrations = 1) {
  const did = await supplier()
  expect((await add(did)).status).toBe(200)
  for (let i = 0; i < integrations; i++) await integrate(did)
  return did
}
const view = async () => (await c.get(`/api/vendor/${id}/subscriptions`)).body
const stateOf = async (did: number) =>
  (await view()).subscriptions.find((s: { dropshipper_id: number }) => s.dropshipper_id === did)?.state
const save = (subscriptions: object[], more: object = {}, by = c) =>
  by.post(`/api/vendor/${id}/subscriptions`, { subscriptions, ...more })
const weigh = async (body: object) => (await c.post(`/api/vendor/${id}/subscriptions/effects`, body)).body
const activity = async (type: string) =>
  (await c.post('/api/activity-log/search', { vendor_id: id, type })).body.logs

/** What is counted anywhere of these suppliers and the vendor is what the subscriptions say. */
async function counts(dids: readonly number[]) {
  const { db } = h.services
  const { rows } = await sql<Record<string, number>>`
    with m as (
      select m.is_activated, s.is_cancel_pending, s.is_pause_pending, s.paused_at
      from vendor_market_map m
      join subscription s using (vendor_id, dropshipper_id)
      where vendor_id = ${id})
    select
      (select count(*) from subscription where vendor_id = ${id}) as subscription_count,
      count(*) filter (where is_cancel_pending) as total_cancel_pending,
      count(*) filter (where is_pause_pending and not is_cancel_pending) as total_freeze_pending,
      count(*) filter (where paused_at is not null and not is_cancel_pending) as total_frozen,
      count(*) filter (
        where is_activated = 1 and paused_at is null and not is_cancel_pending and not is_pause_pending)
        as total_active_integrations,
      (
        select count(*)
        from subscription
        where vendor_id = ${id} and not is_cancel_pending and (is_pause_pending or paused_at is not null)
      ) as frozen_suppliers
    from m`.execute(db)
  const { frozen_suppliers, ...head } = rows[0]!
  expect((await c.get(`/api/vendor/view/${id}`)).body).toMatchObject(head)
  const { body: billing } = await c.get(`/api/vendor/view/${id}/billing`)
  expect(billing).toMatchObject({ frozen_suppliers, due: { frozen: (9 * frozen_suppliers!).toFixed(2) } })
  for (const did of dids) {
    const of = await sql<{ subs: number; cancel: number; active: number }>`
      select
        (select count(*) from subscription where dropshipper_id = ${did}) as subs,
        (select count(*) from subscription where dropshipper_id = ${did} and is_cancel_pending) as cancel,
        (
          select count(*)
          from vendor_market_map m
          join subscription s using (vendor_id, dropshipper_id)
          where dropshipper_id = ${did} and m.is_activated = 1 and s.paused_at is null
        ) as active`.execute(db)
    const { subs, cancel, active } = of.rows[0]!
    expect((await c.get(`/api/suppliers/${did}`)).body.dropshipper).toMatchObject({
      sub_count: subs,
      integration_count: active,
    })
    expect((await c.get(`/api/suppliers/${did}/subscriptions`)).body).toMatchObject({
      total: subs,
      counts: { cancel_pending: cancel },
    })
  }
}

describe('a subscription', () => {
  test('is added once, however often and by how many it is asked for', async () => {
    const did = await supplier()
    const answers = await Promise.all([add(did), add(did, other), add(did)])
    expect(answers.map((a) => a.status).toSorted((x, y) => x - y)).toEqual([200, 400, 400])
    expect(answers.find((a) => a.status === 400)!.body.error).toMatchObject({
      message: 'This supplier is already active on this account',
      fields: { dropshipper_id: 'This supplier is already active on this account' },
    })
    expect(await stateOf(did)).toBe('active')
    expect(await activity('subscription.add')).toHaveLength(1)
    await counts([did])
  })
  test('is none of a canceled vendor, of a supplier or a vendor that isn’t there', async () => {
    const did = await supplier()
    expect((await add(987654)).status).toBe(404)
    expect((await c.post(`/api/vendor/987654/subscription/${did}`)).status).toBe(404)
    await h.services.db
      .updateTable('vendor')
      .set({ vendor_status_id: 4 })
      .where('vendor_id', '=', id)
      .execute()
    expect((await add(did)).body.error.message).toBe('This user is canceled')
  })
  test('is cancelled until the next charge, reactivated before, and ends with its integrations that day', async () => {
    const did = await subscribed(2)
    const stays = await subscribed()
    const cancel = [{ dropshipper_id: did, is_cancel_pending: true }]
    expect(await weigh({ subscriptions: cancel })).toMatchObject({
      on: day(10),
      suppliers: [{ dropshipper_id: did, from: 'active', to: 'cancel_pending' }],
      stops: { integrations: 2, listings: 200 },
      deleted_integrations: 2,
      next_charge: { before: { total: '49.00' }, after: { total: '49.00' } },
    })
    expect((await save(cancel)).status).toBe(200)
    expect(await stateOf(did)).toBe('cancel_pending')
    await counts([did, stays])
    expect((await save([{ dropshipper_id: did, is_cancel_pending: false }])).status).toBe(200)
    expect(await stateOf(did)).toBe('active')
    await counts([did, stays])
    await save(cancel)
    await runTimer(h.services, 'end and freeze subscriptions whose day has come')
    expect(await stateOf(did)).toBe('cancel_pending')
    await charged(day(0))
    await runTimer(h.services, 'end and freeze subscriptions whose day has come')
    expect(await stateOf(did)).toBeUndefined()
    expect(await stateOf(stays)).toBe('active')
    const left = await h.services.db
      .selectFrom('vendor_market_map')
      .select('dropshipper_id')
      .where('vendor_id', '=', id)
      .execute()
    expect(left).toEqual([{ dropshipper_id: stays }])
    expect((await activity('subscription.settle'))[0]).toMatchObject({ action_by: 'Feedstock' })
    await counts([did, stays])
  })
  test('gives its state to an integration that comes later, and to those that had none before', async () => {
    const did = await subscribed()
    const later = () => integrate(did)
    for (const [asked, state] of [
      [{ is_frozen: true }, 'freeze_pending'],
      [{ is_cancel_pending: true }, 'cancel_pending'],
    ] as const) {
      await save([{ dropshipper_id: did, ...asked }])
      await later()
      expect(await stateOf(did)).toBe(state)
      await counts([did])
    }
    await save([{ dropshipper_id: did, is_cancel_pending: false, is_frozen: false }])
    await charged(null)
    await save([{ dropshipper_id: did, is_frozen: true }])
    await later()
    expect((await view()).subscriptions[0]).toMatchObject({ integrations: 4, active_integrations: 0 })
    await counts([did])
    const lost = await supplier()
    await integrate(lost, { paused_at: '2026-01-01T00:00:00Z' })
    await add(lost)
    await counts([did, lost])
  })
  test('is weighed once, however often it is named, and ends by what ends it alone', async () => {
    const did = await subscribed(2)
    const url = `/api/vendor/${id}/subscriptions/effects`
    const twice = 'It is named twice'
    expect((await c.post(url, { removed: [did, did] })).body.error.fields).toEqual({ 'removed.1': twice })
    expect(
      (await c.post(url, { removed: [did], subscriptions: [{ dropshipper_id: did }] })).body.error.fields,
    ).toEqual({ 'subscriptions.0.dropshipper_id': twice })
    await save([{ dropshipper_id: did, is_cancel_pending: true }])
    const legacy = { dropshipper_id: did, is_legacy: true }
    expect(await weigh({ subscriptions: [legacy] })).toMatchObject({ deleted_integrations: 0 })
    expect(await weigh({ removed: [did] })).toMatchObject({ deleted_integrations: 2 })
  })
  test('ends on its day, though the charge is put off before a timer has seen to it', async () => {
    const [ends, freezes] = [await subscribed(), await subscribed()]
    await save([
      { dropshipper_id: ends, is_cancel_pending: true },
      { dropshipper_id: freezes, is_frozen: true },
    ])
    await charged(day(0))
    const { vendor } = (await c.get(`/api/vendor/${id}/basics`)).body
    const body = { vendor: { ...vendor, next_charge_date: day(30) }, note: { note: 'Later', note_type: 11 } }
    expect((await other.post(`/api/vendor/${id}`, body)).status).toBe(200)
    expect([await stateOf(ends), await stateOf(freezes)]).toEqual([undefined, 'frozen'])
    expect(await activity('subscription.settle')).toHaveLength(1)
    await counts([ends, freezes])
  })
  test('ends and freezes at once where the next charge is taken away', async () => {
    const [ends, freezes] = [await subscribed(), await subscribed()]
    await charged(day(10))
    await save([
      { dropshipper_id: ends, is_cancel_pending: true },
      { dropshipper_id: freezes, is_frozen: true },
    ])
    const { vendor } = (await c.get(`/api/vendor/${id}/basics`)).body
    const body = { vendor: { ...vendor, next_charge_date: null }, note: { note: 'Free', note_type: 11 } }
    expect((await other.post(`/api/vendor/${id}`, body)).status).toBe(200)
    expect([await stateOf(ends), await stateOf(freezes)]).toEqual([undefined, 'frozen'])
    expect(await activity('subscription.settle')).toHaveLength(1)
  })
  test('ends though another vendor’s can’t be ended', async () => {
    const cancel = (did: number) => save([{ dropshipper_id: did, is_cancel_pending: true }])
    const [stuck, stuckId] = [await subscribed(), id]
    await cancel(stuck)
    await charged(day(0))
    ;({ vendor_id: id } = await makeLogin(h, 'customer'))
    await charged(day(10))
    const did = await subscribed()
    await cancel(did)
    await charged(day(0))
    const { pool } = h.services.database
    await pool.query(`
      create function refuse() returns trigger language plpgsql as $$
      begin
        if old.vendor_id = ${stuckId} then raise 'not now'; end if;
        return old;
      end $$;
      create trigger refuse before delete on subscription for each row execute function refuse()`)
    const turn = () => runTimer(h.services, 'end and freeze subscriptions whose day has come')
    await turn()
    expect(await stateOf(did)).toBeUndefined()
    const { rows } = await pool.query('select vendor_id, step, error from renewal_trouble')
    expect(rows).toEqual([{ vendor_id: stuckId, step: 'settle', error: 'not now' }])
    await pool.query('drop trigger refuse on subscription')
    await pool.query(`update renewal_trouble set next_try_tm = now() - interval '1 second'`)
    await turn()
    id = stuckId
    expect(await stateOf(stuck)).toBeUndefined()
  })
  test('is frozen from the next charge on for $9 a month, and goes on at once', async () => {
    const did = await subscribed(2)
    const freeze = [{ dropshipper_id: did, is_frozen: true }]
    expect(await weigh({ subscriptions: freeze })).toMatchObject({
      on: day(10),
      suppliers: [{ from: 'active', to: 'freeze_pending' }],
      stops: { integrations: 2 },
      deleted_integrations: 0,
      next_charge: {
        before: { frozen: '0.00', total: '49.00' },
        after: { frozen: '9.00', total: '58.00' },
      },
    })
    expect((await save(freeze)).body).toMatchObject({ frozen_fee: '9.00' })
    await counts([did])
    await charged(day(-1))
    await runTimer(h.services, 'end and freeze subscriptions whose day has come')
    expect(await stateOf(did)).toBe('frozen')
    await counts([did])
    await charged(day(20))
    const thaw = [{ dropshipper_id: did, is_frozen: false }]
    expect(await weigh({ subscriptions: thaw })).toMatchObject({
      resumes: 2,
      next_charge: { before: { frozen: '9.00' }, after: { frozen: '0.00' } },
    })
    await save(thaw)
    expect(await stateOf(did)).toBe('active')
    await counts([did])
  })
  test('goes on until it ends: the preview counts what is sent again, and nothing that isn’t set up', async () => {
    const did = await subscribed(2)
    await integrate(did, { is_activated: 0 })
    await integrate(did, { market_is_on: false })
    await charged(null)
    await save([{ dropshipper_id: did, is_frozen: true }])
    await charged(day(10))
    const active = () =>
      h.services.db
        .selectFrom('vendor_market_map')
        .select(['is_activated', 'market_is_on'])
        .where('vendor_id', '=', id)
        .where('paused_at', 'is', null)
        .where('is_activated', '=', 1)
        .where('market_is_on', '=', true)
        .execute()
    expect(await active()).toHaveLength(0)
    const both = [{ dropshipper_id: did, is_frozen: false, is_cancel_pending: true }]
    expect(await weigh({ subscriptions: both })).toMatchObject({ resumes: 2, deleted_integrations: 4 })
    await save(both)
    expect(await stateOf(did)).toBe('cancel_pending')
    expect(await active()).toHaveLength(2)
  })
  test('ends or is frozen at once where no charge is to come', async () => {
    await charged(null)
    const [gone, frozen] = [await subscribed(), await subscribed()]
    const asked = [
      { dropshipper_id: gone, is_cancel_pending: true },
      { dropshipper_id: frozen, is_frozen: true },
    ]
    expect(await weigh({ subscriptions: asked })).toMatchObject({
      on: null,
      suppliers: expect.arrayContaining([
        expect.objectContaining({ dropshipper_id: gone, to: null }),
        expect.objectContaining({ dropshipper_id: frozen, to: 'frozen' }),
      ]),
    })
    await save(asked)
    expect([await stateOf(gone), await stateOf(frozen)]).toEqual([undefined, 'frozen'])
    await counts([gone, frozen])
  })
  test('that is to end isn’t frozen, and its fee isn’t charged any more', async () => {
    const did = await subscribed()
    await save([{ dropshipper_id: did, is_frozen: true }])
    await save([{ dropshipper_id: did, is_cancel_pending: true }])
    expect(await view()).toMatchObject({ frozen_fee: '0.00' })
    await counts([did])
    // what was under it is there again
    await save([{ dropshipper_id: did, is_cancel_pending: false }])
    expect(await stateOf(did)).toBe('freeze_pending')
    await save([{ dropshipper_id: did, is_frozen: false, is_cancel_pending: true }])
    const refused = await save([{ dropshipper_id: did, is_frozen: true }])
    expect(refused.body.error.fields['subscriptions.0.is_frozen']).toMatch(/reactivate it/)
  })
  test('is removed at once with its integrations', async () => {
    const did = await subscribed(3)
    await save([{ dropshipper_id: did, is_frozen: true }])
    expect(await weigh({ removed: [did] })).toMatchObject({
      suppliers: [{ from: 'freeze_pending', to: null }],
      deleted_integrations: 3,
      next_charge: { before: { frozen: '9.00' }, after: { frozen: '0.00' } },
    })
    const removals = await Promise.all([
      c.delete(`/api/vendor/${id}/subscription/${did}`),
      other.delete(`/api/vendor/${id}/subscription/${did}`),
    ])
    expect(removals.map((r) => r.status).toSorted((x, y) => x - y)).toEqual([204, 404])
    expect(await activity('subscription.remove')).toHaveLength(1)
    await counts([did])
  })
  test('takes the integration along that is made while it is removed', async () => {
    const did = await subscribed()
    const { db } = h.services
    const tx = await db.startTransaction().execute()
    await tx
      .insertInto('vendor_market_map')
      .values({ vendor_id: id, dropshipper_id: did, market_id: 39 })
      .execute()
    const removal = c.delete(`/api/vendor/${id}/subscription/${did}`)
    await waiting(db)
    await tx.commit().execute()
    expect((await removal).status).toBe(204)
    const left = db.selectFrom('vendor_market_map').select('dropshipper_id').where('vendor_id', '=', id)
    expect(await left.execute()).toEqual([])
  })
  test('gives its state to an integration that was another’s, and takes it from one that leaves', async () => {
    const [pending, frozen, lost] = [await subscribed(), await subscribed(), await supplier()]
    await save([{ dropshipper_id: pending, is_cancel_pending: true }])
    await charged(null)
    await save([{ dropshipper_id: frozen, is_frozen: true }])
    const { db } = h.services
    const columns = ['is_cancel_pending', 'is_pause_pending', 'paused_at'] as const
    const { paused_at } = await db
      .selectFrom('subscription')
      .select('paused_at')
      .where('vendor_id', '=', id)
      .where('dropshipper_id', '=', frozen)
      .executeTakeFirstOrThrow()
    const move = (from: number, to: number) =>
      db
        .updateTable('vendor_market_map')
        .set({ dropshipper_id: to })
        .where('vendor_id', '=', id)
        .where('dropshipper_id', '=', from)
        .returning(columns)
        .executeTakeFirst()
    const state = { is_cancel_pending: false, is_pause_pending: false, paused_at: null }
    expect(await move(pending, lost)).toEqual(state)
    expect(await move(lost, frozen)).toEqual({ ...state, paused_at })
    expect(await move(frozen, pending)).toEqual({ ...state, is_cancel_pending: true })
  })
})

describe('subscriptions as a set', () => {
  test('are changed in one go, and each change stands in the log by its supplier', async () => {
    const [one, two] = [await subscribed(), await subscribed()]
    const saved = await save([
      { dropshipper_id: one, is_legacy: true },
      { dropshipper_id: two, has_ebay_access: true, is_cancel_pending: true },
    ])
    expect(saved.body.subscriptions).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ dropshipper_id: one, is_legacy: true, state: 'active' }),
        expect.objectContaining({ dropshipper_id: two, has_ebay_access: true, state: 'cancel_pending' }),
      ]),
    )
    const [{ changes }] = await activity('subscription.save')
    expect(Object.values(changes)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ to: { state: 'Active', is_legacy: true, has_ebay_access: false } }),
        expect.objectContaining({ to: { state: 'Cancel pending', is_legacy: false, has_ebay_access: true } }),
      ]),
    )
    const subscribers = (await c.get(`/api/suppliers/${one}/subscriptions`)).body
    expect(subscribers.counts).toMatchObject({ legacy: 1 })
  })
  test('say so where nothing was changed, and name what is wrong', async () => {
    const did = await subscribed()
    for (const nothing of [[], [{ dropshipper_id: did, is_legacy: false }]])
      expect((await save(nothing)).body.error.message).toBe(
        "You have't made any changes to the subscriptions",
      )
    expect((await save([{ dropshipper_id: 987654, is_legacy: true }])).body.error.fields).toEqual({
      'subscriptions.0.dropshipper_id': 'This user is not subscribed to it',
    })
    const twice = [{ dropshipper_id: did, is_legacy: true }, { dropshipper_id: did }]
    expect((await save(twice)).body.error.fields).toEqual({
      'subscriptions.1.dropshipper_id': 'It is named twice',
    })
    expect((await save([{ dropshipper_id: did, is_legacy: 'yes' }])).body.error.fields).toHaveProperty([
      'subscriptions.0.is_legacy',
    ])
    expect(await activity('subscription.save')).toHaveLength(0)
  })
  test('refuse who opened them before another’s change, with what it was', async () => {
    const did = await subscribed()
    const { version } = await view()
    await save([{ dropshipper_id: did, has_ebay_access: true }], {}, other)
    const mine = [{ dropshipper_id: did, is_legacy: true }]
    const refused = await save(mine, { version })
    expect(refused.status).toBe(409)
    expect(refused.body.error.changed).toMatchObject([{ to: { has_ebay_access: true }, by: 'Pat finance' }])
    expect((await save(mine, { version: refused.body.error.version })).status).toBe(200)
    expect((await view()).subscriptions[0]).toMatchObject({ is_legacy: true, has_ebay_access: true })
    expect((await other.delete(`/api/vendor/${id}/subscription/${did}?version=${version}`)).status).toBe(409)
  })
  test('stay right when many act on them at the same moment', async () => {
    const dids = [await subscribed(2), await subscribed(), await subscribed(3)]
    await Promise.all([
      ...dids.flatMap((dropshipper_id) => [
        save([{ dropshipper_id, is_frozen: true }]),
        save([{ dropshipper_id, is_cancel_pending: true }], {}, other),
        save([{ dropshipper_id, is_frozen: false }], {}, other),
        save([{ dropshipper_id, is_legacy: true }]),
      ]),
      c.delete(`/api/vendor/${id}/subscription/${dids[2]}`),
      add(dids[2]!, other),
    ])
    await counts(dids)
    await charged(day(-1))
    await Promise.all([
      runTimer(h.services, 'end and freeze subscriptions whose day has come'),
      save([{ dropshipper_id: dids[0], is_cancel_pending: false }]),
    ])
    await counts(dids)
  })
})

describe('the search for suppliers to add', () => {
  test('says of each why it can’t be added', async () => {
    const [open, hidden, had] = [await supplier(), await supplier(-1), await subscribed(0)]
    const refusals = new Map<number, string | null>()
    for (const did of [open, hidden, had]) {
      const { supplier_name } = (await c.get(`/api/suppliers/${did}`)).body.dropshipper
      const { body } = await c.get(
        `/api/vendor/${id}/suppliers-to-add?search=${encodeURIComponent(supplier_name)}`,
      )
      refusals.set(did, body.find((s: { dropshipper_id: number }) => s.dropshipper_id === did).refused)
    }
    expect([...refusals.values()]).toEqual([
      null,
      'It is restricted: give this user access to it first',
      'This supplier is already active on this account',
    ])
    expect((await add(hidden)).body.error.message).toBe(refusals.get(hidden))
  })
})
