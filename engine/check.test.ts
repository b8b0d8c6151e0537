import { describe, expect, test } from 'vitest'
import {
  feedMapping,
  feedRules,
  productFields,
  type FeedRules,
  type ProductField,
  type Transform,
} from '#contract/feeds/settings.ts'
import { gtinIsRight, RowChecker, unreadQuantity } from './check.ts'

/** A checker whose columns are named as the fields, in capitals. */
function checkerOf(fields: readonly ProductField[], rules: Partial<FeedRules> = {}): RowChecker {
  const mapping = feedMapping.parse(fields.map((field) => ({ field, from: field.toUpperCase() })))
  const checker = new RowChecker(mapping, feedRules.parse(rules))
  checker.columns(fields.map((field) => field.toUpperCase()))
  return checker
}
const row = (cells: string[], more: object = {}) => ({ line: 7, cells, hashA: 0, hashB: 0, ...more })
/** What becomes of one cell of a field. */
const cell = (field: ProductField, value: string, rules: Partial<FeedRules> = {}) => {
  const checked = checkerOf([field], rules).check(row([value]), true)
  return 'rejected' in checked ? checked : { value: checked.values[0], warnings: checked.warnings }
}
const fine = (value: string | null) => ({ value, warnings: undefined })
const warned = (field: ProductField, cell: string, value: string | null, reason: string) => ({
  value,
  warnings: [{ column: field.toUpperCase(), value: cell, reason }],
})
const rejected = (column: string, value: string, reason: string) => ({
  line: 7,
  rejected: { column, value, reason },
})

describe('a row', () => {
  test('returns its trimmed values in the fields’ order, with blanks as null', () => {
    const checker = checkerOf(['title', 'sku'])
    expect(checker.fields).toEqual(['title', 'sku'])
    expect(checker.check(row([' A hat\t', '\u00a0A-1']), true)).toEqual({
      line: 7,
      values: ['A hat', 'A-1'],
      warnings: undefined,
    })
    expect(checker.check(row(['\u00a0', 'A-1\u00a0']), true)).toMatchObject({ values: [null, 'A-1'] })
  })
  test('keeps all of its warnings, and none of the previous row’s', () => {
    const checker = checkerOf(['wholesale_price', 'images', 'msrp'])
    expect(checker.check(row(['', '', 'x']), true)).toMatchObject({
      values: [null, null, null],
      warnings: [{ reason: 'No price' }, { reason: 'No image' }, { reason: 'Unreadable MSRP' }],
    })
    expect(checker.check(row(['1', 'https://x.example/1', '2']), true)).toMatchObject({ warnings: undefined })
  })
  test('that can’t be used at all is rejected with the start of its text, and its SKU if its cells are known', () => {
    const checker = checkerOf(['sku', 'title'])
    expect(checker.check(row([`A,${'x'.repeat(300)}`], { fault: 'NUL bytes' }), true)).toEqual(
      rejected('', `A,${'x'.repeat(198)}`, 'NUL bytes'),
    )
    expect(checker.check(row(['A', 'b'], { fault: 'A second header' }), true)).toEqual({
      ...rejected('', 'A b', 'A second header'),
      sku: 'A',
    })
  })
  test('with more or fewer cells than the header is rejected with its first cells', () => {
    const checker = checkerOf(['sku', 'title'])
    expect(checker.check(row(['A', 'B', 'C', 'D']), true)).toEqual({
      ...rejected('', 'A · B · C', '4 cells; 2 expected'),
      sku: 'A',
    })
    const second = checkerOf(['title', 'sku'])
    expect(second.check(row(['Hat', ' A ', 'more']), true)).toMatchObject({ sku: 'A' })
    expect(checker.check(row(['A']), false)).toMatchObject({ values: ['A', null] })
    const lenient = checkerOf(['sku', 'title'], { ragged_row: 'accept' })
    expect(lenient.check(row(['A']), true)).toMatchObject({ values: ['A', null] })
  })
  test('finds columns that appear later', () => {
    const mapping = feedMapping.parse([
      { field: 'sku', from: 'id' },
      { field: 'title', from: 'name' },
    ])
    const checker = new RowChecker(mapping, feedRules.parse({}))
    checker.columns(['brand', 'id'])
    expect(checker.check(row(['x', 'A']), false)).toMatchObject({ values: ['A', null] })
    checker.columns(['brand', 'id', 'name'])
    expect(checker.check(row(['x', 'A', 'Hat']), false)).toMatchObject({ values: ['A', 'Hat'] })
  })
  test('is checked after its cells are transformed', () => {
    const mapping = feedMapping.parse([
      { field: 'sku', from: 'id', transforms: [{ kind: 'blank', values: ['-'] }] },
    ])
    const checker = new RowChecker(mapping, feedRules.parse({}))
    checker.columns(['id'])
    expect(checker.check(row(['-']), true)).toEqual(rejected('id', '', 'No SKU'))
  })
})

