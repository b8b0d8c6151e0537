import { jobStatus } from '#contract/jobs/types.ts'
import { exportColumns } from '#contract/lists/columns.ts'
import { once } from 'node:events'
import { request } from 'node:http'
import { writeFileSync } from 'node:fs'
import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { feedFormat } from '#contract/feeds/settings.ts'
import { readXlsx } from '#engine/xlsx.ts'
import { runTimer } from '../../timers.ts'
import { sql } from '../../platform/db.ts'
import {
  activityOf,
  client,
  csv,
  ended,
  harness,
  makeFeed,
  manyRows,
  runFeed,
  staff,
  until,
  type Client,
} from '../../test/harness.ts'
import { exportList } from './export-list.job.ts'

const h = harness({ worker: true })
let c: Client
beforeAll(async () => {
  c = await staff(h)
})

type Format = 'csv' | 'xlsx'
interface Asked {
  list: string
  input: object
  columns: readonly string[]
  format?: Format
}
const begin = (asked: Asked, by = c) => by.post('/api/exports', { format: 'csv', ...asked })
const fileOf = (id: number, by = c) => by.get(`/api/exports/${id}/file`)

/** A list as CSV, its mark taken off. */
async function asCsv(asked: Asked): Promise<string> {
  const begun = await begin(asked)
  expect(begun).toMatchObject({ status: 200, body: { job_id: null } })
  const { status, body } = await fileOf(begun.body.list_export_id)
  expect(status).toBe(200)
  expect(body.startsWith('\ufeff')).toBe(true)
  return body.slice(1)
}
const linesOf = async (asked: Asked) => (await asCsv(asked)).trimEnd().split('\r\n')

