import { beforeAll, describe, expect, test } from 'vitest'
import type { FeedMapping } from '#contract/feeds/settings.ts'
import type { AsinMatch } from '#contract/products/asins/queue.ts'
import { sql } from '#server/platform/database/db.ts'
import { harness, makeFeed, runFeed, staff, waitUntil, type Client } from '#server/test/harness.ts'
import { faultsOfAsins } from './invariants.ts'

const h = harness({ worker: true })
let c: Client
let other: Client
beforeAll(async () => {
  c = await staff(h)
  other = await staff(h)
  await sql`
    insert into market (market_id, market_name) values (9, 'Amazon'), (44, 'Amazon UK')`.execute(
    h.services.db,
  )
})

const columns = ['sku', 'title', 'manufacturer', 'wholesale_price', 'upc', 'asin'] as const
const mapping: FeedMapping = columns.map((field) => ({ field, from: field, transforms: [] }))
const file = (rows: readonly (readonly string[])[]) =>
  [columns.join(','), ...rows.map((row) => row.join(','))].join('\n')

const drill = ['XR-4420', 'Brightline XR-4420 drill 18 V', 'Brightline', '60', '012345678905', ''] as const
const lamp = ['LP-77', 'Brightline LP7700 desk lamp black', 'Brightline', '20', '036000291452', ''] as const
const soap = ['SOAP', 'Lavo soap bar', 'Lavo', '2', '', ''] as const
/** A supplier whose products are in the search index. */
async function supplier(rows: readonly (readonly string[])[] = [drill, lamp, soap]) {
  const feed = await makeFeed(h, { mapping, rules: { threshold_percent: 100 } })
  await feed.publish(file(rows))
  expect(await runFeed(c, feed.feed_id)).toMatchObject({ state: 'applied' })
  await waitUntil(
    () =>
      h.services.db
        .selectFrom('product_index')
        .select('sku_key')
        .where('feed_id', '=', feed.feed_id)
        .execute(),
    (index) => index.length === rows.length,
  )
  return feed.dropshipper_id
}

const upload = (dropshipper_id: number, text: string, name = 'asins.csv', by = c) =>
  by.upload(
    `/api/products/upload-asins?dropshipper_id=${dropshipper_id}&market_id=9`,
    'asinFile',
    name,
    Buffer.from(text),
  )
/** Uploads a file and returns its summary once the job has ended. */
async function uploaded(dropshipper_id: number, text: string) {
  const { status, body: job_id } = await upload(dropshipper_id, text)
  expect(status).toBe(200)
  expect(job_id).toEqual(expect.any(Number))
  const { body } = await waitUntil(
    () => c.get(`/api/products/get-asin-upload-summary?job_id=${job_id}`),
    (answer) => answer.body.added_asins !== undefined,
  )
  return { job_id: job_id as number, ...body }
}
const next = async (dropshipper_id: number, by = c, more = ''): Promise<AsinMatch> =>
  (await by.get(`/api/products/get-next-asin-match?market_id=9&dropshipper_id=${dropshipper_id}${more}`)).body
const decide = (match: AsinMatch, selected_asin: string | null, more: object = {}, by = c) =>
  by.post('/api/products/update-asin-match', {
    product_asin_match_id: match.product_asin_match_id,
    product_id: match.product_id,
    version: match.version,
    selected_asin,
    ...more,
  })
const chosenOf = (dropshipper_id: number) =>
  h.services.db
    .selectFrom('product_asin')
    .innerJoin('product', 'product.product_id', 'product_asin.product_id')
    .select(['sku', 'product_asin.asin', 'how'])
    .where('dropshipper_id', '=', dropshipper_id)
    .orderBy('sku')
    .execute()
const found = async () => expect(await faultsOfAsins(h.services.db)).toEqual([])

