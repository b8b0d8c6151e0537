import { beforeAll, describe, expect, test } from 'vitest'
import sharp from 'sharp'
import { messages } from '#contract/messages.ts'
import { readConfigNumbers } from './config-numbers.ts'
import { harness, makeFeed, manyRows, runFeed, staff, type Client } from '../../test/harness.ts'

const h = harness({ worker: true })
let c: Client
beforeAll(async () => {
  c = await staff(h)
})

describe('the supplier list', () => {
  test('is 50 a page, sorted by name, subs or votes, and searched by name', async () => {
    for (let i = 0; i < 55; i++) await makeFeed(h, { name: `Maker ${String(i).padStart(2, '0')}` })
    const { dropshipper_id } = await h.services.db
      .selectFrom('dropshipper')
      .select('dropshipper_id')
      .where('supplier_name', '=', 'Maker 30')
      .executeTakeFirstOrThrow()
    await h.services.db
      .updateTable('dropshipper')
      .set({ votes: 9 })
      .where('dropshipper_id', '=', dropshipper_id)
      .execute()
    const list = async (body: object) =>
      (await c.post('/api/suppliers/', body)).body as {
        total: number
        suppliers: { supplier_name: string }[]
      }
    expect(await list({}).then((l) => [l.total, l.suppliers.length, l.suppliers[0]!.supplier_name])).toEqual([
      55,
      50,
      'Maker 00',
    ])
    expect((await list({ current_page: 2 })).suppliers).toHaveLength(5)
    expect((await list({ sort_on: 'votes', descending: true })).suppliers[0]!.supplier_name).toBe('Maker 30')
    expect((await list({ query: 'ker 07' })).suppliers.map((s) => s.supplier_name)).toEqual(['Maker 07'])
  })
})

describe('basic info', () => {
  test('is saved with its changes in the log; No Catalog forces integrated off', async () => {
    const { dropshipper_id: id } = await makeFeed(h, { name: 'Before' })
    const { body } = await c.get(`/api/suppliers/${id}`)
    const { supplier_name: _n, ...rest } = body.dropshipper
    const saved = await c.post(`/api/suppliers/${id}`, {
      dropshipper: { ...rest, supplier_name: 'After', allow_browse: -2, integrated: true },
      max_file_age_allowed_in_days: 5,
    })
    expect(saved.body.dropshipper).toMatchObject({
      supplier_name: 'After',
      integrated: false,
      max_file_age_allowed_in_days: 5,
    })
    const { body: log } = await c.post('/api/dropshipper-activity-log/', { dropshipper_id: id })
    expect(log.logs[0]).toMatchObject({
      type: 'supplier.save',
      action_by: 'Pat support',
      changes: { supplier_name: { from: 'Before', to: 'After' }, allow_browse: { from: 0, to: -2 } },
    })
    expect(log.types).toEqual(['supplier.save'])
  })
  test('names the wrong fields, and a prefix that another supplier has', async () => {
    const { dropshipper_id: id } = await makeFeed(h)
    const { body } = await c.get(`/api/suppliers/${id}`)
    expect(
      (
        await c.post(`/api/suppliers/${id}`, {
          dropshipper: { ...body.dropshipper, supplier_name: ' ' },
          max_file_age_allowed_in_days: 0,
        })
      ).body.error.fields,
    ).toEqual({
      'dropshipper.supplier_name': 'Supplier name is required.',
      max_file_age_allowed_in_days: 'Between 1 and 365 days',
    })
    const { dropshipper_prefix } = await h.services.db
      .selectFrom('dropshipper')
      .select('dropshipper_prefix')
      .where('dropshipper_id', '<>', id)
      .executeTakeFirstOrThrow()
    expect(
      (
        await c.post(`/api/suppliers/${id}`, {
          dropshipper: { ...body.dropshipper, dropshipper_prefix },
          max_file_age_allowed_in_days: 1,
        })
      ).body.error.fields,
    ).toHaveProperty(['dropshipper.dropshipper_prefix'])
  })
  test('of an unknown supplier is a 404', async () => {
    expect((await c.get('/api/suppliers/99999')).status).toBe(404)
  })
})

test('configuration rows are saved and read back', async () => {
  const { dropshipper_id } = await makeFeed(h)
  expect(
    (
      await c.post('/api/suppliers/config', [
        { dropshipper_id, config_name: 'api_version', config_value: '2' },
      ])
    ).status,
  ).toBe(204)
  expect((await c.get(`/api/suppliers/${dropshipper_id}/config`)).body).toEqual([
    {
      dropshipper_id,
      config_name: 'api_version',
      config_value: '2',
      used: false,
      version: expect.any(Number),
    },
  ])
})