/** A list as a workbook, as our own reader of suppliers' files reads it. */
async function asXlsx(asked: Asked) {
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

const activity = (dropshipper_id: number, more: object = {}) => ({
  list: 'activity',
  input: { dropshipper_id, ...more },
})
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

describe('a list is taken out', () => {
  test('with exactly the rows that are found, in the order and with the columns that were chosen', async () => {
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

  test('with what was changed in words, as the screen has them', async () => {
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
      'Allows eBay: no → yes',
      'Browsing: Public → Hidden/Restricted',
      'Changes',
      'Rules: Warn percent: 5 → 7',
      'State: Held → Queued',
    ])
  })

  test('as CSV, in which no text is a formula and every text is whole', async () => {
    const id = await supplierWithLog(odd)
    const text = await asCsv({ ...activity(id, { oldest_first: true }), columns: ['what', 'by'] })
    expect(text).toBe(
      [
        'What,By',
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

  test('as a workbook, with texts as they are, numbers and days of the calendar as such', async () => {
    const id = await supplierWithLog(odd)
    const { columns, rows } = await asXlsx({
      ...activity(id, { oldest_first: true }),
      columns: ['what', 'tm', 'by'],
    })
    expect(columns).toEqual(['What', 'When', 'By'])
    expect(rows.map((r) => r[0])).toEqual(odd)
    const days = Number(rows[0]![1])
    expect(Math.abs((days - 25_569) * 86_400_000 - Date.now())).toBeLessThan(600_000)
    const jobs = await asXlsx({ list: 'suppliers', input: { query: 'Export Beta' }, columns: ['votes'] })
    expect(jobs.rows).toEqual([['9']])
  })

  test('as a workbook, whose cells hold no more than the format lets them', async () => {
    const id = await supplierWithLog(['x'.repeat(40_000)])
    const asked = { ...activity(id, { type: 'note' }), columns: ['what'] }
    expect((await asXlsx(asked)).rows).toEqual([['x'.repeat(32_767)]])
    expect((await linesOf(asked))[1]).toHaveLength(40_000)
  })

  test('and the log says who took out what, how much of it and by which filter', async () => {
    const id = await supplierWithLog(['one', 'two', 'other'])
    await asCsv({ ...activity(id, { search: 'o', type: 'note' }), columns: ['what'] })
    await h.app.afterwards.ended()
    const [newest] = await activityOf(c, id)
    expect(newest).toMatchObject({
      type: 'list.export',
      action_by: 'Pat support',
      message: `Activity taken out as CSV, 3 rows; search “o”, type Note`,
    })
  })

  test('of what is shown in the browser, in the order that it has there', async () => {
    const one = await makeFeed(h, { name: 'Shown first' })
    const two = await makeFeed(h, { name: 'Shown second' })
    const ids = [two.dropshipper_id, one.dropshipper_id, 2_000_000_000]
    expect(
      await linesOf({ list: 'monitored_suppliers', input: { ids }, columns: ['supplier', 'status'] }),
    ).toEqual(['Supplier,Status', 'Shown second,Never ran', 'Shown first,Never ran'])
  })

  test('of vendors, those of names alike where nobody else is found', async () => {
    for (const company of ['Okafor Trading', 'Somebody Else'])
      await h.services.db.insertInto('vendor').values({ company }).execute()
    const named = (term: string) => linesOf({ list: 'vendors', input: { term }, columns: ['company'] })
    expect(await named('Okafor')).toEqual(['Company', 'Okafor Trading'])
    expect(await named('Okafr')).toEqual(['Company', 'Okafor Trading'])
  })

  test('of vendors, each with what its record says', async () => {
    await h.services.db
      .insertInto('vendor')
      .values({ company: 'Charged & Co', next_charge_date: '2031-05-06', insert_tm: '2024-02-03T04:05:06Z' })
      .execute()
    const columns = ['company', 'subs', 'integrations', 'since', 'next_charge']
    expect(await linesOf({ list: 'vendors', input: { term: 'charged' }, columns })).toEqual([
      'Company,Subs,Integrations,Since,Next charge',
      'Charged & Co,0,0,2024-02-03T04:05:06.000Z,2031-05-06',
    ])
  })

  test('of jobs, from the first on wherever one is in them, and how many seconds each took', async () => {
    const feed = await makeFeed(h)
    await feed.publish(manyRows(3))
    await runFeed(c, feed.feed_id)
    // a run has ended a moment before its job has
    const ended = await until(
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

  test('of a supplier, which its own log says', async () => {
    const { dropshipper_id } = await makeFeed(h)
    await linesOf({ list: 'found_products', input: { q: 'lamp', dropshipper_id }, columns: ['sku'] })
    await h.app.afterwards.ended()
    const [newest] = await activityOf(c, dropshipper_id)
    expect(newest!.message).toMatch(/^Found products taken out as CSV, 0 rows; .*search “lamp”/)
  })

  test.each<[string, object, string[], string]>([
    ['vendors', { term: '', sort: 'newest' }, ['id', 'status'], 'Id,Status'],
    ['jobs', {}, ['id', 'what', 'took'], 'Job,What,Took'],
    ['monitored_custom_feeds', { ids: [] }, ['supplier', 'subs'], 'Supplier,Setup'],
    ['found_products', { q: 'nothing at all' }, ['sku'], 'SKU'],
    ['supplier_failures', {}, ['name', 'rate'], 'Supplier,Failed'],
    ['vendor_failures', {}, ['name', 'rate'], 'Vendor,Failed'],
  ])('of %s', async (list, input, columns, header) => {
    expect((await linesOf({ list, input, columns }))[0]).toBe(header)
  })
})

describe('of a run', () => {
  test('every product that it would change is there while it is held, and what it changed once it is applied', async () => {
    const feed = await makeFeed(h)
    await feed.publish(manyRows(60))
    const first = await runFeed(c, feed.feed_id)
    const columns = ['sku', 'change', 'fields']
    const all = await linesOf({ list: 'run_changes', input: { feed_run_id: first.feed_run_id }, columns })
    expect(all).toHaveLength(61)
    expect(all).toContain('SKU-7,Created,"Wholesale price — → 8.5000\nQuantity — → 7"')
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
    expect(would).toContain('SKU-7,Updated,"Wholesale price 8.5000 → 500.0000\nQuantity 7 → 1"')
    expect(would.split('SKU-')).toHaveLength(60)
    expect(would).not.toContain('SKU-3,')
    await c.post(`/api/feed-runs/${held.feed_run_id}/apply`, { reason: 'It is right' })
    expect((await ended(c, held.feed_run_id)).state).toBe('applied')
    const seventh = { ...ofHeld, input: { ...ofHeld.input, search: 'SKU-59' }, columns: ['sku'] }
    expect(await linesOf(seventh)).toEqual(['SKU', 'SKU-59'])
    const did = await asCsv(ofHeld)
    expect(did.split('\r\n').toSorted()).toEqual(would.split('\r\n').toSorted())
  })

  test('the rejected rows have the columns of the supplier’s own file', async () => {
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

test('every list that has columns for a file has rows for it', () => {
  expect(Object.keys(h.services.lists).toSorted()).toEqual(Object.keys(exportColumns).toSorted())
})

describe('refused is', () => {
  test('a column of another list, by its name', async () => {
    const { status, body } = await begin({ list: 'suppliers', input: {}, columns: ['name', 'took'] })
    expect(status).toBe(400)
    expect(Object.keys(body.error.fields)).toEqual(['columns.1'])
  })
  test('a filter that the list has not got, or no column', async () => {
    const wrong = { list: 'jobs', input: { job_status: [9] }, columns: ['id'] }
    expect(Object.keys((await begin(wrong)).body.error.fields)).toEqual(['input.job_status.0'])
    expect((await begin({ list: 'jobs', input: {}, columns: [] })).status).toBe(400)
  })
  test('anybody but staff, and an export that isn’t there', async () => {
    const { body } = await begin({ list: 'suppliers', input: {}, columns: ['name'] })
    const customer = await staff(h, 'customer')
    expect((await fileOf(body.list_export_id, customer)).status).toBe(403)
    expect((await fileOf(body.list_export_id, await client(h))).status).toBe(401)
    expect((await fileOf(999_999)).status).toBe(404)
  })
})

describe('many rows', () => {
  const rows = 30_000
  let supplier: number
  beforeAll(async () => {
    await h.app.listen({ port: 0, host: '127.0.0.1' })
    supplier = (await makeFeed(h)).dropshipper_id
    await sql`
      insert into activity (dropshipper_id, message, type, action_by_name)
      select ${supplier}, 'Row ' || n || repeat(' on', 300), 'note', 'Pat'
      from generate_series(1, ${rows}::int) n`.execute(h.services.db)
  })

  const kept = (id: number) =>
    h.services.db
      .selectFrom('list_export')
      .select('file_key')
      .where('list_export_id', '=', id)
      .executeTakeFirstOrThrow()

  test('are made into a file by a job, which is there for a week', async () => {
    const begun = await begin({ ...activity(supplier, { type: 'note' }), columns: ['what'] })
    const { list_export_id, job_id } = begun.body
    expect(job_id).toEqual(expect.any(Number))
    const done = await until(
      () => c.get(`/api/exports/${list_export_id}`),
      (answer) => answer.body.ready,
    )
    expect(done.body).toMatchObject({ rows_written: rows, job_id, progress: 1 })
    const { body } = await fileOf(list_export_id)
    expect(body.trimEnd().split('\r\n')).toHaveLength(rows + 1)
    await h.app.afterwards.ended()
    const said = (await activityOf(c, supplier)).map((a) => a.message.slice(0, 50))
    expect(said.slice(0, 3)).toEqual([
      `Activity taken out as CSV, downloaded, ${rows} rows;`,
      `Activity taken out as CSV, ${rows} rows; type Note`,
      `Activity taken out as CSV, asked for, made by job `,
    ])

    // another worker had it, too: there is one file, and the log says it once
    const { file_key } = await kept(list_export_id)
    const payload = { list_export_id, login_id: 1, name: 'Pat' }
    const again = { ...h.services, payload, attempt: 2, progress: () => {} }
    await exportList.run(again as unknown as Parameters<typeof exportList.run>[0])
    expect((await kept(list_export_id)).file_key).toBe(file_key)
    expect((await activityOf(c, supplier)).filter((a) => a.type === 'list.export')).toHaveLength(3)

    const path = join(h.services.config.dataDir, 'files', file_key!)
    const written = new Date(Date.now() - 6 * 86_400_000)
    await utimes(path, written, written)
    await runTimer(h.services, 'remove files that nothing needs')
    expect((await fileOf(list_export_id)).status).toBe(200)
    await sql`
      update list_export
      set insert_tm = now() - interval '8 days'
      where list_export_id = ${list_export_id}`.execute(h.services.db)
    await runTimer(h.services, 'remove files that nothing needs')
    expect((await kept(list_export_id)).file_key).toBe(null)
    await runTimer(h.services, 'forget ended sessions and used limits')
    expect((await fileOf(list_export_id)).status).toBe(404)
  })

  /** An export of more than is given at once. */
  async function beginLarge(): Promise<number> {
    const { list_export_id } = (await begin({ list: 'suppliers', input: {}, columns: ['name'] })).body
    const input = { dropshipper_id: supplier, page: 1, search: '', oldest_first: true }
    await sql`
      update list_export
      set list = 'activity', columns = '["what"]', input = ${JSON.stringify(input)}::jsonb
      where list_export_id = ${list_export_id}`.execute(h.services.db)
    return list_export_id
  }
  function download(id: number) {
    const { port } = h.app.server.address() as { port: number }
    const headers = { ...c.raw.headers, cookie: c.raw.cookie }
    return request({ port, path: `/api/exports/${id}/file`, headers }).end()
  }
  /** Downloads it, and reads no further than its first bytes. */
  async function beginToRead() {
    const req = download(await beginLarge())
    const [response] = await once(req, 'response')
    await once(response, 'readable')
    return req
  }
  const readings = (n: number) =>
    until(
      () =>
        sql<{ n: number }>`
          select count(*) as n
          from pg_stat_activity
          where datname = current_database() and query like 'fetch %' and state <> 'idle'`.execute(
          h.services.db,
        ),
      ({ rows: [found] }) => found!.n === n,
    )

  test('are waited for no longer than who asked does', async () => {
    const id = await beginLarge()
    const tx = await h.services.db.startTransaction().execute()
    await sql`lock table activity in access exclusive mode`.execute(tx)
    const wait = (n: number) =>
      until(
        () =>
          sql<{ n: number }>`
            select count(*) as n
            from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'
              and query like 'declare exported%'`.execute(h.services.db),
        ({ rows: [found] }) => found!.n === n,
      )
    try {
      const req = download(id).on('error', () => {})
      await wait(1)
      req.destroy()
      await wait(0)
    } finally {
      await tx.rollback().execute()
    }
  })

  test('are read no further when who asked hangs up, and by one person twice at a time', async () => {
    const first = await beginToRead()
    const second = await beginToRead()
    await readings(2)
    const { body } = await begin({ list: 'suppliers', input: {}, columns: ['name'] })
    expect((await fileOf(body.list_export_id)).status).toBe(429)
    first.destroy()
    second.destroy()
    await readings(0)
    await h.app.afterwards.ended()
    const [newest] = await activityOf(c, supplier)
    expect(newest!.message).toMatch(/broken off after \d+ rows/)
    expect((await fileOf(body.list_export_id)).status).toBe(200)
  })
})
