import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testsAnHour } from '#contract/stores/connection-test.ts'
import { emptyStore } from '#contract/stores/settings.ts'
import { sql } from '../../platform/db.ts'
import { harness, makeFeed, makeLogin, staff, type Client } from '../../test/harness.ts'
import { describedField as field } from '../../test/platform-fields.ts'

const h = harness()
let c: Client
let other: Client
let vid: number
beforeAll(async () => {
  c = await staff(h)
  other = await staff(h, 'finance')
  await h.services.db
    .insertInto('market')
    .values([
      { market_id: 39, market_name: 'Shopify' },
      { market_id: 48, market_name: 'XCart' },
      { market_id: 202, market_name: 'BigCommerce' },
    ])
    .execute()
})
beforeEach(async () => {
  ;({ vendor_id: vid } = await makeLogin(h, 'customer'))
})

const plain = { ...emptyStore, market_id: 48, vendor_store_name: 'Ann’s garden shop' }
const ftp = {
  ...plain,
  protocol: 'ftp',
  store_ftp_server: 'ftp.shop.example',
  store_ftp_path: '/in',
  store_ftp_login: 'ann',
}
type Given = Record<string, unknown>
const save = (store: Given, more: Given = {}, by = c) =>
  by.post(`/api/vendor/${vid}/store`, { store, ...more })
const made = async (store: Given, more: Given = {}) => {
  const { status, body } = await save(store, more)
  expect([status, body.error]).toEqual([200, undefined])
  return body as { vendor_store_id: number; version: number; store: Given; set: string[] }
}
const change = (id: number, store: Given, more: Given = {}, by = c) =>
  save(store, { vendor_store_id: id, ...more }, by)
const read = async (id: number) => (await c.get(`/api/vendor/${vid}/store/${id}`)).body
const rowOf = (id: number) =>
  h.services.db
    .selectFrom('vendor_store')
    .selectAll()
    .where('vendor_store_id', '=', id)
    .executeTakeFirstOrThrow()
const activity = async () =>
  (await c.post('/api/activity-log/search', { vendor_id: vid })).body.logs as {
    type: string
    message: string
    changes: Record<string, { from: unknown; to: unknown }> | null
  }[]

