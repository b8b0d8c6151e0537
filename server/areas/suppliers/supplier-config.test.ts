import { beforeAll, expect, test } from 'vitest'
import { readConfigNumbers } from '#server/areas/supplier-record/public.ts'
import { harness, makeFeed, staff, type Client } from '#server/test/harness.ts'

const h = harness()
let c: Client
beforeAll(async () => {
  c = await staff(h)
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

test('a configuration row that the service uses must be blank or a number within its limits', async () => {
  const { dropshipper_id } = await makeFeed(h)
  const save = (config_name: string, config_value: string) =>
    c.post('/api/suppliers/config', [{ dropshipper_id, config_name, config_value }])
  for (const wrong of ['0', '366', 'soon', '1.5', '-3'])
    expect((await save('image_recheck_days', wrong)).body.error.fields).toEqual({
      '0.config_value': 'Enter a whole number from 1 to 365',
    })
  for (const right of ['', '7']) expect((await save('image_recheck_days', right)).status).toBe(204)
  expect((await c.get(`/api/suppliers/${dropshipper_id}/config`)).body).toMatchObject([
    { config_name: 'image_recheck_days', config_value: '7', used: true },
  ])
})

test('a number without a valid row counts as unset for that supplier, whatever others have', async () => {
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

test('a supplier without rows returns none, and an unknown supplier is a 404', async () => {
  const { dropshipper_id } = await makeFeed(h)
  expect((await c.get(`/api/suppliers/${dropshipper_id}/config`)).body).toEqual([])
  expect((await c.get('/api/suppliers/99999/config')).status).toBe(404)
})
