import { expect, test } from 'vitest'
import { client, harness, makeFeed, makeLogin } from '#server/test/harness.ts'
import { percent, plain, pricedSellers } from '#server/test/stores/priced-sellers.ts'

const h = harness({ worker: true })
const t = pricedSellers(h)

test('price rules are saved as entered, with one log entry that lists each change', async () => {
  const { vendor_id, dropshipper_id, path } = await t.seller([{ sku: 'A', cost: '10' }])
  const tiers = [
    { from: '0', value: '1.00' },
    { from: '10.50', value: '2' },
  ]
  const rules = [
    percent('0.355', { round_to: 99, minimum_margin: '0.1' }),
    {
      dropshipper_id,
      market_id: 48,
      brand: 'Bosch',
      cat1: 'Garden',
      markup_type_id: 3,
      tiers,
      add_shipping: true,
      add_dropship_fee: true,
      ignore_map: true,
      cap_at_msrp: true,
    },
  ]
  const saved = await t.c.post(path, { ...plain, rates: [{ code: 'eur', rate: '1.1' }], rules })
  expect(saved.status).toBe(200)
  const { body } = await t.c.get(path)
  expect(body).toEqual(saved.body)
  expect(body.rules).toMatchObject([
    { markup_value: '0.355', round_to: 99, minimum_margin: '0.1', dropshipper_id: null, tiers: [] },
    { markup_value: null, brand: 'Bosch', cat1: 'Garden', tiers, ignore_map: true },
  ])
  expect(body.rates).toEqual([{ code: 'EUR', rate: '1.1' }])
  expect(body.markets).toEqual([{ market_id: 48, market_name: 'XCart', integrations: 1 }])
  const log = await h.services.db
    .selectFrom('activity')
    .select(['message', 'changes'])
    .where('vendor_id', '=', vendor_id)
    .where('type', '=', 'pricing.save')
    .execute()
  expect(log).toHaveLength(1)
  expect(log[0]!.changes).toMatchObject({
    '1 EUR': { to: '1.1' },
    'For all products': { to: 'Markup 35.5%, minimum margin 10%, ends in .99' },
  })
  expect(log[0]!.message).toContain('brand Bosch, Garden, in XCart')
  expect((await t.c.post(path, { ...plain, rates: body.rates, rules, version: body.version })).status).toBe(
    200,
  )
  const again = await h.services.db
    .selectFrom('activity')
    .select('activity_id')
    .where('vendor_id', '=', vendor_id)
    .execute()
  expect(again).toHaveLength(1)
})

test('a rule that is left out is removed, and the log shows it', async () => {
  const { vendor_id, path } = await t.seller([{ sku: 'A', cost: '10' }])
  await t.c.post(path, {
    ...plain,
    rates: [{ code: 'EUR', rate: '1.1' }],
    rules: [percent('0.3'), percent('0.4', { brand: 'B' })],
  })
  await t.c.post(path, { ...plain, rules: [percent('0.3')] })
  expect((await t.c.get(path)).body).toMatchObject({ rates: [], rules: [{ markup_value: '0.3', brand: '' }] })
  await t.c.post(path, { ...plain, rules: [] })
  expect((await t.c.get(path)).body.rules).toEqual([])
  const log = await h.services.db
    .selectFrom('activity')
    .select('changes')
    .where('vendor_id', '=', vendor_id)
    .orderBy('activity_id')
    .execute()
  expect(log.map(({ changes }) => changes).slice(1)).toEqual([
    { '1 EUR': { from: '1.1', to: null }, 'Brand B': { from: 'Markup 40%', to: null } },
    { 'For all products': { from: 'Markup 30%', to: null } },
  ])
})

test('rules for two suppliers with the same name are saved and logged separately', async () => {
  const { vendor_id, dropshipper_id, path } = await t.seller([{ sku: 'A', cost: '10' }])
  const other = await makeFeed(h)
  const { db } = h.services
  await db.insertInto('subscription').values({ vendor_id, dropshipper_id: other.dropshipper_id }).execute()
  await db
    .updateTable('dropshipper')
    .set({ supplier_name: 'Twin' })
    .where('dropshipper_id', 'in', [dropshipper_id, other.dropshipper_id])
    .execute()
  const save = async (first: string) => {
    const { version } = (await t.c.get(path)).body
    const rules = [
      percent(first, { dropshipper_id }),
      percent('0.5', { dropshipper_id: other.dropshipper_id }),
    ]
    return (await t.c.post(path, { ...plain, rules, version })).body.rules[0].markup_value
  }
  expect([await save('0.2'), await save('0.3')]).toEqual(['0.2', '0.3'])
  const [last] = await db
    .selectFrom('activity')
    .select('changes')
    .where('vendor_id', '=', vendor_id)
    .where('type', '=', 'pricing.save')
    .orderBy('activity_id', 'desc')
    .execute()
  expect(last!.changes).toEqual({ 'For Twin': { from: 'Markup 20%', to: 'Markup 30%' } })
})
test('saving one vendor’s rules and rates leaves another’s unchanged', async () => {
  const one = await t.seller([{ sku: 'A', cost: '10' }])
  const other = await t.seller([{ sku: 'A', cost: '10' }])
  const set = (rate: string) => ({
    currency_id: 1,
    rates: [{ code: 'EUR', rate }],
    rules: [percent(rate === '1.1' ? '0.3' : '0.4')],
  })
  await t.c.post(one.path, set('1.1'))
  await t.c.post(other.path, set('1.2'))
  expect((await t.c.get(one.path)).body).toMatchObject({
    rates: [{ code: 'EUR', rate: expect.stringMatching(/^1\.10*$/) }],
    rules: [{ markup_value: expect.stringMatching(/^0\.30*$/) }],
  })
})

