import { describe, expect, test } from 'vitest'
import { patternFault, type Transform } from '#contract/feeds/settings.ts'
import { compileTransforms } from './transforms.ts'

const done = (value: string, ...transforms: Transform[]) => compileTransforms(transforms)!(value)

test('transforms are applied in order', () => {
  const table = { T: 'Tools' }
  expect(done(' T ', { kind: 'trim' }, { kind: 'lookup', table }, { kind: 'prefix', text: 'X-' })).toBe(
    'X-Tools',
  )
  expect(done(' T ', { kind: 'lookup', table }, { kind: 'trim' })).toBe('T')
})

test.each([{ kind: 'price' }, { kind: 'quantity_words', words: {} }] as const)(
  'a cell of a million characters is left unchanged at once: %j',
  (transform) => {
    const digits = '9'.repeat(1_000_000)
    for (const value of ['1,'.repeat(500_000), '1 '.repeat(500_000).trim(), digits, `${digits}x`])
      expect(done(value, transform)).toBe(value)
  },
)

test.each([
  ['12.50 EUR', 'EUR'],
  ['usd 1,234.50', 'USD'],
  ['$5', 'USD'],
  ['1 234,50 ₽', 'RUB'],
  ['12,50 zł', 'PLN'],
  ['-3.00 €', 'EUR'],
  ['12.50', ''],
  ['from 5 to 9', ''],
  ['', ''],
])('the currency of %j is %j', (value, code) => {
  expect(done(value, { kind: 'currency' })).toBe(code)
})

describe('a price', () => {
  test.each([
    ['$1,234.50', '1234.50'],
    ['  1.234,50 €', '1234.50'],
    ['1 234,50 ₽', '1234.50'],
    ["CHF 1'234.50", '1234.50'],
    ['US$ 12.50', '12.50'],
    ['12.99USD', '12.99'],
    ['99,90 zł', '99.90'],
    ['1 200 руб.', '1200'],
    ['12.5 $ US', '12.5'],
    ['1,234', '1234'],
    ['12,345', '12345'],
    ['1,234,567.89', '1234567.89'],
    ['1,234,567', '1234567'],
    ['1.234.567', '1234567'],
    ['1,23,456', '123456'],
    ['1,234.567', '1234.567'],
    ['1.234,5678', '1234.5678'],
    ['1234,567', '1234.567'],
    ['0,125', '0.125'],
    ['1.234', '1.234'],
    ['12,5', '12.5'],
    ['.50', '.50'],
    ['12.', '12'],
    ['1.1E-2', '0.011'],
    ['EUR1.5e3', '1500'],
    ['Rs.500', '500'],
    ['Rs. 1,500', '1500'],
    ['kr.250', '250'],
    ['10 200', '10200'],
    ['12.50 zł', '12.50'],
    ['US$ 12.50 each', '12.50'],
    ['12,50 € inkl. MwSt', '12.50'],
  ])('%s is read as %s', (value, read) => {
    expect(done(value, { kind: 'price' })).toBe(read)
  })
  test.each([
    '',
    'call',
    '-5.00',
    '12.50/ea',
    '12 or 13 each',
    '2x5.00',
    '12.99 9.99',
    '19.99\n24.99',
    '1,234 5',
    '10 20',
    '1..5',
    '1.5k',
    '2 tis',
    '99c',
    '99p',
    '12.50 dozen',
  ])('that can’t be read stays unchanged: %j', (value) => {
    expect(done(` ${value} `, { kind: 'price' })).toBe(value)
  })
})

describe('a number with a decimal comma', () => {
  test.each([
    ['12,5', '12.5'],
    ['1.234,50', '1234.50'],
    ['1 234 567,8', '1234567.8'],
    ['1\u00a0234,50', '1234.50'],
    ["1'234,50", '1234.50'],
    ['12.500', '12500'],
    ['10.500,00', '10500.00'],
    ['0.125', '0.125'],
    ['12.5', '12.5'],
    ['1.2345', '1.2345'],
  ])('%s is read as %s', (value, read) => {
    expect(done(value, { kind: 'decimal_comma' })).toBe(read)
  })
})

describe('a quantity in words', () => {
  test.each([
    ['12', '12'],
    ['-3', '-3'],
    [' 12.00 ', '12'],
    ['12.5', '12.5'],
    ['>100', '100'],
    ['>= 100', '100'],
    ['≥ 100', '100'],
    ['100+', '100'],
    ['100 +', '100'],
    ['5  new', '5'],
    ['5 new ones', '5 new ones'],
    ['about 5', '5'],
    ['1,000', '1000'],
    ['1 000', '1000'],
    ['12\u00a0500', '12500'],
    ["1'000", '1000'],
    ['10 шт.', '10'],
    ['<5', '5'],
    ['In stock (25)', '25'],
    ['Out of stock (0)', '0'],
    ['in-stock', '1'],
    ['IN_STOCK', '1'],
    ['out-of-stock', '0'],
    ['onbackorder', '0'],
    ['Only 3 left', '3'],
    ['Auf Lager: 12', '12'],
    ['Y', '1'],
    ['n', '0'],
    ['Many', '1'],
    ['—', '0'],
    ['Ships in 3 days', 'Ships in 3 days'],
    ['12 cm', '12 cm'],
    ['2.000', '2.000'],
    ['2.000 pcs', '2.000 pcs'],
    ['0.000', '0'],
    ['12.0000', '12'],
    ['3-', '-3'],
    ['(5)', '-5'],
    ['2-3', '2-3'],
    ['1,5', '1,5'],
    ['10,00', '10'],
    ['12,34', '12,34'],
    ['abc', 'abc'],
    ['1/2', '1/2'],
    [' Call ', '0'],
    ['OUT OF STOCK', '0'],
    ['Low stock', '1'],
    ['constructor', 'constructor'],
    ['', ''],
  ])('%j is %j', (value, quantity) => {
    expect(done(value, { kind: 'quantity_words', words: {} })).toBe(quantity)
  })
  test.each(
    [
      'call no false none discontinued backorder preorder outofstock out_of_stock'.split(' '),
      'yes true instock in_stock available low'.split(' '),
    ].flatMap((words, n) => words.map((word) => [word, String(n)])),
  )('“%s” is %s', (word, quantity) => {
    expect(done(word, { kind: 'quantity_words', words: {} })).toBe(quantity)
  })
  test('uses the feed’s own words first', () => {
    const words = { Plenty: 7, CALL: 3, '999': 0 }
    const read = ['plenty', 'call', '999', '9990'].map((v) => done(v, { kind: 'quantity_words', words }))
    expect(read).toEqual(['7', '3', '0', '9990'])
  })
})

