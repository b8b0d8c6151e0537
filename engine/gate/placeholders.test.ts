import { expect, test } from 'vitest'
import { isPlaceholder, placeholdersIn } from './placeholders.ts'

const isMadeUp = (row: Partial<Parameters<typeof isPlaceholder>[0]>) =>
  isPlaceholder({ sku: 'AB-1', title: 'Oak shelf', price: '12.5000', ...row })

test.each([
  'TEST-4',
  'test',
  'Test12',
  '??',
  '-',
  'xxx',
  'N/A',
  '#N/A',
  '#REF!',
  'dummy_7',
  'PLACEHOLDER',
  'null',
])('the SKU %s is a placeholder', (sku) => expect(isMadeUp({ sku })).toBe(true))
test.each([
  'TESTER-4',
  'NA-12B',
  'NA-12',
  'TBD-4',
  'XXX-L',
  'XX-1',
  'XL',
  'N-1',
  'TEST-KIT-5',
  'ТЕСТО-1',
  '0',
  'Тест-лампа',
  'NONE-STICK',
])('the SKU %s isn’t', (sku) => expect(isMadeUp({ sku })).toBe(false))
test.each([
  'Lorem ipsum dolor sit',
  'test product 12',
  'Test',
  'Sample product',
  'xxxx',
  'N/A',
  '???',
  'TBD',
  'Тестовый товар',
  'Untitled',
  'DO NOT USE - old',
])('the title “%s” is a placeholder', (title) => expect(isMadeUp({ title })).toBe(true))
test.each([
  'Test tube 12 ml',
  'Product 12',
  'Thing number 4',
  'Sample case, oak',
  'Title 5',
  'Pregnancy test',
  'Лампа test 5',
  'XXL shirt',
  '7',
  'Demo',
])('the title “%s” isn’t, or only as a whole', (title) => expect(isMadeUp({ title })).toBe(title === 'Demo'))
test('a price of nines is a placeholder, one that ends with them isn’t', () => {
  expect(['9999', '9999.0000', '99999.9900'].map((price) => isMadeUp({ price }))).toEqual([true, true, true])
  expect(['999.9900', '1999', '99.9900', '0'].map((price) => isMadeUp({ price }))).toEqual([
    false,
    false,
    false,
    false,
  ])
  expect(isMadeUp({ title: null, price: null })).toBe(false)
})

test('a word that nearly all titles begin with is no part of a placeholder', () => {
  const rows = (titles: readonly string[]) => titles.map((title, i) => ({ sku: `S-${i}`, title, price: '5' }))
  const madeUp = (titles: readonly string[]) => placeholdersIn(rows(titles)).length
  const decor = Array.from({ length: 12 }, (_, i) => `Décor shelf ${i}`)
  expect(madeUp([...decor, 'Décor N/A', 'Décor xxx', 'Décor Lorem ipsum dolor'])).toBe(3)
  expect(madeUp(decor)).toBe(0)
  expect(madeUp(['Test tube', 'Test kit', 'Test product'])).toBe(1)
  expect(madeUp([...decor.map((title) => title.replace('Décor', 'Oak')), ...decor, 'Décor N/A'])).toBe(0)
})
