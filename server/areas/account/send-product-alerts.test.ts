import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import {
  client,
  csv,
  waitForRun,
  harness,
  lettersTo,
  makeFeed,
  makeLogin,
  rollBack,
  runFeed,
  staff,
  type Client,
} from '#server/test/harness.ts'
import { makeProducts } from '#server/test/stores/sellers.ts'
import { sql } from '#server/platform/database/db.ts'
import { runTimer } from '#server/timers.ts'
import { sendProductAlerts } from './public.ts'

const h = harness({ worker: true })
let staffed: Client
beforeAll(async () => {
  staffed = await staff(h)
})

type Row = Parameters<typeof csv>[0][number]
const begun: readonly Row[] = [
  ['A', 'Lamp', '10', '5'],
  ['B', 'Hose', '20', '0'],
  ['C', 'Bath', '30', '7'],
]
let feed: Awaited<ReturnType<typeof makeFeed>>
let id: number
let c: Client
let to: string
let tests = 0
beforeEach(async () => {
  const login = await makeLogin(h, 'customer')
  id = login.vendor_id
  c = await client(h, login.email)
  to = `watcher${++tests}@example.com`
  feed = await makeFeed(h, { name: `Acorn ${tests}` })
  await next(begun)
  await h.services.db
    .insertInto('subscription')
    .values({ vendor_id: id, dropshipper_id: feed.dropshipper_id })
    .execute()
})
const next = async (rows: readonly Row[]) => {
  await feed.publish(csv(rows))
  const run = await runFeed(staffed, feed.feed_id)
  if (run.state !== 'held') return run.feed_run_id
  await staffed.post(`/api/feed-runs/${run.feed_run_id}/apply`, { reason: 'it is so' })
  expect((await waitForRun(staffed, run.feed_run_id)).state).toBe('applied')
  return run.feed_run_id
}
const watch = async (alert_frequency_id: number, email = to, dropshipper_id = feed.dropshipper_id) =>
  (await c.post('/api/account/product-alerts', [{ email, dropshipper_id, alert_frequency_id }])).body.ids[0]
/** The morning so many days from now. */
const morning = (days: number) => {
  const was = { ...h.services.clock }
  const day = new Date(Date.now() - 11 * 3_600_000).toISOString().slice(0, 10)
  const now = Date.parse(`${day}T11:00:00Z`) + days * 86_400_000
  h.services.clock.now = () => now
  onTestFinished(() => {
    Object.assign(h.services.clock, was)
  })
}
const send = () => runTimer(h.services, 'send due product alerts')
const letters = async (email = to) => (await lettersTo(h, email)).toReversed()
const seen = async (alertId: number) => (await c.get(`/api/account/product-alerts/${alertId}`)).body.changes

test('an email lists products that are new, removed, back in stock or repriced since the last one, once', async () => {
  const alertId = await watch(1)
  morning(0)
  await send()
  expect(await letters()).toEqual([])
  await next([
    ['A', 'Lamp', '12.50', '5'],
    ['B', 'Hose', '20', '4'],
    ['D', 'Nest', '3', '1'],
  ])
  morning(1)
  await send()
  const [letter, ...more] = await letters()
  expect(more).toEqual([])
  expect(letter!.subject).toBe('Product alerts: 1 new, 1 back in stock, 1 price change, 1 removed')
  for (const told of [
    'D, Product: Nest',
    'B, Product: Hose',
    'from $10 to $12.50',
    'C, Product: Bath',
    'Unsubscribe',
  ])
    expect(letter!.text).toContain(told)
  expect(await seen(alertId)).toMatchObject({ counts: { added: 1, gone: 1, price: 1, back: 1 } })

  await send()
  morning(2)
  await send()
  expect(await letters()).toHaveLength(1)
})

test('changes undone between two emails aren’t listed, and changes over several runs are listed as one', async () => {
  await watch(2)
  await next([['A', 'Lamp', '11', '5'], ['B', 'Hose', '25', '0'], begun[2]!, ['D', 'Nest', '3', '1']])
  await next([['A', 'Lamp', '12', '5'], ['B', 'Hose', '20', '0'], begun[2]!])
  morning(6)
  await send()
  expect(await letters()).toEqual([])
  morning(7)
  await send()
  const [letter] = await letters()
  expect(letter!.subject).toBe('Product alerts: 1 price change')
  expect(letter!.text).toContain('from $10 to $12')
  for (const passed of ['Hose', 'Nest']) expect(letter!.text).not.toContain(passed)
})

test('a price in another currency counts as a price change, each shown in its own currency', async () => {
  const alertId = await watch(1)
  await next([['A', 'Lamp', '10', '6'], begun[1]!, begun[2]!])
  await sql`update product set currency = 'GBP' where feed_id = ${feed.feed_id} and sku = 'A'`.execute(
    h.services.db,
  )
  morning(1)
  await send()
  const [letter] = await letters()
  expect(letter!.subject).toBe('Product alerts: 1 price change')
  expect(letter!.text).toContain('from $10 to £10')
  expect((await seen(alertId)).examples).toMatchObject([{ was_currency: 'USD', currency: 'GBP' }])
})

