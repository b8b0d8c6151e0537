import { beforeAll, describe, expect, test } from 'vitest'
import type { FoundVendor } from '#contract/vendors/vendors.ts'
import { sql } from '#server/platform/db.ts'
import { harness, staff, type Client } from '../../test/harness.ts'

const h = harness()
let c: Client
beforeAll(async () => {
  c = await staff(h)
  const { db } = h.services
  await db
    .insertInto('vendor')
    .values(
      Array.from({ length: 60 }, (_, i) => ({
        vendor_id: 1000 + i,
        company: `Shop ${i} ${i % 2 ? 'North' : 'South'}`,
        vendor_status_id: i % 5,
        insert_tm: new Date(Date.UTC(2026, 0, 1 + i)).toISOString(),
      })),
    )
    .execute()
  await db
    .insertInto('contact')
    .values(
      Array.from({ length: 60 }, (_, i) => ({
        vendor_id: 1000 + i,
        email: `owner${String(99 - i).padStart(2, '0')}@shop.example`,
        first_name: 'Ann',
        last_name: `Number${i}`,
        primary_phone: `555 01${i}`,
      })),
    )
    .execute()
  await db
    .updateTable('vendor')
    .set((e) => ({
      primary_contact_id: e
        .selectFrom('contact')
        .whereRef('contact.vendor_id', '=', 'vendor.vendor_id')
        .select('contact_id')
        .limit(1),
    }))
    .where('vendor_id', '>=', 1000)
    .execute()
})
const search = async (body: object) =>
  (await c.post('/api/vendor/search', body)).body as {
    total: number
    total_is_exact: boolean
    alike: boolean
    vendors: FoundVendor[]
  }
const ids = async (body: object) => (await search(body)).vendors.map((v) => v.vendor_id)

describe('the vendor search', () => {
  test('finds a vendor by a contact who isn’t its first', async () => {
    await h.services.db
      .insertInto('contact')
      .values({ vendor_id: 1007, email: 'zenobia@books.example', first_name: 'Zenobia', last_name: 'Quill' })
      .execute()
    expect(await ids({ term: 'zenobia' })).toEqual([1007])
  })
  test('gives 25 a page, the newest first, and never a staff record', async () => {
    const first = await search({})
    expect([first.total, first.vendors.length, first.vendors[0]!.vendor_id]).toEqual([60, 25, 1059])
    expect((await ids({ page: 3 })).length).toBe(10)
  })
  test.each([
    ['oldest', 1000],
    ['newest', 1059],
    ['vendor_id_asc', 1000],
    ['vendor_id_desc', 1059],
    ['email_asc', 1059],
    ['email_desc', 1000],
  ])('sorts by %s', async (sort, first) => {
    expect((await ids({ sort }))[0]).toBe(first)
  })
  test('finds by id, part of the company, email, name or phone', async () => {
    expect((await ids({ term: '1007' }))[0]).toBe(1007)
    expect((await search({ term: 'north' })).total).toBe(30)
    expect(await ids({ term: 'OWNER42@' })).toEqual([1057])
    expect(await ids({ term: 'Number33' })).toEqual([1033])
    expect(await ids({ term: '100%' })).toEqual([])
  })
  test('keeps to the asked statuses', async () => {
    const statuses = (await search({ status: [4] })).vendors.map((v) => v.status)
    expect(statuses.length).toBeGreaterThan(0)
    expect(new Set(statuses)).toEqual(new Set(['Canceled']))
  })
  test('counts what it lists, by term and statuses together, on a page past the end too', async () => {
    const among = { term: 'north', status: [0, 4] }
    const { total, total_is_exact, vendors } = await search(among)
    expect([total, total_is_exact, vendors.length]).toEqual([12, true, 12])
    expect(new Set(vendors.map((v) => v.status))).toEqual(new Set(['Free', 'Canceled']))
    expect(await search({ ...among, page: 9 })).toMatchObject({
      total: 12,
      total_is_exact: true,
      vendors: [],
    })
    expect(await search({ term: 'nobody' })).toEqual({
      total: 0,
      total_is_exact: true,
      alike: false,
      vendors: [],
    })
  })
  test('names a wrong field', async () => {
    expect((await c.post('/api/vendor/search', { sort: 'best', page: 0 })).body.error.fields).toEqual({
      sort: expect.any(String),
      page: expect.any(String),
    })
  })
})

