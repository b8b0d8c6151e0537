import { beforeEach, describe, expect, test } from 'vitest'
import { wooCommerce } from '#server/stand-ins/woocommerce.ts'
import { harness, lettersTo, makeLogin, waitUntil } from '#server/test/harness.ts'
import { marketTests } from '#server/test/stores/market-tests.ts'
import { updateNow } from '#server/test/stores/sellers.ts'

const h = harness({ worker: true })
const token = 'cs_secret'
const of = { market_id: 201, market_name: 'WooCommerce', login: 'ck_key', token }
const t = marketTests(h, of, () => wooCommerce({ token }))
let s: Awaited<ReturnType<typeof t.store>>
beforeEach(async () => {
  s = await t.store()
})

/** The market waits with its answer to such a question. @returns what lets it answer, once it was asked */
function slow(at: RegExp, answer?: { status?: number; body: unknown }) {
  const { promise, resolve } = Promise.withResolvers<void>()
  t.market.mischief.push({ pattern: at, waitFor: promise, ...(answer && { answer }) })
  const asked = t.market.asked.length
  return {
    asked: () =>
      waitUntil(
        () => Promise.resolve(t.market.asked.slice(asked)),
        (all) => all.some(({ method, path }) => at.test(`${method} ${path}`)),
      ),
    answers: resolve,
  }
}
const refusedToken = { status: 401, body: {} }
const saved = async (more: object) => {
  const path = `/api/vendor/${s.vendor_id}/store`
  const { body } = await t.c.get(`${path}/${s.vendor_store_id}`)
  const { vendor_store_id } = s
  const answer = await t.c.post(path, { vendor_store_id, store: { ...body.store, ...more } })
  expect([answer.status, answer.body.error]).toEqual([200, undefined])
}
const state = async (id: number) => (await t.c.get(`${s.path}/${id}`)).body.update.state
const compared = async () =>
  (await t.c.post(s.path, { vendor_store_id: s.vendor_store_id, kind: 'compare' })).body.store_update_id

describe('while a store waits for its market’s answer', () => {
  test('replacing a refused token keeps the store from being stopped for the old one', async () => {
    const manager = await makeLogin(h, 'account_manager')
    await h.services.db
      .updateTable('vendor')
      .set({ account_manager_vendor_id: manager.vendor_id })
      .where('vendor_id', '=', s.vendor_id)
      .execute()
    await s.update()
    const question = slow(/GET .*products/, refusedToken)
    const id = await compared()
    await question.asked()
    await saved({ store_admin_password: token })
    question.answers()
    await waitUntil(
      () => state(id),
      (now) => now === 'compared',
    )
    expect(await s.store()).toMatchObject({ stopped_reason: null })
    expect(await lettersTo(h, manager.email)).toEqual([])
  })

  test('saving price rules in the market’s currency lets the update continue with them', async () => {
    t.shop.currency = 'GBP'
    const question = slow(/woocommerce_currency/)
    const update = updateNow(t.c, s.vendor_store_id)
    await question.asked()
    const other = {
      rates: [{ code: 'USD', rate: '0.8' }],
      rules: [{ markup_type_id: 1, markup_value: '2.50' }],
    }
    await t.c.post(`/api/vendor/${s.vendor_id}/price-rules`, { currency_id: 2, ...other })
    question.answers()
    await update
    expect(await s.store()).toMatchObject({ stopped_reason: null, shop_currency: 'GBP' })
  })

  test('moving the store discards what was read at its old address', async () => {
    await s.update()
    const question = slow(/GET .*products/)
    const id = await compared()
    await question.asked()
    await h.services.db.insertInto('store_shown').values({ store_update_id: id, sku: 'SKU-1' }).execute()
    await saved({ store_admin_url: 'https://elsewhere.example.com', store_admin_password: token })
    question.answers()
    expect(await state(id)).toBe('superseded')
    expect(await h.services.db.selectFrom('store_shown').select('sku').execute()).toEqual([])
  })

  // as a move stands before its word has reached the job
  const moved = (set: object) =>
    h.services.db
      .updateTable('vendor_store')
      .set({ store_admin_url: 'https://elsewhere.example.com', shop_currency: null, ...set })
      .where('vendor_store_id', '=', s.vendor_store_id)
      .execute()

  test('moving the store doesn’t carry the old address’s authorization over', async () => {
    const call = slow(/POST .*products\/batch/)
    const update = updateNow(t.c, s.vendor_store_id)
    await call.asked()
    await moved({})
    call.answers()
    await update
    expect((await t.c.get(`/api/vendor/${s.vendor_id}/platform-auths`)).body).toEqual([])
  })

  test('moving the store doesn’t carry the old address’s currency over', async () => {
    t.shop.currency = 'GBP'
    const question = slow(/woocommerce_currency/)
    const update = updateNow(t.c, s.vendor_store_id)
    await question.asked()
    await moved({})
    question.answers()
    await update
    expect(await s.store()).toMatchObject({
      shop_currency: null,
      shop_currency_tm: null,
      stopped_reason: null,
    })
  })

  test('suspending its vendor stops sending, and the rest is sent after payment', async () => {
    const alone = await t.store(3, { support_multi_update: false })
    const becomes = (vendor_status_id: number) =>
      h.services.db
        .updateTable('vendor')
        .set({ vendor_status_id })
        .where('vendor_id', '=', alone.vendor_id)
        .execute()
    await becomes(1)
    const first = slow(/POST .*products\/batch/)
    const update = alone.update()
    await first.asked()
    await becomes(2)
    first.answers()
    expect((await update).result).toMatchObject({ sent: 1, waits: expect.stringContaining('billing status') })
    expect(t.shop.products.size).toBe(1)
    expect((await alone.store()).behind_since).not.toBeNull()
    await becomes(1)
    expect((await alone.update()).result).toMatchObject({ sent: 2 })
    expect([...t.shop.products.values()].map(({ sku }) => sku).toSorted()).toEqual([
      'SKU-1',
      'SKU-2',
      'SKU-3',
    ])
  })

  test.each([
    ['is through', undefined],
    ['may not be asked', { status: 403, body: {} }],
  ])('moving the store ends its comparison for good if the comparison %s', async (_, answer) => {
    await s.update()
    const question = slow(/GET .*products/, answer)
    const id = await compared()
    await question.asked()
    await moved({})
    await h.services.db
      .updateTable('store_update')
      .set({ state: 'superseded' })
      .where('store_update_id', '=', id)
      .execute()
    await h.services.db.deleteFrom('store_product').where('vendor_store_id', '=', s.vendor_store_id).execute()
    question.answers()
    await waitUntil(
      () => t.c.get(`/api/vendor/${s.vendor_id}/vendor-store/${s.vendor_store_id}/current`),
      (now) => now.body.length === 0,
    )
    expect(await state(id)).toBe('superseded')
  })
})
