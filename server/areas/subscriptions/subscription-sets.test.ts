import { describe, expect, test } from 'vitest'
import { harness } from '#server/test/harness.ts'
import { subscriptionsOf } from '#server/test/subscriptions.ts'
import { runTimer } from '#server/timers.ts'

const h = harness()
const on = subscriptionsOf(h)
const { day, charged, supplier, add, subscribed, view, save, activity, counts } = on

describe('several subscriptions', () => {
  test('are changed in one save, and each change is logged by its supplier', async () => {
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
    const subscribers = (await on.c.get(`/api/suppliers/${one}/subscriptions`)).body
    expect(subscribers.counts).toMatchObject({ legacy: 1 })
  })
  test('can’t be saved without changes, and invalid ones are named', async () => {
    const did = await subscribed()
    for (const nothing of [[], [{ dropshipper_id: did, is_legacy: false }]])
      expect((await save(nothing)).body.error.message).toBe(
        "You have't made any changes to the subscriptions",
      )
    expect((await save([{ dropshipper_id: 987654, is_legacy: true }])).body.error.fields).toEqual({
      'subscriptions.0.dropshipper_id': 'Not subscribed to this supplier',
    })
    const twice = [{ dropshipper_id: did, is_legacy: true }, { dropshipper_id: did }]
    expect((await save(twice)).body.error.fields).toEqual({
      'subscriptions.1.dropshipper_id': 'Listed twice',
    })
    expect((await save([{ dropshipper_id: did, is_legacy: 'yes' }])).body.error.fields).toHaveProperty([
      'subscriptions.0.is_legacy',
    ])
    expect(await activity('subscription.save')).toHaveLength(0)
  })
  test('can’t be saved over someone else’s change, which is shown instead', async () => {
    const did = await subscribed()
    const { version } = await view()
    await save([{ dropshipper_id: did, has_ebay_access: true }], {}, on.other)
    const mine = [{ dropshipper_id: did, is_legacy: true }]
    const refused = await save(mine, { version })
    expect(refused.status).toBe(409)
    expect(refused.body.error.changed).toMatchObject([{ to: { has_ebay_access: true }, by: 'Pat finance' }])
    expect((await save(mine, { version: refused.body.error.version })).status).toBe(200)
    expect((await view()).subscriptions[0]).toMatchObject({ is_legacy: true, has_ebay_access: true })
    expect(
      (await on.other.delete(`/api/vendor/${on.id}/subscription/${did}?version=${version}`)).status,
    ).toBe(409)
  })
  test('stay consistent when many people act on them at once', async () => {
    const dids = [await subscribed(2), await subscribed(), await subscribed(3)]
    await Promise.all([
      ...dids.flatMap((dropshipper_id) => [
        save([{ dropshipper_id, is_frozen: true }]),
        save([{ dropshipper_id, is_cancel_pending: true }], {}, on.other),
        save([{ dropshipper_id, is_frozen: false }], {}, on.other),
        save([{ dropshipper_id, is_legacy: true }]),
      ]),
      on.c.delete(`/api/vendor/${on.id}/subscription/${dids[2]}`),
      add(dids[2]!, on.other),
    ])
    await counts(dids)
    await charged(day(-1))
    await Promise.all([
      runTimer(h.services, 'end and freeze due subscriptions'),
      save([{ dropshipper_id: dids[0], is_cancel_pending: false }]),
    ])
    await counts(dids)
  })
})

describe('the search for suppliers to add', () => {
  test('shows why a supplier can’t be added', async () => {
    const [open, hidden, had] = [await supplier(), await supplier(-1), await subscribed(0)]
    const refusals = new Map<number, string | null>()
    for (const did of [open, hidden, had]) {
      const { supplier_name } = (await on.c.get(`/api/suppliers/${did}`)).body.dropshipper
      const { body } = await on.c.get(
        `/api/vendor/${on.id}/suppliers-to-add?search=${encodeURIComponent(supplier_name)}`,
      )
      refusals.set(did, body.find((s: { dropshipper_id: number }) => s.dropshipper_id === did).refused)
    }
    expect([...refusals.values()]).toEqual([
      null,
      'Restricted supplier. Grant access first',
      'This supplier is already active on this account',
    ])
    expect((await add(hidden)).body.error.message).toBe(refusals.get(hidden))
  })
})