test('changes that were emailed and then rolled back are reported in the next email', async () => {
  await watch(1)
  const run = await next([['A', 'Lamp', '12', '5'], begun[1]!, begun[2]!])
  morning(1)
  await send()
  await rollBack(staffed, run, 'a wrong file')
  morning(2)
  await send()
  const [, second] = await letters()
  expect(second!.subject).toBe('Product alerts: earlier changes reversed')
  expect(second!.text).toContain('The previous products and prices apply again')
})

test('two workers at once send one email, and an interrupted one sends none and marks nothing', async () => {
  await watch(1)
  await next([['A', 'Lamp', '12', '5'], begun[1]!, begun[2]!])
  morning(1)
  const broken = new Error('killed')
  const { mail } = h.services
  const dying = {
    ...h.services,
    mail: Object.assign(Object.create(mail), {
      write: async (...args: Parameters<typeof mail.write>) => {
        await mail.write(...args)
        throw broken
      },
    }),
  }
  await expect(sendProductAlerts(dying)).rejects.toThrow('killed')
  expect(await letters()).toEqual([])
  await Promise.all([
    sendProductAlerts(h.services),
    sendProductAlerts(h.services),
    sendProductAlerts(h.services),
  ])
  expect(await letters()).toHaveLength(1)
})

test('an address gets one email for all its suppliers, and a failure doesn’t hold up the others', async () => {
  const other = await makeFeed(h, { name: 'Another' })
  await h.services.db
    .insertInto('subscription')
    .values({ vendor_id: id, dropshipper_id: other.dropshipper_id })
    .execute()
  await watch(1)
  await watch(1, to.toUpperCase(), other.dropshipper_id)
  await watch(1, `second-${to}`)
  await next([['A', 'Lamp', '12', '5'], begun[1]!, begun[2]!])
  await other.publish(csv([['X', 'Xylophone', '1', '1']]))
  await runFeed(staffed, other.feed_id)
  morning(1)
  await send()
  const [letter, ...more] = await letters()
  expect([letter!.subject, more.length]).toEqual(['Product alerts: 1 new, 1 price change', 0])
  expect(letter!.text).toContain('Another: 1 new')
  expect(await letters(`second-${to}`)).toHaveLength(1)
})

test('an alert changed to another supplier counts as never emailed for the new one', async () => {
  const other = await makeFeed(h, { name: `Other ${tests}` })
  const { dropshipper_id } = other
  await h.services.db.insertInto('subscription').values({ vendor_id: id, dropshipper_id }).execute()
  const alertId = await watch(1)
  await next([['A', 'Lamp', '12', '5'], begun[1]!, begun[2]!])
  morning(1)
  await send()
  const told = async () => (await c.get('/api/account/product-alerts')).body.alerts[0].told_tm
  expect(await told()).toEqual(expect.any(String))
  const changed = { product_alert_id: alertId, email: to, dropshipper_id, alert_frequency_id: 1 }
  expect((await c.post('/api/account/product-alerts', [changed])).status).toBe(200)
  expect(await told()).toBeNull()
})

test('a supplier closed to its customer is left out of emails and the screen', async () => {
  const alertId = await watch(1)
  await next([['A', 'Lamp', '12', '5'], begun[1]!, begun[2]!])
  const browse = (allow_browse: number) =>
    h.services.db
      .updateTable('dropshipper')
      .set({ allow_browse })
      .where('dropshipper_id', '=', feed.dropshipper_id)
      .execute()
  for (const [day, closed] of [-1, -2].entries()) {
    await browse(closed)
    morning(day + 1)
    await send()
    expect(await letters()).toEqual([])
    expect(await seen(alertId)).toMatchObject({ counts: { price: 0 }, examples: [] })
  }
  await browse(0)
  morning(3)
  await send()
  expect(await letters()).toHaveLength(1)
  expect(await seen(alertId)).toMatchObject({ counts: { price: 1 } })
})

test('a supplier without a subscription, or a deleted account, gets no emails', async () => {
  await watch(1)
  await next([['A', 'Lamp', '12', '5'], begun[1]!, begun[2]!])
  const { db } = h.services
  await db.deleteFrom('subscription').where('vendor_id', '=', id).execute()
  morning(1)
  await send()
  await db.insertInto('subscription').values({ vendor_id: id, dropshipper_id: feed.dropshipper_id }).execute()
  await db
    .updateTable('vendor')
    .set({ deleted_tm: new Date().toISOString() })
    .where('vendor_id', '=', id)
    .execute()
  morning(2)
  await send()
  expect(await letters()).toEqual([])
  await db.updateTable('vendor').set({ deleted_tm: null }).where('vendor_id', '=', id).execute()
  await send()
  expect(await letters()).toHaveLength(1)
})