test('a configuration row that the service reads holds a number within its limits, or nothing', async () => {
  const { dropshipper_id } = await makeFeed(h)
  const save = (config_name: string, config_value: string) =>
    c.post('/api/suppliers/config', [{ dropshipper_id, config_name, config_value }])
  for (const wrong of ['0', '366', 'soon', '1.5', '-3'])
    expect((await save('image_recheck_days', wrong)).body.error.fields).toEqual({
      '0.config_value': 'image_recheck_days is a whole number from 1 to 365',
    })
  for (const right of ['', '7']) expect((await save('image_recheck_days', right)).status).toBe(204)
  expect((await c.get(`/api/suppliers/${dropshipper_id}/config`)).body).toMatchObject([
    { config_name: 'image_recheck_days', config_value: '7', used: true },
  ])
})

test('a number that a supplier has no good row for is as it is unset, whatever another supplier has', async () => {
  const { db } = h.services
  const [mine, other] = [await makeFeed(h), await makeFeed(h)].map((feed) => feed.dropshipper_id)
  const row = (dropshipper_id: number, config_name: string, config_value: string) =>
    db.insertInto('supplier_config').values({ dropshipper_id, config_name, config_value }).execute()
  await row(other!, 'image_recheck_days', '90')
  await row(mine!, 'image_fetches_at_once', ' 3 ')
  await row(mine!, 'image_failures_allowed_percent', '500')
  expect(await readConfigNumbers(db, mine!)).toEqual({
    image_recheck_days: 30,
    image_fetches_at_once: 3,
    image_failures_allowed_percent: 50,
  })
  expect((await readConfigNumbers(db, other!)).image_recheck_days).toBe(90)
})

test('the rows of a supplier that has none are none, and those of one that isn’t there a 404', async () => {
  const { dropshipper_id } = await makeFeed(h)
  expect((await c.get(`/api/suppliers/${dropshipper_id}/config`)).body).toEqual([])
  expect((await c.get('/api/suppliers/99999/config')).status).toBe(404)
})

describe('monitoring', () => {
  test('tells a feed that succeeds from one that is held, with the last 48 hours and the success rate', async () => {
    const feed = await makeFeed(h, { name: 'Monitored' })
    await feed.publish(manyRows(100))
    await runFeed(c, feed.feed_id)
    const mine = async () =>
      ((await c.get('/api/suppliers/monitoring/list')).body.suppliers as { dropshipper_id: number }[]).find(
        (s) => s.dropshipper_id === feed.dropshipper_id,
      )
    expect(await mine()).toMatchObject({
      succeeding: true,
      success_rate: 100,
      active_products: 100,
      held_run_id: null,
      runs: [{ state: 'applied', rows: 100 }],
    })
    await feed.publish(manyRows(10))
    const held = await runFeed(c, feed.feed_id)
    expect(await mine()).toMatchObject({
      standing: 'held',
      succeeding: false,
      active_products: 100,
      held_run_id: held.feed_run_id,
    })
    const { body: history } = await c.get(
      `/api/suppliers/monitoring/history?dropshipper_id=${feed.dropshipper_id}`,
    )
    expect(history.map((r: { state: string }) => r.state)).toEqual(['held', 'applied'])
    const { body: stats } = await c.get(`/api/suppliers/${feed.dropshipper_id}/stats`)
    expect(stats[0].datums).toMatchObject({ products: 100, created: 100 })
  })
  test('keeps a report note and hiding, with its activity row', async () => {
    const { dropshipper_id: id } = await makeFeed(h)
    expect(
      (
        await c.post('/api/suppliers/update-report-info', {
          id,
          hidden_from_report: true,
          report_note: 'Closed until May',
        })
      ).status,
    ).toBe(204)
    const { body } = await c.get('/api/suppliers/monitoring/list')
    expect(body.suppliers.find((s: { dropshipper_id: number }) => s.dropshipper_id === id)).toMatchObject({
      hidden_from_report: true,
      report_note: 'Closed until May',
    })
    expect(
      (await c.post('/api/dropshipper-activity-log/search', { dropshipper_id: id, search: 'until May' })).body
        .logs,
    ).toHaveLength(1)
  })
})

