import { expect, test } from 'vitest'
import { harness } from '#server/test/harness.ts'
import { walmartTests, walmartToken } from '#server/test/stores/walmart-accounts.ts'
import { openMarket } from '../open.ts'

const h = harness({ worker: true })
const { t, asked, ended } = walmartTests(h)
const open = (walmartItemVersion?: string) =>
  openMarket('walmart', {
    market_id: 63,
    address: t.market.address,
    login: 'client',
    app: { amazon: h.services.config.amazon, walmartItemVersion },
    shop: { token: walmartToken, allowHosts: ['127.0.0.1'], milliseconds: 2000 },
  })

test('a Walmart feed of many products is read to its end, fifty at a time', async () => {
  t.shop.pace = 0
  const s = await t.store(120)
  t.shop.fails.set('SKU-115', 'DATA_ERROR')
  await s.update()
  await ended(s)
  const shown = [...(await s.shown()).values()]
  expect(shown.filter((product) => product.in_store)).toHaveLength(119)
  expect(shown.filter((product) => product.quantity === 5)).toHaveLength(119)
  expect((await s.shown()).get('SKU-115')).toMatchObject({ refused_text: 'The brand is not allowed.' })
  expect(asked(/GET .v3.feeds./).map(({ query }) => query.get('limit'))).not.toContain('1000')
})

test('a Walmart feed is read to its end by pages that are shorter than requested', async () => {
  t.shop.pace = 0
  t.shop.perPage = 5
  const s = await t.store(12)
  await s.update()
  await ended(s)
  // none of them is sent again
  expect([...t.shop.feeds.values()].map(({ type }) => type)).toEqual(['MP_ITEM', 'inventory'])
})

test('a Walmart item feed has the newest version, or the one of the settings', async () => {
  const row = { sku: 'A', price: '5', quantity: 1, remote: null, fresh: true, content: undefined as never }
  await open().tell([row], ['content', 'price'], 'k')
  await open('5.1.20270101-00_00_00-api').tell([row], ['content', 'price'], 'k')
  const headers = [...t.shop.feeds.values()].map(({ body }) => body.MPItemFeedHeader)
  expect(headers).toMatchObject([
    { version: '5.0.20260803-17_50_56-api' },
    { version: '5.1.20270101-00_00_00-api' },
  ])
})

test('a Walmart price is set before the stock that sells at it, unless all is sold out', async () => {
  const row = (sku: string, quantity: number) => ({ sku, price: '9', quantity, remote: null, fresh: false })
  await open().tell([row('A', 3), row('B', 0)], ['price', 'quantity'], 'k')
  await open().tell([row('B', 0)], ['price', 'quantity'], 'k')
  expect([...t.shop.feeds.values()].map(({ type }) => type)).toEqual(['PRICE_AND_PROMOTION', 'inventory'])
})
