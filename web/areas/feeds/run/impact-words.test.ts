import { expect, test } from 'vitest'
import { impactFacts, touchedVendors } from './impact-words.ts'

const run = { created: 5, updated: 2, deleted: 1, company: null }

test('the impact is figures, and listings are an upper limit', () => {
  expect(impactFacts(run, { vendors: 3, integrations: 4, listings: 12 })).toEqual([
    ['New products', '5'],
    ['Updated or removed', '3'],
    ['Subscribed vendors', '3'],
    ['Active integrations', '4'],
    ['Listings affected', 'Up to 12'],
  ])
  const unlisted = impactFacts(run, { vendors: 0, integrations: 0, listings: 0 })
  expect(unlisted).toContainEqual(['Listings affected', '0'])
})

test('a custom feed names its vendor, and a restricted one what is no longer sold', () => {
  const facts = impactFacts(
    { ...run, company: 'Shop' },
    { vendors: 1, integrations: 1, listings: 1029, closed: 1029 },
  )
  expect(facts).toContainEqual(['Vendor', 'Shop'])
  expect(facts).toContainEqual(['No longer sold', '1,029'])
})

test('the most affected vendors have their listings and the share of all that they have', () => {
  const vendor = { vendor_id: 1, company: 'Ann', integrations: 2 }
  const touched = (examples: object[], closed = 0) =>
    touchedVendors({ updated: 10, deleted: 90 }, { vendor_examples: examples as never, closed })
  expect(
    touched([
      { ...vendor, listings: 1000 },
      { ...vendor, integrations: 0 },
    ]),
  ).toEqual([{ ...vendor, touched: 200, share: 20 }])
  expect(touched([vendor])[0]?.share).toBeNull()
  expect(touched([{ ...vendor, listings: 100 }])[0]?.share).toBe(100)
  expect(touchedVendors({ updated: 0, deleted: 0 }, { vendor_examples: [vendor] })).toEqual([])
})