describe('the lists of basic info', () => {
  const read = async () => {
    const { dropshipper_id: id } = await makeFeed(h)
    const { body } = await c.get(`/api/suppliers/${id}`)
    const save = (more: object) =>
      c.post(`/api/suppliers/${id}`, {
        dropshipper: body.dropshipper,
        max_file_age_allowed_in_days: 3,
        ...more,
      })
    return { id, body, save }
  }
  test('add, create and delete categories, locations, currencies and custom feed fields in one save', async () => {
    const { body, save } = await read()
    const { body: saved } = await save({
      new_categories: ['Lamps', 'LAMPS', 'Rugs'],
      deleted_categories: [body.dropshipper_categories[0].catalog_category_id],
      added_shipping_locations: [2],
      deleted_shipping_locations: [1],
      dropshipper_currencies: [1, 2],
      dropshipper_custom_feed_fields: [
        { name: 'Account', required: true, field_order: 1 },
        { name: 'Region', required: false, field_order: 0 },
      ],
    })
    expect(saved).toMatchObject({
      dropshipper_categories: [{ catalog_category_name: 'Lamps' }, { catalog_category_name: 'Rugs' }],
      dropshipper_shipping_locations: [{ dropshipper_location_name: 'Canada' }],
      dropshipper_currencies: [{ currency_name: 'Dollar' }, { currency_name: 'Pound' }],
      dropshipper_custom_feed_fields: [{ name: 'Region' }, { name: 'Account', required: true }],
    })
    const [region, account] = saved.dropshipper_custom_feed_fields
    const { body: swapped } = await save({
      dropshipper_custom_feed_fields: [
        { ...region, name: 'Account' },
        { ...account, name: 'Region' },
      ],
    })
    expect(swapped.dropshipper_custom_feed_fields).toMatchObject([
      { custom_feed_field_id: region.custom_feed_field_id, name: 'Account' },
      { name: 'Region' },
    ])
    expect(swapped.dropshipper_currencies).toHaveLength(2)
  })
  test('need a location and a category, name what is wrong, and then change nothing', async () => {
    const { id, body, save } = await read()
    const category = body.dropshipper_categories[0].catalog_category_id
    expect((await save({ deleted_categories: [category] })).body.error).toMatchObject({
      message: messages.formErrorsListed,
      fields: { dropshipper_categories: expect.any(String) },
    })
    expect((await save({ deleted_shipping_locations: [1] })).body.error.fields).toHaveProperty(
      'dropshipper_shipping_locations',
    )
    expect(
      (await save({ added_shipping_locations: [999], added_categories: [999_999] })).body.error.fields,
    ).toEqual({
      added_shipping_locations: 'There is no such shipping location',
      added_categories: 'You need to select a category first',
    })
    expect((await save({ new_categories: ['Kept?', ' '] })).body.error.fields).toEqual({
      'new_categories.1': 'You need to enter a category name to create',
    })
    const twice = [1, 2].map((field_order) => ({ name: 'Twin', required: false, field_order }))
    expect(
      (await save({ new_categories: ['Kept?'], dropshipper_custom_feed_fields: twice })).body.error.fields,
    ).toHaveProperty(['dropshipper_custom_feed_fields.1.name'])
    const { body: after } = await c.get(`/api/suppliers/${id}`)
    expect(after.dropshipper_categories).toEqual(body.dropshipper_categories)
    expect(
      after.all_categories.map((k: { catalog_category_name: string }) => k.catalog_category_name),
    ).not.toContain('Kept?')
  })
  test('keep a text’s words and links and drop what could act, on the way in and on the way out', async () => {
    const { id, body, save } = await read()
    const description =
      '<p onclick="x()">Fast <b>and</b> <a href="javascript:x()">free</a><script>x()</script><img src=x onerror=x()></p>'
    const { body: saved } = await save({ dropshipper: { ...body.dropshipper, description } })
    expect(saved.dropshipper.description).toBe(
      '<p>Fast <b>and</b> <a rel="noopener noreferrer nofollow" target="_blank">free</a></p>',
    )
    await h.services.db
      .updateTable('dropshipper')
      .set({ policy_info: '<p>a</p><script>b</script>' })
      .where('dropshipper_id', '=', id)
      .execute()
    expect((await c.get(`/api/suppliers/${id}`)).body.dropshipper.policy_info).toBe('<p>a</p>')
  })
})