describe('a store', () => {
  test('is added with its name, market and place, and stands in the list and the log', async () => {
    const { vendor_store_id } = await made({
      ...ftp,
      store_ftp_port: 2121,
      store_url: 'https://shop.example',
    })
    expect((await rowOf(vendor_store_id)).drop_to).toEqual({
      kind: 'ftp',
      host: 'ftp.shop.example',
      port: 2121,
      path: '/in',
      user: 'ann',
    })
    const { body } = await c.get(`/api/vendor/${vid}/stores`)
    expect(body).toMatchObject([
      { vendor_store_id, market_name: 'XCart', takes_file: true, job_status: null },
    ])
    expect((await activity())[0]).toMatchObject({
      type: 'store.insert',
      message: 'Store Ann’s garden shop added in XCart',
      changes: { store_ftp_server: { from: null, to: 'ftp.shop.example' } },
    })
  })
  test('that takes no file is never behind', async () => {
    const { vendor_store_id } = await made({ ...plain, store_url: 'https://shop.example' })
    const { db } = h.services
    await db
      .updateTable('vendor_store')
      .set({ behind_since: sql<string>`now()` })
      .execute()
    expect((await rowOf(vendor_store_id)).behind_since).toBeNull()
    const job = {
      job_type: 'VENDOR_STORE_UPDATER_JOB',
      param_name: 'vendor_store_id',
      param_value: vendor_store_id,
    }
    expect((await c.post('/api/jobs/schedule-job', job)).body).toEqual({
      status: 'This store takes no file; its page says how one is sent',
      job_id: null,
    })
    await change(vendor_store_id, { ...plain, protocol: 'storage', storage_folder: `shop-${vid}` })
    expect((await rowOf(vendor_store_id)).behind_since).not.toBeNull()
  })
  test('is saved twice at once only once: the second has its name already', async () => {
    const answers = await Promise.all([
      save(plain),
      save({ ...plain, vendor_store_name: 'ANN’S GARDEN SHOP' }),
    ])
    expect(answers.map((a) => a.status).toSorted((a, b) => a - b)).toEqual([200, 400])
    const refused = answers.find((a) => a.status === 400)!
    expect(refused.body.error.fields).toEqual({
      'store.vendor_store_name': 'Another store of this user has this name',
    })
    expect((await c.get(`/api/vendor/${vid}/stores`)).body).toHaveLength(1)
  })
  test('names what is wrong by its field, and nothing is kept', async () => {
    const wrong: [Given, Given][] = [
      [{ ...plain, vendor_store_name: ' ' }, { 'store.vendor_store_name': 'Enter a name' }],
      [{ ...plain, market_id: 9999 }, { 'store.market_id': 'There is no such market' }],
      [
        { ...plain, store_url: 'shop.example' },
        { 'store.store_url': 'Enter an address that begins with https:// or http://' },
      ],
      [{ ...ftp, store_ftp_server: '' }, { 'store.store_ftp_server': 'Enter the host' }],
      [{ ...ftp, store_ftp_server: 'ftp://a.example' }, { 'store.store_ftp_server': expect.any(String) }],
      [{ ...ftp, store_ftp_path: '' }, { 'store.store_ftp_path': expect.stringContaining('such as') }],
      [{ ...ftp, store_ftp_login: '' }, { 'store.store_ftp_login': 'Enter the login' }],
      [{ ...ftp, store_ftp_login: 'a\r\nDELE x' }, { 'store.store_ftp_login': 'No tab and no line break' }],
      [
        { ...plain, protocol: 'storage', storage_folder: '../other' },
        { 'store.storage_folder': expect.stringContaining('Small letters') },
      ],
    ]
    for (const [store, fields] of wrong) {
      const { status, body } = await save(store)
      expect([status, body.error.fields]).toEqual([400, fields])
    }
    expect((await c.get(`/api/vendor/${vid}/stores`)).body).toEqual([])
  })
  test.each([
    ['http://localhost.evil.example/x', false],
    ['http://127.0.0.1.evil.example', false],
    ['http://localhostage', false],
    ['http://evil.example', false],
    ['http://localhost', true],
    ['http://127.0.0.1:8080/shop', true],
    ['https://shop.myshopify.com', true],
  ])('is told by its market’s interface over TLS alone, but here: %s', async (store_admin_url, taken) => {
    const { body } = await save({
      ...plain,
      market_id: 39,
      protocol: 'api',
      store_admin_url,
      store_admin_password: 'a-token',
    })
    expect(body.error?.fields).toEqual(
      taken ? undefined : { 'store.store_admin_url': 'Enter it as https://your-shop.myshopify.com' },
    )
  })

  test('shares its folder with no other store, of whichever vendor', async () => {
    const folder = `shared-${vid}`
    await made({ ...plain, protocol: 'storage', storage_folder: folder })
    const { vendor_id } = await makeLogin(h, 'customer')
    const body = { store: { ...plain, protocol: 'storage', storage_folder: folder } }
    const refused = await c.post(`/api/vendor/${vendor_id}/store`, body)
    const tried = await c.post(`/api/vendor/${vendor_id}/store/test`, body)
    for (const answer of [refused, tried])
      expect(answer.body.error.fields).toEqual({
        'store.storage_folder': 'Another store takes its file from this folder',
      })
  })
  test('stays in its market, and is its vendor’s alone', async () => {
    const { vendor_store_id: id } = await made(plain)
    expect((await change(id, { ...plain, market_id: 39 })).body.error.fields).toEqual({
      'store.market_id': 'A store stays in its market; add another store in that one',
    })
    const { vendor_id } = await makeLogin(h, 'customer')
    for (const answer of [
      await c.get(`/api/vendor/${vendor_id}/store/${id}`),
      await c.get(`/api/vendor/${vendor_id}/store/${id}/removal`),
      await c.get(`/api/vendor/${vendor_id}/vendor-store/${id}/history`),
      await c.post(`/api/vendor/${vendor_id}/store`, { vendor_store_id: id, store: plain }),
      await c.post(`/api/vendor/${vendor_id}/store/test`, { vendor_store_id: id, store: plain }),
      await c.delete(`/api/vendor/${vendor_id}/store/${id}`),
    ])
      expect(answer.status).toBe(404)
    expect((await read(id)).store).toMatchObject({ market_id: 48 })
  })
  test('that another has changed is refused with what; a save that changes nothing logs nothing', async () => {
    const { vendor_store_id: id, version } = await made(plain)
    await change(id, { ...plain, image_file_path: '/images' }, { version }, other)
    const stale = await change(id, { ...plain, custom_image_name: 'x' }, { version })
    expect([stale.status, stale.body.error.changed]).toEqual([
      409,
      [expect.objectContaining({ field: 'image_file_path', from: null, to: '/images' })],
    ])
    const rows = (await activity()).length
    const same = await change(id, { ...plain, image_file_path: '/images' })
    expect([same.status, (await activity()).length]).toEqual([200, rows])
    const removed = await c.delete(`/api/vendor/${vid}/store/${id}?version=${version}`)
    expect(removed.status).toBe(409)
  })
  test('of a deleted vendor is neither added, changed nor tried', async () => {
    const { vendor_store_id: id } = await made(ftp)
    const { db } = h.services
    await db
      .updateTable('vendor')
      .set({ deleted_tm: sql<string>`now()` })
      .where('vendor_id', '=', vid)
      .execute()
    for (const answer of [
      await save({ ...plain, vendor_store_name: 'Another' }),
      await change(id, { ...ftp, store_ftp_path: '/b' }),
      await c.post(`/api/vendor/${vid}/store/test`, { vendor_store_id: id, store: ftp }),
      await c.delete(`/api/vendor/${vid}/store/${id}`),
    ])
      expect([answer.status, answer.body.error.message]).toEqual([409, expect.stringContaining('deleted')])
  })
})

