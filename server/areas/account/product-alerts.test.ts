import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { client, harness, makeFeed, makeLogin, staff, type Client } from '#server/test/harness.ts'

const h = harness()
let c: Client
let id: number
let mine: number
let also: number

const subscribe = (vendor_id: number, ...suppliers: number[]) =>
  h.services.db
    .insertInto('subscription')
    .values(suppliers.map((dropshipper_id) => ({ vendor_id, dropshipper_id })))
    .execute()
async function customer() {
  const { email, vendor_id } = await makeLogin(h, 'customer')
  return { vendor_id, caller: await client(h, email) }
}
beforeAll(async () => {
  mine = (await makeFeed(h, { name: 'Acorn' })).dropshipper_id
  also = (await makeFeed(h, { name: 'Birch' })).dropshipper_id
})
beforeEach(async () => {
  const made = await customer()
  id = made.vendor_id
  c = made.caller
  await subscribe(id, mine, also)
})

const path = '/api/account/product-alerts'
const read = async (by = c) => (await by.get(path)).body
const save = (alerts: object[], by = c, version?: number) =>
  by.post(version === undefined ? path : `${path}?version=${version}`, alerts)
const alert = (email: string, dropshipper_id = mine, more: object = {}) => ({
  email,
  dropshipper_id,
  ...more,
})
const faults = async (alerts: object[]) => {
  const { status, body } = await save(alerts)
  expect(status).toBe(400)
  return body.error.fields
}

test('a customer adds alerts, weekly by default, changes them and removes them', async () => {
  expect(await read()).toMatchObject({
    alerts: [],
    available_dropshippers: [
      { dropshipper_id: mine, dropshipper_name: 'Acorn' },
      { dropshipper_id: also, dropshipper_name: 'Birch' },
    ],
  })
  const { body: saved } = await save([
    alert('b@example.com'),
    alert('a@example.com', also, { alert_frequency_id: 1 }),
  ])
  const { alerts, version } = await read()
  expect(alerts).toMatchObject([
    { email: 'a@example.com', dropshipper_name: 'Birch', alert_frequency_id: 1, quiet: null },
    { email: 'b@example.com', dropshipper_name: 'Acorn', alert_frequency_id: 2, told_tm: null },
  ])
  expect(saved).toEqual({ ids: [alerts[1].product_alert_id, alerts[0].product_alert_id] })

  const [first, second] = alerts
  const changed = await save(
    [
      { ...alert(first.email, also), product_alert_id: first.product_alert_id, alert_frequency_id: 3 },
      { ...alert(second.email), product_alert_id: second.product_alert_id, deleted: true },
    ],
    c,
    version,
  )
  expect(changed.body).toEqual({ ids: [first.product_alert_id, second.product_alert_id] })
  expect((await read()).alerts).toMatchObject([{ email: 'a@example.com', alert_frequency_id: 3 }])
  const log = await (
    await staff(h)
  ).post('/api/activity-log/search', { vendor_id: id, type: 'account.alerts' })
  expect(log.body.logs[0].changes).toEqual({
    'a@example.com: Birch': { from: 'Daily', to: 'Monthly' },
    'b@example.com: Acorn': { from: 'Weekly', to: null },
  })
})

test('a save without changes is refused, and invalid alerts are named by their position', async () => {
  const { body } = await save([alert('a@example.com')])
  const same = { ...alert('a@example.com'), product_alert_id: body.ids[0] }
  const unchanged = await save([same])
  expect(unchanged).toMatchObject({ status: 400 })
  expect(unchanged.body.error.message).toBe("You haven't made any changes to your product alerts!")
  expect(await faults([alert('not an email', also)])).toEqual({
    '0.email': 'This is not a valid email address',
  })
  expect(await faults([alert('A@Example.com')])).toEqual({
    '0.dropshipper_id': 'This email already has an alert for this supplier',
  })
  expect(await faults([alert('z@example.com'), alert('Z@example.com')])).toEqual({
    '1.dropshipper_id': 'This email already has an alert for this supplier',
  })
  expect(await faults(['b', 'c', 'd', 'e', 'f'].map((name) => alert(`${name}@example.com`)))).toEqual({
    '4.email': 'You can add up to 5 email addresses',
  })
  expect(await faults([alert('x@example.com', mine, { alert_frequency_id: 4 })])).toEqual({
    '0.alert_frequency_id': 'Choose a frequency',
  })
  expect(await faults([same, same])).toMatchObject({ '1.product_alert_id': 'Duplicate. Remove one' })
  expect((await read()).alerts).toHaveLength(1)
})

