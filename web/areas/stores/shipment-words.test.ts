import { expect, test } from 'vitest'
import { shipmentInWords } from './shipment-words.ts'

const line = (sku: string, quantity: number) => ({ line_id: sku, sku, quantity })
const said = (of: Partial<Parameters<typeof shipmentInWords>[2]>) =>
  shipmentInWords('Shopify', '#1005', { state: 'told', lines: [line('A', 2)], left: 0, refused: null, ...of })

test('a shipment says what was sent to the market and what is left to ship', () => {
  expect(said({})).toBe('Shipment sent to Shopify: 2 × A; #1005 is fully shipped')
  expect(said({ left: 3 })).toBe('Shipment sent to Shopify: 2 × A; 3 units of #1005 left to ship')
  expect(said({ state: 'part', left: 1, refused: 'Shopify: Not that.' })).toBe(
    'Part of the shipment sent to Shopify: 2 × A; 1 unit of #1005 left to ship. Shopify: Not that.',
  )
  expect(said({ state: 'already', lines: [] })).toContain('Nothing was sent')
  const many = Array.from({ length: 7 }, (_, i) => line(`S${i}`, 1))
  expect(said({ lines: many })).toContain('1 × S4, 2 other lines; #1005')
})
