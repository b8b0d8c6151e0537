import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { harness, makeLogin, staff, type Client } from '#server/test/harness.ts'
import { ftpStore, plainStore, storeForms, type RequestFields } from '#server/test/stores/store-forms.ts'

const h = harness()
let other: Client
beforeAll(async () => {
  other = await staff(h, 'finance')
})
const forms = storeForms(h)
const { save, made, change, read, rowOf, activity } = forms

const brokenKey = '-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----\n'

/** What else is asked of a store, or of an update of it, under another vendor's name. */
async function throughOther(vendorId: number, storeId: number) {
  const { db } = h.services
  const values = { vendor_store_id: storeId, kind: 'changed', requested_by: 'x' }
  const { store_update_id } = await db
    .insertInto('store_update')
    .values({ ...values, state: 'held' })
    .returning('store_update_id')
    .executeTakeFirstOrThrow()
  const at = `/api/vendor/${vendorId}/vendor-store/${storeId}`
  const update = `/api/vendor/${vendorId}/store-updates`
  const bounds = { hold_zero_percent: 1, hold_price_percent: 1, price_bound_percent: 1 }
  const reason = 'Not mine'
  const { c } = forms
  const answers = [
    await c.get(`${at}/bounds`),
    await c.post(`${at}/bounds`, { ...bounds, version: 0 }),
    await c.get(`${at}/calls`),
    await c.get(`${at}/current`),
    await c.get(`${at}/orders`),
    await c.post(`${at}/orders/1/ship`, { carrier: 'UPS', tracking: '1' }),
    await c.post(`${at}/tell-refused-again`),
    await c.post(update, { vendor_store_id: storeId, kind: 'full' }),
    await c.get(`${update}/${store_update_id}`),
    await c.post(`${update}/${store_update_id}/approve`, { reason }),
    await c.post(`${update}/${store_update_id}/discard`, { reason }),
    await c.post(`${update}/${store_update_id}/send-back`, { reason }),
  ]
  const { rows } = await sql<{ state: string; hold: number }>`
    select state, hold_zero_percent::float8 as hold
    from store_update
    join vendor_store using (vendor_store_id)
    where store_update_id = ${store_update_id}`.execute(db)
  expect(rows).toEqual([{ state: 'held', hold: 20 }])
  return answers
}