test('an unsubscribed address gets no emails until an alert is added for it again', async () => {
  const alertId = await watch(1)
  await h.services.db
    .insertInto('mail_unsubscribe')
    .values({ vendor_id: id, address: to, kind: 'product_alerts' })
    .execute()
  await next([['A', 'Lamp', '12', '5'], begun[1]!, begun[2]!])
  morning(1)
  await send()
  expect(await letters()).toEqual([])
  const { body } = await c.get('/api/account/product-alerts')
  expect(body.alerts[0].quiet).toContain('This address unsubscribed')
  const gone = { product_alert_id: alertId, email: to, dropshipper_id: feed.dropshipper_id, deleted: true }
  expect((await c.post('/api/account/product-alerts', [gone])).status).toBe(200)
  await watch(1)
  await next([['A', 'Lamp', '14', '5'], begun[1]!, begun[2]!])
  morning(2)
  await send()
  expect(await letters()).toHaveLength(1)
})

test('an email that an unsubscribed address didn’t get doesn’t count as its last one', async () => {
  const alertId = await watch(1)
  const ended = { vendor_id: id, address: to, kind: 'product_alerts' }
  await h.services.db.insertInto('mail_unsubscribe').values(ended).execute()
  await next([['A', 'Lamp', '12', '5'], begun[1]!, begun[2]!])
  morning(1)
  await send()
  const [alert] = (await c.get('/api/account/product-alerts')).body.alerts
  expect(alert).toMatchObject({ product_alert_id: alertId, told_tm: null })
  // it is told when it may be, and only then
  await h.services.db.deleteFrom('mail_unsubscribe').where('address', '=', to).execute()
  morning(2)
  await send()
  expect(await letters()).toMatchObject([{ subject: 'Product alerts: 1 price change' }])
})

describe('an alert changed by its customer while its email is prepared', () => {
  const unread = async (name: string) => {
    const made = await makeFeed(h, { name })
    const { dropshipper_id } = made
    await h.services.db.insertInto('subscription').values({ vendor_id: id, dropshipper_id }).execute()
    return made
  }
  /** Sends them; the customer is sooner than what was looked up is held. */
  const sendWhile = (change: () => Promise<unknown>) => {
    const db = h.services.db.withoutPlugins()
    const begin = db.transaction.bind(db)
    db.transaction = () => {
      const begun = begin()
      const run = begun.execute.bind(begun)
      begun.execute = async (work) => {
        await change()
        return run(work)
      }
      return begun
    }
    return sendProductAlerts({ ...h.services, db })
  }
  /** Neither had a file when it was watched, so that their beginnings are the same. */
  async function watched() {
    await h.services.db.deleteFrom('product_alert').execute()
    const [first, other] = [await unread(`First ${tests}`), await unread(`Other ${tests}`)]
    const product_alert_id = await watch(1, to, first.dropshipper_id)
    await first.publish(csv(begun))
    await runFeed(staffed, first.feed_id)
    morning(1)
    const alert = { product_alert_id, email: to, dropshipper_id: first.dropshipper_id, alert_frequency_id: 1 }
    const becomes = (changed: object) => async () =>
      expect((await c.post('/api/account/product-alerts', [{ ...alert, ...changed }])).status).toBe(200)
    return { other, becomes }
  }

  test('to another supplier isn’t emailed about the old one', async () => {
    const { other, becomes } = await watched()
    await sendWhile(becomes({ dropshipper_id: other.dropshipper_id }))
    expect(await letters()).toEqual([])
    await other.publish(csv([['X', 'Xylophone', '1', '1']]))
    await runFeed(staffed, other.feed_id)
    morning(2)
    await send()
    const [letter, ...more] = await letters()
    expect([letter!.subject, more.length]).toEqual(['Product alerts: 1 new', 0])
    expect(letter!.text).toContain('Xylophone')
  })
  test('to another address is emailed there only', async () => {
    const { becomes } = await watched()
    await sendWhile(becomes({ email: `new-${to}` }))
    await send()
    expect([(await letters()).length, (await letters(`new-${to}`)).length]).toEqual([0, 1])
  })
  test.each([
    ['removed', { deleted: true }],
    ['monthly', { alert_frequency_id: 3 }],
  ])('to be %s isn’t emailed now', async (_, changed) => {
    const { becomes } = await watched()
    await sendWhile(becomes(changed))
    await send()
    expect(await letters()).toEqual([])
  })
})

test('a catalog with thousands of products makes a short email', async () => {
  await watch(3)
  await makeProducts(h, feed, 5000)
  await sql`
    update product set created_run_id = 1000000 where feed_id = ${feed.feed_id} and sku like 'SKU-%'`.execute(
    h.services.db,
  )
  morning(31)
  await send()
  const [letter] = await letters()
  expect(letter!.subject).toBe('Product alerts: 5,000 new')
  expect(letter!.text.length).toBeLessThan(1500)
})