const updateOf = (id: number) => ({
  job_type: 'VENDOR_STORE_UPDATER_JOB',
  category: 'updating',
  param_name: 'vendor_store_id',
  param_value: String(id),
  subject: 'Shop',
  payload: JSON.stringify({ vendor_store_id: id }),
  vcpu: 1,
  requested_by: 'schedule',
})
describe('what a store was sent', () => {
  const sentTo = (id: number) =>
    h.services.db.selectFrom('store_product').select('product_id').where('vendor_store_id', '=', id).execute()
  async function sent(store: Given) {
    const { vendor_store_id } = await made(store)
    await h.services.db
      .insertInto('store_product')
      .values([
        { vendor_store_id, product_id: 1, seen_hash: 1, in_store: true },
        { vendor_store_id, product_id: 2, seen_hash: 2, in_store: true },
      ])
      .execute()
    await h.services.db.updateTable('vendor_store').set({ behind_since: null }).execute()
    return vendor_store_id
  }
  test('is forgotten where its file goes to another place, which is sent everything', async () => {
    const id = await sent(ftp)
    await change(id, { ...ftp, vendor_store_name: 'Renamed' })
    expect([(await sentTo(id)).length, (await rowOf(id)).behind_since]).toEqual([2, null])
    await h.services.db
      .insertInto('job')
      .values({ ...updateOf(id), job_status: 1 } as never)
      .execute()
    await change(id, { ...ftp, store_ftp_path: '/elsewhere' })
    expect((await c.get(`/api/vendor/${vid}/current`)).body).toMatchObject([
      { stopping: true },
      { job_state: 'Scheduled' },
    ])
    await h.services.db.deleteFrom('job').where('param_value', '=', String(id)).execute()
    expect(await sentTo(id)).toEqual([])
    expect((await rowOf(id)).behind_since).not.toBeNull()
  })
  test('is forgotten where another login has the folder: whose it is may say which one', async () => {
    const id = await sent(ftp)
    await change(id, { ...ftp, store_ftp_login: 'bob' })
    expect(await sentTo(id)).toEqual([])
    expect((await rowOf(id)).behind_since).not.toBeNull()
  })
  test('is forgotten where it is another shop on the same host, and so is the token', async () => {
    const shop = (path: string) => ({
      ...plain,
      market_id: 202,
      protocol: 'api',
      store_admin_url: `https://api.bigcommerce.com/stores/${path}`,
    })
    const id = await sent({ ...shop('ann'), store_admin_password: 'token of ann' })
    await change(id, shop('ann/'))
    expect([(await sentTo(id)).length, (await read(id)).set]).toEqual([2, ['store_admin_password']])
    expect((await change(id, shop('bob'))).body.error.fields).toEqual({
      'store.store_admin_password': 'Enter the Access token',
    })
    const { body } = await change(id, { ...shop('bob'), store_admin_password: 'token of bob' })
    expect(body.error).toBeUndefined()
    expect(await sentTo(id)).toEqual([])
  })
  test('is forgotten where it is another shop of the same market', async () => {
    const shop = (address: string) => ({
      ...plain,
      market_id: 39,
      protocol: 'api',
      store_admin_url: `https://${address}.myshopify.com`,
      store_admin_password: `token of ${address}`,
    })
    const id = await sent(shop('ann'))
    await change(id, { ...shop('ann'), store_admin_password: 'a newer token' })
    expect([(await sentTo(id)).length, (await rowOf(id)).behind_since]).toEqual([2, null])
    await change(id, shop('bob'))
    expect(await sentTo(id)).toEqual([])
    expect((await rowOf(id)).behind_since).not.toBeNull()
  })

  test('goes with the store, as do its waiting updates and passwords; it is said before', async () => {
    const id = await sent({ ...ftp, store_ftp_password: 'secret' })
    const feed = await makeFeed(h)
    await h.services.db
      .insertInto('vendor_market_map')
      .values({
        vendor_id: vid,
        dropshipper_id: feed.dropshipper_id,
        market_id: 48,
        is_activated: 1,
        vendor_store_id: id,
      })
      .execute()
    const queued = await c.post('/api/jobs/schedule-job', {
      job_type: 'VENDOR_STORE_UPDATER_JOB',
      param_name: 'vendor_store_id',
      param_value: id,
    })
    const ends = {
      vendor_store_name: ftp.vendor_store_name,
      integrations: 1,
      other_stores: 0,
      sent: 2,
      jobs: 1,
      set: ['store_ftp_password'],
    }
    expect((await c.get(`/api/vendor/${vid}/store/${id}/removal`)).body).toEqual(ends)
    const current = `/api/vendor/${vid}/vendor-store/${id}/current`
    expect((await c.get(current)).body).toMatchObject([
      { job_id: queued.body.job_id, job_state: 'Scheduled' },
    ])
    expect((await c.get(`/api/vendor/${vid}/current`)).body).toHaveLength(1)
    const gone = await c.delete(`/api/vendor/${vid}/store/${id}`)
    expect([gone.status, gone.body]).toEqual([200, ends])
    expect((await c.get(`/api/jobs/${queued.body.job_id}`)).body).toMatchObject({
      terminated: true,
      reason: `The store ${ftp.vendor_store_name} was removed`,
    })
    expect(await sentTo(id)).toEqual([])
    const integrations = await h.services.db
      .selectFrom('vendor_market_map')
      .select(['is_activated', 'vendor_store_id'])
      .where('vendor_id', '=', vid)
      .execute()
    expect(integrations).toEqual([{ is_activated: 1, vendor_store_id: null }])
    expect((await c.delete(`/api/vendor/${vid}/store/${id}`)).status).toBe(404)
    expect((await activity())[0]).toMatchObject({ type: 'store.remove' })
  })
})

