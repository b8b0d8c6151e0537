import { describe, expect, test } from 'vitest'
import { harness, makeLogin, waiting } from '#server/test/harness.ts'
import { subscriptionsOf } from '#server/test/subscriptions.ts'
import { runTimer } from '#server/timers.ts'

const h = harness()
const on = subscriptionsOf(h)
const { day, charged, supplier, add, integrate, subscribed, view, stateOf, save, weigh, activity, counts } =
  on

describe('a subscription', () => {
  test('is added once, however often and by however many people it is requested', async () => {
    const did = await supplier()
    const answers = await Promise.all([add(did), add(did, on.other), add(did)])
    expect(answers.map((a) => a.status).toSorted((x, y) => x - y)).toEqual([200, 400, 400])
    expect(answers.find((a) => a.status === 400)!.body.error).toMatchObject({
      message: 'This supplier is already active on this account',
      fields: { dropshipper_id: 'This supplier is already active on this account' },
    })
    expect(await stateOf(did)).toBe('active')
    expect(await activity('subscription.add')).toHaveLength(1)
    await counts([did])
  })
  test('says whether its supplier is on the core, and what it offers custom feeds, not only that it has them', async () => {
    const did = await subscribed()
    const { db } = h.services
    const row = async () =>
      (await view()).subscriptions.find((s: { dropshipper_id: number }) => s.dropshipper_id === did)
    const set = (values: object) =>
      db.updateTable('dropshipper').set(values).where('dropshipper_id', '=', did).execute()
    await set({ custom_feed_support: 2 })
    expect(await row()).toMatchObject({ on_dropshipper_core: true, supports_dynamic_custom_feeds: false })
    const config = (config_name: string, config_value: string) =>
      on.c.post('/api/suppliers/config', [{ dropshipper_id: did, config_name, config_value }])
    await config('dynamic_pricing_tiers', 'Gold 10')
    expect(await row()).toMatchObject({ supports_dynamic_custom_feeds: true })
    await config('dynamic_pricing_tiers', '')
    expect(await row()).toMatchObject({ supports_dynamic_custom_feeds: false })
    await config('dynamic_restricted_access', '1')
    expect(await row()).toMatchObject({ supports_dynamic_custom_feeds: true })
    await set({ custom_feed_support: 0, allow_browse: -2 })
    expect(await row()).toMatchObject({ on_dropshipper_core: false, supports_dynamic_custom_feeds: false })
  })
  test('can’t be added for a canceled vendor, or if the supplier or vendor doesn’t exist', async () => {
    const did = await supplier()
    expect((await add(987654)).status).toBe(404)
    expect((await on.c.post(`/api/vendor/987654/subscription/${did}`)).status).toBe(404)
    await h.services.db
      .updateTable('vendor')
      .set({ vendor_status_id: 4 })
      .where('vendor_id', '=', on.id)
      .execute()
    expect((await add(did)).body.error.message).toBe('This user is canceled')
  })
  test('is canceled at the next charge, can be reactivated until then, and ends with its integrations', async () => {
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
    await runTimer(h.services, 'end and freeze due subscriptions')
    expect(await stateOf(did)).toBe('cancel_pending')
    await charged(day(0))
    await runTimer(h.services, 'end and freeze due subscriptions')
    expect(await stateOf(did)).toBeUndefined()
    expect(await stateOf(stays)).toBe('active')
    const left = await h.services.db
      .selectFrom('vendor_market_map')
      .select('dropshipper_id')
      .where('vendor_id', '=', on.id)
      .execute()
    expect(left).toEqual([{ dropshipper_id: stays }])
    expect((await activity('subscription.settle'))[0]).toMatchObject({ action_by: 'Feedstock' })
    await counts([did, stays])
  })
  test('passes its state to integrations added later, and to those that were there before it', async () => {
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
  test('is counted once in a preview, and only a cancellation or removal ends it', async () => {
    const did = await subscribed(2)
    const url = `/api/vendor/${on.id}/subscriptions/effects`
    const twice = 'Listed twice'
    expect((await on.c.post(url, { removed: [did, did] })).body.error.fields).toEqual({ 'removed.1': twice })
    expect(
      (await on.c.post(url, { removed: [did], subscriptions: [{ dropshipper_id: did }] })).body.error.fields,
    ).toEqual({ 'subscriptions.0.dropshipper_id': twice })
    await save([{ dropshipper_id: did, is_cancel_pending: true }])
    const legacy = { dropshipper_id: did, is_legacy: true }
    expect(await weigh({ subscriptions: [legacy] })).toMatchObject({ deleted_integrations: 0 })
    expect(await weigh({ removed: [did] })).toMatchObject({ deleted_integrations: 2 })
  })
  test('ends on its day, even if the charge is postponed before a timer has run', async () => {
    const [ends, freezes] = [await subscribed(), await subscribed()]
    await save([
      { dropshipper_id: ends, is_cancel_pending: true },
      { dropshipper_id: freezes, is_frozen: true },
    ])
    await charged(day(0))
    const { vendor } = (await on.c.get(`/api/vendor/${on.id}/basics`)).body
    const body = { vendor: { ...vendor, next_charge_date: day(30) }, note: { note: 'Later', note_type: 11 } }
    expect((await on.other.post(`/api/vendor/${on.id}`, body)).status).toBe(200)
    expect([await stateOf(ends), await stateOf(freezes)]).toEqual([undefined, 'frozen'])
    expect(await activity('subscription.settle')).toHaveLength(1)
    await counts([ends, freezes])
  })
  test('ends or freezes at once if the next charge is removed', async () => {
    const [ends, freezes] = [await subscribed(), await subscribed()]
    await charged(day(10))
    await save([
      { dropshipper_id: ends, is_cancel_pending: true },
      { dropshipper_id: freezes, is_frozen: true },
    ])
    const { vendor } = (await on.c.get(`/api/vendor/${on.id}/basics`)).body
    const body = { vendor: { ...vendor, next_charge_date: null }, note: { note: 'Free', note_type: 11 } }
    expect((await on.other.post(`/api/vendor/${on.id}`, body)).status).toBe(200)
    expect([await stateOf(ends), await stateOf(freezes)]).toEqual([undefined, 'frozen'])
    expect(await activity('subscription.settle')).toHaveLength(1)
  })
  test('ends even if another vendor’s fails to end', async () => {
    const cancel = (did: number) => save([{ dropshipper_id: did, is_cancel_pending: true }])
    const [stuck, stuckId] = [await subscribed(), on.id]
    await cancel(stuck)
    await charged(day(0))
    ;({ vendor_id: on.id } = await makeLogin(h, 'customer'))
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
    const turn = () => runTimer(h.services, 'end and freeze due subscriptions')
    await turn()
    expect(await stateOf(did)).toBeUndefined()
    const { rows } = await pool.query('select vendor_id, step, error from renewal_trouble')
    expect(rows).toEqual([{ vendor_id: stuckId, step: 'settle', error: 'not now' }])
    await pool.query('drop trigger refuse on subscription')
    await pool.query(`update renewal_trouble set next_try_tm = now() - interval '1 second'`)
    await turn()
    on.id = stuckId
    expect(await stateOf(stuck)).toBeUndefined()
  })
  test('is frozen from the next charge for $9 a month, and resumes at once', async () => {
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
    await runTimer(h.services, 'end and freeze due subscriptions')
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
  test('that resumes makes only its own stores out of date', async () => {
    const [did, another] = [await subscribed(), await subscribed(0)]
    const { db } = h.services
    const { vendor_store_id } = await db
      .insertInto('vendor_store')
      .values({ vendor_id: on.id, vendor_store_name: 'Main', market_id: 39, drop_to: '{"kind":"api"}' })
      .returning('vendor_store_id')
      .executeTakeFirstOrThrow()
    const isBehind = async () => {
      const store = db.selectFrom('vendor_store').select('behind_since')
      const { behind_since } = await store
        .where('vendor_store_id', '=', vendor_store_id)
        .executeTakeFirstOrThrow()
      return behind_since !== null
    }
    await charged(null)
    const change = (is_frozen: boolean, ...dids: number[]) =>
      save(dids.map((dropshipper_id) => ({ dropshipper_id, is_frozen })))
    await change(true, did, another)
    await db
      .updateTable('vendor_store')
      .set({ behind_since: null })
      .where('vendor_store_id', '=', vendor_store_id)
      .execute()
    await change(false, another)
    expect(await isBehind()).toBe(false)
    await change(false, did)
    expect(await isBehind()).toBe(true)
  })
  test('that is canceled while frozen resumes until it ends, and the preview counts only what is set up', async () => {
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
        .where('vendor_id', '=', on.id)
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
  test('ends or is frozen at once if no charge is due', async () => {
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
  test('that is being canceled can’t be frozen, and its freeze fee isn’t charged', async () => {
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
    expect(refused.body.error.fields['subscriptions.0.is_frozen']).toMatch(/Reactivate it/)
  })
  test('can be removed at once with its integrations', async () => {
    const did = await subscribed(3)
    await save([{ dropshipper_id: did, is_frozen: true }])
    expect(await weigh({ removed: [did] })).toMatchObject({
      suppliers: [{ from: 'freeze_pending', to: null }],
      deleted_integrations: 3,
      next_charge: { before: { frozen: '9.00' }, after: { frozen: '0.00' } },
    })
    const removals = await Promise.all([
      on.c.delete(`/api/vendor/${on.id}/subscription/${did}`),
      on.other.delete(`/api/vendor/${on.id}/subscription/${did}`),
    ])
    expect(removals.map((r) => r.status).toSorted((x, y) => x - y)).toEqual([204, 404])
    expect(await activity('subscription.remove')).toHaveLength(1)
    await counts([did])
  })
  test('removes an integration added during its removal, too', async () => {
    const did = await subscribed()
    const { db } = h.services
    const tx = await db.startTransaction().execute()
    await tx
      .insertInto('vendor_market_map')
      .values({ vendor_id: on.id, dropshipper_id: did, market_id: 39 })
      .execute()
    const removal = on.c.delete(`/api/vendor/${on.id}/subscription/${did}`)
    await waiting(db)
    await tx.commit().execute()
    expect((await removal).status).toBe(204)
    const left = db.selectFrom('vendor_market_map').select('dropshipper_id').where('vendor_id', '=', on.id)
    expect(await left.execute()).toEqual([])
  })
  test('passes its state to an integration moved to it, and clears it when one leaves', async () => {
    const [pending, frozen, lost] = [await subscribed(), await subscribed(), await supplier()]
    await save([{ dropshipper_id: pending, is_cancel_pending: true }])
    await charged(null)
    await save([{ dropshipper_id: frozen, is_frozen: true }])
    const { db } = h.services
    const columns = ['is_cancel_pending', 'is_pause_pending', 'paused_at'] as const
    const { paused_at } = await db
      .selectFrom('subscription')
      .select('paused_at')
      .where('vendor_id', '=', on.id)
      .where('dropshipper_id', '=', frozen)
      .executeTakeFirstOrThrow()
    const move = (from: number, to: number) =>
      db
        .updateTable('vendor_market_map')
        .set({ dropshipper_id: to })
        .where('vendor_id', '=', on.id)
        .where('dropshipper_id', '=', from)
        .returning(columns)
        .executeTakeFirst()
    const state = { is_cancel_pending: false, is_pause_pending: false, paused_at: null }
    expect(await move(pending, lost)).toEqual(state)
    expect(await move(lost, frozen)).toEqual({ ...state, paused_at })
    expect(await move(frozen, pending)).toEqual({ ...state, is_cancel_pending: true })
  })
})
