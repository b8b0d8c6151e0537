import { beforeAll, describe, expect, test } from 'vitest'
import type { FoundVendor } from '#contract/vendors/vendors.ts'
import { sql } from '#server/platform/database/db.ts'
import { harness, staff, type Client } from '#server/test/harness.ts'

const h = harness()
let c: Client
beforeAll(async () => {
  c = await staff(h)
})
const search = async (body: object) =>
  (await c.post('/api/vendor/search', { all: !('term' in body), ...body })).body as {
    total: number
    total_is_exact: boolean
    alike: boolean
    vendors: FoundVendor[]
  }
const ids = async (body: object) => (await search(body)).vendors.map((v) => v.vendor_id)

describe('a vendor can be found', () => {
  const made: Record<string, number> = {}
  beforeAll(async () => {
    const { db } = h.services
    await db.insertInto('market').values({ market_id: 39, market_name: 'Anywhere' }).execute()
    for (const [company, first_name, last_name, primary_phone, store_url] of [
      ['Kettle & Co', 'Chidi', 'Okafor', '+1 (555) 123-4567', 'https://kettles.example.com'],
      ['Lamp Light', 'Mary', 'Johnson', '(0171) 934 56 78', 'https://lamps.example.com/de'],
      ['Rug Rack', 'Sam', 'Jorkosson', '555-765-4321', ''],
      ['Rug Rack Outlet', 'Ida', 'Quist', '', ''],
      ['Gloria’s Garden Depot', 'Gloria', 'Fenn', '', ''],
    ] as const) {
      const { vendor_id } = await db
        .insertInto('vendor')
        .values({ company, vendor_status_id: company === 'Lamp Light' ? 4 : 1 })
        .returning('vendor_id')
        .executeTakeFirstOrThrow()
      const email = `${company.split(' ')[0]!.toLowerCase()}@post.example`
      const { contact_id } = await db
        .insertInto('contact')
        .values({ vendor_id, email, first_name, last_name, primary_phone })
        .returning('contact_id')
        .executeTakeFirstOrThrow()
      await db
        .updateTable('vendor')
        .set({ primary_contact_id: contact_id })
        .where('vendor_id', '=', vendor_id)
        .execute()
      if (store_url)
        await db
          .insertInto('vendor_store')
          .values({ vendor_id, vendor_store_name: company, market_id: 39, store_url, drop_to: '{}' })
          .execute()
      made[company] = vendor_id
    }
  })
  const first = async (term: string, more = {}) => {
    const { total, alike, vendors } = await search({ term, ...more })
    return { total, alike, company: vendors[0]?.company, best: vendors[0]?.best, by: vendors[0]?.matched }
  }

  test.each([
    ['5551234567', '+1 (555) 123-4567', 'Kettle & Co'],
    ['1234567', '+1 (555) 123-4567', 'Kettle & Co'],
    ['555.123.4567', '+1 (555) 123-4567', 'Kettle & Co'],
    ['+1 555 123 4567', '+1 (555) 123-4567', 'Kettle & Co'],
    ['+49 171 9345678', '(0171) 934 56 78', 'Lamp Light'],
    ['01719345678', '(0171) 934 56 78', 'Lamp Light'],
    ['+1 (555) 765 4321', '555-765-4321', 'Rug Rack'],
  ])('by phone: %s finds %s', async (term, phone, company) => {
    expect(await first(term)).toEqual({
      total: 1,
      alike: false,
      company,
      best: true,
      by: { by: 'phone', text: phone },
    })
  })
  test('by part of the phone, without being the best match', async () => {
    expect(await first('5551234')).toMatchObject({ company: 'Kettle & Co', best: false, by: { by: 'phone' } })
    expect(await first('(555) 123')).toMatchObject({ company: 'Kettle & Co', by: { by: 'phone' } })
  })
  test.each([
    'kettles.example.com',
    'https://kettles.example.com/products/1?x',
    'HTTPS://KETTLES.example.com',
  ])('by the store’s address: %s', async (term) => {
    const by = { by: 'store', text: 'https://kettles.example.com' }
    expect(await first(term)).toMatchObject({ total: 1, company: 'Kettle & Co', by })
  })
  test('by the full transaction number of a charge', async () => {
    const { db } = h.services
    const vendor_id = made['Rug Rack']!
    await db
      .insertInto('vendor_charge')
      .values({ vendor_id, amount: '9.00', transaction_num: 'TXN-40071-Z' })
      .execute()
    const by = { by: 'charge', text: 'TXN-40071-Z' }
    expect(await first('txn-40071-z')).toMatchObject({ total: 1, company: 'Rug Rack', best: false, by })
    expect((await first('N-40071-Z')).by).not.toEqual(by)
  })
  test('by the words of a note, after name matches, with the newest matching note shown', async () => {
    const { db } = h.services
    const note = (company: string, text: string) =>
      db
        .insertInto('vendor_note')
        .values({ vendor_id: made[company]!, note: text, note_type: 0, written_by_name: 'Ann' })
        .execute()
    const before = 'They have called three times about the shipping of what '
    await note('Kettle & Co', 'An old one: Rug Rack')
    await note('Kettle & Co', `${before}RUG RACK\nordered from a wholesaler last month, who sends nothing`)
    const all = await search({ term: 'rug rack' })
    expect(all.vendors.map((v) => [v.company, v.best])).toEqual([
      ['Rug Rack', true],
      ['Rug Rack Outlet', false],
      ['Kettle & Co', false],
    ])
    expect(all.vendors[2]!.matched).toEqual({
      by: 'note',
      text: '…three times about the shipping of what RUG RACK ordered from a wholesaler last month, w…',
    })
    // three letters are in nearly every note
    expect(await first('who')).toMatchObject({ total: 0 })
    expect(await first('wholesaler')).toMatchObject({ total: 1, company: 'Kettle & Co', best: false })
    await db.deleteFrom('vendor_note').execute()
  })
  test('by ID with a number sign, and then by nothing else', async () => {
    const id = made['Kettle & Co']!
    expect(await ids({ term: `#${id}` })).toEqual([id])
    expect(await first(`#${id}`)).toMatchObject({ best: true, by: null })
    expect(await ids({ term: '#99999999' })).toEqual([])
    expect(await ids({ term: '#9999999999' })).toEqual([])
    expect(await ids({ term: '2147483648' })).toEqual([])
  })
  test.each([
    ['okafr', 'Kettle & Co', 'Chidi Okafor'],
    ['Chidi Okafro', 'Kettle & Co', 'Chidi Okafor'],
    ['jonhson', 'Lamp Light', 'Mary Johnson'],
    ['gardn depto', 'Gloria’s Garden Depot', 'Gloria’s Garden Depot'],
  ])('despite a typo in the name: %s finds %s', async (term, company, text) => {
    expect(await first(term)).toEqual({
      total: 1,
      alike: true,
      company,
      best: true,
      by: { by: 'similar name', text },
    })
  })
  test('despite a typo only within the requested statuses, and only if nothing matches exactly', async () => {
    expect(await first('jonhson', { status: [4] })).toMatchObject({ company: 'Lamp Light' })
    expect(await first('jonhson', { status: [1] })).toMatchObject({ total: 0, alike: false })
    expect(await first('johnson')).toMatchObject({ total: 1, alike: false, by: { by: 'contact' } })
    expect(await first('okx')).toMatchObject({ total: 0, alike: false })
    expect(await first('zanzibar')).toMatchObject({ total: 0, alike: false })
  })
  test('with no best match among equals, and without counting a crowd of similar names in full', async () => {
    const { db } = h.services
    const add = (company: string) => db.insertInto('vendor').values({ company }).execute()
    await add('Brindlewick North')
    await add('Brindlewick South')
    const near = await search({ term: 'brindelwick' })
    expect(near.vendors.map((v) => v.best)).toEqual([false, false])
    expect(near).toMatchObject({ total: 2, total_is_exact: true, alike: true })
    await sql`
      insert into vendor (company)
      select 'Quillfeather ' || n from generate_series(1, 101) n`.execute(db)
    expect(await search({ term: 'quilfeather' })).toMatchObject({ total: 100, total_is_exact: false })
  })
  test('despite two typos among many names that contain one of the words', async () => {
    await sql`
      insert into vendor (company)
      select 'Marchbnk Yard ' || n from generate_series(1, 120) n
      union all
      select 'Marchbank Lapm'`.execute(h.services.db)
    const found = await search({ term: 'marchbnk lamp' })
    expect(found.vendors.map((v) => v.company)).toEqual(['Marchbank Lapm'])
    expect(found).toMatchObject({ total: 1, total_is_exact: true })
  })
  test('by one or two letters at the start of a company, name, email or address', async () => {
    const { db } = h.services
    const add = async (
      company: string,
      contact: { first_name?: string; last_name?: string; email: string },
    ) => {
      const { vendor_id } = await db
        .insertInto('vendor')
        .values({ company })
        .returning('vendor_id')
        .executeTakeFirstOrThrow()
      await db
        .insertInto('contact')
        .values({ vendor_id, ...contact })
        .execute()
      return vendor_id
    }
    await add('Zq Works', { email: 'a@post.example' })
    await add('Works of Zqar', { email: 'b@post.example' })
    await add('Anna’s', { email: 'c@post.example', first_name: 'Anna', last_name: 'Zqed' })
    await add('Ben’s', { email: 'zqben@post.example' })
    const store = await add('Carla’s', { email: 'd@post.example' })
    await db
      .insertInto('vendor_store')
      .values({
        vendor_id: store,
        vendor_store_name: 'Store',
        market_id: 39,
        store_url: 'https://zq-shop.example',
        drop_to: '{}',
      })
      .execute()
    await add('Bezqa', { email: 'ezq@post.example', last_name: 'Ozqan' })
    const companies = async (term: string) =>
      (await search({ term, sort: 'oldest' })).vendors.map((v) => v.company)
    expect(await companies('zQ')).toEqual(['Zq Works', 'Works of Zqar', 'Anna’s', 'Ben’s', 'Carla’s'])
    expect(await companies('zqa')).toEqual(['Works of Zqar', 'Bezqa'])
    expect(await companies('.')).toEqual([])
  })
  test('by exact name first in every sort order, as the only best match', async () => {
    for (const sort of ['newest', 'oldest', 'email_asc', 'email_desc', 'vendor_id_asc', 'vendor_id_desc']) {
      const { vendors } = await search({ term: 'rug rack', sort })
      expect(vendors.map((v) => [v.company, v.best])).toEqual([
        ['Rug Rack', true],
        ['Rug Rack Outlet', false],
      ])
    }
    expect(await first('rug@post.example')).toMatchObject({ company: expect.stringMatching('Rug'), by: null })
  })
  test('with no reason shown if the company, ID or email is the match', async () => {
    expect(await first('kettle')).toMatchObject({ company: 'Kettle & Co', by: null })
    expect(await first('lamp@post')).toMatchObject({ company: 'Lamp Light', by: null })
    expect(await first('mary')).toMatchObject({ by: { by: 'contact', text: 'Mary Johnson' } })
  })
  test('with a second contact’s email as the reason', async () => {
    await h.services.db
      .insertInto('contact')
      .values({ vendor_id: made['Rug Rack']!, email: 'second@desk.example' })
      .execute()
    expect(await first('second@desk.example')).toMatchObject({
      company: 'Rug Rack',
      best: true,
      by: { by: 'email', text: 'second@desk.example' },
    })
  })
})