test('an update that runs ends with its store', async () => {
  const { vendor_store_id: id } = await made(ftp)
  const { db } = h.services
  const { job_id } = await db
    .insertInto('job')
    .values({ ...updateOf(id), job_status: 1 } as never)
    .returning('job_id')
    .executeTakeFirstOrThrow()
  expect((await c.get(`/api/vendor/${vid}/store/${id}/removal`)).body).toMatchObject({ jobs: 1 })
  expect((await c.delete(`/api/vendor/${vid}/store/${id}`)).body).toMatchObject({ jobs: 1 })
  const job = await db.selectFrom('job').select('terminate_reason').where('job_id', '=', job_id).execute()
  expect(job).toEqual([{ terminate_reason: `The store ${ftp.vendor_store_name} was removed` }])
})

test('a store that is stopped goes on once it is mended, and one that takes nothing begins nothing', async () => {
  const { vendor_store_id: id } = await made(ftp)
  await h.services.db
    .updateTable('vendor_store')
    .set({ stopped_reason: '530 Login incorrect', stopped_tm: sql<string>`now()` })
    .where('vendor_store_id', '=', id)
    .execute()
  const begin = (of: number) =>
    c.post(`/api/vendor/${vid}/store-updates`, { vendor_store_id: of, kind: 'changed' })
  await change(id, { ...ftp, store_ftp_password: 'the right one' })
  expect((await rowOf(id)).stopped_reason).toBeNull()
  expect((await begin(id)).status).toBe(200)
  const { vendor_store_id: idle } = await made({ ...plain, vendor_store_name: 'Idle' })
  const refused = await begin(idle)
  expect([refused.status, refused.body.error.message]).toEqual([
    409,
    'It takes nothing: choose on its page how it is sent to',
  ])
})

