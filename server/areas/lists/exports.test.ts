import { jobStatus } from '#contract/jobs/types.ts'
import { exportColumns } from '#contract/lists/columns.ts'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { feedFormat } from '#contract/feeds/settings.ts'
import { readXlsx } from '#engine/formats/xlsx.ts'
import { sql } from '#server/platform/database/db.ts'
import {
  activityOf,
  client,
  csv,
  waitForRun,
  harness,
  makeFeed,
  manyRows,
  runFeed,
  staff,
  waitUntil,
  type Client,
} from '#server/test/harness.ts'
import { activity, takenOut, type ExportRequest } from '#server/test/taken-out.ts'

const h = harness({ worker: true })
let c: Client
beforeAll(async () => {
  c = await staff(h)
})

const { begin, fileOf, asCsv, linesOf } = takenOut(() => c)

/** A list as a workbook, as our own reader of suppliers' files reads it. */
async function asXlsx(asked: ExportRequest) {
  const { body } = await begin({ ...asked, format: 'xlsx' })
  const { rawPayload } = await h.app.inject({
    url: `/api/exports/${body.list_export_id}/file`,
    headers: { ...c.raw.headers, cookie: c.raw.cookie },
  })
  const path = join(h.dir, `${body.list_export_id}.xlsx`)
  writeFileSync(path, rawPayload)
  const rows: (readonly string[])[] = []
  let columns: readonly string[] = []
  for await (const batch of readXlsx(path, feedFormat.parse({ kind: 'xlsx' }))) {
    columns = batch.columns
    rows.push(...batch.rows.map((r) => r.cells))
  }
  return { columns, rows }
}

/** A supplier whose log says these things, the oldest first. */
async function supplierWithLog(messages: readonly string[]) {
  const { dropshipper_id } = await makeFeed(h)
  await h.services.db
    .insertInto('activity')
    .values(messages.map((message) => ({ dropshipper_id, message, type: 'note', action_by_name: 'Pat' })))
    .execute()
  return dropshipper_id
}

const odd = [
  '=1+1',
  '+44 20 7946 0000',
  '-2+3',
  '@SUM(A1)',
  '\tTab',
  '-12.50',
  'two "quotes", and a comma',
  'two\nlines',
  'ünïcödé 漢字 😀',
  '<b>&amp;</b>',
  'an old\rend of a line',
  '_x000D_ as it is written',
]