describe('a cell', () => {
  test('that is blank rejects the row if it is the SKU, or the price and the rules say so', () => {
    expect(cell('sku', ' ')).toEqual(rejected('SKU', '', 'No SKU'))
    expect(cell('wholesale_price', '', { blank_price: 'reject' })).toEqual(
      rejected('WHOLESALE_PRICE', '', 'No price'),
    )
    expect(cell('wholesale_price', '')).toEqual(warned('wholesale_price', '', null, 'No price'))
    expect(cell('images', '')).toEqual(warned('images', '', null, 'No image'))
    const others = Object.keys(productFields).filter(
      (f) => !['sku', 'wholesale_price', 'images'].includes(f),
    ) as ProductField[]
    expect(others.map((f) => cell(f, ''))).toEqual(others.map(() => fine(null)))
  })
  test('that is too long rejects the row', () => {
    const mebi = 'x'.repeat(1024 * 1024)
    expect(cell('description', mebi)).toEqual(fine(mebi))
    expect(cell('description', `${mebi}x`)).toEqual(
      rejected('DESCRIPTION', 'x'.repeat(200), 'The cell has more than 1048576 characters'),
    )
    const sku = 'x'.repeat(500)
    expect(cell('sku', sku)).toEqual(fine(sku))
    expect(cell('sku', `${sku}x`)).toEqual(
      rejected('SKU', 'x'.repeat(200), 'The SKU is longer than 500 characters'),
    )
    expect(cell('title', `${sku}x`)).toEqual(fine(`${sku}x`))
  })
})

describe('an amount', () => {
  test.each([
    ['12.50', '12.50'],
    ['12.', '12.'],
    ['.55', '.55'],
    ['12345678.12340', '12345678.12340'],
    ['1.5E3', '1500'],
    ['1.1E-2', '0.011'],
  ])('%s is read as %s', (text, value) => {
    expect(cell('wholesale_price', text)).toEqual(fine(value))
    expect(cell('msrp', text)).toEqual(fine(value))
  })
  test.each(['cheap', '.', '1.2.3', '-5', '1,5', '$5', '5 USD'])(
    'can’t be read from %s: a price rejects the row, any other is left blank with a warning',
    (text) => {
      expect(cell('wholesale_price', text)).toEqual(rejected('WHOLESALE_PRICE', text, 'Unreadable price'))
      expect(cell('map_price', text)).toEqual(warned('map_price', text, null, 'Unreadable MAP price'))
    },
  )
  test.each(['123456789', '123456789.5', '1E8'])('with too many digits names the limit: %s', (text) => {
    expect(cell('wholesale_price', text)).toMatchObject({
      rejected: { reason: 'Price above the limit of 99,999,999.9999' },
    })
    expect(cell('map_price', text)).toEqual(
      warned('map_price', text, null, 'MAP price above 99,999,999.9999'),
    )
  })
  test.each([
    ['length', '12.34567', '12.3457', 4],
    ['length', '0.00001', '0', 4],
    ['length', '9999999.99995', '10000000', 4],
    ['weight', '12.3456789', '12.345679', 6],
    ['weight', '7.7e-07', '0.000001', 6],
  ] as const)(
    'with more decimals than are stored is rounded, with a warning: %s %s',
    (field, text, value, n) => {
      const label = field === 'weight' ? 'Weight' : 'Length'
      const reason = `${label} with more than ${n} decimals, rounded`
      expect(cell(field, text)).toEqual(warned(field, text, value, reason))
    },
  )
  test.each(['0.000077', '7.7e-05', '1.25', '12.345678'])('keeps six decimals of a weight: %s', (text) => {
    expect(cell('weight', text)).toEqual(fine(text === '7.7e-05' ? '0.000077' : text))
  })
  test('that is unreadable is reported by its start', () => {
    const long = 'x'.repeat(300)
    expect(cell('msrp', long)).toEqual(warned('msrp', long.slice(0, 200), null, 'Unreadable MSRP'))
  })
})