test('an unknown vendor doesn’t exist, and neither does a staff record', async () => {
  expect((await c.get('/api/vendor/view/987654')).body).toEqual({ vendor_doesnt_exist: true })
  const { vendor_id } = await h.services.db
    .selectFrom('vendor')
    .select('vendor_id')
    .where('is_staff', '=', true)
    .executeTakeFirstOrThrow()
  expect((await c.get(`/api/vendor/view/${vendor_id}`)).body).toEqual({ vendor_doesnt_exist: true })
  expect((await c.get('/api/vendor/view/1001')).body).toMatchObject({
    vendor_id: 1001,
    company: 'Shop 1 North',
    subscription_count: 0,
  })
})

describe('what a vendor is shown with', () => {
  const integrations = {
    active: {},
    'cancel pending': { is_cancel_pending: true },
    'freeze pending': { is_pause_pending: true },
    frozen: { paused_at: '2026-01-01T00:00:00Z' },
    'frozen and to be cancelled': { paused_at: '2026-01-01T00:00:00Z', is_cancel_pending: true },
    onboarding: { is_activated: 0 },
    released: { is_activated: 2 },
  } as const
  let suppliers: number[] = []
  beforeAll(async () => {
    const { db } = h.services
    await db.insertInto('market').values({ market_id: 1, market_name: 'Somewhere' }).execute()
    const made = await db
      .insertInto('dropshipper')
      .values([1, 2, 3].map((n) => ({ supplier_name: `Sold ${n}`, dropshipper_prefix: `SOLD${n}` })))
      .returning('dropshipper_id')
      .execute()
    suppliers = made.map((row) => row.dropshipper_id)
  })
  async function vendor(kinds: readonly (keyof typeof integrations)[], subscribed = true) {
    const { db } = h.services
    const { vendor_id } = await db
      .insertInto('vendor')
      .values({ company: 'Counted' })
      .returning('vendor_id')
      .executeTakeFirstOrThrow()
    if (subscribed)
      await db
        .insertInto('subscription')
        .values(suppliers.map((dropshipper_id) => ({ vendor_id, dropshipper_id })))
        .execute()
    const rows = kinds.map((kind, i) => ({
      ...integrations[kind],
      vendor_id,
      market_id: 1,
      dropshipper_id: suppliers[i % suppliers.length]!,
    }))
    await db.insertInto('vendor_market_map').values(rows).execute()
    return vendor_id
  }
  const shown = async (vendor_id: number) => {
    const { vendors } = await search({ term: String(vendor_id) })
    const { body } = await c.get(`/api/vendor/view/${vendor_id}`)
    const { best: _best, matched: _matched, ...row } = vendors[0]!
    expect(body).toMatchObject(row)
    return row
  }

  test('is counted from its subscriptions and integrations, each integration once', async () => {
    const every = Object.keys(integrations) as (keyof typeof integrations)[]
    expect(await shown(await vendor([...every, 'active']))).toMatchObject({
      subscription_count: 3,
      total_active_integrations: 2,
      status: 'Active (2 CP, 1 FP, 1 F)',
    })
  })
  test.each([
    [['cancel pending', 'frozen'], 'All Cancel Pending'],
    [['freeze pending', 'onboarding'], 'All Freeze Pending'],
    [['frozen', 'frozen'], 'All Frozen'],
    [['active'], 'Active'],
  ] as const)('follows %j: %s', async (kinds, status) => {
    expect((await shown(await vendor(kinds))).status).toBe(status)
  })
  test('changes as soon as an integration does', async () => {
    const vendor_id = await vendor(['active'])
    await h.services.db
      .updateTable('vendor_market_map')
      .set({ paused_at: '2026-01-01T00:00:00Z' })
      .where('vendor_id', '=', vendor_id)
      .execute()
    expect(await shown(vendor_id)).toMatchObject({ total_active_integrations: 0, status: 'All Frozen' })
  })
  test('leaves integrations out whose supplier it isn’t subscribed to', async () => {
    expect(await shown(await vendor(['active', 'frozen'], false))).toMatchObject({
      subscription_count: 0,
      total_active_integrations: 0,
      status: 'Active',
    })
  })
})

test('the vendor whose id is asked for comes first, before others that the number is found in', async () => {
  const { db } = h.services
  const named = await db
    .insertInto('vendor')
    .values({ company: 'Unit 1007' })
    .returning('vendor_id')
    .executeTakeFirstOrThrow()
  for (const sort of ['newest', 'oldest', 'vendor_id_asc', 'vendor_id_desc'])
    expect(await ids({ term: '1007', sort })).toEqual([1007, named.vendor_id])
})