describe('a store', () => {
  const ownFields = {
    vendor_store_name: 'Plain',
    market_id: 48,
    store_url: '',
    store_admin_url: '',
    store_admin_login: '',
    store_admin_password: '',
    store_ftp_server: '',
    store_ftp_login: '',
    store_ftp_password: '',
    database_name: '',
    database_username: '',
    database_password: '',
    image_file_path: '',
    custom_image_name: '',
  }
  test('needs nothing said of how its file is sent: by FTP where it has a server, and as before', async () => {
    const { vid } = forms
    const plain = await made({ ...ownFields, vendor_store_id: null, vendor_id: vid })
    expect(plain.store).toMatchObject({ protocol: 'none', store_ftp_port: null, storage_folder: '' })
    const server = { store_ftp_server: 'ftp.shop.example', store_ftp_login: 'ann' }
    const { vendor_store_id: id, store } = await made({ ...ownFields, ...server, vendor_store_name: 'Sent' })
    expect(store).toMatchObject({ ...server, protocol: 'ftp', store_ftp_path: '/' })
    await made({ ...ftpStore, vendor_store_name: 'Sent', store_ftp_port: 2121 }, { vendor_store_id: id })
    const again = { ...ownFields, ...server, vendor_store_name: 'Sent', vendor_store_id: id, vendor_id: vid }
    expect((await made({ ...again, image_file_path: '/images' })).store).toMatchObject({
      protocol: 'ftp',
      store_ftp_port: 2121,
      store_ftp_path: '/in',
      image_file_path: '/images',
    })
    expect((await save({ ...again, vendor_id: vid + 1 })).body.error.fields).toEqual({
      'store.vendor_id': 'This is another vendor',
    })
  })
  test('is added with its name, market and place, and appears in the list and the log', async () => {
    const { vendor_store_id } = await made({
      ...ftpStore,
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
    const { body } = await forms.c.get(`/api/vendor/${forms.vid}/stores`)
    expect(body).toMatchObject([
      { vendor_store_id, market_name: 'XCart', takes_file: true, job_status: null },
    ])
    expect((await activity())[0]).toMatchObject({
      type: 'store.insert',
      message: 'Store Ann’s garden shop added in XCart',
      changes: { store_ftp_server: { from: null, to: 'ftp.shop.example' } },
    })
  })
  test('in a market that only its name identifies has the platform of that name', async () => {
    const { db } = h.services
    await db.insertInto('market').values({ market_id: 901, market_name: 'Magento XML' }).execute()
    const { body } = await forms.c.get(`/api/vendor/${forms.vid}/store-markets`)
    expect(body).toContainEqual({ market_id: 901, market_name: 'Magento XML', platform_name: 'Magento' })
    const { vendor_store_id } = await made({ ...plainStore, market_id: 901 })
    expect(await read(vendor_store_id)).toMatchObject({ platform_name: 'Magento' })
  })
  test('without a file or an API connection is never out of date', async () => {
    const { vendor_store_id } = await made({ ...plainStore, store_url: 'https://shop.example' })
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
    expect((await forms.c.post('/api/jobs/schedule-job', job)).body).toEqual({
      status: 'This store doesn’t receive files. See its page for how updates are sent',
      job_id: null,
    })
    await change(vendor_store_id, { ...plainStore, protocol: 'storage', storage_folder: `shop-${forms.vid}` })
    expect((await rowOf(vendor_store_id)).behind_since).not.toBeNull()
  })
  test('saved twice at once is added once, and the second save is refused for its name', async () => {
    const answers = await Promise.all([
      save(plainStore),
      save({ ...plainStore, vendor_store_name: 'ANN’S GARDEN SHOP' }),
    ])
    expect(answers.map((a) => a.status).toSorted((a, b) => a - b)).toEqual([200, 400])
    const refused = answers.find((a) => a.status === 400)!
    expect(refused.body.error.fields).toEqual({
      'store.vendor_store_name': 'Another store of this vendor has this name',
    })
    expect((await forms.c.get(`/api/vendor/${forms.vid}/stores`)).body).toHaveLength(1)
  })
  test('names each invalid field and saves nothing', async () => {
    const wrong: [RequestFields, RequestFields][] = [
      [{ ...plainStore, vendor_store_name: ' ' }, { 'store.vendor_store_name': 'Enter a name' }],
      [{ ...plainStore, market_id: 9999 }, { 'store.market_id': 'Market not found' }],
      [
        { ...plainStore, store_url: 'shop.example' },
        { 'store.store_url': 'Enter a URL that starts with https:// or http://' },
      ],
      [{ ...ftpStore, store_ftp_server: '' }, { 'store.store_ftp_server': 'Enter a host' }],
      [
        { ...ftpStore, store_ftp_server: 'ftp://a.example' },
        { 'store.store_ftp_server': expect.any(String) },
      ],
      [{ ...ftpStore, store_ftp_path: '' }, { 'store.store_ftp_path': expect.stringContaining('such as') }],
      [{ ...ftpStore, store_ftp_login: '' }, { 'store.store_ftp_login': 'Enter a login' }],
      [
        { ...ftpStore, store_ftp_login: 'a\r\nDELE x' },
        { 'store.store_ftp_login': 'Remove tabs and line breaks' },
      ],
      [
        { ...ftpStore, store_ftp_password: `ann’s\n${brokenKey}` },
        { 'store.store_ftp_password': 'Keys work with SFTP only' },
      ],
      [
        { ...ftpStore, protocol: 'sftp', store_ftp_password: brokenKey },
        { 'store.store_ftp_password': expect.stringContaining('This private key isn’t valid') },
      ],
      [
        { ...plainStore, store_admin_password: brokenKey.replaceAll('\n', ' ') },
        { 'store.store_admin_password': 'Keys work with SFTP only' },
      ],
      [
        { ...plainStore, protocol: 'storage', storage_folder: '../other' },
        { 'store.storage_folder': expect.stringContaining('Use lowercase letters') },
      ],
    ]
    for (const [store, fields] of wrong) {
      const { status, body } = await save(store)
      expect([status, body.error.fields]).toEqual([400, fields])
    }
    expect((await forms.c.get(`/api/vendor/${forms.vid}/stores`)).body).toEqual([])
  })
  test.each([
    ['http://localhost.evil.example/x', false],
    ['http://127.0.0.1.evil.example', false],
    ['http://localhostage', false],
    ['http://evil.example', false],
    ['http://localhost', true],
    ['http://127.0.0.1:8080/shop', true],
    ['https://shop.myshopify.com', true],
  ])(
    'connects to its market’s API over TLS only, except on this machine: %s',
    async (store_admin_url, taken) => {
      const { body } = await save({
        ...plainStore,
        market_id: 39,
        protocol: 'api',
        store_admin_url,
        store_admin_password: 'a-token',
      })
      expect(body.error?.fields).toEqual(
        taken
          ? undefined
          : { 'store.store_admin_url': 'Enter an address such as https://your-shop.myshopify.com' },
      )
    },
  )

  test('can’t share its folder with any other store, of any vendor', async () => {
    const folder = `shared-${forms.vid}`
    await made({ ...plainStore, protocol: 'storage', storage_folder: folder })
    const { vendor_id } = await makeLogin(h, 'customer')
    const body = { store: { ...plainStore, protocol: 'storage', storage_folder: folder } }
    const refused = await forms.c.post(`/api/vendor/${vendor_id}/store`, body)
    const tried = await forms.c.post(`/api/vendor/${vendor_id}/store/test`, body)
    for (const answer of [refused, tried])
      expect(answer.body.error.fields).toEqual({
        'store.storage_folder': 'Another store already uses this folder',
      })
  })
  test('can’t change its market and is visible only under its own vendor', async () => {
    const { vendor_store_id: id } = await made(plainStore)
    expect((await change(id, { ...plainStore, market_id: 39 })).body.error.fields).toEqual({
      'store.market_id': 'A store’s market can’t be changed. Add another store instead',
    })
    const { vendor_id } = await makeLogin(h, 'customer')
    for (const answer of [
      await forms.c.get(`/api/vendor/${vendor_id}/store/${id}`),
      await forms.c.get(`/api/vendor/${vendor_id}/store/${id}/removal`),
      await forms.c.get(`/api/vendor/${vendor_id}/vendor-store/${id}/history`),
      await forms.c.post(`/api/vendor/${vendor_id}/store`, { vendor_store_id: id, store: plainStore }),
      await forms.c.post(`/api/vendor/${vendor_id}/store/test`, { vendor_store_id: id, store: plainStore }),
      await forms.c.delete(`/api/vendor/${vendor_id}/store/${id}`),
      ...(await throughOther(vendor_id, id)),
    ])
      expect([answer.status, answer.body.error?.code]).toEqual([404, 'not_found'])
    expect((await read(id)).store).toMatchObject({ market_id: 48 })
  })
  test('that someone else has changed can’t be overwritten, and a save without changes logs nothing', async () => {
    const { vendor_store_id: id, version } = await made(plainStore)
    await change(id, { ...plainStore, image_file_path: '/images' }, { version }, other)
    const stale = await change(id, { ...plainStore, custom_image_name: 'x' }, { version })
    expect([stale.status, stale.body.error.changed]).toEqual([
      409,
      [expect.objectContaining({ field: 'image_file_path', from: null, to: '/images' })],
    ])
    const rows = (await activity()).length
    const same = await change(id, { ...plainStore, image_file_path: '/images' })
    expect([same.status, (await activity()).length]).toEqual([200, rows])
    const removed = await forms.c.delete(`/api/vendor/${forms.vid}/store/${id}?version=${version}`)
    expect(removed.status).toBe(409)
  })
  test('of a deleted vendor can’t be added, changed or tested', async () => {
    const { vendor_store_id: id } = await made(ftpStore)
    const { db } = h.services
    await db
      .updateTable('vendor')
      .set({ deleted_tm: sql<string>`now()` })
      .where('vendor_id', '=', forms.vid)
      .execute()
    for (const answer of [
      await save({ ...plainStore, vendor_store_name: 'Another' }),
      await change(id, { ...ftpStore, store_ftp_path: '/b' }),
      await forms.c.post(`/api/vendor/${forms.vid}/store/test`, { vendor_store_id: id, store: ftpStore }),
      await forms.c.delete(`/api/vendor/${forms.vid}/store/${id}`),
    ])
      expect([answer.status, answer.body.error.message]).toEqual([409, expect.stringContaining('deleted')])
  })
})

describe('a store’s password', () => {
  const passwords = {
    store_ftp_password: 'ftp-pass-1',
    store_admin_password: 'admin-pass-2',
    database_password: 'database-pass-3',
  }
  const full = {
    ...ftpStore,
    store_admin_url: 'https://shop.example/admin',
    store_admin_login: 'root',
    database_name: 'shop',
    database_username: 'shop',
  }
  const all = ['store_admin_password', 'store_ftp_password', 'database_password']
  test('is encrypted, and appears in no answer, log entry or job', async () => {
    const { vendor_store_id: id, set } = await made({ ...full, ...passwords })
    expect(set).toEqual(all)
    const row = await rowOf(id)
    expect(h.services.secrets.open(row.drop_secret!)).toBe(passwords.store_ftp_password)
    expect(h.services.secrets.open(row.store_admin_secret!)).toBe(passwords.store_admin_password)
    expect(h.services.secrets.open(row.database_secret!)).toBe(passwords.database_password)
    await change(id, { ...full, store_ftp_password: 'ftp-pass-9' })
    await forms.c.post('/api/jobs/schedule-job', {
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
      (await forms.c.get(`/api/vendor/${forms.vid}/stores`)).body,
      (await forms.c.get(`/api/vendor/view/${forms.vid}/dashboard`)).body,
      await activity(),
      rows[0]!.text,
    ]
    const said = JSON.stringify(answers)
    for (const secret of [...Object.values(passwords), 'ftp-pass-9']) expect(said).not.toContain(secret)
    expect((await activity()).find((a) => a.type === 'store.save')!.changes).toEqual({
      store_ftp_password: { from: '(hidden)', to: '(set)' },
    })
  })
  test('is kept if left blank, and removed if explicitly cleared', async () => {
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
  test.each<[string, RequestFields, string, string]>([
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
  ])('is removed if the %s changes, unless a new one is entered', async (_what, other, name, part) => {
    const { vendor_store_id: id } = await made({ ...full, ...passwords })
    const { body } = await change(id, { ...full, ...other })
    expect(body.set).toEqual(all.filter((one) => one !== name))
    expect(body.forgotten).toEqual([
      expect.stringMatching(new RegExp(`is deleted because the ${part} changes. Enter it again$`)),
    ])
    const again = await change(id, { ...full, [name]: 'new one' })
    expect([again.body.set, again.body.forgotten]).toEqual([all, []])
  })
  test('for FTP is removed if the file no longer goes by FTP', async () => {
    const { vendor_store_id: id } = await made({ ...full, ...passwords })
    const { body } = await change(id, { ...full, protocol: 'none' })
    expect(body.forgotten).toEqual(['FTP password is deleted because the protocol changes'])
    expect((await rowOf(id)).drop_secret).toBeNull()
  })
})
