import { beforeAll, describe, expect, test } from 'vitest'
import {
  activityOf,
  csv,
  harness,
  makeFeed,
  manyRows,
  runFeed,
  saveUpload,
  staff,
  type Client,
} from '#server/test/harness.ts'

const h = harness({ worker: true })
let c: Client
beforeAll(async () => {
  c = await staff(h)
})

describe('a feed’s settings', () => {
  test('take effect when they are new: a run of the same file is applied even if nothing changes', async () => {
    const feed = await makeFeed(h)
    await feed.publish(manyRows(3))
    await runFeed(c, feed.feed_id)
    expect((await runFeed(c, feed.feed_id)).state).toBe('unchanged')
    const { body: saved } = await c.get(`/api/feeds/${feed.feed_id}`)
    const rules = { ...saved.rules, warn_percent: 4 }
    expect((await c.put(`/api/feeds/${feed.feed_id}`, { ...saved, rules })).status).toBe(200)
    const after = await runFeed(c, feed.feed_id)
    expect(after).toMatchObject({ state: 'applied', created: 0, updated: 0, deleted: 0 })
    expect((await runFeed(c, feed.feed_id)).state).toBe('unchanged')
  })
  test('name the field that is wrong and keep the saved settings', async () => {
    const feed = await makeFeed(h)
    const { body: saved } = await c.get(`/api/feeds/${feed.feed_id}`)
    const bad = await c.put(`/api/feeds/${feed.feed_id}`, {
      ...saved,
      source: { kind: 'http', url: 'gopher://x' },
    })
    expect(bad).toMatchObject({
      status: 400,
      body: { error: { fields: { 'source.url': 'Enter an http or https address' } } },
    })
    expect((await c.get(`/api/feeds/${feed.feed_id}`)).body).toEqual(saved)
  })
  test('never return a password, and count the versions of the mapping', async () => {
    const feed = await makeFeed(h)
    const { body: before } = await c.get(`/api/feeds/${feed.feed_id}`)
    const { body } = await c.put(`/api/feeds/${feed.feed_id}`, {
      ...before,
      source: { kind: 'ftp', host: 'ftp.example.com', path: '/a.csv', user: 'me' },
      source_secret: 'hunter2hunter2',
      mapping: before.mapping.slice(0, 3),
    })
    expect(body).toMatchObject({ source_secret_set: true, mapping_version: 2 })
    expect(JSON.stringify(body)).not.toContain('hunter2')
    expect(JSON.stringify(await activityOf(c, feed.dropshipper_id))).not.toContain('hunter2')
    const row = await h.services.db
      .selectFrom('feed')
      .select('source_secret')
      .where('feed_id', '=', feed.feed_id)
      .executeTakeFirstOrThrow()
    expect(row.source_secret).not.toContain('hunter2')
    const stale = await (await staff(h)).put(`/api/feeds/${feed.feed_id}`, { ...before })
    expect(stale.status).toBe(409)
  })
  test('keep a password only for the source it was entered for, and forget it when the source changes', async () => {
    const { feed_id, dropshipper_id } = await makeFeed(h)
    const path = `/api/feeds/${feed_id}`
    const ftp = { kind: 'ftp', host: 'ftp.example.com', path: '/a.csv', user: 'me' }
    const kept = async () => {
      const { source_secret } = await h.services.db
        .selectFrom('feed')
        .select('source_secret')
        .where('feed_id', '=', feed_id)
        .executeTakeFirstOrThrow()
      return source_secret && h.services.secrets.open(source_secret)
    }
    const save = async (source: object, more: object = {}) => {
      const { body } = await c.get(path)
      return (await c.put(path, { ...body, source, ...more })).body
    }
    await save(ftp, { source_secret: 'first secret' })
    expect(await save({ ...ftp, path: '/b.csv' })).toMatchObject({ source_secret_set: true })
    expect(await kept()).toBe('first secret')
    expect(await save({ ...ftp, host: 'ftp.elsewhere.example' })).toMatchObject({ source_secret_set: false })
    expect(await kept()).toBeNull()
    expect((await activityOf(c, dropshipper_id))[0]!.message).toContain('Source password')
    await save(ftp, { source_secret: 'second secret' })
    await save({ ...ftp, user: 'you' }, { source_secret: 'third secret' })
    expect(await kept()).toBe('third secret')
    const saved = await saveUpload(c, { feed_id, dropshipper_id }, 'a.csv', 'sku\nA\n')
    expect(saved.status).toBe(200)
    expect(await kept()).toBeNull()
  })
  test('refuse a private key that can’t be read, has a line before it, or would be sent as a password', async () => {
    const { feed_id } = await makeFeed(h)
    const path = `/api/feeds/${feed_id}`
    const { body } = await c.get(path)
    const source = (kind: string) => ({ kind, host: 'ftp.example.com', path: '/a.csv', user: 'me' })
    const key = '-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----\n'
    const further = (kind: string, source_secret: string) => [
      { name: 'Stock', source: source(kind), source_secret, format: body.format, mapping: body.mapping },
    ]
    const sftpOnly = 'Keys work with SFTP only'
    const unreadable = 'This private key isn’t valid. Enter all of its lines, in OpenSSH format'
    const refused = [
      [{ source: source('ftp'), source_secret: `hunter2\n${key}` }, { source_secret: sftpOnly }],
      [{ source: source('sftp'), source_secret: `hunter2\n${key}` }, { source_secret: unreadable }],
      [
        { source: source('sftp'), source_secret: 'hunter\n2' },
        { source_secret: 'Remove tabs and line breaks' },
      ],
    ] as const
    for (const [settings, fields] of refused) {
      const answers = [await c.put(path, { ...body, ...settings }), await c.post(`${path}/preview`, settings)]
      for (const answer of answers) expect(answer).toMatchObject({ status: 400, body: { error: { fields } } })
    }
    for (const [kind, fault] of [
      ['ftps', sftpOnly],
      ['sftp', unreadable],
    ] as const)
      expect(await c.put(path, { ...body, further: further(kind, key) })).toMatchObject({
        status: 400,
        body: { error: { fields: { 'further.0.source_secret': fault } } },
      })
  })
  test('refuse a password inside an address or a host', async () => {
    const { feed_id } = await makeFeed(h)
    const { body } = await c.get(`/api/feeds/${feed_id}`)
    const save = (source: object) => c.put(`/api/feeds/${feed_id}`, { ...body, source })
    expect(await save({ kind: 'http', url: 'https://me:hunter2@example.com/' })).toMatchObject({
      status: 400,
      body: {
        error: {
          fields: {
            'source.url': 'Enter the address without username and password. They have their own fields.',
          },
        },
      },
    })
    expect(await save({ kind: 'sftp', host: 'sftp.example.com:22', path: '/a', user: 'me' })).toMatchObject({
      status: 400,
      body: { error: { fields: { 'source.host': 'Enter only the host. The port has its own field.' } } },
    })
  })
  test('name a JSON list path that leads nowhere; the preview reports one saved earlier', async () => {
    const format = { kind: 'json', item: '$..x', header: true, quote: '"' } as const
    const feed = await makeFeed(h, { format })
    await feed.publish('[{"sku":"A"}]')
    const url = `/api/feeds/${feed.feed_id}`
    const { body: saved } = await c.get(url)
    const { status, body } = await c.put(url, saved)
    expect([status, Object.keys(body.error.fields)]).toEqual([400, ['format.item']])
    const refused = await c.post(`${url}/preview`, { format })
    expect([refused.status, Object.keys(refused.body.error.fields)]).toEqual([400, ['format.item']])
    const looked = await c.post(`${url}/preview`, {})
    expect([looked.status, looked.body.failure]).toEqual([
      200,
      'The list path “$..x” has an empty name between two dots',
    ])
  })
  test('preview the last file read without fetching it, including a line that can’t be read', async () => {
    const feed = await makeFeed(h)
    const kept = () => c.post(`/api/feeds/${feed.feed_id}/preview`, { kept: true })
    expect((await kept()).body).toMatchObject({ file: null, failure_code: 'no_file' })
    await feed.publish('sku,title,price,qty\nA,Apple,1,1\nB,"Bad apple,2,2\nC,Cherry,3,3\n')
    expect((await runFeed(c, feed.feed_id)).state).toBe('rejected')
    await feed.publish(manyRows(3))
    expect((await kept()).body).toMatchObject({
      failure: 'A quote opened here is never closed (line 3)',
      failing_line: 'B,"Bad apple,2,2',
    })
    const { body: fetched } = await c.post(`/api/feeds/${feed.feed_id}/preview`, {})
    expect(fetched).toMatchObject({ rows_counted: 3, failure: null, failing_line: null })
  })
  test('preview the first rows before and after mapping', async () => {
    const feed = await makeFeed(h)
    await feed.publish(
      csv([
        ['A', 'Apple', '1.50', '3'],
        ['', 'Nameless', '1', '1'],
      ]),
    )
    const { body } = await c.post(`/api/feeds/${feed.feed_id}/preview`, {})
    expect(body).toMatchObject({
      columns: ['sku', 'title', 'price', 'qty'],
      rows: [{ line: 2, cells: ['A', 'Apple', '1.50', '3'] }, { line: 3 }],
      tried: {
        problem: null,
        rows: [
          { values: { sku: 'A', wholesale_price: '1.50' }, issue: null },
          { values: { sku: null, title: 'Nameless' }, issue: { field: 'sku', reason: 'No SKU' } },
        ],
      },
    })
  })
  test('are suggested with the grouping and rules of the shop software that the file is recognized by', async () => {
    const feed = await makeFeed(h, { mapping: [] })
    await feed.publish(
      [
        'Handle,Title,Vendor,Variant SKU,Variant Price,Variant Inventory Qty',
        'shirt,Shirt,Maker,S-1,5.00,1',
        'shirt,,,S-2,6.00,2',
        'shirt,,,S-3,7.00',
      ].join('\n'),
    )
    const { body } = await c.post(`/api/feeds/${feed.feed_id}/preview`, {})
    expect(body).toMatchObject({
      preset: 'Shopify product export (CSV)',
      suggestion: { format: { kind: 'csv', group: 'Handle' }, rules: { ragged_row: 'accept' } },
    })
    expect(
      body.tried.rows.map((m: { values: object; issue: object | null }) => [m.values, m.issue]),
    ).toMatchObject([
      [{ sku: 'S-1', title: 'Shirt' }, null],
      [{ sku: 'S-2', title: 'Shirt', manufacturer: 'Maker' }, null],
      [{ sku: 'S-3' }, null],
    ])
  })
  test('are suggested for a German file with the transforms its values need', async () => {
    const feed = await makeFeed(h, { mapping: [] })
    await feed.publish(
      Buffer.from(
        [
          'Artikelnummer;Bezeichnung;EK-Preis (€);UVP;Bestand;EAN;Hersteller;Gewicht kg',
          'G-1;Gießkanne;1.210,50 €;1.899,00 €;auf Lager;4006381333931;Gärtner;0,35',
          'G-2;Schere;18,90 €;29,95 €;12;;Gärtner;1,80',
          'G-3;Beet;1.234 €;2.000 €;ausverkauft;;Gärtner;12',
        ]
          .join('\n')
          .replaceAll('€', '\x80'),
        'latin1',
      ),
    )
    const { body } = await c.post(`/api/feeds/${feed.feed_id}/preview`, {})
    expect(body).toMatchObject({
      detected: { kind: 'csv', delimiter: ';' },
      encoding: 'windows-1252',
      rows_counted: 3,
      rows_more: false,
    })
    const fields = (body.suggestion.mapping as { field: string; from: string }[]).map((m) => [
      m.field,
      m.from,
    ])
    expect(Object.fromEntries(fields)).toEqual({
      sku: 'Artikelnummer',
      title: 'Bezeichnung',
      manufacturer: 'Hersteller',
      wholesale_price: 'EK-Preis (€)',
      currency: 'EK-Preis (€)',
      msrp: 'UVP',
      weight: 'Gewicht kg',
      quantity: 'Bestand',
      ean: 'EAN',
    })
    expect(body.tried.rows.map((r: { values: object }) => r.values)).toMatchObject([
      { wholesale_price: '1210.50', msrp: '1899.00', quantity: '1', weight: '0.35', manufacturer: 'Gärtner' },
      { wholesale_price: '18.90', quantity: '12', weight: '1.80' },
      { wholesale_price: '1234', quantity: '0', weight: '12' },
    ])
  })
  test('drop mapping entries that fill no field', async () => {
    const { feed_id } = await makeFeed(h)
    const { body } = await c.get(`/api/feeds/${feed_id}`)
    const entry = (field: string, from: string, transforms: object[] = []) => ({ field, from, transforms })
    const constant = entry('currency', '', [{ kind: 'default', text: 'EUR' }])
    const mapping = [entry('sku', 'sku'), entry('title', ''), constant]
    const saved = await c.put(`/api/feeds/${feed_id}`, { ...body, mapping })
    expect(saved.body.mapping).toEqual([entry('sku', 'sku'), constant])
  })
  test('can be tried on sample rows: a rejected row keeps its values and suggests transforms', async () => {
    const { body } = await c.post('/api/feeds/try-mapping', {
      columns: ['nr', 'preis'],
      rows: [{ line: 2, cells: ['A', '1.210,50 €'], fault: null }],
      kind: 'csv',
      mapping: [{ field: 'wholesale_price', from: 'preis', transforms: [] }],
      rules: {},
    })
    expect(body).toMatchObject({
      problem: 'No SKU is mapped yet',
      rows: [
        {
          values: { wholesale_price: '1.210,50 €' },
          issue: { field: 'wholesale_price', reason: 'Unreadable price' },
        },
      ],
      fields: [{ refused: 1, better: [{ kind: 'decimal_comma' }, { kind: 'price' }] }],
    })
  })
  test('are previewed from the source being typed', async () => {
    const feed = await makeFeed(h)
    await feed.publish(csv([['A', 'Apple', '1.50', '3']]))
    const preview = (source: object) => c.post(`/api/feeds/${feed.feed_id}/preview`, { source })
    const key = feed.key.replace('suppliers/', '')
    expect((await preview({ kind: 'storage', key })).body).toMatchObject({
      file: { name: key },
      failure: null,
    })
    expect((await preview({ kind: 'storage', key: 'other.csv' })).body).toMatchObject({
      file: null,
      failure_code: 'missing',
    })
  })
  test('set a schedule, and name the field when a schedule is invalid', async () => {
    const feed = await makeFeed(h)
    const save = (cron: string, tz = 'UTC') =>
      c.post('/api/suppliers/monitoring/schedule', {
        dropshipper_id: feed.dropshipper_id,
        active: true,
        cron,
        tz,
      })
    expect((await save('every day')).body.error.fields).toHaveProperty('cron')
    expect((await save('0 5 * * *', 'Mars/Olympus')).body.error.fields).toHaveProperty('tz')
    const { body } = await save('0 5 * * *', 'America/New_York')
    expect(body.next_runs).toHaveLength(5)
    expect(
      new Date(body.next_runs[0]).toLocaleString('en-US', { timeZone: 'America/New_York', hour: 'numeric' }),
    ).toBe('5 AM')
  })
})
