import { describe, expect, test } from 'vitest'
import { harness, makeFeed, saveUpload, staff, type Client } from '../../test/harness.ts'

const h = harness()

const supplierOf = async (c: Client, id: number) => (await c.get(`/api/suppliers/${id}`)).body
const saveOf = (view: Record<string, unknown>, changes: object) => ({
  version: view.version,
  dropshipper: { ...(view.dropshipper as object), ...changes },
  max_file_age_allowed_in_days: 3,
})

describe('edit conflicts between two people', () => {
  test('refuse the second save and say what changed, by whom and when', async () => {
    const { dropshipper_id } = await makeFeed(h, { name: 'Harbour' })
    const [first, second] = [await staff(h), await staff(h)]
    const opened = await supplierOf(second, dropshipper_id)
    expect(
      (
        await first.post(
          `/api/suppliers/${dropshipper_id}`,
          saveOf(opened, { supplier_name: 'Harbour East' }),
        )
      ).status,
    ).toBe(200)
    const refused = await second.post(
      `/api/suppliers/${dropshipper_id}`,
      saveOf(opened, { policy_info: 'None' }),
    )
    expect(refused.status).toBe(409)
    expect(refused.body.error).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('Pat support changed this after you opened it'),
      changed: expect.arrayContaining([
        {
          field: 'supplier_name',
          from: 'Harbour',
          to: 'Harbour East',
          by: 'Pat support',
          tm: expect.any(String),
        },
      ]),
    })
    const now = await supplierOf(second, dropshipper_id)
    expect(now.dropshipper).toMatchObject({ supplier_name: 'Harbour East', policy_info: '' })
    expect(refused.body.error.version).toBe(now.version)
    const again = await second.post(`/api/suppliers/${dropshipper_id}`, saveOf(now, { policy_info: 'None' }))
    expect(again.body.dropshipper).toMatchObject({ supplier_name: 'Harbour East', policy_info: 'None' })
  })

  test('don’t arise from saving twice oneself or from another record', async () => {
    const c = await staff(h)
    const one = await makeFeed(h)
    const other = await makeFeed(h)
    const opened = await supplierOf(c, one.dropshipper_id)
    await (
      await staff(h)
    ).post(
      `/api/suppliers/${other.dropshipper_id}`,
      saveOf(await supplierOf(c, other.dropshipper_id), { policy_info: 'x' }),
    )
    for (const policy_info of ['one', 'two'])
      expect(
        (await c.post(`/api/suppliers/${one.dropshipper_id}`, saveOf(opened, { policy_info }))).status,
      ).toBe(200)
  })

  test('include changes that no person made, and those the form doesn’t show', async () => {
    const { dropshipper_id: id } = await makeFeed(h)
    const c = await staff(h)
    const opened = await supplierOf(c, id)
    const record = { entity: 'dropshipper', entity_id: String(id) }
    const change = (type: string, action_by_name: string) =>
      h.services.db
        .insertInto('activity')
        .values({ type, message: `By ${action_by_name}`, action_by_name, ...record })
        .execute()
    const save = () => c.post(`/api/suppliers/${id}`, saveOf(opened, { policy_info: 'x' }))
    await change('supplier.logo', 'Night job')
    expect((await save()).status).toBe(200)
    for (const name of ['Night job', 'Night job', 'Import']) await change('supplier.save', name)
    const refused = await save()
    expect(refused.status).toBe(409)
    expect(refused.body.error.message).toBe(
      'Night job and Import changed this after you opened it: By Import',
    )
  })

  test.each([
    [
      'configuration',
      (id: number) => `/api/suppliers/${id}/config`,
      (body: { version: number }[]) => body[0]?.version ?? 0,
      (c: Client, id: number, version: number, value: string) =>
        c.post('/api/suppliers/config', [
          { dropshipper_id: id, config_name: 'a', config_value: value, version },
        ]),
    ],
    [
      'schedule',
      (id: number) => `/api/suppliers/${id}/monitoring/schedule`,
      (body: { version: number }) => body.version,
      (c: Client, id: number, version: number, value: string) =>
        c.post('/api/suppliers/monitoring/schedule', {
          dropshipper_id: id,
          active: true,
          cron: `${value} 5 * * *`,
          tz: 'UTC',
          version,
        }),
    ],
    [
      'featured suppliers',
      () => '/api/suppliers/featured',
      (body: { version: number }[]) => body[0]?.version ?? 0,
      (c: Client, id: number, version: number, value: string) =>
        c.post('/api/suppliers/featured', { dropshipper_ids: value === '1' ? [id] : [], version }),
    ],
  ] as const)('cover the %s too', async (_what, path, versionIn, save) => {
    const { dropshipper_id } = await makeFeed(h)
    const [first, second] = [await staff(h), await staff(h)]
    const version = versionIn((await second.get(path(dropshipper_id))).body)
    expect((await save(first, dropshipper_id, version, '1')).status).toBeLessThan(300)
    expect((await save(second, dropshipper_id, version, '2')).status).toBe(409)
    expect((await save(first, dropshipper_id, version, '3')).status).toBeLessThan(300)
  })

  test('cover a report note', async () => {
    const { dropshipper_id } = await makeFeed(h)
    const [first, second] = [await staff(h), await staff(h)]
    const { suppliers } = (await second.get('/api/suppliers/monitoring/list')).body
    const { report_version } = suppliers.find(
      (s: { dropshipper_id: number }) => s.dropshipper_id === dropshipper_id,
    )
    const save = (c: Client, report_note: string) =>
      c.post('/api/suppliers/update-report-info', {
        id: dropshipper_id,
        hidden_from_report: false,
        report_note,
        version: report_version,
      })
    expect((await save(first, 'Closed in May')).status).toBe(204)
    expect((await save(second, 'Open in May')).status).toBe(409)
    expect((await save(first, 'Closed in June')).status).toBe(204)
  })

  test('cover a feed’s settings, with an upload in between', async () => {
    const feed = await makeFeed(h)
    const [first, second] = [await staff(h), await staff(h)]
    const opened = (await second.get(`/api/feeds/${feed.feed_id}`)).body
    await saveUpload(first, feed, 'new.csv', 'sku\nA\n')
    const refused = await second.put(`/api/feeds/${feed.feed_id}`, {
      ...opened,
      rules: { ...opened.rules, threshold_percent: 20 },
    })
    expect(refused.status).toBe(409)
    expect(refused.body.error.changed.map((c: { field: string }) => c.field)).toContain('source')
  })
})