describe('a password of a store', () => {
  const passwords = {
    store_ftp_password: 'ftp-pass-1',
    store_admin_password: 'admin-pass-2',
    database_password: 'database-pass-3',
  }
  const full = {
    ...ftp,
    store_admin_url: 'https://shop.example/admin',
    store_admin_login: 'root',
    database_name: 'shop',
    database_username: 'shop',
  }
  const all = ['store_admin_password', 'store_ftp_password', 'database_password']
  test('is sealed, and stands in no answer, log entry or job', async () => {
    const { vendor_store_id: id, set } = await made({ ...full, ...passwords })
    expect(set).toEqual(all)
    const row = await rowOf(id)
    expect(h.services.secrets.open(row.drop_secret!)).toBe(passwords.store_ftp_password)
    expect(h.services.secrets.open(row.store_admin_secret!)).toBe(passwords.store_admin_password)
    expect(h.services.secrets.open(row.database_secret!)).toBe(passwords.database_password)
    await change(id, { ...full, store_ftp_password: 'ftp-pass-9' })
    await c.post('/api/jobs/schedule-job', {
      job_type: 'VENDOR_STORE_UPDATER_JOB',
      param_name: 'vendor_store_id',
      param_value: id,
    })
    const { rows } = await sql<{ text: string }>`
      select (select coalesce(string_agg(a::text, ' '), '') from activity a)
        || (select coalesce(string_agg(j::text, ' '), '') from job j)
        || (select string_agg(st::text, ' ') from vendor_store st) as text`.execute(h.services.db)
    const answers = [
      await read(id),
      (await c.get(`/api/vendor/${vid}/stores`)).body,
      (await c.get(`/api/vendor/view/${vid}/dashboard`)).body,
      await activity(),
      rows[0]!.text,
    ]
    const said = JSON.stringify(answers)
    for (const secret of [...Object.values(passwords), 'ftp-pass-9']) expect(said).not.toContain(secret)
    expect((await activity()).find((a) => a.type === 'store.save')!.changes).toEqual({
      store_ftp_password: { from: '(hidden)', to: '(set)' },
    })
  })
  test('stays where it is left blank, and goes where it is forgotten on purpose', async () => {
    const { vendor_store_id: id } = await made({ ...full, ...passwords })
    const sealed = (await rowOf(id)).drop_secret
    await change(id, { ...full, vendor_store_name: 'Renamed', store_ftp_path: '/other' })
    expect([(await read(id)).set, (await rowOf(id)).drop_secret]).toEqual([all, sealed])
    const { body } = await change(id, { ...full, store_ftp_path: '/other', database_password: null })
    expect([body.set, body.forgotten]).toEqual([['store_admin_password', 'store_ftp_password'], []])
    expect((await activity())[0]!.changes).toMatchObject({
      database_password: { from: '(hidden)', to: '(forgotten)' },
    })
  })
  test.each<[string, Given, string, string]>([
    ['host', { store_ftp_server: 'evil.example' }, 'store_ftp_password', 'host'],
    ['port', { store_ftp_port: 2100 }, 'store_ftp_password', 'port'],
    ['protocol', { protocol: 'sftp' }, 'store_ftp_password', 'protocol'],
    ['login', { store_ftp_login: 'bob' }, 'store_ftp_password', 'login'],
    ['admin host', { store_admin_url: 'https://evil.example/admin' }, 'store_admin_password', 'host'],
    ['admin port', { store_admin_url: 'https://shop.example:8443/' }, 'store_admin_password', 'port'],
    ['admin protocol', { store_admin_url: 'http://shop.example/admin' }, 'store_admin_password', 'protocol'],
    ['admin path', { store_admin_url: 'https://shop.example/other' }, 'store_admin_password', 'path'],
    ['admin login', { store_admin_login: 'bob' }, 'store_admin_password', 'login'],
    ['database user', { database_username: 'bob' }, 'database_password', 'database user'],
    ['database', { database_name: 'another' }, 'database_password', 'database'],
  ])('is forgotten where the %s changes, unless a new one comes along', async (_what, other, name, part) => {
    const { vendor_store_id: id } = await made({ ...full, ...passwords })
    const { body } = await change(id, { ...full, ...other })
    expect(body.set).toEqual(all.filter((one) => one !== name))
    expect(body.forgotten).toEqual([
      expect.stringMatching(new RegExp(`is forgotten because the ${part} changes; enter it again$`)),
    ])
    const again = await change(id, { ...full, [name]: 'new one' })
    expect([again.body.set, again.body.forgotten]).toEqual([all, []])
  })
  test('of FTP is forgotten where the file goes by FTP no more', async () => {
    const { vendor_store_id: id } = await made({ ...full, ...passwords })
    const { body } = await change(id, { ...full, protocol: 'none' })
    expect(body.forgotten).toEqual(['FTP password is forgotten because the protocol changes'])
    expect((await rowOf(id)).drop_secret).toBeNull()
  })
})