describe('a new supplier', () => {
  test('needs name, prefix and type, each with its text', async () => {
    expect(
      (await c.post('/api/suppliers/insert', { supplier_name: ' ', supplier_prefix: '' })).body.error.fields,
    ).toEqual({
      supplier_name: 'Supplier name is required.',
      supplier_prefix: 'Supplier prefix is required.',
      supplier_type: 'Please select supplier type.',
    })
  })
  test('is added with a feed of its own; a name or prefix that is taken is its insertion_error', async () => {
    const { body } = await c.post('/api/suppliers/insert', {
      supplier_name: 'Brand New',
      supplier_prefix: 'BN',
      supplier_type: 'custom',
    })
    expect((await c.get(`/api/suppliers/${body.dropshipper_id}`)).body.dropshipper).toMatchObject({
      supplier_name: 'Brand New',
      allow_browse: -2,
      custom_feed_support: 1,
    })
    expect(
      (
        await c.post('/api/suppliers/insert', {
          supplier_name: 'Other',
          supplier_prefix: 'bn',
          supplier_type: 'standard',
        })
      ).body,
    ).toEqual({
      dropshipper_id: null,
      insertion_error: 'Brand New has the prefix bn already',
    })
    expect(
      (
        await c.post('/api/suppliers/insert', {
          supplier_name: 'brand new',
          supplier_prefix: 'X9',
          supplier_type: 'standard',
        })
      ).body.insertion_error,
    ).toContain('Brand New')
  })
})

describe('a hidden supplier', () => {
  const featured = async (): Promise<[string, number][]> => {
    const { body } = await c.get('/api/suppliers/featured')
    return body.map((s: { supplier_name: string; featured_order: number }) => [
      s.supplier_name,
      s.featured_order,
    ])
  }
  const browse = async (id: number, allow_browse: number) => {
    const { body } = await c.get(`/api/suppliers/${id}`)
    const dropshipper = { ...body.dropshipper, allow_browse }
    return c.post(`/api/suppliers/${id}`, { dropshipper, max_file_age_allowed_in_days: 3 })
  }
  test.each([
    [-1, 'Hidden/Restricted'],
    [-2, 'No Catalog'],
  ])('of browsing %d can’t be featured, and the refusal names it', async (allow, browsing) => {
    const seen = await makeFeed(h, { name: `Seen ${allow}` })
    const unseen = await makeFeed(h, { name: `Unseen ${allow}` })
    await browse(unseen.dropshipper_id, allow)
    const before = await featured()
    const { status, body } = await c.post('/api/suppliers/featured', {
      dropshipper_ids: [seen.dropshipper_id, unseen.dropshipper_id],
    })
    expect(status).toBe(400)
    expect(body.error.message).toBe(`Unseen ${allow} can’t be featured: its browsing is ${browsing}`)
    expect(await featured()).toEqual(before)
  })
  test('leaves the featured ones, which close up, and the log says so', async () => {
    const [first, second, third] = [
      await makeFeed(h, { name: 'First' }),
      await makeFeed(h, { name: 'Second' }),
      await makeFeed(h, { name: 'Third' }),
    ]
    const ids = [first, second, third].map((feed) => feed.dropshipper_id)
    await c.post('/api/suppliers/featured', { dropshipper_ids: ids })
    expect((await c.get(`/api/suppliers/${third.dropshipper_id}`)).body.dropshipper.featured_order).toBe(3)
    await browse(second.dropshipper_id, -1)
    expect(await featured()).toEqual([
      ['First', 1],
      ['Third', 2],
    ])
    expect(
      (await c.get(`/api/suppliers/${second.dropshipper_id}`)).body.dropshipper.featured_order,
    ).toBeNull()
    const { body } = await c.post('/api/dropshipper-activity-log/', { dropshipper_id: second.dropshipper_id })
    expect(body.logs[0]).toMatchObject({
      type: 'supplier.featured',
      message: 'Second is hidden, so it is featured no longer',
      changes: { featured: { from: ids, to: [ids[0], ids[2]] } },
    })
    expect(body.logs[1]).toMatchObject({
      type: 'supplier.save',
      message: 'Basic info changed: allow_browse; it is featured no longer',
    })
  })
})

