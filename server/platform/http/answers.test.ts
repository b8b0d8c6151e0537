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