test('more than 10 000 matches are not counted to the end, and the answer says so', async () => {
  const { db } = h.services
  await sql`
    insert into vendor (vendor_id, company)
    select 100000 + n, 'Crowd ' || n
    from generate_series(1, 10001) n`.execute(db)
  expect(await search({ term: 'crowd' })).toMatchObject({ total: 10_000, total_is_exact: false })
  await sql`delete from vendor where company = 'Crowd 1'`.execute(db)
  expect(await search({ term: 'crowd' })).toMatchObject({ total: 10_000, total_is_exact: true })
})

describe('a vendor is found as it is said on the phone', () => {
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
  ])('by its phone: %s is %s', async (term, phone, company) => {
    expect(await first(term)).toEqual({
      total: 1,
      alike: false,
      company,
      best: true,
      by: { by: 'phone', text: phone },
    })
  })
  test('by a part of the phone, which isn’t its best match yet', async () => {
    expect(await first('5551234')).toMatchObject({ company: 'Kettle & Co', best: false, by: { by: 'phone' } })
    expect(await first('(555) 123')).toMatchObject({ company: 'Kettle & Co', by: { by: 'phone' } })
  })
  test.each([
    'kettles.example.com',
    'https://kettles.example.com/products/1?x',
    'HTTPS://KETTLES.example.com',
  ])('by its store’s address: %s', async (term) => {
    const by = { by: 'store', text: 'https://kettles.example.com' }
    expect(await first(term)).toMatchObject({ total: 1, company: 'Kettle & Co', by })
  })
  test('by the transaction number of a charge, whole', async () => {
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
  test('by what a note says, after those who are called so, with the newest note’s words around it', async () => {
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
  test('by its number with a sign, and then by nothing else', async () => {
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
  ])('with a slip in the name: %s is %s', async (term, company, text) => {
    expect(await first(term)).toEqual({
      total: 1,
      alike: true,
      company,
      best: true,
      by: { by: 'similar name', text },
    })
  })
  test('a slip keeps to the asked statuses, and is none where the name stands as it is said', async () => {
    expect(await first('jonhson', { status: [4] })).toMatchObject({ company: 'Lamp Light' })
    expect(await first('jonhson', { status: [1] })).toMatchObject({ total: 0, alike: false })
    expect(await first('johnson')).toMatchObject({ total: 1, alike: false, by: { by: 'contact' } })
    expect(await first('okx')).toMatchObject({ total: 0, alike: false })
    expect(await first('zanzibar')).toMatchObject({ total: 0, alike: false })
  })
  test('of two as near neither is the best; of a crowd of names alike not all are counted', async () => {
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
  test('a name with two slips is found among many that one of its words is written in', async () => {
    await sql`
      insert into vendor (company)
      select 'Marchbnk Yard ' || n from generate_series(1, 120) n
      union all
      select 'Marchbank Lapm'`.execute(h.services.db)
    const found = await search({ term: 'marchbnk lamp' })
    expect(found.vendors.map((v) => v.company)).toEqual(['Marchbank Lapm'])
    expect(found).toMatchObject({ total: 1, total_is_exact: true })
  })
  test('one or two letters are looked for where a company, name, email or address begins', async () => {
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
  test('the one that is called just so comes first in every sort, and is the best match alone', async () => {
    for (const sort of ['newest', 'oldest', 'email_asc', 'email_desc', 'vendor_id_asc', 'vendor_id_desc']) {
      const { vendors } = await search({ term: 'rug rack', sort })
      expect(vendors.map((v) => [v.company, v.best])).toEqual([
        ['Rug Rack', true],
        ['Rug Rack Outlet', false],
      ])
    }
    expect(await first('rug@post.example')).toMatchObject({ company: expect.stringMatching('Rug'), by: null })
  })
  test('says nothing where company, id or email show why', async () => {
    expect(await first('kettle')).toMatchObject({ company: 'Kettle & Co', by: null })
    expect(await first('lamp@post')).toMatchObject({ company: 'Lamp Light', by: null })
    expect(await first('mary')).toMatchObject({ by: { by: 'contact', text: 'Mary Johnson' } })
  })
  test('a second contact’s email is why', async () => {
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