describe('what a platform asks of its stores', () => {
  async function platform() {
    const name = `Platform ${vid}`
    const id = (await c.post('/api/platform/create', { name })).body.platform_id as number
    const { body } = await c.post(`/api/platform/${id}`, {
      platform: { ...(await c.get(`/api/platform/${id}`)).body.platform },
      market_implementations: [{ market_name: `Market ${vid}` }],
    })
    const connects = (connects_with: string) => ({
      connects_with_type: 'store',
      connects_with,
      required: true,
    })
    const when = { conditions: [{ field_handle: 'way', value: 'true', not_equal: false }] }
    const fields = [
      field('Shop', 0, { field_data_type: 'url', ...connects('store_url') }),
      field('Way', 1, { field_data_type: 'checkbox' }),
      field('Server', 2, { ...connects('store_ftp_server'), ...when }),
      field('Key', 3, { field_data_type: 'password', ...connects('store_ftp_password'), ...when }),
      field('Handling days', 4, { connects_with_type: 'market', connects_with: 'days', required: true }),
    ]
    expect((await c.post(`/api/platform/${id}/fields`, { fields })).status).toBe(200)
    return body.market_implementations[0].market_id as number
  }
  const asked = { shop: 'https://shop.example', way: 'true', server: 'ftp.a.example', key: 'first key' }

  test('is filled in here, and what connects with the store is written there', async () => {
    const market_id = await platform()
    const store = { ...ftp, market_id, store_ftp_server: '' }
    const { vendor_store_id: id, set } = await made(store, { fields: asked })
    expect(set).toEqual(['store_ftp_password'])
    const row = await rowOf(id)
    expect([row.store_url, row.drop_to.host]).toEqual(['https://shop.example', 'ftp.a.example'])
    expect(h.services.secrets.open(row.drop_secret!)).toBe('first key')
    const view = await read(id)
    expect(view.fields.map((f: Given) => f.field_handle)).toEqual(['shop', 'way', 'server', 'key'])
    expect(view.values).toEqual({ shop: 'https://shop.example', way: 'true', server: 'ftp.a.example' })
    expect(JSON.stringify([view, await activity()])).not.toContain('first key')
  })
  test('names its own field where a value is wrong', async () => {
    const market_id = await platform()
    const wrong = await save(
      { ...ftp, market_id },
      { fields: { ...asked, shop: 'x', server: 'a b', key: '' } },
    )
    expect(wrong.body.error.fields).toEqual({
      'fields.shop': 'Enter an address that begins with https:// or http://',
      'fields.server': 'Enter a host such as ftp.example.com',
      'fields.key': 'This is needed',
    })
    const strange = await save({ ...ftp, market_id }, { fields: { ...asked, handling_days: '2' } })
    expect(strange.body.error.fields).toEqual({ 'fields.handling_days': 'There is no such field' })
  })
  test('keeps a blank secret for its host alone: another host needs it anew', async () => {
    const market_id = await platform()
    const store = { ...ftp, market_id }
    const { vendor_store_id: id } = await made(store, { fields: asked })
    const blank = { ...asked, key: '' }
    expect((await change(id, { ...store, image_file_path: '/i' }, { fields: blank })).body.set).toEqual([
      'store_ftp_password',
    ])
    const moved = await change(id, store, { fields: { ...blank, server: 'evil.example' } })
    expect(moved.body.error.fields).toEqual({ 'fields.key': 'This is needed' })
    expect((await rowOf(id)).drop_to.host).toBe('ftp.a.example')
    const hidden = await change(
      id,
      { ...store, store_ftp_server: 'evil.example' },
      { fields: { ...blank, way: 'false' } },
    )
    expect([hidden.body.set, hidden.body.forgotten.length]).toEqual([[], 1])
    const { rows } = await sql<{ secret: string }>`
      select secret from platform_field_value where vendor_store_id = ${id} and secret is not null`.execute(
      h.services.db,
    )
    expect(rows).toEqual([])
  })
})