describe('a list in a cell', () => {
  test('is split into its parts, or reduced to one of them', () => {
    expect(done('a ,, b,c', { kind: 'split', by: ',' })).toBe('a|b|c')
    expect(done('a > b > c', { kind: 'split', by: '>', take: 1 })).toBe('b')
    expect(done('a > b', { kind: 'split', by: '>', take: 2 })).toBe('')
  })
  test('gets a prefix in each part that is neither an address nor blank', () => {
    const prefix = { kind: 'prefix', text: 'https://x.example/' } as const
    expect(done('a.jpg| b.jpg ', prefix)).toBe('https://x.example/a.jpg|https://x.example/b.jpg')
    expect(done('HTTP://y.example/a| https://y.example/b', prefix)).toBe(
      'HTTP://y.example/a|https://y.example/b',
    )
    expect(done('a-https:b', prefix)).toBe('https://x.example/a-https:b')
    expect(done('a.jpg|', prefix)).toBe('https://x.example/a.jpg|')
    expect(['', ' '].map((blank) => done(blank, prefix))).toEqual(['', ''])
  })
})

describe('a cell', () => {
  test('that is blank gets the default, and any other stays unchanged', () => {
    const none = { kind: 'default', text: 'none' } as const
    expect(['', '  ', 'x '].map((v) => done(v, none))).toEqual(['none', 'none', 'x '])
  })
  test('is replaced as the lookup table says, and stays unchanged if the table doesn’t list it', () => {
    const lookup = { kind: 'lookup', table: { T: 'Tools', N: '' } } as const
    expect(['T', 'N', 't', 'constructor'].map((v) => done(v, lookup))).toEqual([
      'Tools',
      '',
      't',
      'constructor',
    ])
  })
  test('that holds one of the values defined as blank becomes blank', () => {
    const blank: Transform = { kind: 'blank', values: ['.', 'N/A'] }
    expect(['.', 'N/A', '..'].map((v) => done(v, blank))).toEqual(['', '', '..'])
  })
})

describe('a calculation', () => {
  test.each([
    ['1500 g', 'kg', '1.5'],
    ['1,5 kg', 'kg', '1.5'],
    ['0.5', 'kg', '0.0005'],
    ['0.077 g', 'kg', '0.000077'],
    ['2 lbs', 'kg', '0.9072'],
    ['16 oz', 'lb', '1'],
    ['heavy', 'kg', 'heavy'],
    ['12 cm', 'kg', '12 cm'],
    ['', 'kg', ''],
  ] as const)('converts a weight: %j in %s is %j', (value, to, read) => {
    expect(done(value, { kind: 'unit', from: 'g', to })).toBe(read)
  })
  test.each([
    ['12"', 'cm', '30.48'],
    ['2 m', 'cm', '200'],
    ['30', 'cm', '3'],
  ] as const)('converts a length: %j in %s is %j', (value, to, read) => {
    expect(done(value, { kind: 'unit', from: 'mm', to })).toBe(read)
  })
  test('converts a currency exactly, by the rate that was entered', () => {
    const exchange = { kind: 'exchange', rate: '1.0825', on: '2026-11-01' } as const
    expect(done('€ 19.99', exchange)).toBe('21.6392')
    expect(done('ask', exchange)).toBe('ask')
  })
  test('replaces by a pattern in values of up to 300 characters', () => {
    expect(done('ABC-12-X', { kind: 'pattern', find: '^ABC-(\\d+).*', put: '$1' })).toBe('12')
    const long = 'a'.repeat(301)
    expect(done(long, { kind: 'pattern', find: 'a', put: 'b' })).toBe(long)
  })
  test('replaces values that are listed, in any case', () => {
    const when = { kind: 'when', values: ['yes', 'Ja'], put: '5' } as const
    expect(['YES', 'ja ', 'no'].map((v) => done(v, { ...when, values: [...when.values] }))).toEqual([
      '5',
      '5',
      'no',
    ])
  })
})

test.each(['(', '(a+)+b', '(a|b)*', '(?=a)', '(a)\\1', 'a*b*c*', '(a{2,}){3}', '.{0,300}.{0,300}.{0,300}!'])(
  'a pattern that could take too long, or isn’t valid, is refused: %s',
  (find) => {
    expect(patternFault(find)).toBeDefined()
  },
)
test.each(['^ABC-', '\\s+$', '(\\d+)-(\\d+)', '[a-z]{2,5}', '(red|blue)?'])(
  'a pattern is accepted: %s',
  (find) => {
    expect(patternFault(find)).toBeUndefined()
  },
)