test('an alert changed to another supplier starts from now, not from the previous one’s last email', async () => {
  const stands = (dropshipper_id: number, current_run_id: number) =>
    h.services.db
      .updateTable('feed')
      .set({ current_run_id })
      .where('dropshipper_id', '=', dropshipper_id)
      .execute()
  await stands(mine, 11)
  await stands(also, 12)
  const { body } = await save([alert('a@example.com')])
  const [product_alert_id] = body.ids
  await save([{ ...alert('a@example.com', also), product_alert_id }])
  const told = await h.services.db
    .selectFrom('product_alert')
    .select(['since_run_id', 'shown_run_id'])
    .where('product_alert_id', '=', product_alert_id)
    .execute()
  expect(told).toEqual([{ since_run_id: 12, shown_run_id: 12 }])
})

test('two alerts can swap addresses in one save', async () => {
  const { body } = await save([
    alert('a@example.com', mine, { alert_frequency_id: 1 }),
    alert('b@example.com'),
  ])
  const [a, b] = body.ids
  const swapped = await save([
    { ...alert('b@example.com'), product_alert_id: a },
    { ...alert('a@example.com'), product_alert_id: b, alert_frequency_id: 3 },
  ])
  expect(swapped.status).toBe(200)
  expect((await read()).alerts.map((x: { product_alert_id: number }) => x.product_alert_id)).toEqual([b, a])
})

test('a supplier without a subscription can’t be chosen, as if it didn’t exist', async () => {
  const other = (await makeFeed(h)).dropshipper_id
  const refusal = { '0.dropshipper_id': 'Choose one of your suppliers' }
  expect(await faults([alert('a@example.com', other)])).toEqual(refusal)
  expect(await faults([alert('a@example.com', 987_654)])).toEqual(refusal)
})

test('another customer’s alert can’t be read, changed or removed', async () => {
  const { body } = await save([alert('a@example.com')])
  const theirs = await customer()
  await subscribe(theirs.vendor_id, mine)
  const [product_alert_id] = body.ids
  expect((await theirs.caller.get(`${path}/${product_alert_id}`)).status).toBe(404)
  for (const more of [{}, { deleted: true }, { alert_frequency_id: 1 }]) {
    const { status, body: refused } = await save(
      [{ ...alert('a@example.com'), product_alert_id, ...more }],
      theirs.caller,
    )
    expect([status, refused.error.message]).toEqual([404, 'Product alert not found'])
  }
  expect((await read()).alerts).toMatchObject([{ product_alert_id, alert_frequency_id: 2 }])
  expect((await c.get(`${path}/${product_alert_id}`)).body).toMatchObject({ product_alert_id })
  expect((await c.get(`${path}/987654`)).status).toBe(404)
})

test('if two people edit at once, the second sees what the first saved', async () => {
  const { version } = await read()
  const { email } = await h.services.db
    .insertInto('login')
    .values({
      vendor_id: id,
      email: `second${id}@example.com`,
      role: 'customer',
      password_hash: await hashOf(),
    })
    .returning('email')
    .executeTakeFirstOrThrow()
  const second = await client(h, email)
  expect((await save([alert('a@example.com')], second, version)).status).toBe(200)
  const refused = await save([alert('b@example.com')], c, version)
  expect(refused.status).toBe(409)
  expect(refused.body.error.changed).toMatchObject([{ field: 'a@example.com: Acorn', to: 'Weekly' }])
  expect((await save([alert('b@example.com')], c, refused.body.error.version)).status).toBe(200)
})
const hashOf = async () =>
  (await h.services.db.selectFrom('login').select('password_hash').executeTakeFirstOrThrow()).password_hash

