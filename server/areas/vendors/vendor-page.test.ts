import { describe, expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { harness, makeFeed } from '#server/test/harness.ts'
import { vendorPageOf } from '#server/test/vendor-with.ts'

const h = harness()
const { c, customer, view, made } = vendorPageOf(h)

describe('the head of a vendor’s page', () => {
  test('shows which problems lower the score, and what is there', async () => {
    const { vendor_id } = await made([
      {},
      { is_activated: 0, insert_tm: '2026-01-01T00:00:00Z' },
      { is_activated: 0 },
    ])
    await h.services.db
      .updateTable('vendor')
      .set({ billing_failures: 2 })
      .where('vendor_id', '=', vendor_id)
      .execute()
    await h.services.db
      .insertInto('vendor_charge')
      .values({ vendor_id, amount: '149.00', vendor_charge_status_id: 2 })
      .execute()
    const body = await view(vendor_id)
    expect(body).toMatchObject({
      status: 'Billing Failing (2 attempts)',
      subscription_count: 1,
      integration_count: 3,
      total_active_integrations: 1,
      store_count: 1,
      custom_feed_count: 0,
      markets: ['Shopify'],
      score: 65,
      last_act: null,
    })
    const row = await h.services.db
      .selectFrom('vendor')
      .select(['primary_contact_id', 'account_manager_vendor_id', 'crm_owner_vendor_id'])
      .select(['vendor_plan_type_id', 'has_custom_billing_plan', 'optimized_sync_oa'])
      .where('vendor_id', '=', vendor_id)
      .executeTakeFirstOrThrow()
    expect(body).toMatchObject({ ...row, custom_billing_plan_start_tm: null })
    expect(body.troubles.map((t: { text: string }) => t.text)).toEqual([
      'Charge failed twice; last charge of $149 declined',
      'An integration has been in onboarding for more than 5 days',
      'No account manager',
    ])
  })
  test('names the suppliers whose feeds fail, and counts only its own stores’ failed updates', async () => {
    const { vendor_id, dropshipper_id } = await made([{}])
    const { db } = h.services
    await sql`
      insert into feed_run (feed_id, dropshipper_id, state, reason, insert_tm, start_tm, end_tm)
      select feed_id, dropshipper_id, 'rejected', 'No columns', now(), now(), now()
      from feed
      where dropshipper_id = ${dropshipper_id}`.execute(db)
    for (const [owner, failed] of [
      [vendor_id, true],
      [await customer(), false],
    ] as const) {
      const { vendor_store_id } = await db
        .insertInto('vendor_store')
        .values({ vendor_id: owner, vendor_store_name: 'Shop', market_id: 39, drop_to: '{}' })
        .returning('vendor_store_id')
        .executeTakeFirstOrThrow()
      await sql`
        insert into job (job_type, category, job_status, param_name, param_value, job_start_time, job_end_time)
        values ('VENDOR_STORE_UPDATER_JOB', 'updating', ${failed ? 3 : 2}, 'vendor_store_id',
          ${String(vendor_store_id)}, now(), now())`.execute(db)
    }
    const { supplier_name } = await db
      .selectFrom('dropshipper')
      .select('supplier_name')
      .where('dropshipper_id', '=', dropshipper_id)
      .executeTakeFirstOrThrow()
    expect((await view(vendor_id)).troubles.map((t: { text: string }) => t.text)).toEqual([
      '1 of 1 store updates failed in the last 3 days',
      `Feed failing: ${supplier_name}`,
      'No account manager',
    ])
  })
  test('shows problems of its own stores, markets and custom feeds only', async () => {
    const { db } = h.services
    await db
      .insertInto('market')
      .values({ market_id: 63, market_name: 'Walmart' })
      .onConflict((already) => already.doNothing())
      .execute()
    await db
      .insertInto('market_config')
      .values([
        { market_id: 63, config_name: 'brand', config_label: 'Brand', config_type: 'text', is_needed: true },
        { market_id: 63, config_name: 'note', config_label: 'Note', config_type: 'text' },
      ])
      .execute()
    const integration = [{ market_id: 63 }]
    const [{ vendor_id, dropshipper_id }, other] = [await made(integration), await made(integration)]
    const storeOf = async (owner: number, more: object = {}) =>
      (
        await db
          .insertInto('vendor_store')
          .values({ vendor_id: owner, vendor_store_name: 'Shop', market_id: 63, drop_to: '{}', ...more })
          .returning('vendor_store_id')
          .executeTakeFirstOrThrow()
      ).vendor_store_id
    const store = await storeOf(vendor_id)
    await storeOf(other.vendor_id, { stopped_reason: 'No login' })
    const told = async () =>
      (await view(vendor_id)).troubles.map((t: { text: string; tab: string }) => [t.text, t.tab])
    const needed = [
      ['Market settings incomplete: Walmart', 'integrations'],
      ['No account manager', 'basic'],
    ]
    const unsent = '1 active integration has no store'
    expect(await told()).toEqual([[unsent, 'integrations'], ...needed])
    // the head counts one that is to be canceled or frozen beside the active ones: it needs no store
    for (const pending of ['is_cancel_pending', 'is_pause_pending'] as const) {
      const set = (to: boolean) =>
        db
          .updateTable('vendor_market_map')
          .set({ [pending]: to })
          .where('vendor_id', '=', vendor_id)
          .execute()
      await set(true)
      expect((await told()).map(([text]: [string]) => text)).not.toContain(unsent)
      await set(false)
    }
    await db
      .updateTable('vendor_store')
      .set({ drop_to: '{"kind":"api"}' })
      .where('vendor_store_id', '=', store)
      .execute()
    expect(await told()).toEqual(needed)
    await sql`
      insert into platform_auth (vendor_id, market_id, account_name, authorized_tm, expires_tm, revoked_tm)
      values (${vendor_id}, 63, 'a', now(), now() - interval '1 day', null),
        (${vendor_id}, 63, 'b', now(), now() + interval '5 days', null),
        (${vendor_id}, 63, 'c', now(), now() - interval '1 day', now()),
        (${vendor_id}, 39, 'd', now(), now() - interval '1 day', null)`.execute(db)
    expect(await told()).toEqual([
      ['Authorization expired: Walmart', 'apps'],
      ...needed.slice(0, 1),
      ...needed.slice(1),
      ['Authorization expiring soon: Walmart', 'apps'],
    ])
    await sql`delete from platform_auth where vendor_id = ${vendor_id}`.execute(db)
    await db
      .updateTable('vendor_store')
      .set({ stopped_reason: 'The shop refuses the token' })
      .where('vendor_store_id', '=', store)
      .execute()
    await db
      .insertInto('store_update')
      .values([
        { vendor_store_id: store, kind: 'changed', state: 'held', requested_by: 'schedule' },
        { vendor_store_id: store, kind: 'changed', state: 'discarded', requested_by: 'schedule' },
      ])
      .execute()
    await sql`
      insert into store_product (vendor_store_id, product_id, refused_tm, refused_why, refused_text)
      select ${store}::int, i, case when i > 1 then now() end, 'invalid', 'No title'
      from generate_series(1, 3) i`.execute(db)
    const { vendor_custom_feed_id } = await db
      .insertInto('vendor_custom_feed')
      .values({ vendor_id, dropshipper_id })
      .returning('vendor_custom_feed_id')
      .executeTakeFirstOrThrow()
    await sql`
      with own as (
        insert into feed (dropshipper_id, vendor_custom_feed_id, source, format)
        values (${dropshipper_id}, ${vendor_custom_feed_id}, '{}', '{}')
        returning feed_id)
      insert into feed_run (feed_id, dropshipper_id, state, reason, insert_tm, start_tm, end_tm)
      select feed_id, ${dropshipper_id}::int, 'rejected', 'No columns', now(), now(), now()
      from own`.execute(db)
    const { supplier_name } = await db
      .selectFrom('dropshipper')
      .select('supplier_name')
      .where('dropshipper_id', '=', dropshipper_id)
      .executeTakeFirstOrThrow()
    expect(await told()).toEqual([
      ['Store updates stopped: Shop', 'stores'],
      [`Custom feed failing: ${supplier_name}`, 'custom_feed'],
      ['Store update held for approval: Shop', 'stores'],
      ['2 products rejected by markets', 'stores'],
      ...needed,
    ])
    const { vendor_market_map_id } = await db
      .selectFrom('vendor_market_map')
      .select('vendor_market_map_id')
      .where('vendor_id', '=', vendor_id)
      .executeTakeFirstOrThrow()
    await sql`
      insert into integration_config
      select ${vendor_market_map_id}::int, market_config_id, 'Acme'
      from market_config
      where config_name = 'brand'`.execute(db)
    expect(await told()).not.toContainEqual(needed[0])
  })
  test('counts every integration just as its tab and the search do', async () => {
    const flags = [0, 1, 2].flatMap((is_activated) =>
      [0, 1, 2, 3, 4, 5, 6, 7].map((bits) => ({
        is_activated,
        market_is_on: (bits & 1) === 0,
        is_cancel_pending: (bits & 2) > 0,
        paused_at: bits & 4 ? '2026-01-01T00:00:00Z' : null,
      })),
    )
    // the subscription's own state is written on its integrations: each has one of its own
    const vendor_id = await customer()
    const { db } = h.services
    for (const { is_activated, market_is_on, ...state } of flags) {
      const { dropshipper_id } = await makeFeed(h)
      await db
        .insertInto('subscription')
        .values({ vendor_id, dropshipper_id, ...state })
        .execute()
      await db
        .insertInto('vendor_market_map')
        .values({ vendor_id, dropshipper_id, market_id: 39, is_activated, market_is_on })
        .execute()
    }
    const { body: tab } = await c().get(`/api/vendor/${vendor_id}/integrations`)
    const [found] = (await c().post('/api/vendor/search', { term: String(vendor_id) })).body.vendors
    const head = await view(vendor_id)
    const of = (status: string) => tab.filter((i: { status: string }) => i.status === status).length
    for (const { status, number } of head.integration_states)
      expect([status, number]).toEqual([status, of(status)])
    expect(head.integration_states).toContainEqual({ status: 'Paused', number: 1 })
    expect(head).toMatchObject({
      integration_count: 24,
      total_active_integrations: of('Active'),
      total_cancel_pending: of('Cancel Pending'),
      total_frozen: of('Frozen'),
    })
    expect(found.total_active_integrations).toBe(of('Active'))
  })
  test('shows what is still missing, and that a plan has no charge scheduled', async () => {
    const { vendor_id, dropshipper_id } = await made([{}])
    const { db } = h.services
    const fields = await db
      .insertInto('dropshipper_custom_feed_field')
      .values([
        { dropshipper_id, name: 'Account', required: true },
        { dropshipper_id, name: 'Region', required: false },
      ])
      .returning('custom_feed_field_id')
      .execute()
    await db
      .insertInto('plan_type')
      .values({ vendor_plan_type_id: 7, name: 'Pro', monthly_fee: '99' })
      .execute()
    await db
      .updateTable('vendor')
      .set({ vendor_plan_type_id: 7 })
      .where('vendor_id', '=', vendor_id)
      .execute()
    const told = async () => (await view(vendor_id)).troubles.map((t: { code: string }) => t.code)
    expect(await told()).toEqual(['no_charge', 'unfilled', 'no_manager'])
    await db
      .updateTable('vendor')
      .set({ next_charge_date: '2030-01-01' })
      .where('vendor_id', '=', vendor_id)
      .execute()
    const { vendor_supplier_id } = await db
      .selectFrom('subscription')
      .select('vendor_supplier_id')
      .where('vendor_id', '=', vendor_id)
      .executeTakeFirstOrThrow()
    await db
      .insertInto('subscription_config')
      .values({ vendor_supplier_id, custom_feed_field_id: fields[0]!.custom_feed_field_id, value: 'A-1' })
      .execute()
    expect(await told()).toEqual(['no_manager'])
  })
  test('shows the last activity and who did it', async () => {
    const vendor_id = await customer()
    await c().post(`/api/vendor/${vendor_id}/note`, { note: 'Called', note_type: 0 })
    // customers sign in all day
    await h.services.db
      .insertInto('activity')
      .values({
        type: 'session.sign_in',
        message: 'Signed in',
        action_by_name: 'Ann',
        vendor_id,
        entity: 'login',
        entity_id: '1',
      })
      .execute()
    expect((await view(vendor_id)).last_act).toMatchObject({
      message: 'Note added: General',
      action_by: 'Pat support',
    })
  })
})
