import { expect, test } from 'vitest'
import { unsubscribePath } from '#server/platform/mail/unsubscribe-key.ts'
import { client, harness, makeFeed, makeLogin, staff } from '#server/test/harness.ts'

const h = harness()
const aForm = 'application/x-www-form-urlencoded'
const linkOf = (vendor_id: number, address: string, kind: string = 'product_alerts') =>
  `/api-public/account${unsubscribePath(h.services.secrets, { vendor_id, address, kind })}`
const invalid = { valid: false, email: '', mails: '', ended: false }
const ended = () =>
  h.services.db.selectFrom('mail_unsubscribe').select(['vendor_id', 'address', 'kind']).execute()
/** As a mail reader's server does: nothing but the address, no cookie, no token. */
const oneClick = (url: string, payload: string, type: string) =>
  h.app.inject({ method: 'POST', url, headers: { 'content-type': type }, payload })

test.each([
  ['a form', 'List-Unsubscribe=One-Click', 'application/x-www-form-urlencoded'],
  [
    'parts',
    '--p\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--p--\r\n',
    'multipart/form-data; boundary=p',
  ],
])(
  'a mail app’s one-click unsubscribe, sent as %s, ends one kind of email to one address',
  async (_as, payload, type) => {
    await h.services.db.deleteFrom('mail_unsubscribe').execute()
    const { vendor_id } = await makeLogin(h, 'customer')
    const url = linkOf(vendor_id, 'Pat@Example.com')
    const shown = { valid: true, email: 'pat@example.com', mails: 'product alerts' }
    const c = await client(h)
    expect((await c.get(url)).body).toEqual({ ...shown, ended: false })
    expect(await ended()).toEqual([])
    for (let i = 0; i < 2; i++) {
      const answer = await oneClick(url, payload, type)
      expect([answer.statusCode, answer.json()]).toEqual([200, { ...shown, ended: true }])
    }
    expect(await ended()).toEqual([{ vendor_id, address: 'pat@example.com', kind: 'product_alerts' }])
    expect((await c.get(url)).body).toEqual({ ...shown, ended: true })
    const { body } = await (await staff(h)).post(`/api/activity-log/`, { vendor_id })
    const lines = (body.logs as { message: string }[]).filter((one) => one.message.includes('unsubscribed'))
    expect(lines.map((one) => one.message)).toEqual([
      'pat@example.com unsubscribed from product alerts by email link',
    ])
  },
)

test('an unsubscribe link that is another vendor’s, forged or of an erased account ends nothing', async () => {
  const [one, other] = [await makeLogin(h, 'customer'), await makeLogin(h, 'customer')]
  const url = linkOf(one.vendor_id, 'sam@example.com')
  const gone = new Date().toISOString()
  await h.services.db
    .updateTable('vendor')
    .set({ deleted_tm: gone, deleted_by_name: 'Ann', erased_tm: gone })
    .where('vendor_id', '=', other.vendor_id)
    .execute()
  const key = url.split('/').at(-1)!
  const reset = h.services.secrets.seal(
    JSON.stringify(['something else', one.vendor_id, 'sam@example.com', 'x']),
  )
  const before = await ended()
  const c = await client(h)
  for (const wrong of [
    url.replace(`/${one.vendor_id}/`, `/${other.vendor_id}/`),
    url.slice(0, -1),
    `${url}x`,
    url.replace(key, 'x'),
    url.replace(key, encodeURIComponent(reset)),
    linkOf(other.vendor_id, 'sam@example.com'),
    linkOf(999_999_999, 'sam@example.com'),
  ]) {
    expect((await c.get(wrong)).body).toEqual(invalid)
    expect((await c.post(wrong)).body).toEqual(invalid)
  }
  expect(await ended()).toEqual(before)
})

test.each(['abc/x', '0/x', '1.5/x', `1/${'x'.repeat(501)}`, `1/${'x'.repeat(5000)}`, '1/a%00b'])(
  'a malformed unsubscribe link (%s) is answered like an unknown one',
  async (link) => {
    const c = await client(h)
    const url = `/api-public/account/unsubscribe/${link}`
    expect(await c.get(url)).toMatchObject({ status: 200, body: invalid })
    expect(await c.post(url)).toMatchObject({ status: 200, body: invalid })
  },
)

test('the longest possible address fits into its unsubscribe link', async () => {
  const { vendor_id } = await makeLogin(h, 'customer')
  const address = `${'a'.repeat(242)}@example.com`
  const answer = await (await client(h)).get(linkOf(vendor_id, address, 'supplier_incidents'))
  expect(answer.body).toMatchObject({ valid: true, email: address })
})

test('unsubscribing from daily updates clears the contact’s setting, and the account can turn it on again', async () => {
  const { email, vendor_id } = await makeLogin(h, 'customer')
  const choose = (daily_update_email: boolean) =>
    h.services.db.updateTable('contact').set({ daily_update_email }).where('email', '=', email).execute()
  await choose(true)
  const url = linkOf(vendor_id, email, 'daily_updates')
  const c = await client(h, email)
  expect((await c.get(url)).body.ended).toBe(false)
  for (let i = 0; i < 2; i++) await oneClick(url, '', aForm)
  expect((await c.get(url)).body.ended).toBe(true)
  const { body } = await (await staff(h)).post(`/api/activity-log/`, { vendor_id })
  expect(body.logs.filter((one: { message: string }) => one.message.includes('unsubscribed'))).toHaveLength(1)
  expect((await c.get('/api/account/details')).body.contact.daily_update_notifications).toBe(0)
  await choose(true)
  expect((await c.get(url)).body.ended).toBe(false)
})