describe('a test of a store’s connection', () => {
  const root = mkdtempSync(join(tmpdir(), 'feedstock-store-'))
  afterAll(() => rmSync(root, { recursive: true, force: true }))
  const states = (body: { checks: { name: string; state: string }[] }) =>
    Object.fromEntries(body.checks.map((check) => [check.name, check.state]))
  const tryIt = (store: Given, more: Given = {}) =>
    c.post(`/api/vendor/${vid}/store/test`, { store, ...more })

  test('of a folder writes a file there and removes it', async () => {
    const folder = `tried-${vid}`
    const { body } = await tryIt({ ...plain, protocol: 'storage', storage_folder: folder })
    expect(states(body)).toEqual({ write: 'ok' })
    expect(readdirSync(join(h.dir, 'files', 'stores', folder))).toEqual([])
    expect((await activity())[0]).toMatchObject({
      type: 'store.test',
      message: `Connection of ${plain.vendor_store_name} tested: all checks went well`,
    })
  })
  test('of what has neither a file nor an address is refused', async () => {
    expect((await tryIt(plain)).body.error.fields).toEqual({ 'store.store_url': expect.any(String) })
  })
  test('is made so many times in an hour, and no more', async () => {
    const { login_id } = await h.services.db
      .selectFrom('login')
      .select('login_id')
      .where('role', '=', 'support')
      .orderBy('login_id')
      .executeTakeFirstOrThrow()
    const of = { ...plain, protocol: 'storage', storage_folder: `often-${vid}` }
    await tryIt(of)
    await sql`
      update rate_limit set hits = ${testsAnHour} where bucket = ${`store test by ${login_id}`}`.execute(
      h.services.db,
    )
    const { status, body } = await tryIt(of)
    expect([status, body.error.code]).toEqual([429, 'too_many'])
    await sql`delete from rate_limit where bucket = ${`store test by ${login_id}`}`.execute(h.services.db)
    expect((await tryIt(of)).status).toBe(200)
  })
  test('says of a private address that it is refused, and nothing after it is reached', async () => {
    const { body } = await tryIt({ ...ftp, store_ftp_server: '10.1.2.3', store_ftp_password: 'x' })
    expect(states(body)).toEqual({
      name: 'failed',
      port: 'not_reached',
      credentials: 'not_reached',
      path: 'not_reached',
      write: 'not_reached',
    })
    expect(body.checks[0].sentence).toContain('private network')
  })
  test('never sends a kept password to another place', async () => {
    const { startFtp } = await import('../../test/ftp.ts')
    const server = await startFtp(root, 'ann', 'kept-pass')
    try {
      const of = { ...ftp, store_ftp_server: '127.0.0.1', store_ftp_port: server.port, store_ftp_path: '/' }
      const { vendor_store_id } = await made({
        ...of,
        store_ftp_server: 'ftp.example',
        store_ftp_password: 'kept-pass',
      })
      const moved = await tryIt(of, { vendor_store_id })
      expect(states(moved.body)).toMatchObject({ port: 'ok', credentials: 'failed', path: 'not_reached' })
      expect(moved.body.checks[2].sentence).toBe(
        'FTP password is forgotten because the host changes; enter it again.',
      )
      const own = await made({ ...of, vendor_store_name: 'Own', store_ftp_password: 'kept-pass' })
      const kept = await tryIt({ ...of, vendor_store_name: 'Own' }, { vendor_store_id: own.vendor_store_id })
      expect(Object.values(states(kept.body))).toEqual(['ok', 'ok', 'ok', 'ok', 'ok'])
      expect(JSON.stringify([kept.body, moved.body, await activity()])).not.toContain('kept-pass')
    } finally {
      await server.close()
    }
  })
  test('leaves what is kept as it was', async () => {
    const { vendor_store_id } = await made({ ...ftp, store_ftp_password: 'kept' })
    const before = await rowOf(vendor_store_id)
    await tryIt({ ...ftp, store_ftp_server: '10.1.2.3', store_ftp_password: 'new' }, { vendor_store_id })
    expect(await rowOf(vendor_store_id)).toEqual(before)
  })
})