test('the order manager’s own entry follows a supplier’s new name; one that a vendor gave it stays', async () => {
  const { body: added } = await c.post('/api/suppliers/insert', {
    supplier_name: 'Old name',
    supplier_prefix: 'RENAMED',
    supplier_type: 'standard',
  })
  const id = added.dropshipper_id
  await h.services.db
    .insertInto('oim_supplier')
    .values({ dropshipper_id: id, supplier_name: 'Old name (West)', is_custom: true })
    .execute()
  const { body } = await c.get(`/api/suppliers/${id}`)
  const saved = await c.post(`/api/suppliers/${id}`, {
    dropshipper: { ...body.dropshipper, supplier_name: 'New name' },
    max_file_age_allowed_in_days: 3,
    added_shipping_locations: [1],
    new_categories: ['Renamed things'],
  })
  expect(saved.status).toBe(200)
  expect((await c.get(`/api/suppliers/shipping/${id}/get-oim-suppliers`)).body).toMatchObject([
    { supplier_name: 'New name', is_custom: false },
    { supplier_name: 'Old name (West)', is_custom: true },
  ])
})

test('featured suppliers keep their order, once each', async () => {
  const ids = [await makeFeed(h), await makeFeed(h), await makeFeed(h)].map((f) => f.dropshipper_id)
  const [first, second, third] = ids as [number, number, number]
  await c.post('/api/suppliers/featured', { dropshipper_ids: [third, first] })
  await c.post('/api/suppliers/featured', { dropshipper_ids: [first, third, second] })
  const version = async () => (await c.get('/api/suppliers/featured')).body[0].version
  const saved = await version()
  await c.post('/api/suppliers/featured', { dropshipper_ids: [first, third, second] })
  expect(await version(), 'saved again as it was, it has no new version').toBe(saved)
  expect(
    (await c.get('/api/suppliers/featured')).body.map((s: { dropshipper_id: number }) => s.dropshipper_id),
  ).toEqual([first, third, second])
  expect(
    (await c.post('/api/suppliers/featured', { dropshipper_ids: [first, first] })).body.error.fields,
  ).toHaveProperty('dropshipper_ids')
  expect((await c.post('/api/suppliers/featured', { dropshipper_ids: [99_999] })).status).toBe(400)
})

test('restricted suppliers are those that are hidden or restricted', async () => {
  const allows = [1, 0, -1, -2]
  for (const allow_browse of allows) {
    const { dropshipper_id } = await makeFeed(h, { name: `Browsing ${allow_browse}` })
    await h.services.db
      .updateTable('dropshipper')
      .set({ allow_browse })
      .where('dropshipper_id', '=', dropshipper_id)
      .execute()
  }
  const { body } = await c.get('/api/suppliers/restricted')
  const names = body.map((s: { supplier_name: string }) => s.supplier_name)
  expect(names.filter((name: string) => name.startsWith('Browsing'))).toEqual(['Browsing -1'])
})

describe('a logo', () => {
  test('is made anew from one image and served; a text, a lying name, a damaged or a large file is refused and stores nothing', async () => {
    const { dropshipper_id: id } = await makeFeed(h)
    const picture = sharp({ create: { width: 900, height: 300, channels: 3, background: '#275' } })
    const upload = (name: string, bytes: Buffer, field = 'logo') =>
      c.upload(`/api/suppliers/${id}/logo`, field, name, bytes)
    const { body, status } = await upload('logo.png', await picture.png().toBuffer())
    expect(status).toBe(200)
    const served = await h.app.inject({
      url: body.dropshipper_logo,
      headers: { ...c.raw.headers, cookie: c.raw.cookie },
    })
    expect(await sharp(served.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 400 })
    expect((await upload('logo.png', Buffer.from('<svg onload="x()"/>'))).body.error).toMatchObject({
      message: 'Error uploading logo : it is no PNG, JPEG, WebP or GIF image',
      fields: { logo: expect.any(String) },
    })
    expect((await upload('logo.png', (await picture.png().toBuffer()).subarray(0, 200))).status).toBe(400)
    expect((await upload('logo.png', Buffer.alloc(102_401))).body.error.message).toBe(
      'Error uploading logo : the image is larger than 0.1 MB',
    )
    expect((await upload('logo.png', await picture.png().toBuffer(), 'other')).status).toBe(400)
    expect((await c.get(`/api/suppliers/${id}`)).body.dropshipper.dropshipper_logo).toBe(
      body.dropshipper_logo,
    )
  })
})