test('saving twice adds one alert, and the second save is refused with the reason', async () => {
  const answers = await Promise.all([save([alert('a@example.com')]), save([alert('a@example.com')])])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
  expect((await read()).alerts).toHaveLength(1)
})

test('an alert for a supplier without a subscription is kept but inactive, and can be removed', async () => {
  const { body } = await save([alert('a@example.com')])
  await h.services.db
    .deleteFrom('subscription')
    .where('vendor_id', '=', id)
    .where('dropshipper_id', '=', mine)
    .execute()
  const { alerts, available_dropshippers } = await read()
  expect(alerts[0].quiet).toBe('You’re no longer subscribed to this supplier.')
  expect(available_dropshippers.map((s: { dropshipper_id: number }) => s.dropshipper_id)).toEqual([also])
  const kept = { ...alert('a@example.com'), product_alert_id: body.ids[0] }
  expect((await save([{ ...kept, alert_frequency_id: 1 }])).status).toBe(200)
  expect((await save([{ ...kept, deleted: true }])).status).toBe(200)
})

test('an alert is first due a day, a week or a month after the morning before it was added', async () => {
  const was = { ...h.services.clock }
  onTestFinished(() => {
    Object.assign(h.services.clock, was)
  })
  for (const [time, days] of [
    ['2027-03-10T10:59:59Z', ['2027-03-10', '2027-03-16', '2027-04-09']],
    ['2027-03-10T11:00:00Z', ['2027-03-11', '2027-03-17', '2027-04-10']],
    ['2027-01-31T12:00:00Z', ['2027-02-01', '2027-02-07', '2027-02-28']],
  ] as const) {
    h.services.clock.now = () => Date.parse(time)
    const { body } = await save(
      [1, 2, 3].map((alert_frequency_id) =>
        alert(`every${alert_frequency_id}@example.com`, mine, { alert_frequency_id }),
      ),
    )
    const { alerts } = await read()
    expect(alerts.map((one: { next_on: string }) => one.next_on)).toEqual(days)
    await save(
      alerts.map((one: { email: string; dropshipper_id: number }, i: number) => ({
        ...alert(one.email, one.dropshipper_id),
        product_alert_id: body.ids[i],
        deleted: true,
      })),
    )
  }
})

test('an address that bounced permanently is marked, one with a full mailbox isn’t', async () => {
  await save([alert('full@example.com'), alert('gone@example.com')])
  await h.services.db
    .insertInto('mail_trouble')
    .values([
      { address: 'full@example.com', what: 'soft_bounce', reason: '', tm: new Date().toISOString() },
      { address: 'gone@example.com', what: 'hard_bounce', reason: '', tm: new Date().toISOString() },
    ])
    .execute()
  expect((await read()).alerts).toMatchObject([
    { email: 'full@example.com', quiet: null },
    { email: 'gone@example.com', quiet: 'Emails to this address bounced.' },
  ])
})

test('staff have no product alerts', async () => {
  expect((await (await staff(h)).get(path)).status).toBe(409)
})

test('too many alerts or a five-megabyte address are refused', async () => {
  const many = Array.from({ length: 501 }, (_, i) => alert(`a${i}@example.com`))
  expect((await save(many)).status).toBe(400)
  expect((await save([alert(`${'a'.repeat(5 * 1024 * 1024)}@example.com`)])).status).toBe(413)
  expect((await save([])).body.error.fields).toEqual({
    '(request)': "You haven't made any changes to your product alerts!",
  })
})