describe('a quantity', () => {
  test.each([
    ['0', '0'],
    ['12.0', '12'],
    ['1.2e1', '12'],
    ['100000000', '100000000'],
  ])('%s is %s', (text, value) => {
    expect(cell('quantity', text)).toEqual(fine(value))
  })
  test.each(['-1', '-0.5'])('below zero becomes 0, with a warning: %s', (text) => {
    expect(cell('quantity', text)).toEqual(warned('quantity', text, '0', 'Negative quantity, read as 0'))
  })
  test.each(['12.5', 'many', '100000001', '0x0'])('that can’t be read isn’t blank: %s', (text) => {
    expect(cell('quantity', text)).toEqual(warned('quantity', text, unreadQuantity, 'Unreadable quantity'))
  })
})

describe('a GTIN', () => {
  test.each(['96385074', '036000291452', '4006381333931', '10614141000415'])(
    'of 8, 12, 13 or 14 digits is valid if GS1’s check digit matches: %s',
    (gtin) => {
      expect(gtinIsRight(gtin)).toBe(true)
      expect(cell('upc', gtin)).toEqual(fine(gtin))
    },
  )
  test('can contain spaces and hyphens', () => {
    expect(cell('ean', '4 006381-33393 1')).toEqual(fine('4006381333931'))
  })
  test('with a wrong check digit is kept, with a warning', () => {
    expect(gtinIsRight('4006381333932')).toBe(false)
    expect(cell('ean', '4006381333932')).toEqual(
      warned('ean', '4006381333932', '4006381333932', 'Invalid GTIN check digit'),
    )
  })
  test.each(['123456789', '1234567', '40063813339312', 'x96385074', '96385074x', '400638133393100'])(
    'that isn’t a GTIN is kept, with a warning: %s',
    (text) => {
      expect(cell('upc', text)).toMatchObject({ value: text, warnings: [{ value: text }] })
    },
  )
  test('that isn’t a GTIN is reported by its first 50 characters', () => {
    const long = 'x'.repeat(60)
    expect(cell('upc', long)).toEqual(warned('upc', long, long.slice(0, 50), 'Invalid GTIN'))
  })
})

describe('images', () => {
  const a = 'https://x.example/a.jpg'
  const b = 'HTTP://x.example/b,c.jpg'
  test.each([
    `${a}|${b}`,
    `${a},${b}`,
    `${a}, ${b}`,
    `${a},  ${b},`,
    `${a}\n${b}`,
    `${a} ${b}`,
    `${a}||${b}|`,
  ])('are stored one address a line, however they are listed: %j', (list) => {
    expect(cell('images', list)).toEqual(fine(`${a}\n${b}`))
  })
  test('with a space in the address are one image, not two', () => {
    const spaced = 'https://x.example/big (1).png'
    expect(cell('images', `${spaced}, ${a}`)).toEqual(fine(`https://x.example/big%20(1).png\n${a}`))
    expect(cell('images', 'a.jpg b.jpg')).toMatchObject({ value: 'a.jpg\nb.jpg' })
  })
  test('come from several columns in order, each put through the transforms; missing columns are skipped', () => {
    const mapping = feedMapping.parse([
      {
        field: 'images',
        from: 'Image 1',
        also: ['Image 2', 'Image 4', 'Image 3'],
        transforms: [{ kind: 'prefix', text: 'https://x.example/' }],
      },
    ])
    const checker = new RowChecker(mapping, feedRules.parse({}))
    checker.columns(['Image 1', 'Image 2', 'Image 3', 'Other'])
    const of = (...cells: string[]) => checker.check(row(cells), true)
    const listed = (...names: string[]) => ({
      values: [names.map((name) => `https://x.example/${name}`).join('\n')],
    })
    expect(of('a.jpg', ' b.jpg ', 'c.jpg', 'd')).toMatchObject(listed('a.jpg', 'b.jpg', 'c.jpg'))
    expect(of('', '', 'c.jpg', '')).toMatchObject(listed('c.jpg'))
    expect(of('', '', '', 'd')).toMatchObject({ values: [null], warnings: [{ reason: 'No image' }] })
  })
  test('without a host are kept, with a warning', () => {
    expect(cell('images', `${a}|b.jpg`)).toEqual(
      warned('images', `${a}|b.jpg`, `${a}\nb.jpg`, 'Image URL without a host'),
    )
    expect(cell('images', 'x-https://x.example/a.jpg')).toMatchObject({ warnings: [{}] })
  })
  test('in a list without an address count as no image', () => {
    expect(cell('images', '|,')).toEqual(warned('images', '|,', null, 'No image'))
  })
})

