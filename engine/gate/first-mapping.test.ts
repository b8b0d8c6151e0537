import { describe, expect, test } from 'vitest'
import type { ProductField } from '#contract/feeds/settings.ts'
import {
  observeDearerPrice,
  observeUnclearDecimals,
  observeUnmapped,
  type FirstMapping,
} from './first-mapping.ts'
import { sentenceOf } from './sentences.ts'

const columns = ['SKU', 'Bezeichnung X', 'VK', 'EK', 'Lager', 'Gewicht', 'Farbe']
const rows = Array.from({ length: 12 }, (_, i) => [
  `A-${i}`,
  `Regal Eiche Nr ${i}`,
  `${(i + 1) * 2}.50`,
  `${i + 1}.10`,
  String(i),
  '1.25',
  'rot',
])
const fileOf = (
  fed: Partial<Record<ProductField, string>>,
  more: Partial<FirstMapping> = {},
): FirstMapping => ({
  mapping: Object.entries(fed).map(([field, from]) => ({
    field: field as ProductField,
    from,
    transforms: [],
  })),
  fields: Object.keys(fed) as ProductField[],
  columns,
  rows,
  products: 12,
  ...more,
})
const texts = (observations: ReturnType<typeof observeUnmapped>) =>
  observations.map((o) => sentenceOf(o, 100))

describe('what a first file lacks', () => {
  test.each<[string, FirstMapping, string[]]>([
    [
      'everything but codes',
      fileOf({ sku: 'SKU' }),
      ['Only the SKU is mapped: 12 products would have no title, price, or stock.'],
    ],
    [
      'a price',
      fileOf({ sku: 'SKU', title: 'Bezeichnung X', quantity: 'Lager' }),
      ['No price is mapped, though “EK” looks like one: none of 12 products would be for sale.'],
    ],
    [
      'a title',
      fileOf({ sku: 'SKU', wholesale_price: 'EK', quantity: 'Lager' }),
      ['No title is mapped, though “Bezeichnung X” looks like one: 12 products would have no title.'],
    ],
    [
      'a title, with no column like one',
      fileOf(
        { sku: 'SKU', wholesale_price: 'EK', manufacturer: 'Farbe' },
        {
          columns: ['SKU', 'EK', 'Farbe'],
          rows: rows.map((r) => [r[0]!, r[3]!, r[6]!]),
        },
      ),
      ['No title is mapped: 12 products would have no title.'],
    ],
    [
      'the prices that its stock file has',
      fileOf({ sku: 'SKU', quantity: 'Lager' }),
      ['No price is mapped, though “EK” looks like one: none of 12 products would be for sale.'],
    ],
  ])('%s', (_, file, sentences) => expect(texts(observeUnmapped(file))).toEqual(sentences))

  const narrow = (...positions: number[]) => ({
    columns: positions.map((i) => columns[i]!),
    rows: rows.map((r) => positions.map((i) => r[i]!)),
  })
  test.each<[string, FirstMapping]>([
    ['stock alone', fileOf({ sku: 'SKU', quantity: 'Lager' }, narrow(0, 4))],
    ['stock and a weight', fileOf({ sku: 'SKU', quantity: 'Lager' }, narrow(0, 4, 5))],
    [
      'stock and prices',
      fileOf({ sku: 'SKU', quantity: 'Lager', wholesale_price: 'EK' }, narrow(0, 3, 4, 6)),
    ],
    ['titles and prices', fileOf({ sku: 'SKU', title: 'Bezeichnung X', wholesale_price: 'EK' })],
    [
      'titles, and prices of a further file',
      {
        ...fileOf({ sku: 'SKU', title: 'Bezeichnung X' }),
        fields: ['sku', 'title', 'wholesale_price'],
      },
    ],
  ])('nothing: %s', (_, file) => expect(observeUnmapped(file)).toEqual([]))
})