describe('an upload', () => {
  test('is counted line by line, and its lines with errors come back as a file', async () => {
    const id = await supplier()
    const summary = await uploaded(
      id,
      'SKU,UPC,ASIN\n' +
        'XR-4420,,B00DRILL01\n' +
        'XR-4420,,B00DRILL01\n' +
        ',0012345678905,B00DRILL02\n' +
        'LP-77,,https://www.amazon.com/Lamp/dp/B00LAMP001?th=1\n' +
        'NOSUCH,,B00LAMP002\n' +
        'LP-77,,LAMP\n' +
        ',036000291453,B00LAMP001\n',
    )
    expect(summary).toMatchObject({
      read: 7,
      added_asins: 3,
      repeated: 1,
      errors: 3,
      unchanged: 0,
      conflicts: 0,
      refused_before: 0,
      grey: 2,
      file_name: 'asins.csv',
    })
    const { body } = await c.get(summary.errors_file)
    expect(String(body).split('\r\n')).toEqual([
      'SKU,UPC,ASIN,error_column,error',
      'NOSUCH,,B00LAMP002,sku,No product has this SKU',
      'LP-77,,LAMP,ASIN,Not a valid ASIN',
      ',036000291453,B00LAMP001,UPC,Not a valid barcode: check its length and last digit',
      '',
    ])
    // the same file, corrected
    const again = await uploaded(
      id,
      String(body).replace('NOSUCH', 'LP-77').replace('LAMP,ASIN', 'B00LAMP003,ASIN'),
    )
    expect(again).toMatchObject({ read: 3, added_asins: 2, errors: 1 })
    const { body: status } = await waitUntil(
      () => c.get('/api/products/check-upload-asin-status'),
      (answer) => answer.body.job_state !== 'Executing',
    )
    expect(status).toMatchObject({
      job_id: again.job_id,
      job_state: 'Completed Successfully',
      progress: 100,
      rows_read: 3,
    })
    await found()
  })
  test.each([
    ['asins.csv', 'SKU,Name\nA,B\n', 'it has no ASIN column'],
    ['asins.csv', 'ASIN,Name\nB00DRILL01,B\n', 'it has no SKU, UPC, EAN or product ID column'],
    ['asins.csv', '', 'it is empty'],
    ['asins.csv', 'SKU,ASIN\n', 'it has no lines'],
    ['asins.xlsx', 'SKU,ASIN\nA,B00DRILL01\n', 'it is not an XLSX workbook'],
    [
      'asins.csv',
      `PK\u0003\u0004${'\0'.repeat(500)}`,
      'it is damaged or not complete. Save it again as XLSX or CSV',
    ],
    ['asins.csv', `SKU,ASIN,${'x,'.repeat(60)}\nA,B\n`, 'it has more than 50 columns'],
  ])('%s that isn’t what it says stores nothing: %j', async (name, text, why) => {
    const { dropshipper_id: id } = await makeFeed(h)
    const { status, body } = await upload(id, text, name)
    expect(status).toBe(400)
    expect(body.error).toMatchObject({ message: `The file can’t be used: ${why}`, fields: { asinFile: why } })
    const stored = await h.services.db
      .selectFrom('asin_upload')
      .select('asin_upload_id')
      .where('dropshipper_id', '=', id)
      .execute()
    expect(stored).toEqual([])
  })
  test('larger than 10 MB is refused', async () => {
    const { dropshipper_id: id } = await makeFeed(h)
    const { status } = await upload(id, `SKU,ASIN\n${'x'.repeat(10 * 1024 * 1024)}`)
    expect(status).toBe(413)
  })
  test('of a SKU or barcode that several products have asks for the supplier', async () => {
    await supplier([drill])
    await supplier([drill])
    const { body: job_id } = await c.upload(
      '/api/products/upload-asins',
      'asinFile',
      'all.csv',
      Buffer.from('UPC,ASIN\n012345678905,B00DRILL01\n'),
    )
    const { body } = await waitUntil(
      () => c.get(`/api/products/get-asin-upload-summary?job_id=${job_id}`),
      (answer) => answer.body.added_asins !== undefined,
    )
    expect(body).toMatchObject({ added_asins: 0, errors: 1 })
    expect(String((await c.get(body.errors_file)).body)).toMatch(
      /products have this barcode\. Choose the supplier\./,
    )
  })
  test('of decisions accepts and rejects, and a conflict leaves what is chosen', async () => {
    const id = await supplier()
    const summary = await uploaded(
      id,
      'SKU,ASIN,Decision\nXR-4420,B00DRILL01,accept\nLP-77,B00LAMP001,reject\n',
    )
    expect(summary).toMatchObject({ added_asins: 1, refused_before: 1 })
    expect(await chosenOf(id)).toEqual([{ sku: 'XR-4420', asin: 'B00DRILL01', how: 'file' }])
    expect(
      await uploaded(id, 'SKU,ASIN\nXR-4420,B00DRILL09\nXR-4420,B00DRILL01\nLP-77,B00LAMP001\n'),
    ).toMatchObject({ conflicts: 1, unchanged: 1, refused_before: 1, added_asins: 0 })
    const match = await next(id)
    expect(match.product?.sku).toBe('XR-4420')
    expect(match.chosen?.asin).toBe('B00DRILL01')
    expect(match.asins.map(({ asin }) => asin)).toContain('B00DRILL09')
    await found()
  })
})