test('a blank that another file can fill causes no rejection and no warning', () => {
  const mapping = feedMapping.parse([
    { field: 'sku', from: 'SKU' },
    { field: 'wholesale_price', from: 'PRICE' },
    { field: 'images', from: 'IMAGE' },
  ])
  const rules = feedRules.parse({ blank_price: 'reject' })
  const checker = new RowChecker(mapping, rules, new Set(['wholesale_price', 'images']))
  checker.columns(['SKU', 'PRICE', 'IMAGE'])
  expect(checker.check(row(['A', '', '']), true)).toEqual({
    line: 7,
    values: ['A', null, null],
    warnings: undefined,
  })
  expect(checker.check(row(['A', 'cheap', '']), true)).toMatchObject({
    rejected: { reason: 'Unreadable price' },
  })
})

describe('several columns', () => {
  const added = (field: ProductField, cells: string[], transforms: Transform[] = []) => {
    const also = cells.slice(1).map((_, i) => `c${i + 1}`)
    const checker = new RowChecker([{ field, from: 'c0', also, transforms }], feedRules.parse({}))
    checker.columns(cells.map((_, i) => `c${i}`))
    const checked = checker.check(row(cells), true)
    return 'rejected' in checked
      ? checked.rejected.reason
      : [checked.values[0], checked.warnings?.[0]?.reason]
  }
  test('of stock are added, blanks left out', () => {
    const words: Transform[] = [{ kind: 'quantity_words', words: {} }]
    expect(added('quantity', ['3', '10'], words)).toEqual(['13', undefined])
    expect(added('quantity', ['1,000', '', 'in stock'], words)).toEqual(['1001', undefined])
    expect(added('quantity', ['', ''], words)).toEqual([null, undefined])
  })
  test('of stock with one that can’t be read keep what the product has', () => {
    expect(added('quantity', ['3', 'abc'])).toEqual([unreadQuantity, 'Unreadable quantity'])
  })
  test('of amounts are added exactly, after their transforms', () => {
    expect(
      added('wholesale_price', ['€ 0,10', '€ 0,20'], [{ kind: 'decimal_comma' }, { kind: 'price' }]),
    ).toEqual(['0.3', undefined])
  })
  test('of an item are added for stock, but not for prices', () => {
    expect(cell('quantity', '3|10')).toEqual(fine('13'))
    expect(cell('wholesale_price', '3|10')).toMatchObject({ rejected: { reason: 'Unreadable price' } })
  })
})

describe('a currency', () => {
  test.each([
    ['eur', 'EUR'],
    ['USD', 'USD'],
    ['€', 'EUR'],
    ['грн.', 'UAH'],
    ['RUR', 'RUB'],
  ])('%s is %s', (text, code) => {
    expect(cell('currency', text)).toEqual(fine(code))
  })
  test.each(['XQQ', 'ABC', 'EURO!', '12'])('%s is unknown and left blank, with a warning', (text) => {
    expect(cell('currency', text)).toEqual(warned('currency', text, null, 'Unknown currency'))
  })
})

test('an item that repeats its SKU is several products; in a row of cells the bar is part of the SKU', () => {
  const checker = checkerOf(['sku'])
  expect(checker.check(row(['A-1|A-2']), false)).toMatchObject({
    rejected: { reason: 'Several SKUs in one item', value: 'A-1|A-2' },
  })
  expect(checker.check(row(['A-1|A-2']), true)).toMatchObject({ values: ['A-1|A-2'] })
})