test('changing a rule makes the vendor’s stores out of date; saving it unchanged doesn’t', async () => {
  const { vendor_id, path } = await t.seller([{ sku: 'A', cost: '10' }])
  const behind = async () =>
    (
      await h.services.db
        .selectFrom('vendor_store')
        .select('behind_since')
        .where('vendor_id', '=', vendor_id)
        .executeTakeFirstOrThrow()
    ).behind_since
  expect(await behind()).toBeNull()
  await t.c.post(path, { ...plain, rules: [percent('0.3')] })
  expect(await behind()).not.toBeNull()
  await h.services.db
    .updateTable('vendor_store')
    .set({ behind_since: null })
    .where('vendor_id', '=', vendor_id)
    .execute()
  await t.c.post(path, { ...plain, rules: [percent('0.3')] })
  expect(await behind()).toBeNull()
})

test('invalid rules name their field and leave the saved rules unchanged', async () => {
  const { path } = await t.seller([{ sku: 'A', cost: '10' }])
  const good = { ...plain, rules: [percent('0.3')] }
  await t.c.post(path, good)
  const faults = async (body: object) => {
    const answer = await t.c.post(path, { ...good, ...body })
    expect(answer.status).toBe(400)
    return answer.body.error.fields
  }
  expect(await faults({ currency_id: 3 })).toEqual({ currency_id: 'Choose a currency' })
  expect(await faults({ rules: [percent('0.3'), percent('0.4')] })).toEqual({
    'rules.1.scope': 'Another rule has the same scope',
  })
  expect(await faults({ rules: [percent('0.3', { dropshipper_id: 1_000_000 })] })).toEqual({
    'rules.0.dropshipper_id': 'Not subscribed to this supplier',
  })
  expect(await faults({ rules: [percent('0.3', { market_id: 999 })] })).toEqual({
    'rules.0.market_id': 'Market not found',
  })
  expect(await faults({ rules: [percent('1e9')] })).toEqual({ 'rules.0.markup_value': expect.any(String) })
  expect(await faults({ rates: [{ code: 'EUR', rate: '0' }] })).toEqual({
    'rates.0.rate': 'Enter a rate above 0',
  })
  expect(
    await faults({
      rates: [
        { code: 'EUR', rate: '1' },
        { code: '€', rate: '2' },
      ],
    }),
  ).toEqual({ 'rates.1.code': 'This currency is listed twice' })
  expect((await t.c.get(path)).body.rules).toHaveLength(1)
})

test('if two people change the rules at once, the second sees what the first changed', async () => {
  const { path } = await t.seller([{ sku: 'A', cost: '10' }])
  const other = await client(h, (await makeLogin(h, 'finance')).email)
  const { version } = (await t.c.get(path)).body
  expect((await other.post(path, { ...plain, version, rules: [percent('0.4')] })).status).toBe(200)
  const late = await t.c.post(path, { ...plain, version, rules: [percent('0.5')] })
  expect(late.status).toBe(409)
  expect(JSON.stringify(late.body)).toContain('Markup 40%')
  expect((await t.c.get(path)).body.rules).toMatchObject([{ markup_value: '0.4' }])
})

test('brands and categories are suggested by the vendor’s suppliers’ names, with product counts', async () => {
  const s = await t.seller([
    { sku: 'A', cost: '1', brand: 'Bosch', categories: 'Garden > Tools | Sale' },
    { sku: 'G', cost: '1', brand: 'Bosch', categories: 'Sale' },
    { sku: 'B', cost: '1', brand: ' bosch', categories: 'Garden>Hoses' },
    { sku: 'C', cost: '1', brand: 'Hobosch', categories: 'Garden > Tools | Garden > Hoses' },
    { sku: 'D', cost: '1', brand: 'Acme', isDiscontinued: true },
    { sku: 'E', cost: '1', brand: '50%', categories: '' },
  ])
  await t.seller([{ sku: 'F', cost: '1', brand: 'Bosch Pro', categories: 'Garden > Sheds' }])
  const names = async (query: string) => {
    const { body } = await t.c.get(`${s.path}/names?${query}`)
    return body.names.map((one: { name: string; products: number }) => [one.name, one.products])
  }
  expect(await names('of=brand&q=BOS')).toEqual([
    ['Bosch', 3],
    ['Hobosch', 1],
  ])
  expect(await names('of=brand&q=%25')).toEqual([['50%', 1]])
  expect(await names('of=category')).toEqual([
    ['Garden', 3],
    ['Garden > Hoses', 2],
    ['Garden > Tools', 2],
    ['Sale', 2],
  ])
  expect(await names('of=category&q=garden%3Et')).toEqual([['Garden > Tools', 2]])
  expect(await names(`of=brand&dropshipper_id=${s.dropshipper_id}`)).toHaveLength(3)
  expect(await names(`of=brand&dropshipper_id=${s.dropshipper_id + 1}`)).toEqual([])
  expect((await t.c.get('/api/vendor/99999999/price-rules/names?of=brand')).status).toBe(404)
})

test('staff records have no price rules to read or save', async () => {
  const { vendor_id } = await makeLogin(h, 'finance')
  const path = `/api/vendor/${vendor_id}/price-rules`
  expect((await t.c.get(path)).status).toBe(404)
  expect((await t.c.post(path, { ...plain, rates: [], rules: [] })).status).toBe(404)
  expect((await t.c.get('/api/vendor/999999/price-rules')).status).toBe(404)
})
