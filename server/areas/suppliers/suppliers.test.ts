import { beforeAll, describe, expect, test } from 'vitest'
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
    await h.services.db.updateTable('dropshipper').set({ votes: 9 }).where('dropshipper_id', '=', dropshipper_id).execute()
    const list = async (body: object) => (await c.post('/api/suppliers/', body)).body as { total: number; suppliers: { supplier_name: string }[] }
    expect(await list({}).then((l) => [l.total, l.suppliers.length, l.suppliers[0]!.supplier_name])).toEqual([55, 50, 'Maker 00'])
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
    expect(saved.body).toMatchObject({ supplier_name: 'After', integrated: false, max_file_age_allowed_in_days: 5 })
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
      (await c.post(`/api/suppliers/${id}`, { dropshipper: { ...body.dropshipper, supplier_name: ' ' }, max_file_age_allowed_in_days: 0 })).body.error.fields,
    ).toEqual({ 'dropshipper.supplier_name': 'Supplier name is required.', max_file_age_allowed_in_days: 'At least 1 day' })
    const { dropshipper_prefix } = await h.services.db
      .selectFrom('dropshipper')
      .select('dropshipper_prefix')
      .where('dropshipper_id', '<>', id)
      .executeTakeFirstOrThrow()
    expect(
      (await c.post(`/api/suppliers/${id}`, { dropshipper: { ...body.dropshipper, dropshipper_prefix }, max_file_age_allowed_in_days: 1 })).body.error.fields,
    ).toHaveProperty(['dropshipper.dropshipper_prefix'])
  })
  test('of an unknown supplier is a 404', async () => {
    expect((await c.get('/api/suppliers/99999')).status).toBe(404)
  })
})

test('configuration rows are saved and read back', async () => {
  const { dropshipper_id } = await makeFeed(h)
  expect((await c.post('/api/suppliers/config', [{ dropshipper_id, config_name: 'api_version', config_value: '2' }])).status).toBe(204)
  expect((await c.get(`/api/suppliers/${dropshipper_id}/config`)).body).toEqual([{ dropshipper_id, config_name: 'api_version', config_value: '2' }])
})

describe('monitoring', () => {
  test('tells a feed that succeeds from one that is held, with the last 48 hours and the success rate', async () => {
    const feed = await makeFeed(h, { name: 'Monitored' })
    await feed.publish(manyRows(100))
    await runFeed(c, feed.feed_id)
    const mine = async () =>
      ((await c.get('/api/suppliers/monitoring/list')).body.suppliers as { dropshipper_id: number }[]).find((s) => s.dropshipper_id === feed.dropshipper_id)
    expect(await mine()).toMatchObject({
      succeeding: true,
      success_rate: 100,
      active_products: 100,
      held_run_id: null,
      runs: [{ state: 'applied', rows: 100 }],
    })
    await feed.publish(manyRows(10))
    const held = await runFeed(c, feed.feed_id)
    expect(await mine()).toMatchObject({ succeeding: false, success_rate: 50, active_products: 100, held_run_id: held.feed_run_id })
    const { body: history } = await c.get(`/api/suppliers/monitoring/history?dropshipper_id=${feed.dropshipper_id}`)
    expect(history.map((r: { state: string }) => r.state)).toEqual(['held', 'applied'])
    const { body: stats } = await c.get(`/api/suppliers/${feed.dropshipper_id}/stats`)
    expect(stats[0].datums).toMatchObject({ products: 100, created: 100 })
  })
  test('keeps a report note and hiding, with its activity row', async () => {
    const { dropshipper_id: id } = await makeFeed(h)
    expect((await c.post('/api/suppliers/update-report-info', { id, hidden_from_report: true, report_note: 'Closed until May' })).status).toBe(204)
    const { body } = await c.get('/api/suppliers/monitoring/list')
    expect(body.suppliers.find((s: { dropshipper_id: number }) => s.dropshipper_id === id)).toMatchObject({
      hidden_from_report: true,
      report_note: 'Closed until May',
    })
    expect((await c.post('/api/dropshipper-activity-log/search', { dropshipper_id: id, search: 'until May' })).body.logs).toHaveLength(1)
  })
})
