import { describe, expect, test } from 'vitest'
import { feedRules } from '#contract/feeds/settings.ts'
import { RowChecker } from '../check.ts'
import { suggestMapping } from './suggest-mapping.ts'

/** The wholesale price that each row of a file gets from what is suggested, and what is said of it. */
function pricesOf(columns: string, ...rows: string[]) {
  const names = columns.split(';')
  const cells = rows.map((row) => row.split(';'))
  const { mapping, notes } = suggestMapping(names, cells, ';')
  const entries = mapping.filter(({ field }) => field === 'wholesale_price')
  const checker = new RowChecker(entries, feedRules.parse({}))
  checker.columns(names)
  const prices = cells.map((row) => {
    const checkedRow = checker.check({ line: 1, cells: row, hashA: 0, hashB: 0 }, true)
    return 'rejected' in checkedRow ? checkedRow.rejected.reason : checkedRow.values[0]
  })
  const fields = Object.fromEntries(mapping.map(({ field, from }) => [field, from]))
  return { prices, notes, fields, from: entries[0]?.from }
}

describe('the price of one piece in whole currency is suggested', () => {
  test.each([
    ['price_cents', '1299', '12.99', 'is in cents. It is divided by 100.'],
    ['Price (cents)', '1299', '12.99', 'is in cents'],
    ['amount_minor_price', '1299', '12.99', 'is in cents'],
    ['Price per 100', '1250', '12.5', 'is divided by 100 to get the price of one piece.'],
    ['Price per 1000 pcs', '12.50', '0.0125', 'is divided by 1000'],
    ['price_per_1,000', '12.50', '0.0125', 'is divided by 1000'],
    ['EUR/100', '1250', '12.5', 'is divided by 100'],
    ['Preis je 100 Stück', '1250', '12.5', 'is divided by 100'],
    ['Price per thousand', '12.50', '0.0125', 'is divided by 1000'],
  ])('from %s: %s is %s', (column, value, price, note) => {
    const { prices, notes, from } = pricesOf(`sku;name;${column}`, `A1;Oak shelf;${value}`)
    expect([from, prices]).toEqual([column, [price]])
    expect(notes.join(' ')).toContain(`“${column}” ${note}`)
  })

  test.each([
    ['sku;amount;precision', ['A1;1299;2', 'A2;500;0'], ['12.99', '500']],
    ['sku;price.amount;price.decimals', ['A1;1299;2', 'A2;5;3'], ['12.99', '0.005']],
    ['sku;prices.price;prices.currency_minor_unit', ['A1;1299;2'], ['12.99']],
    ['sku;value.centAmount price;currency.fractionDigits', ['A1;1299;2', 'A2;5;0'], ['12.99', '5']],
    ['sku;price;price_unit', ['A1;1250;100', 'A2;9;1', 'A3;3;'], ['12.5', '9', '3']],
    ['sku;Preis;Preiseinheit', ['A1;1250;100', 'A2;9;1'], ['12.5', '9']],
    ['sku;price;PRICE_QUANTITY', ['A1;1250;50', 'A2;9;1'], ['25', '9']],
  ])('by another column: %s', (columns, rows, prices) => {
    const suggested = pricesOf(columns, ...rows)
    expect(suggested.prices).toEqual(prices)
    expect(suggested.notes).toHaveLength(1)
  })

  test.each([
    ['sku;price;price_cents', ['A1;12.99;1299', 'A2;5.00;500', 'A3;7.00;700'], ['12.99', '5.00', '7.00']],
    ['sku;price;precision', ['A1;12.99;2', 'A2;5.00;2'], ['12.99', '5.00']],
    ['sku;price;weight.decimals', ['A1;1299;2'], ['1299']],
    ['sku;price_unit;qty', ['A1;1299;2'], ['1299']],
    ['sku;price;scale', ['A1;1299;2'], ['1299']],
    ['sku;list_price;price_unit', ['A1;15.00;10', 'A2;16.00;11'], ['10', '11']],
    ['sku;price per piece;qty', ['A1;12.99;2'], ['12.99']],
  ])('as it is where nothing says otherwise: %s', (columns, rows, prices) => {
    const suggested = pricesOf(columns, ...rows)
    expect(suggested.prices).toEqual(prices)
    expect(suggested.notes).toEqual([])
  })
})

test('a price that is in cents by its name only isn’t mapped, and that is said', () => {
  const { from, notes } = pricesOf('sku;name;price_cents', 'A1;Shelf;12.99', 'A2;Hook;5.50')
  expect(from).toBeUndefined()
  expect(notes).toEqual(['“price_cents” isn’t used: its name says cents, but its values have decimals.'])
})

test('a price whose name and divisor say different pieces isn’t mapped, and neither is the divisor', () => {
  const columns = 'sku;name;Price per 100;price_unit'
  const unclear = pricesOf(columns, 'A1;Screw;1250;100', 'A2;Nail;900;1')
  expect([unclear.from, unclear.notes]).toEqual([
    undefined,
    ['“Price per 100” isn’t used: “price_unit” has other numbers of pieces.'],
  ])
  expect(pricesOf(columns, 'A1;Screw;1250;100', 'A2;Nail;900;100').prices).toEqual(['12.5', '9'])
})

test('a price of a measure isn’t mapped, and that is said', () => {
  const { from, notes } = pricesOf('sku;name;price per 100 g', 'A1;Flour;1.20')
  expect([from, notes]).toEqual([
    undefined,
    ['“price per 100 g” isn’t used: it isn’t the price of one piece.'],
  ])
})

test('the pieces that a price is for aren’t stock', () => {
  const { fields } = pricesOf(
    'sku;cac:Price/cbc:PriceAmount;cac:Price/cbc:BaseQuantity',
    'A1;12.99;1',
    'A2;5;10',
  )
  expect(fields.quantity).toBeUndefined()
})

test('cents per so many pieces are divided by both', () => {
  expect(pricesOf('sku;price;Preiseinheit;precision', 'A1;1250;100;2', 'A2;9;1;2').prices).toEqual([
    '0.125',
    '0.09',
  ])
  expect(pricesOf('sku;price cents per 100', 'A1;1250').prices).toEqual(['0.125'])
})

test('a row whose divisor can’t be read has no price', () => {
  const checker = new RowChecker(
    [
      {
        field: 'wholesale_price',
        from: 'price',
        transforms: [{ kind: 'divide_by', column: 'unit', has: 'pieces' }],
      },
    ],
    feedRules.parse({}),
  )
  checker.columns(['price', 'unit'])
  const reasons = ['box', '0', '1.5'].map((unit) => {
    const row = checker.check({ line: 1, cells: ['12.50', unit], hashA: 0, hashB: 0 }, true)
    return 'rejected' in row ? [row.rejected.reason, row.rejected.value] : row.values
  })
  expect(reasons).toEqual([
    ['Unreadable price', '12.50 / box'],
    ['Unreadable price', '12.50 / 0'],
    ['Unreadable price', '12.50 / 1.5'],
  ])
})
