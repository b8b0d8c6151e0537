import { activation } from '#contract/integrations/activation.ts'
import { beforeAll, beforeEach, expect } from 'vitest'
import { sql } from '../platform/database/db.ts'
import { makeFeed, makeLogin, staff, type Client, type Harness } from './harness.ts'
import { singleRow } from '#server/platform/database/sql.ts'

/** Subscriptions as staff change them, with a new vendor for each test that is charged in ten days. */
export function subscriptionsOf(h: Harness) {
  let c: Client
  let otherClient: Client
  let id: number
  beforeAll(async () => {
    c = await staff(h)
    otherClient = await staff(h, 'finance')
    const { db } = h.services
    await db.insertInto('market').values({ market_id: 39, market_name: 'Shopify' }).execute()
    await db
      .insertInto('plan_type')
      .values({ vendor_plan_type_id: 1, name: 'Starter', monthly_fee: '49.00' })
      .execute()
  })
  const day = (n: number) => new Date(Date.now() + n * 86_400_000).toISOString().slice(0, 10)
  const setCharged = (day: string | null) =>
    h.services.db.updateTable('vendor').set({ next_charge_date: day }).where('vendor_id', '=', id).execute()
  beforeEach(async () => {
    ;({ vendor_id: id } = await makeLogin(h, 'customer'))
    await h.services.db
      .updateTable('vendor')
      .set({ vendor_plan_type_id: 1 })
      .where('vendor_id', '=', id)
      .execute()
    await setCharged(day(10))
  })

  const supplier = (browse = 1) => makeSupplier(h, browse)
  const add = (supplierId: number, caller = c) => caller.post(`/api/vendor/${id}/subscription/${supplierId}`)
  const integrate = (dropshipper_id: number, columns: object = {}) =>
    h.services.db
      .insertInto('vendor_market_map')
      .values({ vendor_id: id, dropshipper_id, market_id: 39, ...columns })
      .execute()
  /** Subscribes the vendor to a supplier with this many integrations. */
  async function subscribe(integrations = 1) {
    const supplierId = await supplier()
    expect((await add(supplierId)).status).toBe(200)
    for (let i = 0; i < integrations; i++) await integrate(supplierId)
    return supplierId
  }
  const view = async () => (await c.get(`/api/vendor/${id}/subscriptions`)).body
  const stateOf = async (supplierId: number) =>
    (await view()).subscriptions.find((s: { dropshipper_id: number }) => s.dropshipper_id === supplierId)
      ?.state
  const save = (subscriptions: object[], fields: object = {}, caller = c) =>
    caller.post(`/api/vendor/${id}/subscriptions`, { subscriptions, ...fields })
  const weigh = async (body: object) => (await c.post(`/api/vendor/${id}/subscriptions/effects`, body)).body
  const activity = async (type: string) =>
    (await c.post('/api/activity-log/search', { vendor_id: id, type })).body.logs

  return {
    get c() {
      return c
    },
    get other() {
      return otherClient
    },
    get id() {
      return id
    },
    /** Makes another vendor the subject of what follows. */
    set id(vendorId: number) {
      id = vendorId
    },
    day,
    charged: setCharged,
    supplier,
    add,
    integrate,
    subscribed: subscribe,
    view,
    stateOf,
    save,
    weigh,
    activity,
    counts: (supplierIds: readonly number[]) => expectCounts(h, c, id, supplierIds),
  }
}

/** Checks that every count of these suppliers and the vendor agrees with the subscriptions. */
async function expectCounts(h: Harness, c: Client, id: number, supplierIds: readonly number[]) {
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
        where is_activated = ${sql.lit(activation.active)} and paused_at is null and not is_cancel_pending and not is_pause_pending)
        as total_active_integrations,
      (
        select count(*)
        from subscription
        where vendor_id = ${id} and not is_cancel_pending and (is_pause_pending or paused_at is not null)
      ) as frozen_suppliers
    from m`.execute(db)
  const { frozen_suppliers, ...head } = singleRow(rows)
  expect((await c.get(`/api/vendor/view/${id}`)).body).toMatchObject(head)
  const { body: billing } = await c.get(`/api/vendor/view/${id}/billing`)
  expect(billing).toMatchObject({
    frozen_suppliers,
    due: { frozen: (9 * Number(frozen_suppliers)).toFixed(2) },
  })
  for (const supplierId of supplierIds) await expectCountsOfSupplier(h, c, supplierId)
}

async function expectCountsOfSupplier(h: Harness, c: Client, supplierId: number) {
  const counts = await sql<{ subs: number; cancel: number; active: number }>`
    select
      (select count(*) from subscription where dropshipper_id = ${supplierId}) as subs,
      (select count(*) from subscription where dropshipper_id = ${supplierId} and is_cancel_pending) as cancel,
      (
        select count(*)
        from vendor_market_map m
        join subscription s using (vendor_id, dropshipper_id)
        where dropshipper_id = ${supplierId} and m.is_activated = ${sql.lit(activation.active)} and s.paused_at is null
      ) as active`.execute(h.services.db)
  const { subs, cancel, active } = singleRow(counts.rows)
  expect((await c.get(`/api/suppliers/${supplierId}`)).body.dropshipper).toMatchObject({
    sub_count: subs,
    integration_count: active,
  })
  expect((await c.get(`/api/suppliers/${supplierId}/subscriptions`)).body).toMatchObject({
    total: subs,
    counts: { cancel_pending: cancel },
  })
}

async function makeSupplier(h: Harness, browse: number): Promise<number> {
  const { dropshipper_id } = await makeFeed(h)
  await h.services.db
    .updateTable('dropshipper')
    .set({ allow_browse: browse, active_products: 100 })
    .where('dropshipper_id', '=', dropshipper_id)
    .execute()
  return dropshipper_id
}