describe('a list is exported', () => {
  test('with exactly the rows found, in their order, and the chosen columns', async () => {
    for (const [name, votes] of [
      ['Export Alpha', 3],
      ['Export Beta', 9],
      ['Another', 5],
      ['Export Gamma', 1],
    ] as const) {
      const { dropshipper_id } = await makeFeed(h, { name })
      await sql`update dropshipper set votes = ${votes} where dropshipper_id = ${dropshipper_id}`.execute(
        h.services.db,
      )
    }
    const input = { query: 'export', sort_on: 'votes', descending: true, current_page: 7 }
    expect(await linesOf({ list: 'suppliers', input, columns: ['votes', 'name', 'standing'] })).toEqual([
      'Votes,Supplier,Feed',
      '9,Export Beta,Never ran',
      '3,Export Alpha,Never ran',
      '1,Export Gamma,Never ran',
    ])
  })

  test('with changes in words, as on the screen', async () => {
    const { dropshipper_id } = await makeFeed(h)
    const changes = {
      allow_browse: { from: 1, to: -1 },
      state: { from: 'held', to: 'queued' },
      allows_ebay: { from: false, to: true },
      rules: { from: { warn_percent: 5 }, to: { warn_percent: 7 } },
    }
    await h.services.db
      .insertInto('activity')
      .values({
        dropshipper_id,
        message: 'Saved',
        type: 'note',
        action_by_name: 'Pat',
        changes: JSON.stringify(changes),
      })
      .execute()
    const text = await asCsv({ ...activity(dropshipper_id), columns: ['changes'] })
    expect(text.replaceAll('"', '').trim().split(/\r?\n/).toSorted()).toEqual([
      'Allows eBay: No → Yes',
      'Browsing: Public → Hidden/Restricted',
      'Changes',
      'Rules: Warn percent: 5 → 7',
      'State: Held → Queued',
    ])
  })

  test('as CSV, in which no text acts as a formula and every text is complete', async () => {
    const id = await supplierWithLog(odd)
    const text = await asCsv({ ...activity(id, { oldest_first: true }), columns: ['what', 'by'] })
    expect(text).toBe(
      [
        'Details,By',
        "'=1+1,Pat",
        "'+44 20 7946 0000,Pat",
        "'-2+3,Pat",
        "'@SUM(A1),Pat",
        "'\tTab,Pat",
        '-12.50,Pat',
        '"two ""quotes"", and a comma",Pat',
        '"two\nlines",Pat',
        'ünïcödé 漢字 😀,Pat',
        '<b>&amp;</b>,Pat',
        '"an old\rend of a line",Pat',
        '_x000D_ as it is written,Pat',
        '',
      ].join('\r\n'),
    )
  })

  test('as a workbook, with texts, numbers and dates each as their own type', async () => {
    const id = await supplierWithLog(odd)
    const { columns, rows } = await asXlsx({
      ...activity(id, { oldest_first: true }),
      columns: ['what', 'tm', 'by'],
    })
    expect(columns).toEqual(['Details', 'Time', 'By'])
    expect(rows.map((r) => r[0])).toEqual(odd)
    const shown = rows[0]![1]!
    expect(shown).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d/)
    expect(Math.abs(Date.parse(`${shown.replace(' ', 'T')}Z`) - Date.now())).toBeLessThan(600_000)
    const jobs = await asXlsx({ list: 'suppliers', input: { query: 'Export Beta' }, columns: ['votes'] })
    expect(jobs.rows).toEqual([['9']])
  })

  test('as a workbook, with cells cut to the format’s limit', async () => {
    const id = await supplierWithLog(['x'.repeat(40_000)])
    const asked = { ...activity(id, { type: 'note' }), columns: ['what'] }
    expect((await asXlsx(asked)).rows).toEqual([['x'.repeat(32_767)]])
    expect((await linesOf(asked))[1]).toHaveLength(40_000)
  })

  test('and the log says who exported what, how many rows and with which filter', async () => {
    const id = await supplierWithLog(['one', 'two', 'other'])
    await asCsv({ ...activity(id, { search: 'o', type: 'note' }), columns: ['what'] })
    await h.app.afterwards.ended()
    const [newest] = await activityOf(c, id)
    expect(newest).toMatchObject({
      type: 'list.export',
      action_by: 'Pat support',
      message: `Activity exported as CSV, 3 rows; search “o”, type Note`,
    })
  })

  test('with the rows shown in the browser, in the same order', async () => {
    const one = await makeFeed(h, { name: 'Shown first' })
    const two = await makeFeed(h, { name: 'Shown second' })
    const ids = [two.dropshipper_id, one.dropshipper_id, 2_000_000_000]
    expect(
      await linesOf({ list: 'monitored_suppliers', input: { ids }, columns: ['supplier', 'status'] }),
    ).toEqual(['Supplier,Status', 'Shown second,Never ran', 'Shown first,Never ran'])
  })

  test('for vendors, including similar names if no others match', async () => {
    for (const company of ['Okafor Trading', 'Somebody Else'])
      await h.services.db.insertInto('vendor').values({ company }).execute()
    const named = (term: string) => linesOf({ list: 'vendors', input: { term }, columns: ['company'] })
    expect(await named('Okafor')).toEqual(['Company', 'Okafor Trading'])
    expect(await named('Okafr')).toEqual(['Company', 'Okafor Trading'])
  })

  test('for vendors, each with the values of its record', async () => {
    await h.services.db
      .insertInto('vendor')
      .values({ company: 'Charged & Co', next_charge_date: '2031-05-06', insert_tm: '2024-02-03T04:05:06Z' })
      .execute()
    const columns = ['company', 'subs', 'integrations', 'since', 'next_charge']
    expect(await linesOf({ list: 'vendors', input: { term: 'charged' }, columns })).toEqual([
      'Company,Subscriptions,Active integrations,Joined,Next charge',
      'Charged & Co,0,0,2024-02-03T04:05:06.000Z,2031-05-06',
    ])
  })

  test('for jobs, from the first row whatever page is open, with each job’s duration in seconds', async () => {
    const feed = await makeFeed(h)
    await feed.publish(manyRows(3))
    await runFeed(c, feed.feed_id)
    // a run has ended a moment before its job has
    const ended = await waitUntil(
      () => c.post('/api/jobs/get-job-history', { job_status: [jobStatus.succeeded] }),
      (answer) => answer.body.length > 0,
    )
    const { job_id } = ended.body.at(-1)
    await sql`
      update job
      set job_start_time = '2026-01-02T03:00:00Z', job_end_time = '2026-01-02T03:01:30.5Z'
      where job_id = ${job_id}`.execute(h.services.db)
    const lines = await linesOf({ list: 'jobs', input: { beyond: job_id }, columns: ['id', 'took'] })
    expect(lines).toContain(`${job_id},90.5`)
  })

  test('for a supplier, recorded in the supplier’s own log', async () => {
    const { dropshipper_id } = await makeFeed(h)
    await linesOf({ list: 'found_products', input: { q: 'lamp', dropshipper_id }, columns: ['sku'] })
    await h.app.afterwards.ended()
    const [newest] = await activityOf(c, dropshipper_id)
    expect(newest!.message).toMatch(/^Matching products exported as CSV, 0 rows; .*search “lamp”/)
  })

  test.each<[string, object, string[], string]>([
    ['vendors', { term: '', sort: 'newest' }, ['id', 'status'], 'ID,Status'],
    ['jobs', {}, ['id', 'what', 'took'], 'Job,Record,Duration'],
    ['monitored_custom_feeds', { ids: [] }, ['supplier', 'subs'], 'Supplier,Setup'],
    ['found_products', { q: 'nothing at all' }, ['sku'], 'SKU'],
    ['supplier_failures', {}, ['name', 'rate'], 'Supplier,Failed'],
    ['money_months', {}, ['month', 'kept'], 'Month,Net'],
    ['vendor_failures', {}, ['name', 'rate'], 'Vendor,Failed'],
  ])('for %s', async (list, input, columns, header) => {
    expect((await linesOf({ list, input, columns }))[0]).toBe(header)
  })
})