test('stores of all vendors that wait for somebody stand in one list, the longest waiting first', async () => {
  const { db } = h.services
  const names = ['Waits stopped', 'Waits held', 'Waits for nobody']
  const [stopped, held, well] = await Promise.all(
    names.map(async (vendor_store_name, i) => {
      const { vendor_store_id } = await made({ ...ftp, vendor_store_name, store_ftp_path: `/waits-${i}` })
      return vendor_store_id
    }),
  )
  await db
    .updateTable('vendor_store')
    .set({ stopped_reason: '530 Login incorrect', stopped_tm: '2026-01-02T00:00:00Z' })
    .where('vendor_store_id', '=', stopped!)
    .execute()
  await db
    .insertInto('store_update')
    .values({
      vendor_store_id: held!,
      kind: 'changed',
      state: 'held',
      requested_by: 'schedule',
      reasons: ['12 of 40 would go to 0'],
      planned_tm: '2026-01-01T00:00:00Z',
    })
    .execute()
  const { body } = await c.get('/api/vendor/waiting-stores')
  const ours = body.filter((one: { vendor_store_name: string }) => names.includes(one.vendor_store_name))
  expect(ours).toMatchObject([
    { vendor_store_id: held, stopped_reason: null, reasons: ['12 of 40 would go to 0'] },
    { vendor_store_id: stopped, stopped_reason: '530 Login incorrect', store_update_id: null },
  ])
  expect(JSON.stringify(body)).not.toContain(String(names[2]))
  expect(well).toBeGreaterThan(0)
})