const titled =
  'SKU,ASIN,Title,Brand,Model,Price\n' +
  'XR-4420,B00DRILL01,"Brightline Drill XR4420, 18V",Brightline,XR4420,65\n' +
  'LP-77,B00LAMP001,Brightline LP7700 Desk Lamp White,Brightline,LP7700,25\n' +
  'SOAP,B00SOAP001,Lavo Soap Bar (6-Pack),Lavo,,11\n'

describe('the queue', () => {
  test('shows the surest first, each with its reasons for and against', async () => {
    // no other supplier of these tests has it
    const sander = ['ZT-9910', 'Brightline ZT-9910 sander 18 V', 'Brightline', '60', '', '']
    const id = await supplier([sander, lamp, soap])
    expect(
      await uploaded(id, titled.replaceAll(/XR-?4420/g, 'ZT-9910').replace('Drill', 'Sander')),
    ).toMatchObject({ added_asins: 3, green: 1 })
    const match = await next(id)
    expect(match).toMatchObject({ class: 'green', left: '3', product: { sku: 'ZT-9910', title: sander[1] } })
    const [best] = match.asins
    expect(best).toMatchObject({
      asin: 'B00DRILL01',
      class: 'green',
      url: 'https://www.amazon.com/dp/B00DRILL01',
    })
    expect(best?.reasons.map(({ text }) => text)).toEqual(
      expect.arrayContaining([
        'Same model number ZT9910',
        'Same brand',
        'Similar price',
        'Listed in the uploaded file',
      ]),
    )
    const { body } = await decide(match, 'B00DRILL01', { queue: { market_id: 9, dropshipper_id: id } })
    const second: AsinMatch = body.next
    expect(second.product?.sku).toBe('LP-77')
    expect(second.asins[0]).toMatchObject({ class: 'amber' })
    expect(second.asins[0]?.reasons.map(({ text }) => text)).toContain('Different color: black, white')
    const { body: last } = await decide(second, null, { queue: { market_id: 9, dropshipper_id: id } })
    expect(last.next.asins[0].reasons.map(({ text }: { text: string }) => text)).toContain('Pack of 1, not 6')
    const { body: end } = await decide(last.next, 'amazon.com/dp/B00SOAP002', {
      queue: { market_id: 9, dropshipper_id: id },
    })
    expect(end.next.product_asin_match_id).toBeNull()
    expect(await chosenOf(id)).toEqual([
      { sku: 'SOAP', asin: 'B00SOAP002', how: 'person' },
      { sku: 'ZT-9910', asin: 'B00DRILL01', how: 'person' },
    ])
    expect((await c.get('/api/products/asin-queue')).body.decided_today).toBeGreaterThanOrEqual(3)
    await found()
  })
  test('suggests what was chosen for the same barcode at another supplier', async () => {
    const first = await supplier([drill])
    await uploaded(first, 'SKU,ASIN\nXR-4420,B00DRILL01\n')
    await decide(await next(first), 'B00DRILL01')
    const second = await supplier([['OTHER-9', 'Drill by Brightline', 'Brightline', '61', '12345678905', '']])
    await uploaded(second, 'SKU,ASIN\nOTHER-9,B00OTHER09\n')
    const match = await next(second)
    expect(match.asins[0]).toMatchObject({ asin: 'B00DRILL01' })
    expect(match.asins[0]?.reasons.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['barcode', 'chosen_for_barcode']),
    )
  })
  test('never shows one product to two people', async () => {
    const id = await supplier()
    await uploaded(id, titled)
    const [mine, theirs] = [await next(id), await next(id, other)]
    expect(mine.product_asin_match_id).not.toBe(theirs.product_asin_match_id)
    const seen = await next(id, other, `&product_asin_match_id=${mine.product_asin_match_id}`)
    expect(seen.held_by).toMatch(/^Pat/)
    await found()
  })
  test('says what somebody else decided meanwhile', async () => {
    const id = await supplier([drill])
    await uploaded(id, titled.split('\n').slice(0, 2).join('\n'))
    const match = await next(id)
    await decide(match, 'B00DRILL01', {}, other)
    const late = await decide(match, null)
    expect(late.status).toBe(409)
    expect(late.body.error.message).toMatch(/^Pat support already chose B00DRILL01/)
  })
  test('refuses what is no ASIN, and a match of another product', async () => {
    const id = await supplier([drill])
    await uploaded(id, titled.split('\n').slice(0, 2).join('\n'))
    const match = await next(id)
    expect((await decide(match, 'hello')).body.error.fields).toEqual({
      selected_asin: 'Enter a 10-character ASIN or a link to its Amazon page',
    })
    expect((await decide({ ...match, product_id: 1 + (match.product_id ?? 0) }, 'B00DRILL01')).status).toBe(
      404,
    )
  })
  test('brings a skipped product last', async () => {
    const id = await supplier()
    await uploaded(id, titled)
    const match = await next(id)
    const { body } = await decide(match, null, { skip: true, queue: { market_id: 9, dropshipper_id: id } })
    expect(body.next.product.sku).not.toBe('XR-4420')
    await decide(body.next, null)
    await decide(await next(id), null)
    expect((await next(id)).product?.sku).toBe('XR-4420')
  })
  test('a decision is undone with all that it changed', async () => {
    const id = await supplier([drill])
    await uploaded(id, titled.split('\n').slice(0, 2).join('\n'))
    const match = await next(id)
    await decide(match, null)
    const again = await c.post('/api/products/undo-asin-match', {
      product_asin_match_id: match.product_asin_match_id,
    })
    expect(again.body.asins[0]).toMatchObject({ asin: 'B00DRILL01', refused: null })
    await decide(again.body, 'B00DRILL01')
    expect(await chosenOf(id)).toHaveLength(1)
    await c.post('/api/products/undo-asin-match', { product_asin_match_id: match.product_asin_match_id })
    expect(await chosenOf(id)).toEqual([])
    const third = await c.post('/api/products/undo-asin-match', {
      product_asin_match_id: match.product_asin_match_id,
    })
    expect(third.status).toBe(409)
    await found()
  })
})

