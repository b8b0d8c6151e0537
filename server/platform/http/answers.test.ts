import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { sql } from '../database/db.ts'
import { harness, makeFeed, staff } from '../../test/harness.ts'

const h = harness()

test('an answer has only the fields of its contract, whatever the table holds', async () => {
  const { dropshipper_id } = await makeFeed(h)
  await sql`alter table dropshipper add column private_margin integer not null default 42`.execute(
    h.services.db,
  )
  const view = (await (await staff(h)).get(`/api/suppliers/${dropshipper_id}`)).body
  expect(view.dropshipper.dropshipper_id).toBe(dropshipper_id)
  expect(JSON.stringify(view)).not.toContain('private_margin')
  const list = await (await staff(h)).post('/api/suppliers/', {})
  expect(list.body.suppliers.length).toBeGreaterThan(0)
  expect(JSON.stringify(list.body)).not.toContain('private_margin')
})

test('an answer that is the same for all is sent compressed to who takes it, as it is to others', async () => {
  await makeFeed(h)
  const { raw } = await staff(h)
  const path = '/api/suppliers/monitoring/list'
  const read = (encoding?: string) =>
    h.app.inject({
      url: path,
      headers: { ...raw.headers, cookie: raw.cookie, ...(encoding && { 'accept-encoding': encoding }) },
    })
  const [plain, zipped, refused] = await Promise.all([read(), read('br, gzip'), read('gzip;q=0')])
  expect(plain.json().suppliers.length).toBeGreaterThan(0)
  expect([plain, zipped, refused].map((r) => r.headers['content-encoding'])).toEqual([
    undefined,
    'gzip',
    undefined,
  ])
  const names = (text: string) =>
    (JSON.parse(text) as { suppliers: { supplier: string }[] }).suppliers.map((s) => s.supplier)
  expect(names(gunzipSync(zipped.rawPayload).toString())).toEqual(names(plain.body))
  expect((await h.app.inject({ url: path, headers: raw.headers })).statusCode).toBe(401)
})