describe('the fix for a file of which only codes are mapped', () => {
  const fixOf = (positions: number[]) =>
    observeUnmapped(
      fileOf(
        { sku: 'SKU' },
        {
          columns: positions.map((i) => columns[i]!),
          rows: rows.map((r) => positions.map((i) => r[i]!)),
        },
      ),
    )[0]?.fix
  test('is the column with prices, or else the one with titles', () => {
    expect(fixOf([0, 1, 3])).toEqual({ field: 'wholesale_price', column: 'EK' })
    expect(fixOf([0, 1, 6])).toEqual({ field: 'title', column: 'Bezeichnung X' })
  })
  test('is none where the file has no such column', () => expect(fixOf([0, 6])).toBeUndefined())
})

describe('a selling price in place of the cost', () => {
  const pair = (from: string, to: string, cost: (i: number) => string): FirstMapping => ({
    ...fileOf({ sku: 'SKU', wholesale_price: from }),
    columns: ['SKU', from, to],
    rows: rows.map((r, i) => [r[0]!, `${(i + 1) * 2}.00`, cost(i)]),
  })
  test('is seen by a column that is called the cost and lies below it', () => {
    const seen = observeDearerPrice(pair('Selling_price', 'Cost_price', (i) => `${i + 1}.00`))
    expect(texts(seen)).toEqual([
      '“Selling_price” is mapped to the wholesale price, but “Cost_price” is lower: wrong column?',
    ])
    expect(seen[0]!.fix).toEqual({ field: 'wholesale_price', column: 'Cost_price' })
  })
  test.each<[string, FirstMapping]>([
    ['shipping costs', pair('Price', 'Shipping cost', (i) => `${i + 1}.00`)],
    ['another price that is lower', pair('Price', 'Price 10+', (i) => `${i + 1}.00`)],
    ['a dearer cost', pair('Dealer price', 'Cost', (i) => `${i + 1}.00`)],
    ['a cost that isn’t lower', pair('Price', 'Cost', (i) => `${i * 3}.00`)],
    ['an empty column', pair('Price', 'Cost', () => '')],
    ['cents in place of a cost', pair('Price', 'Cost', () => '0.01')],
  ])('not by %s', (_, file) => expect(observeDearerPrice(file)).toEqual([]))
})

describe('prices whose decimal mark could be either', () => {
  const priced = (
    prices: string[],
    transforms: FirstMapping['mapping'][number]['transforms'],
    other = '',
  ) => ({
    ...fileOf({}),
    mapping: [{ field: 'wholesale_price' as const, from: 'Price', transforms }],
    columns: ['SKU', 'Price', 'Weight'],
    rows: prices.map((price, i) => [`A-${i}`, price, other]),
  })
  const price = { kind: 'price' } as const
  const comma = { kind: 'decimal_comma' } as const
  test.each([
    ['1.037', [price], '1.037', '1037', 'comma'],
    ['1.037', [comma, price], '1037', '1.037', 'dot'],
    ['1,037', [price], '1037', '1.037', 'comma'],
    ['1,037', [comma, price], '1.037', '1037', 'dot'],
  ] as const)('are seen: %s by %j', (value, transforms, now, other, mark) => {
    const seen = observeUnclearDecimals(
      priced([value, value.replace('1', '2'), value.replace('1', '3')], [...transforms]),
    )
    expect(texts(seen)).toEqual([`“${value}” in “Price” is read as ${now}, but could be ${other}.`])
    expect(seen[0]!.fix).toEqual({
      field: 'wholesale_price',
      column: 'Price',
      decimals: { mark, value, read: other },
    })
  })
  test.each([
    ['a price with two decimals', priced(['1.037', '2.10', '3.037'], [price])],
    ['prices below and above 1,000', priced(['1.037', '210', '3.037'], [price])],
    ['another column’s decimal mark', priced(['1.037', '2.037', '3.037'], [price], '2.5')],
    ['few prices', priced(['1.037', '2.037'], [price])],
    ['whole numbers', priced(['1037', '2037', '3037'], [price])],
  ])('aren’t seen with %s', (_, file) => expect(observeUnclearDecimals(file)).toEqual([]))
})