describe('shipping methods', () => {
  test('are mapped once each, with the specification’s texts', async () => {
    const { body: added } = await c.post('/api/suppliers/insert', {
      supplier_name: 'Shipper',
      supplier_prefix: 'SHIP',
      supplier_type: 'standard',
    })
    const { body: oim } = await c.get(`/api/suppliers/shipping/${added.dropshipper_id}/get-oim-suppliers`)
    expect(oim).toMatchObject([{ supplier_name: 'Shipper', is_custom: false, mapped: 0 }])
    const { supplier_id } = oim[0]
    const { body: carriers } = await c.get('/api/suppliers/shipping/carrier_and_methods')
    const ups = carriers.find((k: { carrier_name: string }) => k.carrier_name === 'UPS')
    const [ground] = ups.methods
    const row = {
      shipping_code: 'UPSG',
      supplier_carrier_name: 'United Parcel',
      ...ground,
      carrier_id: ups.carrier_id,
      carrier_name: 'UPS',
    }
    const add = (more: object = {}) =>
      c.post(`/api/suppliers/shipping/${supplier_id}/add-supplier-shipping`, { ...row, ...more })
    expect((await add()).body).toMatchObject([
      { shipping_code: 'UPSG', carrier_name: 'UPS', method_name: 'Ground' },
    ])
    expect(await add({ shipping_code: 'AGAIN' })).toMatchObject({
      status: 409,
      body: { error: { message: 'UPS Ground has already been mapped' } },
    })
    expect((await add({ shipping_id: undefined })).body.error.fields).toEqual({
      shipping_id: 'Please select a shipping method',
    })
    expect((await add({ shipping_id: 9999 })).body.error.message).toBe('Please select a shipping method')
    const { body: mapped } = await c.get(`/api/suppliers/shipping/${supplier_id}`)
    expect(
      (await c.delete(`/api/suppliers/shipping/${supplier_id}/${mapped[0].supplier_shipping_id}`)).status,
    ).toBe(204)
    expect((await c.get(`/api/suppliers/shipping/${supplier_id}`)).body).toEqual([])
    expect((await c.get('/api/suppliers/shipping/99999')).status).toBe(404)
  })
})

test('subscriptions tell access 0 none, 1 eBay access, 2 legacy', async () => {
  const { dropshipper_id: id } = await makeFeed(h)
  const vendors = await h.services.db
    .insertInto('vendor')
    .values([{ company: 'None' }, { company: 'Ebay' }, { company: 'Legacy' }])
    .returning(['vendor_id', 'company'])
    .execute()
  await h.services.db
    .insertInto('subscription')
    .values(
      vendors.map((v) => ({
        vendor_id: v.vendor_id,
        dropshipper_id: id,
        has_ebay_access: v.company !== 'None',
        is_legacy: v.company === 'Legacy',
      })),
    )
    .execute()
  const { body } = await c.get(`/api/suppliers/${id}/subscriptions`)
  expect(body).toMatchObject({ total: 3, counts: { none: 1, ebay: 1, legacy: 1, cancel_pending: 0 } })
  expect(
    Object.fromEntries(
      body.subscriptions.map((s: { company: string; access: number }) => [s.company, s.access]),
    ),
  ).toEqual({ None: 0, Ebay: 1, Legacy: 2 })
  expect((await c.get(`/api/suppliers/${id}/subscriptions?search=ega`)).body.subscriptions).toHaveLength(1)
})

test('update failures are marked over 25 and over 90 percent of three days', async () => {
  const make = async (states: string[]) => {
    const feed = await makeFeed(h)
    for (const state of states)
      await h.services.db
        .insertInto('feed_run')
        .values({ feed_id: feed.feed_id, dropshipper_id: feed.dropshipper_id, state, reason: state })
        .execute()
    return feed.dropshipper_id
  }
  const quarter = await make(['rejected', 'applied', 'unchanged', 'applied'])
  const third = await make(['held', 'applied', 'applied'])
  const all = await make(['failed', 'rejected'])
  const { body } = await c.get('/api/suppliers/failures')
  const of = (id: number) => body.find((r: { dropshipper_id: number }) => r.dropshipper_id === id)
  expect(of(quarter)).toMatchObject({ failure_rate: 25, level: 'fine', updates: 4, failed: 1 })
  expect(of(third)).toMatchObject({ level: 'moderate', last_reason: 'held' })
  expect(of(all)).toMatchObject({ failure_rate: 100, level: 'severe', last_reason: 'rejected' })
  expect((await c.get('/api/vendor/update_failures')).body).toEqual([])
})

test('the activity log refuses a day that is none, by its name', async () => {
  expect(
    (await c.post('/api/dropshipper-activity-log/', { dropshipper_id: 1, start_date: 'yesterday' })).body
      .error.fields,
  ).toHaveProperty('start_date')
})
