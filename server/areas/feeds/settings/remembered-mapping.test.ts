import { beforeAll, describe, expect, test } from 'vitest'
import { feedFormat, type FeedMapping } from '#contract/feeds/settings.ts'
import { harness, makeFeed, runFeed, staff, type Client } from '#server/test/harness.ts'

const h = harness({ worker: true })
let c: Client
beforeAll(async () => {
  c = await staff(h)
})

const heading = 'Ref A;Ref B;Bezeichnung;Netto;Aktion;Lager'
const file = (sku: string) =>
  [heading, ...[1, 2, 3, 4].map((n) => `${sku}-${n};X${n};Hammer ${n};1${n},50;9,50;${n}`)].join('\n')
const chosen: FeedMapping = [
  { field: 'sku', from: 'Ref A', transforms: [] },
  { field: 'title', from: 'Bezeichnung', transforms: [] },
  { field: 'wholesale_price', from: 'Netto', transforms: [{ kind: 'decimal_comma' }] },
  { field: 'map_price', from: 'Aktion', transforms: [{ kind: 'decimal_comma' }] },
  { field: 'quantity', from: 'Lager', transforms: [] },
]
async function preview(text: string, body: object = {}) {
  const feed = await makeFeed(h, { mapping: [] })
  await feed.publish(text)
  return (await c.post(`/api/feeds/${feed.feed_id}/preview`, { detect: true, mapping: [], ...body })).body
}
const mapByField = (mapping: { field: string; from: string }[]) =>
  Object.fromEntries(mapping.map((m) => [m.field, m.from]))

describe('a mapping that was applied', () => {
  test('is suggested for a supplier whose file has the same headings, once it was applied', async () => {
    const first = await makeFeed(h, {
      name: 'Cobalt Tools',
      mapping: chosen,
      format: feedFormat.parse({ kind: 'csv', delimiter: ';' }),
    })
    await first.publish(file('A'))
    expect((await preview(file('B'))).remembered).toBeNull()
    expect(await runFeed(c, first.feed_id)).toMatchObject({ state: 'applied', created: 4 })

    const second = await preview(file('B'))
    expect(second.remembered).toEqual({ dropshipper_id: first.dropshipper_id, supplier_name: 'Cobalt Tools' })
    expect(mapByField(second.suggestion.mapping)).toEqual(mapByField(chosen))
    expect(second.suggestion.reasons.map_price).toBe('as for Cobalt Tools')
    expect(second.tried.rows[0].values).toMatchObject({
      sku: 'B-1',
      wholesale_price: '11.50',
      map_price: '9.50',
    })

    expect((await preview(file('B'), { remember: false })).remembered).toBeNull()
    expect((await preview(file('B').replace('Aktion', 'Angebot'))).remembered).toBeNull()
  })
})