describe('an exported run', () => {
  test('has every product that it would change while it is held, and once it is applied', async () => {
    const feed = await makeFeed(h)
    await feed.publish(manyRows(60))
    const first = await runFeed(c, feed.feed_id)
    const columns = ['sku', 'change', 'fields']
    const all = await linesOf({ list: 'run_changes', input: { feed_run_id: first.feed_run_id }, columns })
    expect(all).toHaveLength(61)
    expect(all).toContain('SKU-7,Created,"Wholesale price — → 8.50\nQuantity — → 7"')
    // one row is only written otherwise
    await feed.publish(manyRows(60, (i) => (i === 3 ? ['4.5', '3'] : ['500.00', '1'])))
    const held = await runFeed(c, feed.feed_id)
    expect(held.state).toBe('held')
    const narrow = (input: object) =>
      linesOf({ list: 'run_changes', input: { feed_run_id: first.feed_run_id, ...input }, columns: ['sku'] })
    expect(await narrow({ change: 'Created', search: 'sku-17' })).toEqual(['SKU', 'SKU-17'])
    expect(await narrow({ change: 'Deleted' })).toEqual(['SKU'])
    const ofHeld = { list: 'run_changes', input: { feed_run_id: held.feed_run_id }, columns }
    const would = await asCsv(ofHeld)
    expect(would).toContain('SKU-7,Updated,"Wholesale price 8.50 → 500.00\nQuantity 7 → 1"')
    expect(would.split('SKU-')).toHaveLength(60)
    expect(would).not.toContain('SKU-3,')
    await c.post(`/api/feed-runs/${held.feed_run_id}/apply`, { reason: 'It is right' })
    expect((await waitForRun(c, held.feed_run_id)).state).toBe('applied')
    const seventh = { ...ofHeld, input: { ...ofHeld.input, search: 'SKU-59' }, columns: ['sku'] }
    expect(await linesOf(seventh)).toEqual(['SKU', 'SKU-59'])
    const did = await asCsv(ofHeld)
    expect(did.split('\r\n').toSorted()).toEqual(would.split('\r\n').toSorted())
  })

  test('has rejected rows with the columns of the supplier’s own file', async () => {
    const feed = await makeFeed(h)
    await feed.publish(
      csv([
        ['A', 'Hat', '1.00', '1'],
        ['', '=HYPERLINK("x")', '2.00', '2'],
        ['C', 'Cap', '3.00', '3'],
      ]).replace('=HYPERLINK("x")', '=1+2'),
    )
    const run = await runFeed(c, feed.feed_id)
    const asked = {
      list: 'run_rejected_rows',
      input: { feed_run_id: run.feed_run_id },
      columns: ['line', 'row'],
    }
    expect(await linesOf(asked)).toEqual(['Line,sku,title,price,qty', "3,,'=1+2,2.00,2"])
    expect((await asXlsx(asked)).rows).toEqual([['3', '', '=1+2', '2.00', '2']])
    const none = await begin({ ...asked, input: { feed_run_id: 999_999 } })
    expect(none.status).toBe(404)
  })
})

test('every list with export columns also has export rows', () => {
  expect(Object.keys(h.services.lists).toSorted()).toEqual(Object.keys(exportColumns).toSorted())
})

describe('an export is refused', () => {
  test('with a column of another list, which is named', async () => {
    const { status, body } = await begin({ list: 'suppliers', input: {}, columns: ['name', 'took'] })
    expect(status).toBe(400)
    expect(Object.keys(body.error.fields)).toEqual(['columns.1'])
  })
  test('with an unknown filter or no column', async () => {
    const wrong = { list: 'jobs', input: { job_status: [9] }, columns: ['id'] }
    expect(Object.keys((await begin(wrong)).body.error.fields)).toEqual(['input.job_status.0'])
    expect((await begin({ list: 'jobs', input: {}, columns: [] })).status).toBe(400)
  })
  test('for anyone but staff, and if it doesn’t exist', async () => {
    const { body } = await begin({ list: 'suppliers', input: {}, columns: ['name'] })
    const customer = await staff(h, 'customer')
    expect((await fileOf(body.list_export_id, customer)).status).toBe(403)
    expect((await fileOf(body.list_export_id, await client(h))).status).toBe(401)
    expect((await fileOf(999_999)).status).toBe(404)
    const colleague = await staff(h, 'admin')
    const refusal = 'Only the person who exported it can download it'
    expect((await fileOf(body.list_export_id, colleague)).body.error.message).toContain(refusal)
    expect((await colleague.get(`/api/exports/${body.list_export_id}`)).status).toBe(404)
  })
})