test('unsubscribing from daily updates affects only that account’s contact, in any capitals', async () => {
  const [one, other] = [await makeLogin(h, 'customer'), await makeLogin(h, 'customer')]
  const both = [one.vendor_id, other.vendor_id]
  const { db } = h.services
  await db
    .updateTable('contact')
    .set({ email: 'Dana@Shop.example', daily_update_email: true })
    .where('vendor_id', 'in', both)
    .execute()
  await oneClick(linkOf(one.vendor_id, 'Dana@Shop.example', 'daily_updates'), '', aForm)
  const chosen = db.selectFrom('contact').select(['vendor_id', 'daily_update_email'])
  expect(await chosen.where('vendor_id', 'in', both).orderBy('vendor_id').execute()).toEqual([
    { vendor_id: one.vendor_id, daily_update_email: false },
    { vendor_id: other.vendor_id, daily_update_email: true },
  ])
})

test('a daily updates link for a former address doesn’t block whoever gets the address later', async () => {
  const { email, vendor_id } = await makeLogin(h, 'customer')
  const { db } = h.services
  const contactIs = (address: string) =>
    db
      .updateTable('contact')
      .set({ email: address, daily_update_email: true })
      .where('vendor_id', '=', vendor_id)
      .execute()
  await contactIs('new@shop.example')
  const url = linkOf(vendor_id, email, 'daily_updates')
  const c = await client(h)
  const shown = { valid: true, email, mails: 'daily updates', ended: true }
  expect((await c.get(url)).body).toEqual(shown)
  expect((await oneClick(url, '', aForm)).json()).toEqual(shown)
  await contactIs(email)
  expect((await c.get(url)).body).toEqual({ ...shown, ended: false })
  expect((await ended()).filter((row) => row.kind === 'daily_updates')).toEqual([])
})

test('turning emails on again affects only that kind and that account', async () => {
  const [one, other] = [await makeLogin(h, 'customer'), await makeLogin(h, 'customer')]
  const { db } = h.services
  const address = 'kim@shop.example'
  const stay = [
    { vendor_id: one.vendor_id, address, kind: 'product_alerts' },
    { vendor_id: other.vendor_id, address, kind: 'notifications' },
  ]
  await db
    .insertInto('mail_unsubscribe')
    .values([...stay, { vendor_id: one.vendor_id, address, kind: 'notifications' }])
    .execute()
  const c = await client(h, one.email)
  await c.put('/api/account/notifications', [{ email: address, billing: true, updates: true }])
  expect((await ended()).filter((row) => row.address === address)).toEqual(stay)
})

test('an address added for updates, again or for the first time, gets notifications again', async () => {
  const { email, vendor_id } = await makeLogin(h, 'customer')
  const c = await client(h, email)
  const save = (updates: boolean) =>
    c.put('/api/account/notifications', [
      { email: 'Sue@Shop.example', billing: true, updates, deleted: false },
    ])
  expect((await save(true)).status).toBe(200)
  const url = linkOf(vendor_id, 'sue@shop.example', 'notifications')
  await oneClick(url, '', aForm)
  expect((await c.get(url)).body.ended).toBe(true)
  const [contact] = (await (await staff(h)).get(`/api/vendor/${vendor_id}/contacts`)).body.contacts
  expect(contact.unsubscribed).toEqual([])
  // who has ended them isn't asked for them by what changes beside, nor by another spelling
  const beside = { email: 'tom@shop.example', billing: true, updates: true, deleted: false }
  await c.put('/api/account/notifications', [{ ...beside, email: 'sue@shop.example' }, beside])
  expect((await c.get(url)).body.ended).toBe(true)
  await save(false)
  expect((await c.get(url)).body.ended).toBe(true)
  await save(true)
  expect((await c.get(url)).body.ended).toBe(false)
})

test('emails about a supplier resume when turned on, even after unsubscribing', async () => {
  const { email, vendor_id } = await makeLogin(h, 'customer')
  const { dropshipper_id } = await makeFeed(h)
  await h.services.db.insertInto('subscription').values({ vendor_id, dropshipper_id }).execute()
  const c = await client(h, email)
  const turn = (on: boolean) =>
    c.put('/api/account/incident-mails', { dropshipper_ids: [dropshipper_id], on })
  const url = linkOf(vendor_id, email, 'supplier_incidents')
  const isEnded = async () => (await c.get(url)).body.ended
  await turn(true)
  await oneClick(url, '', aForm)
  await turn(false)
  expect(await isEnded()).toBe(true)
  expect((await turn(true)).status).toBe(204)
  expect(await isEnded()).toBe(false)
})

test('a one-click address opened in a browser leads to the page', async () => {
  const { vendor_id } = await makeLogin(h, 'customer')
  const url = linkOf(vendor_id, 'pat@example.com')
  const { statusCode, headers } = await h.app.inject({ url, headers: { accept: 'text/html,*/*' } })
  expect([statusCode, headers.location]).toEqual([302, url.replace('/api-public/account', '')])
})
