import { expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { harness } from '#server/test/harness.ts'
import { wooTests } from '#server/test/stores/woo-shops.ts'

const h = harness({ worker: true })
const t = wooTests(h)

test('one product that fails in its market doesn’t make the others go one by one', async () => {
  const s = await t.store(60)
  await s.update()
  // what sold out goes first, by itself
  await sql`
    update product
    set quantity = case sku when 'SKU-1' then 0 else quantity + 1 end, content_hash = content_hash + 1000
    where dropshipper_id = ${s.dropshipper_id}`.execute(h.services.db)
  await s.bounds({ hold_zero_percent: 100, hold_price_percent: 100 })
  t.market.mischief.push({ pattern: /POST .*batch/, answer: { status: 500, body: {} } })
  const before = (await s.calls()).length
  await s.update()
  const calls = (await s.calls()).slice(before)
  expect(calls[0]).toMatchObject({ products: 1 })
  expect(calls.reduce((sum, call) => sum + call.products, 0)).toBeGreaterThanOrEqual(60)
  expect(calls.length).toBeLessThan(12)
})
