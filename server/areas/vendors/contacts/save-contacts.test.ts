import { beforeAll, describe, expect, test } from 'vitest'
import type { VendorContact } from '#contract/vendors/contacts.ts'
import { harness, makeLogin, staff, type Client } from '#server/test/harness.ts'
import { statementsOn } from '#server/test/statements-on.ts'

const h = harness()
let support: Client
let finance: Client
let id: number
beforeAll(async () => {
  support = await staff(h)
  finance = await staff(h, 'finance')
  ;({ vendor_id: id } = await makeLogin(h, 'customer'))
})
const log = async (type: string) =>
  (await support.post('/api/activity-log/search', { vendor_id: id, type })).body.logs

/** A new contact with what was typed of another. */
function copyOf({ contact_id: _id, login: _login, troubles: _troubles, ...contact }: VendorContact) {
  const { unsubscribed: _kinds, ...typed } = contact
  return typed
}

describe('contacts of a vendor', () => {
  const contacts = async () => (await support.get(`/api/vendor/${id}/contacts`)).body
  const put = (body: object) => support.post(`/api/vendor/${id}/contact`, body)
  test('are saved all at once: one is added, one becomes primary, one is removed', async () => {
    const {
      contacts: [first],
    } = await contacts()
    const fields = copyOf(first)
    const second = { ...fields, email: 'new@shop.example', first_name: 'Nia', is_primary: true }
    const added = await put({ contacts: [{ ...first, is_primary: false }, second] })
    expect(added.body.contacts).toMatchObject([
      { email: 'new@shop.example', is_primary: true },
      { contact_id: first.contact_id, is_primary: false },
    ])
    expect((await support.get(`/api/vendor/view/${id}`)).body).toMatchObject({ email: 'new@shop.example' })
    const only = added.body.contacts[0]
    expect((await put({ contacts: [{ ...only, city: 'Leeds' }] })).body.contacts).toMatchObject([
      { city: 'Leeds' },
    ])
    const [said] = await log('vendor.contact')
    expect(said.message).toBe('Contacts changed: Nia customer, Pat customer')
    expect(said.changes).toMatchObject({
      'Nia customer': { from: { city: '' }, to: { city: 'Leeds' } },
      'Pat customer': { to: null },
    })
  })
  test('have one primary, valid unique emails, and belong to this vendor', async () => {
    const {
      contacts: [first],
    } = await contacts()
    const fresh = copyOf(first)
    expect((await put({ contacts: [] })).status).toBe(400)
    expect((await put({ contacts: [{ ...first, is_primary: false }] })).body.error.fields).toEqual({
      contacts: 'Choose one primary contact',
    })
    for (const wrong of ['a@b', 'a@@b.co', '@b.co', 'a@', 'a b@c.de'])
      expect((await put({ contacts: [{ ...first, email: wrong }] })).body.error.fields).toEqual({
        'contacts.0.email': 'This is not a valid email address',
      })
    const twice = { ...fresh, email: first.email.toUpperCase(), is_primary: false }
    expect((await put({ contacts: [first, twice] })).body.error.fields).toEqual({
      'contacts.1.email': 'This email address is being used more than once!',
    })
    const another = await h.services.db
      .selectFrom('contact')
      .select('contact_id')
      .where('vendor_id', '<>', id)
      .executeTakeFirstOrThrow()
    expect((await put({ contacts: [{ ...first, ...another }] })).status).toBe(400)
  })
  test('are saved by a fixed number of statements, and keep their typed order', async () => {
    const [first] = (await contacts()).contacts
    const fresh = { ...copyOf(first), is_primary: false }
    const more = Array.from({ length: 19 }, (_, i) => ({ ...fresh, email: `${19 - i}@shop.example` }))
    const statements = await statementsOn(h, 'contact')
    const saved = (await put({ contacts: [...more, first] })).body.contacts
    expect(saved.map((contact: { email: string }) => contact.email)).toEqual([
      first.email,
      ...more.map((contact) => contact.email),
    ])
    expect(await statements()).toBeLessThanOrEqual(3)
    await put({ contacts: [first] })
  })
  test('beyond the limit can be kept, changed and removed, but not added to', async () => {
    const [first] = (await contacts()).contacts
    const values = Array.from({ length: 24 }, (_, i) => ({ vendor_id: id, email: `old${i}@shop.example` }))
    await h.services.db.insertInto('contact').values(values).execute()
    const all = (await contacts()).contacts
    expect(all).toHaveLength(25)
    const [, second, ...rest] = all
    const changed = await put({ contacts: [first, { ...second, city: 'Leeds' }, ...rest] })
    expect([changed.status, changed.body.contacts.length]).toEqual([200, 25])
    const fresh = { ...copyOf(second), email: 'more@shop.example' }
    expect((await put({ contacts: [...changed.body.contacts, fresh] })).body.error.fields).toEqual({
      contacts: 'This vendor has 25 contacts; the limit is 20. You can remove contacts but not add any',
    })
    const fewer = changed.body.contacts.slice(0, 20)
    expect((await put({ contacts: fewer })).body.contacts).toHaveLength(20)
    expect((await put({ contacts: [...fewer, fresh] })).body.error.fields).toEqual({
      contacts: 'A vendor can have at most 20 contacts',
    })
    await put({ contacts: [first] })
  })
  test('too many to be shown stay, whatever is saved of the others', async () => {
    const [first] = (await contacts()).contacts
    const values = Array.from({ length: 202 }, (_, i) => ({ vendor_id: id, email: `many${i}@shop.example` }))
    await h.services.db.insertInto('contact').values(values).execute()
    expect((await contacts()).contacts).toHaveLength(200)
    const left = (await put({ contacts: [first] })).body.contacts
    expect(left.map((contact: { email: string }) => contact.email)).toEqual([
      first.email,
      'many199@shop.example',
      'many200@shop.example',
      'many201@shop.example',
    ])
    await put({ contacts: [first] })
    expect((await contacts()).contacts).toHaveLength(1)
  })
  test('report what somebody else changed since they were opened', async () => {
    const opened = await contacts()
    const [first] = opened.contacts
    await finance.post(`/api/vendor/${id}/contact`, { contacts: [{ ...first, zip: 'LS1' }] })
    const refused = await put({ contacts: [{ ...first, phone: '1' }], version: opened.version })
    expect([refused.status, refused.body.error.changed]).toMatchObject([409, [{ to: { zip: 'LS1' } }]])
  })
})

test('a contact’s change is found in the log by its new value', async () => {
  const { contacts, version } = (await support.get(`/api/vendor/${id}/contacts`)).body
  const found = async () =>
    (await support.post('/api/activity-log/search', { vendor_id: id, meta_value: 'Zebulon' })).body.logs
  expect(await found()).toEqual([])
  const body = { version, contacts: [{ ...contacts[0], first_name: 'Zebulon' }, ...contacts.slice(1)] }
  expect((await support.post(`/api/vendor/${id}/contact`, body)).status).toBeLessThan(300)
  expect(await found()).toHaveLength(1)
})