describe('bulk acceptance', () => {
  const many = (n: number) =>
    Array.from({ length: n }, (_, i) => [
      `XR-${4000 + i}`,
      `Brightline XR-${4000 + i} drill ${['oak', 'ash', 'elm'][i % 3]} no ${i}`,
      'Brightline',
      String(60 + i),
      '',
      '',
    ])
  const lines = (n: number) =>
    'SKU,ASIN,Title,Brand,Model\n' +
    Array.from(
      { length: n },
      (_, i) =>
        `XR-${4000 + i},B00DRILL${String(i).padStart(2, '0')},Brightline drill XR${4000 + i} ${['oak', 'ash', 'elm'][i % 3]} no ${i},Brightline,XR${4000 + i}`,
    ).join('\n')
  const preview = async (id: number) =>
    (await c.get(`/api/products/asin-batch-preview?market_id=9&dropshipper_id=${id}`)).body
  const accept = (id: number, { upto_id, count }: { upto_id: number; count: number }) =>
    c.post('/api/products/asin-batches', { market_id: 9, dropshipper_id: id, upto_id, count })
  const batchOf = async (id: number) =>
    (await c.get('/api/products/asin-batches?market_id=9')).body.find(
      (batch: { asin_batch_id: number }) => batch.asin_batch_id === id,
    )

  test('takes the sure ones alone, samples some, and can be undone but for what a person decided', async () => {
    const id = await supplier([...many(60), soap])
    await uploaded(id, `${lines(60)}\nSOAP,B00SOAP001,Lavo soap bar (6-pack),Lavo,`)
    const shown = await preview(id)
    expect(shown).toMatchObject({ count: 60, suppliers: [{ dropshipper_id: id, count: 60 }] })
    expect(shown.examples).toHaveLength(10)
    const { body } = await accept(id, shown)
    await waitUntil(
      () => batchOf(body.asin_batch_id),
      (batch) => batch.done_tm !== null,
    )
    expect(await chosenOf(id)).toHaveLength(60)
    const { accepted, sampled } = await batchOf(body.asin_batch_id)
    expect(accepted).toBe(60)
    const { classes } = (await c.get(`/api/products/asin-queue?dropshipper_id=${id}`)).body
    // the samples wait in the queue like any other
    expect(classes.green).toBe(sampled)
    expect((await accept(id, shown)).status).toBe(409)
    await found()

    const { product_asin_match_id } = await h.services.db
      .selectFrom('product_asin_match')
      .select('product_asin_match_id')
      .where('dropshipper_id', '=', id)
      .where('class', '=', 'green')
      .orderBy('product_asin_match_id')
      .limit(1)
      .executeTakeFirstOrThrow()
    const first = await next(id, c, `&product_asin_match_id=${product_asin_match_id}`)
    expect((await decide(first, 'B00BETTER1')).status).toBe(200)
    expect((await c.post(`/api/products/asin-batches/${body.asin_batch_id}/undo`)).status).toBe(200)
    const undone = await waitUntil(
      () => batchOf(body.asin_batch_id),
      (batch) => batch.undo_done_tm !== null,
    )
    expect(undone).toMatchObject({ restored: 59, kept: 1, undone_by: 'Pat support' })
    expect(await chosenOf(id)).toEqual([expect.objectContaining({ asin: 'B00BETTER1', how: 'person' })])
    expect((await c.post(`/api/products/asin-batches/${body.asin_batch_id}/undo`)).status).toBe(409)
    await found()
  })
  test('leaves out a product that changed since, and two products with one ASIN', async () => {
    const id = await supplier(many(3))
    await uploaded(id, lines(3))
    await sql`
      update product set title = 'Something else' where dropshipper_id = ${id} and sku = 'XR-4000'`.execute(
      h.services.db,
    )
    expect((await preview(id)).count).toBe(2)
    const twins = await supplier([
      ['XR-1', 'Brightline XR5500 drill', 'Brightline', '60', '', ''],
      ['XR-2', 'Brightline XR5500 drill', 'Brightline', '60', '', ''],
    ])
    await uploaded(
      twins,
      'SKU,ASIN,Title,Brand\nXR-1,B00TWINS01,Brightline XR5500 drill,Brightline\nXR-2,B00TWINS01,Brightline XR5500 drill,Brightline\n',
    )
    expect((await preview(twins)).count).toBe(0)
    const match = await next(twins)
    expect(match.asins[0]?.reasons.map(({ text }) => text)).toContainEqual(
      expect.stringMatching(/^Also suggested for XR-[12]$/),
    )
  })
})
