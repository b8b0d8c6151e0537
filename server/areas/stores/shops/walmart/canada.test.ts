import { expect, test } from 'vitest'
import { walmart } from '#server/stand-ins/walmart.ts'
import { orderOf } from '#server/test/stores/market-orders.ts'
import { startMarket } from '#server/test/stores/markets.ts'
import { openMarket } from '../open.ts'

test('a Canadian Walmart account gets requests of its market, and feeds of its own', async () => {
  const shop = walmart({ token: 'client-secret' })
  shop.isCanadian = true
  shop.pace = 0
  const server = await startMarket(shop)
  const market = openMarket('walmart', {
    market_id: 136,
    address: server.address,
    login: 'client',
    app: { amazon: { clientId: undefined, clientSecret: undefined, loginUrl: server.address } },
    shop: { token: 'client-secret', allowHosts: ['127.0.0.1'], milliseconds: 2000 },
  })
  const content = {
    title: 'Lamp',
    description: '',
    brand: '',
    category: '',
    weight: '',
    images: [],
    special: {},
    attributes: {},
  }
  const row = { sku: 'A', price: '5', quantity: 3, remote: null, fresh: true, content }
  const send = async (...parts: ('content' | 'price')[]) => {
    const { ticket = '' } = await market.tell([row], parts, 'k')
    return (await market.poll?.(ticket, [row], parts))?.outcomes
  }
  expect(await send('content', 'price')).toEqual([{ sku: 'A', state: 'live' }])
  row.price = '7'
  expect(await send('price')).toEqual([{ sku: 'A', state: 'live' }])
  expect(shop.items.get('A')).toMatchObject({ price: 7 })
  expect([...shop.feeds.values()].map(({ type, body }) => [type, body])).toMatchObject([
    ['MP_ITEM_INTL', { MPItemFeedHeader: { businessUnit: 'WALMART_CA' } }],
    ['PRICE_AND_PROMOTION', { MPItem: [{ Price: { sku: 'A', price: 7 } }] }],
  ])
  shop.orders.push({ ...orderOf(500, 3, 1), currency: 'CAD' })
  expect((await market.orders(new Date(0))).orders).toMatchObject([{ currency: 'CAD' }])
  const markets = server.asked.map(({ headers }) => [headers.wm_market, headers.wm_global_version])
  expect(new Set(markets.map(String))).toEqual(new Set(['ca,3.1']))
  await server.close()
})
